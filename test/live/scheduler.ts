import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { liveScheduler } from './binaries.ts';
import type { LiveCluster } from './cluster.ts';
import { writeKubeconfig } from './kubeconfigs.ts';
import { end, guard, start, type Running } from './processes.ts';

/** Starts kube-scheduler 1.34 for a live cluster. Stop it before the cluster. */
export async function startScheduler(live: LiveCluster): Promise<{ running: Running; stop(): Promise<void> }> {
  const program = await liveScheduler((line) => console.error(`live tests: ${line}`));
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-scheduler-'));
  const connection = { server: live.url, caPem: live.caPem, user: { token: live.adminToken }, isCurrent: true };
  const config = path.join(folder, 'config.json');
  await writeFile(
    config,
    JSON.stringify({
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      leaderElection: { leaderElect: false },
      clientConnection: {
        kubeconfig: await writeKubeconfig(folder, 'scheduler', connection),
        qps: 2000,
        burst: 2000,
      },
      // No pod of a test can evict another.
      profiles: [{ schedulerName: 'default-scheduler', plugins: { postFilter: { disabled: [{ name: '*' }] } } }],
    }),
  );
  const running = start('kube-scheduler', program, [`--config=${config}`, '--secure-port=0'], path.join(folder, 'log'));
  const dismiss = guard([running], folder);
  return {
    running,
    stop: async () => {
      await end(running);
      await dismiss();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
