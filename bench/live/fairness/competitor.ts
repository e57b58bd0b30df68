/**
 * A child process that sends requests as controllers do, at a steady rate, whether or not earlier ones were answered:
 * a pod, now and then 50 pods or all pods of a namespace. Gets a {@link Stream} to begin and `'stop'` to
 * end; then sends what each request took from the moment when it was due.
 */
import { Agent, get } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { aBenchPod } from '../../pods/pod.ts';

/** Where a client sends requests, its token, and the number of pods of the cluster. */
export interface Stream {
  url: string;
  ca: string;
  token: string;
  pods: number;
}

/** One request: its status (0: no answer) and its time in milliseconds. */
export interface Sent {
  status: number;
  ms: number;
}

const perSecond = 25;
const shape = { get: 7, some: 2, namespace: 1 };

let current = new AbortController();

async function run({ url, ca, token, pods }: Stream): Promise<void> {
  const agent = new Agent({ keepAlive: true, ca });
  const sent: Promise<Sent>[] = [];
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const request = (path: string, due: number): Promise<Sent> =>
    new Promise((resolve) => {
      const end = (status: number): void => resolve({ status, ms: performance.now() - due });
      get(`${url}${path}`, { agent, headers }, (response) => {
        response.resume().on('end', () => end(response.statusCode ?? 0));
      }).on('error', () => end(0));
    });
  const { signal } = (current = new AbortController());
  for (let due = performance.now(); !signal.aborted; due += 1000 / perSecond) {
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    sent.push(request(pathNumber(sent.length, pods), due));
  }
  process.send?.(await Promise.all(sent));
  agent.destroy();
}

function pathNumber(index: number, pods: number): string {
  const { metadata } = aBenchPod((index * 7_919) % pods) as { metadata: { namespace: string; name: string } };
  const collection = `/api/v1/namespaces/${metadata.namespace}/pods`;
  const kind = index % (shape.get + shape.some + shape.namespace);
  if (kind < shape.get) return `${collection}/${metadata.name}`;
  return `${collection}?limit=${kind < shape.get + shape.some ? 50 : 500}`;
}

process.on('message', (message: Stream | 'stop') => {
  if (message === 'stop') current.abort();
  else void run(message);
});
process.on('disconnect', () => process.exit());
