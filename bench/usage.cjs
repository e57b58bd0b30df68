/**
 * Preload (`node --require`) that writes the resources that the process has used to the file
 * $EKS_PREFLIGHT_BENCH_USAGE, as JSON: peak resident memory in kB, and CPU time (user and system) in ms. On Linux,
 * `maxRSS` includes memory of the parent that forked the process; VmHWM does not. `%p` in the name of the file is the
 * number of the process: a command may start others.
 */
const { readFileSync, writeFileSync } = require('node:fs');

function peakKilobytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const used = { memory: peakKilobytes(), cpu: (user + system) / 1000, args: process.argv.slice(2) };
  const file = process.env.EKS_PREFLIGHT_BENCH_USAGE.replace('%p', String(process.pid));
  writeFileSync(file, JSON.stringify(used));
});
