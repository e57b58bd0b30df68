import { advice, type Advice } from '../syntax/advice.ts';
import { format, type Minor } from '../syntax/versions.ts';
import type { Facts } from '../facts/facts.ts';
import type { Tables } from '../tables/tables.ts';

/** An API version of a kind, and the Kubernetes version that removes it. */
export type Removal = Tables['api-removals'][number];

/** The removals whose version this API server serves: only these can be in use. */
export function servedRemovals(rows: readonly Removal[], served: Facts['servedApis']): Removal[] {
  return rows.filter(({ api, resource }) => served.some((one) => one.api === api && one.resource === resource));
}

/** The removals in the Kubernetes versions that the path leads to. */
export function removedOnPath(
  removals: readonly Removal[],
  { current, versions }: { current: Minor; versions: readonly Minor[] },
): Removal[] {
  return removals.filter(({ version }) => version > current && versions.includes(version));
}

/** The Kubernetes version of the earliest removal; null if there are no removals. */
export function findFirstRemovalVersion(removals: readonly Removal[]): Minor | null {
  return removals.length === 0 ? null : Math.min(...removals.map(({ version }) => version));
}

/** The API version that replaces a removed one. */
export interface Move {
  /** `autoscaling/v2` */
  api: string;
  /** When to change it: `Before the update to 1.26`. */
  when: Advice;
  /** The first Kubernetes version that serves the API version; the current one if it is already served. */
  from: Minor;
}

/**
 * Selects the replacement. If the final API version is not served yet, one that is served now and removed later is
 * enough for this removal. Without one, the change must wait for the Kubernetes version that adds the final one.
 * @param served the removals that this API server still serves
 */
export function resolveMove(
  { api, resource, version, instead }: Removal,
  current: Minor,
  served: readonly Removal[],
): Move {
  const before = advice`Before the update to ${format(version)}`;
  const lasting = instead ?? { api, from: version };
  if (lasting.from <= current) return { api: lasting.api, when: before, from: current };
  const group = api.split('/')[0] ?? '';
  const [interim] = served
    .filter((one) => one.resource === resource && one.api.startsWith(`${group}/`) && one.version > version)
    .toSorted((a, b) => b.version - a.version);
  if (interim !== undefined) return { api: interim.api, when: before, from: current };
  const when = advice`After the update to ${format(lasting.from)}, the first version that serves it`;
  if (lasting.from >= version) return { api: lasting.api, when, from: lasting.from };
  return { api: lasting.api, when: advice`${when}, and before the update to ${format(version)}`, from: lasting.from };
}
