import { format, type Minor } from '../../../src/syntax/versions.ts';
import { parseLifecycles, readLifecycles } from '../read/api-lifecycle.ts';
import { parseDiscovery, readDiscovery } from '../read/discovery.ts';
import { combineFiles } from '../read/go-module.ts';
import { findNewestMinor, listMinors, pickMinor } from '../read/kubernetes.ts';
import type { Refresher, WrittenRow } from '../refresher.ts';

/** The first version whose introductions the table names. */
const first: Minor = 31;

/**
 * The stable versions in k8s.io/api whose objects API servers store. Beta versions that EKS serves are in no source of
 * this kind.
 */
export const apiIntroductions: Refresher = {
  table: 'api-introductions',
  from: 'registry',
  identify: ({ api, kind }) => `${String(api)} ${String(kind)}`,
  async fetch({ kubernetes }) {
    const minor = await findNewestMinor(kubernetes);
    return combineFiles([await readLifecycles(minor), await readDiscovery(minor)]);
  },
  parse(files, { rows }) {
    const newest = Math.max(...listMinors(files, 'api'));
    const discovered = parseDiscovery(pickMinor(files, 'kubernetes', newest));
    const stable = parseLifecycles(pickMinor(files, 'api', newest)).filter(
      ({ api, introduced }) => introduced >= first && /\/v\d+$/.test(api),
    );
    return {
      rows: stable.flatMap(({ api, kind, introduced, source }) => {
        const resource = discovered(api).find((one) => one.kind === kind && one.verbs.includes('list'));
        if (resource === undefined) return [];
        const { name, namespaced } = resource;
        return [
          {
            states: { version: format(introduced), api, kind, resource: name, namespaced, served: 'default' },
            whenNew: { before: findBefore(rows, api, kind), source },
          },
        ];
      }),
      covers: ({ served }) => served === 'default',
      knownThrough: { kubernetes: format(newest) },
    };
  },
};

/** The beta version in which EKS served the kind first. */
function findBefore(rows: readonly WrittenRow[], api: string, kind: string): string | null {
  const group = api.slice(0, api.indexOf('/') + 1);
  const before = rows.find(
    (row) => row['kind'] === kind && row['served'] === 'eks' && String(row['api']).startsWith(group),
  );
  return before === undefined ? null : String(before['api']);
}
