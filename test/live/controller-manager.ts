import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveControllerManager } from './binaries.ts';
import type { LiveCluster } from './cluster.ts';
import { writeKubeconfig } from './kubeconfigs.ts';
import { end, guard, start, withinMs, type Running } from './processes.ts';

/** It writes the CA into every namespace, which shows that the program works. */
const publisher = 'root-ca-certificate-publisher-controller';

/**
 * Starts kube-controller-manager 1.34 for a live cluster. Stop it before the cluster.
 * @param controllers the only ones that run, besides the publisher of the CA
 * @param election flags of its leader election, without which it elects no leader
 */
export async function startControllerManager(
  live: LiveCluster,
  controllers: readonly string[],
  election: readonly string[] = ['--leader-elect=false'],
): Promise<{ running: Running; stop(): Promise<void> }> {
  const program = await liveControllerManager((line) => console.error(`live tests: ${line}`));
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-controllers-'));
  const ca = path.join(folder, 'ca.crt');
  await writeFile(ca, live.caPem);
  const connection = { server: live.url, caPem: live.caPem, user: { token: live.adminToken }, isCurrent: true };
  const args = [
    `--kubeconfig=${await writeKubeconfig(folder, 'controllers', connection)}`,
    `--controllers=${[...controllers, publisher].join(',')}`,
    `--root-ca-file=${ca}`,
    ...election,
    '--secure-port=0',
  ];
  const running = start('kube-controller-manager', program, args, path.join(folder, 'log'));
  const dismiss = guard([running], folder);
  const stop = async (): Promise<void> => {
    await end(running);
    await dismiss();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilPublished(live, running);
  } catch (error) {
    await stop();
    throw error;
  }
  return { running, stop };
}

async function untilPublished(live: LiveCluster, { child }: Running): Promise<void> {
  const deadline = Date.now() + withinMs;
  const place = '/api/v1/namespaces/default/configmaps/kube-root-ca.crt';
  while ((await live.admin('GET', place)).status !== 200) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('kube-controller-manager does not work');
    await sleep(100);
  }
}
