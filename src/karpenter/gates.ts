import type { KarpenterController } from '../facts/karpenter.ts';
import type { Tables } from '../tables/tables.ts';
import { isBelow } from '../syntax/versions.ts';
import { resolveSetting, type Setting, type SettingRows } from './settings.ts';
import { isWithin } from './version-range.ts';

export type GateRows = Tables['karpenter-feature-gates'];

/** Gates as a setting names them; `malformed`: the part that Karpenter cannot parse; it then exits at startup. */
export type NamedGates = { gates: ReadonlyMap<string, boolean> } | { malformed: string };

/** The strings that Go's strconv.ParseBool accepts. */
const truths = new Map<string, boolean>([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((word) => [word, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((word) => [word, false] as const),
]);

/**
 * Parses `Drift=true,NodeRepair=false` as the MapStringBool of k8s.io/component-base does. The ConfigMap has one key,
 * for Drift (`featureGates.driftEnabled`); any value there that is not a boolean means false.
 */
export function namedGates(setting: Setting): NamedGates {
  if (setting.state !== 'set') return { gates: new Map() };
  if (setting.place !== 'FEATURE_GATES') return { gates: new Map([['Drift', truths.get(setting.value) === true]]) };
  const gates = new Map<string, boolean>();
  for (const part of setting.value.split(',').filter((text) => text !== '')) {
    const equals = part.indexOf('=');
    const value = truths.get(part.slice(equals + 1).trim());
    if (equals < 0 || value === undefined) return { malformed: part };
    gates.set(part.slice(0, equals).trim(), value);
  }
  return { gates };
}

/** A gate's default in a version; undefined if the version does not have the gate. */
export function findGateDefault(gate: string, version: string, rows: GateRows): boolean | undefined {
  const row = rows.find((one) => one.rowKind === 'gate' && one.gate === gate && isWithin(version, one.from, one.until));
  return row?.rowKind === 'gate' ? row.default : undefined;
}

/** True if the gate no longer exists because its feature is always on. */
export function isAlwaysOn(gate: string, version: string, rows: GateRows): boolean {
  return rows.some((row) => row.rowKind === 'always-on' && row.gate === gate && !isBelow(version, row.from));
}

/** The tables that a gate's state is read from. */
export interface GateTables {
  'karpenter-feature-gates': GateRows;
  'karpenter-settings': SettingRows;
}

/** Whether a feature is on in a version with today's settings; `unread`: the value of the setting was not read. */
export function resolveGateState(
  gate: string,
  controller: KarpenterController,
  version: string,
  tables: GateTables,
): 'on' | 'off' | 'unread' {
  const rows = tables['karpenter-feature-gates'];
  if (isAlwaysOn(gate, version, rows)) return 'on';
  const isOnByDefault = findGateDefault(gate, version, rows) ?? false;
  const setting = resolveSetting(controller, 'FEATURE_GATES', version, tables['karpenter-settings']);
  if (setting.state === 'unread') return 'unread';
  const named = namedGates(setting);
  if ('malformed' in named || setting.state === 'unset') return isOnByDefault ? 'on' : 'off';
  const unnamedOff = rows.some((row) => row.rowKind === 'unnamed-off' && isWithin(version, row.from, row.until));
  return (named.gates.get(gate) ?? (isOnByDefault && !unnamedOff)) ? 'on' : 'off';
}

/**
 * Like {@link resolveGateState}, for a later version with today's chart values. The chart writes gates with their
 * default, so a gate that has today's default gets the default of the later version.
 */
export function resolveLaterGateState(
  gate: string,
  controller: KarpenterController,
  { today, later }: { today: string; later: string },
  tables: GateTables,
): ReturnType<typeof resolveGateState> {
  const rows = tables['karpenter-feature-gates'];
  if (isAlwaysOn(gate, later, rows)) return 'on';
  const state = resolveGateState(gate, controller, today, tables);
  if (state === 'unread' || (state === 'on') !== (findGateDefault(gate, today, rows) ?? false)) return state;
  return (findGateDefault(gate, later, rows) ?? false) ? 'on' : 'off';
}

/**
 * The state of a gate at a version of the path: {@link resolveGateState} today, {@link resolveLaterGateState} later. A
 * version that does not have the gate ignores it: off.
 */
export function resolveGateStateAt(
  gate: string,
  controller: KarpenterController,
  { today, version }: { today: string; version: string },
  tables: GateTables,
): ReturnType<typeof resolveGateState> {
  if (findGateDefault(gate, version, tables['karpenter-feature-gates']) === undefined) return 'off';
  if (version === today) return resolveGateState(gate, controller, today, tables);
  return resolveLaterGateState(gate, controller, { today, later: version }, tables);
}

/** The gate that a misspelled name means: `DriftEnabled` and `drift` are `Drift`. */
export function meantGate(name: string, rows: GateRows): string | undefined {
  const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z]|enabled$/g, '');
  return rows.flatMap((row) => ('gate' in row ? [row.gate] : [])).find((gate) => bare(gate) === bare(name));
}
