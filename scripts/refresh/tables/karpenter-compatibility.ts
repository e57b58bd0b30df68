import { isDeepStrictEqual } from 'node:util';
import { isBelow } from '../../../src/syntax/versions.ts';
import { isNext } from '../follow-releases.ts';
import { knowsThrough, linkTo, listReadReleases, readAt, readKarpenter } from '../read/karpenter.ts';
import type { Refresher, Stated, WrittenRow } from '../refresher.ts';

const file = 'pkg/providers/version/version.go';

/**
 * The range that is compiled into the controller. What it does outside, and where the documentation says more, a person
 * reads.
 */
export const karpenterCompatibility: Refresher = {
  table: 'karpenter-compatibility',
  from: 'registry',
  identify: ({ from }) => String(from),
  fetch: (limits) => readKarpenter(limits, [file]),
  parse(files, { rows }) {
    const releases = listReadReleases(files);
    const ranges = releases.map((version) => ({ version, range: parseRange(readAt(files, version, file), version) }));
    const known = rows.map((row) => ({ ...row }));
    const stated: Stated['rows'][number][] = [];
    const questions: string[] = [];
    for (const [at, { version, range }] of ranges.entries()) {
      const row = known.findLast(({ from }) => !isBelow(version, String(from)));
      if (row !== undefined && isDeepStrictEqual({ min: row['min'], max: row['max'] }, range)) continue;
      const before = ranges[at - 1];
      if (before === undefined || !isNext(before.version, version) || row?.['from'] === version) {
        questions.push(`${version}: made for ${range.min} to ${range.max}, and no row says since when`);
        continue;
      }
      const states: WrittenRow = { from: version, ...range };
      stated.push({ states, whenNew: { outside: row?.['outside'], source: linkTo(version, file) } });
      known.push({ ...states, outside: row?.['outside'] });
    }
    const knownThrough = knowsThrough(releases);
    return { rows: stated, covers: () => false, questions, ...(knownThrough === undefined ? {} : { knownThrough }) };
  },
};

function parseRange(go: string, version: string): { min: string; max: string } {
  const [, min] = /\bMinK8sVersion += "([\d.]+)"/.exec(go) ?? [];
  const [, max] = /\bMaxK8sVersion += "([\d.]+)"/.exec(go) ?? [];
  if (min === undefined || max === undefined) throw new Error(`${file} of ${version} names no range of Kubernetes`);
  return { min, max };
}
