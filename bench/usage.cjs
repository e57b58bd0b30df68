/**
 * Preload (`node --require`) that writes what the process has used to $EKS_PREFLIGHT_BENCH_USAGE: peak resident memory
 * in kB and CPU in ms, user and system, as JSON. On Linux, `maxRSS` includes what the forking parent held; VmHWM is the
 * process's own.
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
