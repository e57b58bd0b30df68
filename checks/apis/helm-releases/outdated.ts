import type { Evidence } from '../../../src/check.ts';
import type { HelmManifest, HelmObject } from '../../../src/facts/helm.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { resolveMove, type Move, type Removal } from '../../../src/for-checks/api-removals.ts';
import type { Minor } from '../../../src/syntax/versions.ts';

/** An object of a release whose API version is, or will be, removed. */
export interface Outdated {
  object: HelmObject;
  removal: Removal;
  /** The API version that replaces it; null: nothing does. */
  move: Move | null;
}

/**
 * The objects of a release whose API version is removed, sorted by the Kubernetes version that removes it.
 * @param served the removals that this API server still serves
 */
export function outdatedIn(
  { objects }: HelmManifest,
  removals: readonly Removal[],
  current: Minor,
  served: readonly Removal[],
): Outdated[] {
  const outdated = objects.flatMap((object) => {
    const removal = removals.find(({ api, kind }) => api === object.api && kind === object.kind);
    if (removal === undefined) return [];
    return [{ object, removal, move: removal.instead === null ? null : resolveMove(removal, current, served) }];
  });
  return outdated.toSorted((a, b) => a.removal.version - b.removal.version);
}

/** True if the object is not a hook. */
export function isOfManifest({ object }: Outdated): boolean {
  return object.hook === null;
}

/** API version and kind, each once: `policy/v1beta1 PodDisruptionBudget and batch/v1beta1 CronJob`. */
export function formatKinds(outdated: readonly Outdated[]): string {
  return formatList([...new Set(outdated.map(({ object: { api, kind } }) => `${api} ${kind}`))]);
}

/** Evidence for the revision, then for each object. */
export function buildEvidence(release: HelmManifest, outdated: readonly Outdated[]): Evidence[] {
  const { revision, status, newest, chart, chartVersion } = release;
  const own = `revision ${revision} has the status ${status}: chart ${chart} ${chartVersion}`;
  const later = newest.revision === revision ? '' : `; revision ${newest.revision} has the status ${newest.status}`;
  return [{ observed: `${own}${later}` }, ...outdated.map(objectEvidence)];
}

function objectEvidence({ object: { api, kind, namespace, name, hook }, move }: Outdated): Evidence {
  const place = namespace === null ? name : `${namespace}/${name}`;
  const events = hook === null ? '' : ` (hook: ${hook.join(', ')})`;
  return { observed: `${api} ${kind} ${place}${events}`, required: move === null ? `no ${kind}` : move.api };
}
