/**
 * Preload (`node --require`) that writes the process's peak resident memory, in kB, to $EKS_PREFLIGHT_BENCH_MEMORY.
 * Linux counts what the forking parent held into `maxRSS`; VmHWM is the process's own.
 */
const { readFileSync, writeFileSync } = require('node:fs');

function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

process.on('exit', () => writeFileSync(process.env.EKS_PREFLIGHT_BENCH_MEMORY, String(peakKilobytes())));
