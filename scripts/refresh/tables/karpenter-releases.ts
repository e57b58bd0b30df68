import compare from 'semver/functions/compare.js';
import { listVersions, readVersionDay } from '../read/go-module.ts';
import { findMinor, karpenterModule } from '../read/karpenter.ts';
import type { Refresher, WrittenRow } from '../refresher.ts';

/** The newest patch of each minor, by the module proxy. Other kinds of rows are about what release notes say. */
export const karpenterReleases: Refresher = {
  table: 'karpenter-releases',
  from: 'registry',
  identify: (row) => (row['rowKind'] === 'latest' ? String(row['minor']) : JSON.stringify(row)),
  async fetch({ karpenter, day }) {
    const days = new Map<string, string>();
    for (const version of await listVersions(karpenterModule)) {
      if (karpenter !== undefined && compare(version, `${karpenter}.999`) > 0) continue;
      const released = await readVersionDay(`${karpenterModule}@${version}`);
      if (day === undefined || released <= day) days.set(version, released);
    }
    return days;
  },
  parse(files, { rows }) {
    const latest = new Map<string, string>();
    for (const version of [...files.keys()].toSorted(compare)) latest.set(findMinor(version), version.slice(1));
    const known = new Map(rows.filter(isLatest).map(({ minor, version }) => [String(minor), String(version)]));
    const [newest] = [...latest.keys()].slice(-1);
    return {
      rows: [...latest].map(([minor, found]) => {
        const version = newer(known.get(minor), found);
        const source = `https://github.com/aws/karpenter-provider-aws/releases/tag/v${version}`;
        const released = files.get(`v${minor}.0`) ?? files.get(`v${found}`);
        return { states: { rowKind: 'latest', minor, version, source }, whenNew: { released } };
      }),
      // A release cannot be taken back from the module proxy.
      covers: () => false,
      ...(newest === undefined ? {} : { knownThrough: { karpenter: newest } }),
    };
  },
};

function isLatest({ rowKind }: WrittenRow): boolean {
  return rowKind === 'latest';
}

/** The module proxy learns of a tag only when someone asks for it: it may be behind what a person read. */
function newer(known: string | undefined, found: string): string {
  return known !== undefined && compare(known, found) > 0 ? known : found;
}
