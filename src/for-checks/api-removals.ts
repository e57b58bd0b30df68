import { advice, type Advice } from '../syntax/advice.ts';
import { format, type Minor } from '../syntax/versions.ts';
import type { Facts } from '../facts/facts.ts';
import type { Tables } from '../tables/tables.ts';

/** A version of a kind that a Kubernetes version removes. */
export type Removal = Tables['api-removals'][number];

/** Of the removed versions, those that this API server serves; only they can be in use. */
export function servedRemovals(rows: readonly Removal[], served: Facts['servedApis']): Removal[] {
  return rows.filter(({ api, resource }) => served.some((one) => one.api === api && one.resource === resource));
}

/** Of these, what the steps of the path remove. */
export function removedOnPath(
  removals: readonly Removal[],
  { current, versions }: { current: Minor; versions: readonly Minor[] },
): Removal[] {
  return removals.filter(({ version }) => version > current && versions.includes(version));
}

/** The Kubernetes version of the first of these removals; null if there is none. */
export function findFirstRemovalVersion(removals: readonly Removal[]): Minor | null {
  return removals.length === 0 ? null : Math.min(...removals.map(({ version }) => version));
}

/** What to write instead of a removed version. */
export interface Move {
  /** `autoscaling/v2` */
  api: string;
  /** When: `Before the update to 1.26`. */
  when: Advice;
  /** The first Kubernetes version that serves it; the current one if it is already served. */
  from: Minor;
}

/**
 * The version to move to. If the lasting one is not served yet, another that is removed later suffices for this removal;
 * if there is none, the move waits for the Kubernetes version that adds it.
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
