import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';

type Row = Tables['karpenter-crds'][number];
export type CrdRow = Extract<Row, { rowKind: 'crd' }>;
export type MarkerRow = Extract<Row, { rowKind: 'marker' }>;

/** Where a version of the path finds a CRD otherwise than it needs it. */
export type Shortfall =
  | { kind: 'missing'; name: string; version: string; row: CrdRow }
  | { kind: 'unserved'; crd: KarpenterCrd; version: string; row: CrdRow }
  | { kind: 'conversion'; crd: KarpenterCrd; version: string; row: CrdRow }
  | { kind: 'schema'; crd: KarpenterCrd; version: string; rows: readonly MarkerRow[]; level: Level }
  | { kind: 'not looked for'; crd: KarpenterCrd; version: string; rows: readonly MarkerRow[] };

/** Unknown: it hangs on pools that were not read. */
type Level = 'fail' | 'warn' | 'unknown';

/** Each shortfall once, at the first version of the path that meets it. */
export function shortfallsOf(
  crds: readonly KarpenterCrd[],
  versions: readonly string[],
  rows: readonly Row[],
  objects: OwnObjects,
  isOn: (gate: string, version: string) => boolean,
): Shortfall[] {
  const byName = new Map(crds.map((crd) => [crd.name, crd]));
  const found: Shortfall[] = [];
  const told = new Set<string>();
  for (const version of versions) {
    for (const shortfall of shortfallsAt(version, byName, rows, objects, isOn)) {
      const { kind } = shortfall;
      const name = kind === 'missing' ? shortfall.name : shortfall.crd.name;
      const rule = 'rows' in shortfall ? `${kind} ${'level' in shortfall ? shortfall.level : ''}` : 'crd';
      if (told.has(`${name} ${rule}`)) continue;
      told.add(`${name} ${rule}`);
      found.push(shortfall);
    }
  }
  return found;
}

function* shortfallsAt(
  version: string,
  byName: ReadonlyMap<string, KarpenterCrd>,
  rows: readonly Row[],
  objects: OwnObjects,
  isOn: (gate: string, version: string) => boolean,
): Generator<Shortfall> {
  for (const row of rows) {
    if (row.rowKind !== 'crd' || !isWithin(version, row.from, row.below)) continue;
    if (row.gate !== undefined && !isOn(row.gate, version)) continue;
    for (const name of row.crds) {
      const crd = byName.get(name);
      if (crd === undefined) yield { kind: 'missing', name, version, row };
      else if (!crd.served.includes(row.needs)) yield { kind: 'unserved', crd, version, row };
      else yield* versionShortfalls(crd, version, row, rows, objects);
    }
  }
}

function* versionShortfalls(
  crd: KarpenterCrd,
  version: string,
  row: CrdRow,
  rows: readonly Row[],
  objects: OwnObjects,
): Generator<Shortfall> {
  const isLeftOver = row.conversion === 'None' && crd.conversion.strategy === 'Webhook';
  const older = crd.storedVersions.some((stored) => stored !== row.needs);
  const isUnread = row.conversion === 'Webhook' && row.stored === 'v1' && crd.conversion.strategy === 'None' && older;
  if (isLeftOver || isUnread) yield { kind: 'conversion', crd, version, row };
  const markers = rows.filter(
    (one): one is MarkerRow =>
      one.rowKind === 'marker' && one.crd === crd.name && isWithin(version, one.from, one.below),
  );
  const lacking = markers.filter(({ id }) => crd.lacks.includes(id));
  for (const level of ['fail', 'unknown', 'warn'] as const) {
    const ofLevel = lacking.filter((marker) => levelOf(marker, objects) === level);
    if (ofLevel.length > 0) yield { kind: 'schema', crd, version, rows: ofLevel, level };
  }
  const unseen = markers.filter(({ id }) => !crd.lacks.includes(id) && !crd.markers.includes(id));
  if (unseen.length > 0) yield { kind: 'not looked for', crd, version, rows: unseen };
}

function levelOf({ level, when }: MarkerRow, { pools, isRead }: OwnObjects): Level {
  if (when === undefined) return level;
  const asks = pools.some(
    ({ nodeClass, requirements }) =>
      nodeClass?.group === 'karpenter.k8s.aws' &&
      requirements.some(({ operator }) => operator === 'Gt' || operator === 'Lt'),
  );
  if (asks) return 'fail';
  return isRead('NodePool', 'Provisioner') ? level : 'unknown';
}
