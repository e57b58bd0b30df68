import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { rewritesStored } from '../../../src/karpenter/generations.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { bringsCrds, isOwned, selectConflictingCrds } from './update.ts';
import { isOfClaims, isUsed, type MarkerRow, type Users } from './marker-users.ts';

type Row = Tables['karpenter-crds'][number];
export type CrdRow = Extract<Row, { rowKind: 'crd' }>;

/** A CRD that does not meet the needs of a version of the path. */
export type Shortfall =
  | { kind: 'missing'; name: string; version: string; row: CrdRow; level: 'fail' | 'warn' }
  | { kind: 'unserved'; crd: KarpenterCrd; version: string; row: CrdRow; level: 'fail' | 'warn' }
  | { kind: 'conversion'; crd: KarpenterCrd; version: string; row: CrdRow; level: 'fail' | 'warn' }
  /** A webhook that is never called: only one version is stored and served. */
  | { kind: 'unused webhook'; crd: KarpenterCrd; version: string }
  | { kind: 'schema'; crd: KarpenterCrd; version: string; rows: readonly MarkerRow[]; level: Level }
  | { kind: 'not looked for'; crd: KarpenterCrd; version: string; rows: readonly MarkerRow[] };

/** `unknown`: depends on pools or workloads that were not read. */
type Level = 'fail' | 'warn' | 'unknown';

/** The data to compare CRDs with what versions need. */
export interface Needs {
  /** The path, starting with the current version. */
  versions: readonly string[];
  rows: Tables['karpenter-crds'];
  crds: readonly KarpenterCrd[];
  users: Users;
  /** True if EKS Auto Mode manages the CRDs of karpenter.sh in the cluster: then no chart installs them. */
  autoMode: boolean;
  isOn(gate: string, version: string): boolean;
}

/** The name of the CRD with the shortfall. */
export function crdName(shortfall: Shortfall): string {
  return shortfall.kind === 'missing' ? shortfall.name : shortfall.crd.name;
}

/** Each shortfall at the first version of the path that has it; warnings at every version. */
export function listShortfalls(needs: Needs): Shortfall[] {
  const byName = new Map(needs.crds.map((crd) => [crd.name, crd]));
  const found: Shortfall[] = [];
  const reported = new Set<string>();
  for (const version of needs.versions) {
    for (const shortfall of shortfallsAt(version, byName, needs)) {
      const { kind } = shortfall;
      const level = 'level' in shortfall ? shortfall.level : '';
      const rule = 'rows' in shortfall ? `${kind} ${level}` : kind === 'unused webhook' ? kind : 'crd';
      const id = `${crdName(shortfall)} ${rule}`;
      if (level !== 'warn' && reported.has(id)) continue;
      reported.add(id);
      found.push(shortfall);
    }
  }
  return found;
}

function* shortfallsAt(version: string, byName: ReadonlyMap<string, KarpenterCrd>, needs: Needs): Generator<Shortfall> {
  for (const row of needs.rows) {
    if (row.rowKind !== 'crd' || !isWithin(version, row.from, row.below)) continue;
    if (row.gate !== undefined && !needs.isOn(row.gate, version)) continue;
    for (const name of row.crds) {
      const crd = byName.get(name);
      if (crd === undefined) {
        const level = !needs.autoMode && comesAt(version, needs) && bringsCrds(needs.crds) ? 'warn' : 'fail';
        yield { kind: 'missing', name, version, row, level };
      } else if (!crd.served.includes(row.needs)) {
        yield { kind: 'unserved', crd, version, row, level: comesWithStep(crd, version, needs) ? 'warn' : 'fail' };
      } else yield* versionShortfalls(crd, version, row, needs);
    }
  }
}

function* versionShortfalls(crd: KarpenterCrd, version: string, row: CrdRow, needs: Needs): Generator<Shortfall> {
  const isLeftOver = row.conversion === 'None' && crd.conversion.strategy === 'Webhook';
  const older = crd.storedVersions.some((stored) => stored !== row.needs);
  const isUnread = row.conversion === 'Webhook' && row.stored === 'v1' && crd.conversion.strategy === 'None' && older;
  if (isUnread) yield { kind: 'conversion', crd, version, row, level: 'fail' };
  const isUnused = !older && crd.served.every((served) => served === row.needs);
  if (isLeftOver && isUnused) yield { kind: 'unused webhook', crd, version };
  else if (isLeftOver) {
    const isRewritten = !older || needs.versions.slice(1).some(rewritesStored);
    const level = isRewritten && comesWithStep(crd, version, needs) ? 'warn' : 'fail';
    yield { kind: 'conversion', crd, version, row, level };
  }
  const markers = needs.rows.filter(
    (one): one is MarkerRow =>
      one.rowKind === 'marker' && one.crd === crd.name && isWithin(version, one.from, one.below),
  );
  const lacking = markers.filter(({ id }) => crd.lacks.includes(id));
  for (const level of ['fail', 'unknown', 'warn'] as const) {
    const ofLevel = lacking.filter((marker) => resolveLevel(marker, crd, version, needs) === level);
    if (ofLevel.length > 0) yield { kind: 'schema', crd, version, rows: ofLevel, level };
  }
  const unseen = markers.filter(({ id }) => !crd.lacks.includes(id) && !crd.markers.includes(id));
  if (unseen.length > 0) yield { kind: 'not looked for', crd, version, rows: unseen };
}

/** True if the step to the version updates the CRD, because a Helm release or a repository owns it. */
function comesWithStep(crd: KarpenterCrd, version: string, needs: Needs): boolean {
  return comesAt(version, needs) && crd.group.startsWith('karpenter.') && isOwned(crd);
}

function comesAt(version: string, { versions, crds, rows }: Needs): boolean {
  return version !== versions[0] && selectConflictingCrds(version, crds, rows).length === 0;
}

function resolveLevel(marker: MarkerRow, crd: KarpenterCrd, version: string, needs: Needs): Level {
  if (comesWithStep(crd, version, needs)) return 'warn';
  if (!isOfClaims(marker)) return marker.level;
  const used = isUsed(marker, needs.users);
  if (used === undefined) return 'unknown';
  return used ? 'fail' : marker.level;
}
