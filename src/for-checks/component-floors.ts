import type { Finding } from '../check.ts';
import type { Component } from '../facts/kube.ts';
import type { Tables } from '../tables/tables.ts';
import { format, type Minor } from '../syntax/versions.ts';
import { calledWithVersion, observedVersion, toResource } from './components.ts';

export type Floor = Tables['component-floors'][number];

/** A floor, and the first version of the path at which it applies. */
export interface HeldFloor {
  floor: Floor;
  at: Minor;
}

/** The floors that a copy is below; the level is that of the worst. */
export interface Shortfall {
  level: Floor['level'];
  at: Minor;
  /** The first version at which any floor applies, if that is before `at`. */
  since?: Minor;
  /**
   * The floor that the message names: the first to apply among those of the worst level. If several warnings apply
   * first, the highest of them.
   */
  floor: Floor;
  /** The highest minimum: it satisfies all floors. */
  minimum: string;
  below: readonly HeldFloor[];
}

/** The floors of a component that apply at a version of the path, in the table's order (rising minimum). */
export function floorsOn(
  rows: Tables['component-floors'],
  component: Floor['component'],
  versions: readonly Minor[],
): HeldFloor[] {
  return rows.flatMap((floor) => {
    const { from } = floor;
    const at = versions.find((version) => from === null || version >= from);
    return floor.component === component && at !== undefined ? [{ floor, at }] : [];
  });
}

/** @returns undefined if `below` is empty: the copy satisfies every floor */
export function findShortfall(below: readonly HeldFloor[]): Shortfall | undefined {
  const [first] = below.toSorted(
    (a, b) => Number(b.floor.level === 'fail') - Number(a.floor.level === 'fail') || a.at - b.at,
  );
  const highest = below.at(-1);
  if (first === undefined || highest === undefined) return undefined;
  const worst = first.floor.level === 'fail' ? first : (below.findLast(({ at }) => at === first.at) ?? first);
  const since = Math.min(...below.map(({ at }) => at));
  return {
    level: worst.floor.level,
    at: worst.at,
    ...(since < worst.at ? { since } : {}),
    floor: worst.floor,
    minimum: highest.floor.minimum,
    below,
  };
}

/** The finding for a copy below floors, without a fix. A copy that is scaled to zero is only a warning. */
export function floorFinding(copy: Component, title: string, { level, floor, below, at, since }: Shortfall): Finding {
  return {
    level: copy.replicas === 0 ? 'warn' : level,
    at,
    ...(since === undefined ? {} : { since }),
    resource: toResource(copy),
    message: `${calledWithVersion(copy, title)} is older than ${floor.minimum}; ${floor.reason}`,
    evidence: below.map((held) => ({ observed: observedVersion(copy), required: describeRequired(held.floor, floor) })),
    links: [floor.source],
  };
}

/** A floor at any version that the message does not name gives its reason here: it applies today. */
function describeRequired({ minimum, from, reason }: Floor, named: Floor): string {
  if (from !== null) return `${minimum} or newer from ${format(from)} on`;
  return `${minimum} or newer${minimum === named.minimum ? '' : `: ${reason}`}`;
}
