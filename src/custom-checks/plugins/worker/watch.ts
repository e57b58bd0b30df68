import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';

/** Allowance in bytes for memory outside the heap: code, buffers, stacks. */
const besidesTheHeap = 256 * 1024 * 1024;

/** Runs in a separate thread, since the module may never return. */
const watching = `
const { parent, most } = require('node:worker_threads').workerData;
// Where /proc is missing, only the heap is limited.
const size = () => {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
};
setInterval(() => {
  if (process.ppid !== parent || size() > most) process.kill(process.pid, 'SIGKILL');
}, 100);`;

/** Ends this process if its parent has ended, or if it uses more memory than its heap limit and an allowance. */
export function watchProcess(): void {
  const most = getHeapStatistics().heap_size_limit + besidesTheHeap;
  new Worker(watching, { eval: true, workerData: { parent: process.ppid, most }, stderr: true }).unref();
}
