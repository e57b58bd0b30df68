/**
 * Preload (`node --require`) that writes the resources that the process has used to the file
 * $EKS_PREFLIGHT_BENCH_USAGE, as JSON: peak resident memory in kB, and CPU time (user and system) in ms. On Linux,
 * `maxRSS` includes memory of the parent that forked the process; VmHWM does not.
 */
const { readFileSync, writeFileSync } = require('node:fs');

function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const used = { memory: peakKilobytes(), cpu: (user + system) / 1000 };
  writeFileSync(process.env.EKS_PREFLIGHT_BENCH_USAGE, JSON.stringify(used));
});
