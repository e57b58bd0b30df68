import type { KarpenterController } from '../facts/karpenter.ts';
import type { Tables } from '../tables/tables.ts';
import { isWithin } from './version-range.ts';

export type SettingRows = Tables['karpenter-settings'];

/** A setting as a version reads it. `place`: a human-readable description of where it is set. */
export type Setting =
  | { state: 'set'; value: string; place: string }
  | { state: 'unset' }
  /** It is or may be set in a place that was not read. */
  | { state: 'unread' };

/** The name of a ConfigMap key in the fact's `settings`. */
export function configMapName(key: string): string {
  return `configMap:${key}`;
}

/**
 * The value that a version uses for a setting. Versions 0.19 to 0.32 read the ConfigMap; earlier versions, and those
 * from 0.32 on, read the environment (or a flag). In 0.32 the environment precedes the ConfigMap.
 * @param variable the environment variable: `CLUSTER_NAME`
 */
export function resolveSetting(
  { settings, settingsUnread }: KarpenterController,
  variable: string,
  version: string,
  rows: SettingRows,
): Setting {
  if (readsVariable(variable, version, rows)) {
    const value = settings[variable];
    if (value !== undefined) return { state: 'set', value, place: variable };
    if (settingsUnread.includes(variable)) return { state: 'unread' };
  }
  const key = configMapKey(variable, version, rows);
  if (key === undefined) return { state: 'unset' };
  const value = settings[configMapName(key)];
  if (value !== undefined) return { state: 'set', value, place: `${key} of ConfigMap ${findSettingsConfigMap(rows)}` };
  return { state: settingsUnread.includes(configMapName(key)) ? 'unread' : 'unset' };
}

export function readsVariable(variable: string, version: string, rows: SettingRows): boolean {
  return rows.some(
    (row) => row.rowKind === 'variable' && row.variable === variable && isWithin(version, row.from, row.until),
  );
}

export function readsConfigMap(version: string, rows: SettingRows): boolean {
  return rows.some((row) => row.rowKind === 'config-map' && isWithin(version, row.from, row.until));
}

/** All places where any version looks for a setting, as the fact names them: the variable and its ConfigMap key. */
export function listSettingPlaces(variable: string, rows: SettingRows): string[] {
  const keys = rows.flatMap((row) => (row.rowKind === 'config-map-key' && row.variable === variable ? [row.key] : []));
  return [variable, ...keys.map(configMapName)];
}

/** The value of a setting; null: it is not set, or empty; undefined: it was not read. */
export function resolveSettingValue(
  controller: KarpenterController,
  variable: string,
  version: string,
  rows: SettingRows,
): string | null | undefined {
  const setting = resolveSetting(controller, variable, version, rows);
  if (setting.state === 'unread') return undefined;
  return setting.state === 'set' && setting.value !== '' ? setting.value : null;
}

/**
 * The chart's value key that sets a variable in a version: `settings.aws.clusterName` up to 0.31,
 * `settings.clusterName` from 0.32 on. Undefined before the ConfigMap existed, or if the variable has no key.
 */
export function findChartValueKey(variable: string, version: string, rows: SettingRows): string | undefined {
  const row = rows.find((one) => one.rowKind === 'config-map-key' && one.variable === variable);
  if (row?.rowKind !== 'config-map-key') return undefined;
  if (readsVariable(variable, version, rows))
    return hasConfigMapBegun(version, rows) ? (row.value ?? undefined) : undefined;
  return configMapKey(variable, version, rows) === undefined ? undefined : `settings.${row.key}`;
}

function hasConfigMapBegun(version: string, rows: SettingRows): boolean {
  return rows.some((row) => row.rowKind === 'config-map' && isWithin(version, row.from, undefined));
}

/** The name of the ConfigMap with Karpenter's settings; empty if the table lacks it. */
export function findSettingsConfigMap(rows: SettingRows): string {
  return rows.find((row) => row.rowKind === 'config-map')?.name ?? '';
}

function configMapKey(variable: string, version: string, rows: SettingRows): string | undefined {
  const key = rows.find((row) => row.rowKind === 'config-map-key' && row.variable === variable);
  return readsConfigMap(version, rows) && key?.rowKind === 'config-map-key' ? key.key : undefined;
}
