import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { rewritesStored } from '../../../src/karpenter/generations.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { isOwned } from './update.ts';
import { isUsed, type MarkerRow } from './used.ts';

type Row = Tables['karpenter-crds'][number];
export type CrdRow = Extract<Row, { rowKind: 'crd' }>;

/** Where a version of the path finds a CRD otherwise than it needs it. */
export type Shortfall =
  | { kind: 'missing'; name: string; version: string; row: CrdRow }
  | { kind: 'unserved'; crd: KarpenterCrd; version: string; row: CrdRow }
  | { kind: 'conversion'; crd: KarpenterCrd; version: string; row: CrdRow; level: 'fail' | 'warn' }
  | { kind: 'schema'; crd: KarpenterCrd; version: string; rows: readonly MarkerRow[]; level: Level }
  | { kind: 'not looked for'; crd: KarpenterCrd; version: string; rows: readonly MarkerRow[] };

/** Unknown: it hangs on pools that were not read. */
type Level = 'fail' | 'warn' | 'unknown';

/** What CRDs are judged by. */
export interface Needs {
  /** The path, today's version first. */
  versions: readonly string[];
  rows: readonly Row[];
  objects: OwnObjects;
  isOn(gate: string, version: string): boolean;
}

/** Each shortfall at the first version of the path that meets it; warnings at every version. */
export function shortfallsOf(crds: readonly KarpenterCrd[], needs: Needs): Shortfall[] {
  const byName = new Map(crds.map((crd) => [crd.name, crd]));
  const found: Shortfall[] = [];
  const told = new Set<string>();
  for (const version of needs.versions) {
    for (const shortfall of shortfallsAt(version, byName, needs)) {
      const { kind } = shortfall;
      const name = kind === 'missing' ? shortfall.name : shortfall.crd.name;
      const level = 'level' in shortfall ? shortfall.level : '';
      const rule = 'rows' in shortfall ? `${kind} ${level}` : 'crd';
      if (level !== 'warn' && told.has(`${name} ${rule}`)) continue;
      told.add(`${name} ${rule}`);
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
      if (crd === undefined) yield { kind: 'missing', name, version, row };
      else if (!crd.served.includes(row.needs)) yield { kind: 'unserved', crd, version, row };
      else yield* versionShortfalls(crd, version, row, needs);
    }
  }
}

function* versionShortfalls(crd: KarpenterCrd, version: string, row: CrdRow, needs: Needs): Generator<Shortfall> {
  const isLeftOver = row.conversion === 'None' && crd.conversion.strategy === 'Webhook';
  const older = crd.storedVersions.some((stored) => stored !== row.needs);
  const isUnread = row.conversion === 'Webhook' && row.stored === 'v1' && crd.conversion.strategy === 'None' && older;
  if (isUnread) yield { kind: 'conversion', crd, version, row, level: 'fail' };
  if (isLeftOver) {
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
    const ofLevel = lacking.filter((marker) => levelOf(marker, crd, version, needs) === level);
    if (ofLevel.length > 0) yield { kind: 'schema', crd, version, rows: ofLevel, level };
  }
  const unseen = markers.filter(({ id }) => !crd.lacks.includes(id) && !crd.markers.includes(id));
  if (unseen.length > 0) yield { kind: 'not looked for', crd, version, rows: unseen };
}

/** Whoever owns the CRDs brings those of a later version with it, before the controller. */
function comesWithStep(crd: KarpenterCrd, version: string, { versions }: Needs): boolean {
  return version !== versions[0] && isOwned(crd);
}

function levelOf(marker: MarkerRow, crd: KarpenterCrd, version: string, needs: Needs): Level {
  if (comesWithStep(crd, version, needs)) return 'warn';
  if (marker.when === undefined) return marker.level;
  const used = isUsed(marker, needs.objects);
  if (used === undefined) return 'unknown';
  return used ? 'fail' : marker.level;
}
