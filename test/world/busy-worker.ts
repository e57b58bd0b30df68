import { readFileSync } from 'node:fs';

/** The fields of /proc/PID/stat from the state on; undefined once the process has ended. */
function readStat(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields;
  } catch {
    return undefined;
  }
}

export function isRunning(pid: number): boolean {
  return readStat(pid) !== undefined;
}

/** The ID of a child process that has computed for a second. It runs rules: loading the rules takes less time. */
export function findBusyWorker(pid: number): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children.map(Number).find((child) => Number(readStat(child)?.[11] ?? 0) >= 100);
}

/** A rule file whose first test takes at least ten seconds, although each evaluation ends at the cost limit. */
export const slowRules = JSON.stringify({
  plugin: 'acme',
  rules: [
    {
      id: 'slow',
      title: 'Slow',
      level: 'warn',
      fact: 'deployments',
      when: `${'[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].all(x, '.repeat(6)}object.name != 'z'${')'.repeat(6)}`,
      message: 'slow',
      fix: 'Wait.',
    },
  ],
  tests: [
    {
      name: 'takes long',
      rule: 'slow',
      objects: Array.from({ length: 1_000 }, (_, index) => ({
        kind: 'Deployment',
        namespace: 'shop',
        name: `a${index}`,
      })),
      finds: [],
    },
    { name: 'comes after it', objects: [], finds: [] },
  ],
});
