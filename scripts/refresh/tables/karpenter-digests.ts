import compare from 'semver/functions/compare.js';
import { combineFiles } from '../read/go-module.ts';
import { findMinor, knowsThrough, listReadReleases, readKarpenter, readMainBranch } from '../read/karpenter.ts';
import type { Refresher, WrittenRow } from '../refresher.ts';

const file = 'charts/karpenter/values.yaml';
const source = 'https://github.com/aws/karpenter-provider-aws/commits/main/charts/karpenter/values.yaml';

/**
 * The digest in the chart's values, with the release that they name. At a tag this is an earlier release, since the
 * values are raised afterwards; the main branch, where the module proxy gives it, has that of the newest.
 */
export const karpenterDigests: Refresher = {
  table: 'karpenter-digests',
  from: 'registry',
  identify: ({ minor }) => String(minor),
  fetch: async (limits) => combineFiles([await readKarpenter(limits, [file]), await readMainBranch(limits, [file])]),
  parse(files, { rows }) {
    const minors = new Map(rows.map((row) => [String(row['minor']), toDigests(row)]));
    const knownThrough = knowsThrough(listReadReleases(files));
    for (const [name, yaml] of files) {
      const { tag, digest } = parseImage(yaml, name);
      const known = minors.get(findMinor(tag)) ?? {};
      const digests = known[tag] ?? [];
      if (!digests.includes(digest))
        minors.set(findMinor(tag), sortReleases({ ...known, [tag]: [...digests, digest] }));
    }
    const stated = [...minors].map(([minor, digests]) => ({ states: { minor, digests }, whenNew: { source } }));
    return { rows: stated, covers: () => false, ...(knownThrough === undefined ? {} : { knownThrough }) };
  },
};

type Digests = Readonly<Record<string, readonly string[]>>;

function toDigests({ digests }: WrittenRow): Digests {
  return digests as Digests;
}

function sortReleases(digests: Digests): Digests {
  return Object.fromEntries(Object.entries(digests).toSorted(([one], [other]) => compare(one, other)));
}

function parseImage(yaml: string, name: string): { tag: string; digest: string } {
  const [, tag, digest] =
    /^ {4}tag: "?v?(\d+\.\d+\.\d+)"?\n(?: *#.*\n)* {4}digest: sha256:([\da-f]{16})[\da-f]{48}$/m.exec(yaml) ?? [];
  if (tag === undefined || digest === undefined) throw new Error(`${name} names no tag with its digest`);
  return { tag, digest };
}
