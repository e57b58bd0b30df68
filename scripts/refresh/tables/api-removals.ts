import { format, parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import { parseLifecycles, readLifecycles, type Lifecycle } from '../read/api-lifecycle.ts';
import { findNewestMinor, listMinors, pickMinor } from '../read/kubernetes.ts';
import type { Refresher, WrittenRow } from '../refresher.ts';

/** The last minor in which API servers serve each new beta version by default. */
const lastOfBetas: Minor = 23;

/**
 * The lifecycles in k8s.io/api. That EKS serves a beta version is in no source of this kind: a person adds such a row,
 * and its dates are read again. Kubernetes drops the code of versions that are long gone, so only a future removal can
 * vanish from the source.
 */
export const apiRemovals: Refresher = {
  table: 'api-removals',
  from: 'registry',
  identify: ({ api, kind }) => formatKind(api, kind),
  async fetch({ kubernetes }) {
    return readLifecycles(await findNewestMinor(kubernetes));
  },
  parse(files, { rows }) {
    const newest = Math.max(...listMinors(files, 'api'));
    const lifecycles = parseLifecycles(pickMinor(files, 'api', newest));
    const written = new Set(rows.map(({ api, kind }) => formatKind(api, kind)));
    const introduced = new Map(lifecycles.map(({ api, kind, introduced: from }) => [formatKind(api, kind), from]));
    const isToCome = (removed: Minor): boolean => removed > newest;
    return {
      rows: lifecycles.flatMap((one) => {
        if (one.removed === undefined) return [];
        const isNew = isToCome(one.removed) && isServedByDefault(one);
        if (!isNew && !written.has(formatKind(one.api, one.kind))) return [];
        return [stateRow(one, one.removed, introduced.get(formatKind(one.replacement, one.kind)))];
      }),
      covers: ({ version }: WrittenRow) => isToCome(parseMinor(String(version)) ?? 0),
      knownThrough: { kubernetes: format(newest) },
    };
  },
};

function formatKind(api: unknown, kind: unknown): string {
  return `${String(api)} ${String(kind)}`;
}

function isServedByDefault({ api, introduced }: Lifecycle): boolean {
  return !api.includes('alpha') && (!api.includes('beta') || introduced <= lastOfBetas);
}

/** @param since the minor that introduced the replacement */
function stateRow({ api, kind, deprecated, replacement, source }: Lifecycle, removed: Minor, since: Minor | undefined) {
  return {
    states: {
      version: format(removed),
      ...(deprecated === undefined ? {} : { deprecated: format(deprecated) }),
      api,
      kind,
      ...(since === undefined ? {} : { instead: { api: replacement, from: format(since) } }),
    },
    whenNew: { served: 'default', source },
  };
}
