import type { AuditEntry } from '../../../test/live/audit.ts';
import type { Spread } from '../../rounds.ts';
import type { Seed } from './seeds.ts';
import type { Reported } from './tools.ts';

/** Findings and cost of one tool. */
export interface Measurement {
  name: string;
  found: readonly Reported[];
  code: number | null;
  requests: number;
  bytes: number;
  wall: Spread;
  memory: number;
  /** Its requests that the API server marks as deprecated. */
  deprecated: readonly AuditEntry[];
}

type Verdict = Seed['truth'];

/** A tool's verdict on a seed; no finding means `fine`. If it reports a seed twice, the earlier version counts. */
function classifySeed({ kind, name, release }: Seed, { found }: Measurement): Verdict {
  const own = found.filter((one) => (one.kind === kind && one.name === name) || isRelease(one, release));
  if (own.some(({ when }) => when === 'gone')) return 'gone';
  return own.length > 0 ? 'later' : 'fine';
}

function isRelease(one: Reported, release: string | undefined): boolean {
  return one.kind === 'HelmRelease' && one.name === release;
}

/** Formats one line per seed: the version at which it breaks, and whether the verdict of each tool is right. */
export function findingsTable(seeds: readonly Seed[], all: readonly Measurement[]): string {
  const words: Record<Verdict, string> = { gone: '1.25', later: '1.26', fine: '-' };
  const rows = seeds.map((seed) => [
    `${seed.kind} ${seed.name}`,
    seed.what,
    words[seed.truth],
    ...all.map((one) => {
      const verdict = classifySeed(seed, one);
      if (verdict === seed.truth) return 'right';
      return seed.truth === 'fine' ? '**false**' : '**missed**';
    }),
  ]);
  return markdown(['Object', 'Written by', 'Breaks at', ...all.map(({ name }) => name)], rows);
}

/** Formats the numbers of correct, missed and false findings of each tool, and its cost. */
export function figuresTable(seeds: readonly Seed[], all: readonly Measurement[]): string {
  const bad = seeds.filter(({ truth }) => truth !== 'fine');
  const good = seeds.filter(({ truth }) => truth === 'fine');
  const count = (
    some: readonly Seed[],
    one: Measurement,
    isWanted: (said: Verdict, truth: Verdict) => boolean,
  ): number => some.filter((seed) => isWanted(classifySeed(seed, one), seed.truth)).length;
  const figures: [string, (one: Measurement) => string][] = [
    [`true findings, of ${bad.length}`, (one) => String(count(bad, one, (said, truth) => said === truth))],
    ['missed', (one) => String(count(bad, one, (said, truth) => said !== truth))],
    [`false findings, of ${good.length} that are fine`, (one) => String(count(good, one, (said) => said !== 'fine'))],
    ['exit code', ({ code }) => String(code)],
    ['requests', ({ requests }) => String(requests)],
    ['received', ({ bytes }) => `${Math.round(bytes / 1000)} kB`],
    ['time', ({ wall }) => `${(wall.median / 1000).toFixed(1)} s`],
    ['peak memory', ({ memory }) => `${Math.round(memory)} MB`],
    ['requests at deprecated versions', ({ deprecated }) => String(deprecated.length)],
    ['of these, where a newer version is served', ({ deprecated }) => String(deprecated.filter(hasNewer).length)],
  ];
  const rows = figures.map(([name, of]) => [name, ...all.map(of)]);
  return markdown(['', ...all.map(({ name }) => name)], rows);
}

/** Resources that have only one version. */
const onlyOnes = ['podsecuritypolicies', 'componentstatuses'];

function hasNewer({ resource }: AuditEntry): boolean {
  return !onlyOnes.includes(resource);
}

/** Lists the requests of each tool that the API server marks as deprecated. */
export function deprecatedRequests(all: readonly Measurement[]): string {
  return all
    .flatMap(({ name, deprecated }) =>
      deprecated.map(({ verb, uri, userAgent }) => `${name}: ${verb} ${uri} (${userAgent})\n`),
    )
    .join('');
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
