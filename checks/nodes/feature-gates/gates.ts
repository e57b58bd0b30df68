import type { Minor } from '../../../src/syntax/versions.ts';
import { format } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';

export type Row = Tables['feature-gates'][number];

/** A gate that is set, and the first version of the path that refuses it. */
export interface RefusedGate {
  row: Row;
  isOn: boolean;
  at: Minor;
}

/**
 * The gates of a component that its next versions refuse.
 * @param version of the component today; a version that runs has accepted its gates
 */
export function listRefused(
  gates: Readonly<Record<string, boolean>>,
  version: Minor,
  rows: readonly Row[],
  versions: readonly Minor[],
): RefusedGate[] {
  return rows.flatMap((row) => {
    const isOn = gates[row.gate];
    const at = versions.find((one) => one >= row.from);
    if (isOn === undefined || at === undefined || row.from <= version) return [];
    return row.isGroup === true && !isOn ? [] : [{ row, isOn, at }];
  });
}

/** `AppArmor (removed in 1.33)`. */
export function formatGate({ row: { gate, from, isGroup } }: RefusedGate): string {
  return isGroup === true ? `${gate} (from ${format(from)} on)` : `${gate} (removed in ${format(from)})`;
}

/** `AppArmor=true`. */
export function formatSetting({ row: { gate }, isOn }: RefusedGate): string {
  return `${gate}=${isOn}`;
}

/** Whether a gate that no version knows is among them, not only a name for many gates. */
export function isCertain(refused: readonly RefusedGate[]): boolean {
  return refused.some(({ row }) => row.isGroup !== true);
}
