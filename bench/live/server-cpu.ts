import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks in a second: `sysconf(_SC_CLK_TCK)` is 100 on Linux. */
const ticks = 100;

/**
 * The CPU time (user and system, in ms) that the kube-apiserver at a URL has used, from `/proc`.
 * @throws Error if there is no such process: then nothing can be measured
 */
export function serverCpu(url: string): number {
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isServerAt(name, new URL(url).port));
  if (pid === undefined) throw new Error(`no kube-apiserver at ${url}`);
  // The name of the program, in parentheses, may contain spaces; user and system time are fields 14 and 15.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticks) * 1000;
}

function isServerAt(pid: string, port: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(`--secure-port=${port}`);
  } catch {
    return false; // the process has ended
  }
}
