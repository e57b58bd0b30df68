import { assembleFleet, type FleetParts } from '../../src/report/fleet/fleet.ts';
import { parseGroupBy } from '../../src/report/fleet/group-by.ts';
import type { Fleet, FleetCluster, FleetStatus, SharedProblem } from '../../src/report/fleet/schema.ts';
import type { Problems } from '../../src/report/fleet/shared.ts';

/** The time of the fleets: that of the worlds. */
export const fleetNow = '2026-11-20T12:00:00.000Z';

const usualEntries = {
  blocked: { fail: 1, unknown: 0, warn: 0 },
  incomplete: { fail: 0, unknown: 1, warn: 0 },
  'not-scanned': null,
  ready: { fail: 0, unknown: 0, warn: 0 },
} as const satisfies Record<FleetStatus, FleetCluster['entries']>;

const usualFirst = {
  blocked: [{ number: 1, level: 'fail', title: 'Node a: kubelet 1.30 is too old for control plane 1.34' }],
  incomplete: [{ number: 1, level: 'unknown', title: '1 permission is missing: nodes: list (33 checks)' }],
  'not-scanned': [],
  ready: [],
} as const satisfies Record<FleetStatus, readonly FleetCluster['first'][number][]>;

/**
 * A cluster of a fleet; by default, one that is ready for 1.34. Entries, reason and ARN fit its status and name. Without
 * a version, it has no report that can be read.
 */
export function aFleetCluster(more: Partial<FleetCluster> = {}): FleetCluster {
  const { name = 'prod', account = '111122223333', region = 'eu-west-1', status = 'ready' } = more;
  const isRead = status !== 'not-scanned' || (more.version ?? null) !== null;
  return {
    name,
    account,
    region,
    arn: account === null ? null : `arn:aws:eks:${region}:${account}:cluster/${name}`,
    tags: isRead ? {} : null,
    group: null,
    status,
    reason: status === 'not-scanned' ? 'the report is 50 hours old; --max-age is 36h' : null,
    version: isRead ? '1.33' : null,
    target: isRead ? '1.34' : null,
    verdict: status === 'not-scanned' ? null : status,
    entries: usualEntries[status],
    first: [...usualFirst[status]],
    support: isRead ? { standardUntil: '2027-07-29', extendedUntil: '2028-07-29' } : null,
    extraCost: isRead ? { untilNow: 0, nextYear: 1_362 } : null,
    scannedAt: isRead ? '2026-11-20T02:00:00.000Z' : null,
    changedAt: null,
    report: `reports/${account}/${region}/${name}/latest.json`,
    ...more,
  };
}

/** A problem of several clusters, whose names are in `clusters`. */
export type FleetProblem = Pick<SharedProblem, 'title' | 'clusters'> & Partial<SharedProblem>;

/**
 * A fleet of these clusters, assembled as the command does: its summary, groups, order and exit code.
 * @param groupBy as `--group-by` has it
 */
export function aFleet(
  clusters: readonly FleetCluster[],
  {
    groupBy,
    failOn = ['fail'],
    maxAge = '36h',
    shared = [],
  }: { groupBy?: string; shared?: readonly FleetProblem[] } & Partial<Fleet['gate']> = {},
): Fleet {
  const parts: FleetParts = {
    version: '0.1.0',
    now: fleetNow,
    gate: { failOn, maxAge },
    groupBy: groupBy === undefined ? undefined : parseGroupBy(groupBy),
    clusters,
    problems: toProblems(shared, clusters),
  };
  return assembleFleet(parts);
}

function toProblems(shared: readonly FleetProblem[], clusters: readonly FleetCluster[]): Problems {
  const toArn = (name: string) => clusters.find((cluster) => cluster.name === name)?.arn ?? name;
  return new Map(
    shared.map(({ title, short = title, clusters: names, checks = 1, ...more }, index) => {
      const { check = 'nodes/kubelet-skew', rule = null, level = 'fail' } = more;
      const others = Array.from({ length: checks - 1 }, (_, other) => `nodes/other-${other}`);
      const found = { clusters: new Set(names.map(toArn)), checks: new Set([check, ...others]) };
      return [`${index}`, { check, rule, level, title, short, ...found }];
    }),
  );
}
