import type { Finding } from '../../../src/check.ts';
import type { Component } from '../../../src/facts/kube.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { calledWithVersion, observedVersion, toResource } from '../../../src/for-checks/components.ts';

export type Floor = Tables['component-floors'][number];

/** A floor, with the first version of the path at which it holds. */
export interface HeldFloor {
  floor: Floor;
  at: Minor;
}

/** The worst of the floors that a copy is below, and all of them. */
export interface Shortfall {
  level: Floor['level'];
  at: Minor;
  /** First version at which any of them holds, where that is before `at`. */
  since?: Minor;
  /** The floor to name: of the worst level, the first to hold; of several that only warn, the highest of these. */
  floor: Floor;
  /** Highest minimum of them: what satisfies them all. */
  minimum: string;
  /** All of them, in the table's order. */
  below: readonly HeldFloor[];
}

/** The floors of a component that hold at a version of the path, in the table's order (rising minimum). */
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

/** @returns undefined where `below` is empty: the copy satisfies every floor */
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

/** The finding for a copy that is below floors; its fix is the check's own. A copy scaled to zero does nothing today. */
export function floorFinding(copy: Component, title: string, { level, floor, below, at, since }: Shortfall): Finding {
  return {
    level: copy.replicas === 0 ? 'warn' : level,
    at,
    ...(since === undefined ? {} : { since }),
    resource: toResource(copy),
    message: `${calledWithVersion(copy, title)} is older than ${floor.minimum}; ${floor.reason}`,
    evidence: below.map(({ floor: { minimum, from } }) => ({
      observed: observedVersion(copy),
      required: `${minimum} or newer${from === null ? '' : ` from ${format(from)} on`}`,
    })),
    links: [floor.source],
  };
}
