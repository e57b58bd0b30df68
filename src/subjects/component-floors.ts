import { advice } from '../languages/advice.ts';
import type { Evidence, Finding } from '../check.ts';
import type { Component } from '../facts/kube.ts';
import type { Tables } from '../tables/tables.ts';
import { format, type Minor } from '../languages/versions.ts';

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
  /** The floor to name: of the worst level, the first to hold. */
  floor: Floor;
  /** Highest minimum of them: what satisfies them all. */
  minimum: string;
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
export function shortfallOf(below: readonly HeldFloor[]): Shortfall | undefined {
  const [worst] = below.toSorted(
    (a, b) => Number(b.floor.level === 'fail') - Number(a.floor.level === 'fail') || a.at - b.at,
  );
  const highest = below.at(-1);
  if (worst === undefined || highest === undefined) return undefined;
  const since = Math.min(...below.map(({ at }) => at));
  return {
    level: worst.floor.level,
    at: worst.at,
    ...(since < worst.at ? { since } : {}),
    floor: worst.floor,
    minimum: highest.floor.minimum,
  };
}

/** What runs against each floor: `1.9.3 (image tag)`, `1.12.0 or newer from 1.26 on`. */
export function floorEvidence({ version, versionSource }: Component, below: readonly HeldFloor[]): Evidence[] {
  const observed = `${version ?? 'version not readable'}${versionSource === null ? '' : ` (${versionSource})`}`;
  return below.map(({ floor: { minimum, from } }) => ({
    observed,
    required: `${minimum} or newer${from === null ? '' : ` from ${format(from)} on`}`,
  }));
}

/** A copy as one would look it up; an EKS add-on has no namespace. */
export function resourceOf({ kind, namespace, name }: Component): Finding['resource'] {
  return kind === 'EKS add-on' ? { kind, name } : { kind, namespace, name };
}

/** The finding for a copy that is present while no source tells its version. */
export function versionNotReadable(copy: Component, component: string): Finding {
  const where = copy.image === '' ? '' : ` from image ${copy.image}`;
  return {
    level: 'unknown',
    rule: 'version-not-readable',
    resource: resourceOf(copy),
    message: `the version of ${component} is not readable${where}`,
    evidence: [
      { observed: copy.image === '' ? 'no image' : copy.image, required: 'a tag that begins with the version' },
    ],
    fix: advice`Find out which version of ${component} this copy runs, and compare it by hand. An image tag that begins with the version (\`v1.2.3\`) makes it readable.`,
  };
}
