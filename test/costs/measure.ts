import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

/** Measures the cost of a test file: CPU seconds of its process and of the child processes that it waited for. */

/** Linux reports these times in hundredths of a second, at any timer frequency (proc_pid_stat(5), fields 14 to 17). */
const ticksPerSecond = 100;

function cpuSeconds(): number {
  if (process.platform !== 'linux') return process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
}

/** Files may share a process: each counts only its own time, and the first one also the start of the process. */
const paid = globalThis as { cpuSecondsOfFilesBefore?: number };

// oxlint-disable-next-line no-empty-pattern -- vitest reads the parameter's text and takes nothing else
afterAll(({}, { file }) => {
  const all = cpuSeconds();
  file.meta.cpuSeconds = all - (paid.cpuSecondsOfFilesBefore ?? 0);
  paid.cpuSecondsOfFilesBefore = all;
});
