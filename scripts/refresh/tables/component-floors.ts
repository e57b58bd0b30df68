import compare from 'semver/functions/compare.js';
import { parseMinor } from '../../../src/syntax/versions.ts';
import { listVersions, readModule, readVersionDay } from '../read/go-module.ts';
import type { Refresher } from '../refresher.ts';

const module = 'github.com/aws/amazon-vpc-cni-k8s';
const page = 'https://github.com/aws/amazon-vpc-cni-k8s#recommended-version';
const component = 'vpc-cni';

/** The newest VPC CNI, and the oldest that its README recommends for each Kubernetes version. */
export const componentFloors: Refresher = {
  table: 'component-floors',
  from: 'registry',
  identify: (row) => `${String(row['component'])} from ${String(row['from'])}`,
  async fetch({ day }) {
    for (const version of (await listVersions(module)).toReversed()) {
      const isRead = day === undefined || (await readVersionDay(`${module}@${version}`)) <= day;
      if (isRead) return readModule(`${module}@${version}`, ['README.md']);
    }
    throw new Error(`the module proxy lists no release of ${module}`);
  },
  parse(files, { rows }) {
    const [[name, readme] = ['', '']] = files;
    const [, latest] = /@v([\d.]+)\/README\.md$/.exec(name) ?? [];
    const floors = parseFloors(readme);
    if (latest === undefined || floors.size === 0) throw new Error('the README of the VPC CNI recommends no versions');
    const known = rows.find((row) => row['component'] === component && row['from'] === null)?.['latest'];
    // The module proxy learns of a tag only when someone asks for it.
    const newest = typeof known === 'string' && compare(known, latest) > 0 ? known : latest;
    const isHeld = (from: string, minimum: string): boolean =>
      rows.some((row) => {
        const since = parseMinor(String(row['from'])) ?? Infinity;
        return row['component'] === component && row['minimum'] === minimum && since < (parseMinor(from) ?? 0);
      });
    const own = [...floors].filter(([from, minimum]) => !isHeld(from, minimum));
    return {
      rows: [
        { states: { component, from: null, latest: newest } },
        ...own.map(([from, minimum]) => {
          const reason = `the project recommends no older release from Kubernetes ${from} on`;
          return { states: { component, from, minimum }, whenNew: { level: 'warn', reason, source: page } };
        }),
      ],
      covers: ({ from, source }) => source === page && floors.has(String(from)),
    };
  },
};

/** `| Kubernetes Release | 1.33 | 1.32 |`, and under it `| VPC CNI Version | v1.17.1+ | v1.16.4+ |`, oldest first. */
function parseFloors(readme: string): ReadonlyMap<string, string> {
  const [, minors = '', versions = ''] =
    /^\| Kubernetes Release\s+\|(.*)\|\n\|[-| ]+\|\n\| VPC CNI Version\s+\|(.*)\|$/m.exec(readme) ?? [];
  const cells = (line: string): string[] => line.split('|').map((cell) => cell.trim());
  const floors = cells(versions).map((cell) => /^v(\d+\.\d+\.\d+)\+$/.exec(cell)?.[1]);
  const pairs = cells(minors).flatMap((minor, at) => {
    if (minor === '') return [];
    const floor = floors[at];
    if (parseMinor(minor) === undefined || floor === undefined)
      throw new Error(`${minor} has no version of the VPC CNI`);
    return [[minor, floor] as const];
  });
  return new Map(pairs.toSorted(([one], [other]) => (parseMinor(one) ?? 0) - (parseMinor(other) ?? 0)));
}
