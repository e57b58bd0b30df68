import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { evict, hasCounted, listPods, replacePod, type LivePod } from './budget-cluster.ts';
import { nodesOf } from './budget-objects.ts';
import type { LiveCluster } from './cluster.ts';
import { withinMs } from './processes.ts';

/** The printed command as a dry run: its output until it ends or waits. */
export async function dryDrain(command: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('sh', ['-c', `exec ${command} --dry-run=server`], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('will retry')) child.kill();
    });
  }
  await once(child, 'close');
  return said;
}

/** Replaces the nodes of a group, one pod after the other. Returns the case whose budget refuses for good. */
export async function rollGroup(live: LiveCluster, group: string): Promise<string | undefined> {
  const old = (await listPods(live)).filter(({ spec }) => nodesOf[group]?.includes(spec.nodeName));
  for (const pod of old.toSorted((one, other) => one.spec.nodeName.localeCompare(other.spec.nodeName))) {
    if (!(await drainPod(live, pod))) return pod.metadata.namespace;
    await replacePod(live, pod, `${group}-new`);
  }
  return undefined;
}

/** Evicts a pod as soon as its budget allows it. False: the controller has counted all pods, and it still does not. */
async function drainPod(live: LiveCluster, pod: LivePod): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    const isCounted = await hasCounted(live, pod.metadata.namespace);
    if ((await evict(live, pod)) === 'evicted') return true;
    if (isCounted) return false;
    await sleep(50);
  }
  throw new Error(`the controller does not count the pods of ${pod.metadata.namespace}`);
}
