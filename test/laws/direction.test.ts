import { expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import type { AnyCheck, Direction } from '../../src/check.ts';
import { judge, type JudgeInput } from '../../src/judge/engine.ts';
import { minorsBetween } from '../../src/judge/plan/target.ts';
import type { Readings } from '../../src/facts/reading.ts';
import { format } from '../../src/syntax/versions.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { aCluster } from '../checks/cases.ts';
import { silentReadings, silentRollbackReadings } from './silent-readings.ts';

/**
 * Which checks judge a rollback. A check that looks only at newer versions would pass a rollback falsely: before a check
 * is listed here, its table of cases has rows with `current: '1.34', target: '1.33'`.
 */

const idsOf = (wanted: Direction) => checks.flatMap(({ id, direction = 'up' }) => (direction === wanted ? [id] : []));

function buildInput(readings: Readings, current: number, target: number): JudgeInput {
  const cluster = { ...aCluster, version: format(current) };
  const versions = minorsBetween(current, target);
  const karpenter = { current: '1.14.4', target: '1.14.4', versions: ['1.14.4'] };
  return {
    readings,
    context: { cluster, current, target, versions, karpenter, now: '2026-11-20T12:00:00Z' },
    source: 'live',
  };
}

const reason = { kind: 'denied' as const, message: 'taken away', permission: 'test:Permission' };
const denied = (readings: Readings): Readings =>
  Object.fromEntries(Object.keys(readings).map((fact) => [fact, { ok: false, reason }]));
const silent = [silentReadings(), silentRollbackReadings()];
/** Whatever the facts are: read, denied, or in no inventory. */
const anyReadings = [...silent, ...silent.map(denied), {}];

it('is both for these checks', () => {
  expect(idsOf('both')).toEqual([
    'account/quotas',
    'account/spot-service-linked-role',
    'addons/compatibility',
    'addons/controllers',
    'addons/controllers-unjudged',
    'addons/coredns-corefile',
    'addons/health',
    'addons/known-defects',
    'addons/kube-proxy-skew',
    'apis/admission-policies',
    'apis/api-services',
    'apis/webhooks',
    'control-plane/cluster-role',
    'control-plane/component-options',
    'control-plane/encryption-key',
    'control-plane/health',
    'control-plane/security-groups',
    'control-plane/subnet-ips',
    'control-plane/subnets',
    'control-plane/vpc-dns',
    'karpenter/ami-selection',
    'karpenter/kubernetes-compatibility',
    'nodes/auto-mode-pools',
    'nodes/drain',
    'nodes/kubelet-skew',
    'nodes/node-group-health',
    'nodes/node-role-access',
    'nodes/not-ready',
    'nodes/subnets',
    'nodes/surge-capacity',
    'workloads/bare-pods',
    'workloads/local-storage',
    'workloads/pdb-blocks-drain',
    'workloads/pod-security',
    'workloads/retired-images',
  ]);
});

it('is down for these checks', () => {
  expect(idsOf('down')).toEqual(['addons/cluster-autoscaler-rollback', 'apis/introduced', 'control-plane/rollback']);
});

const judging = (...wanted: readonly Direction[]) =>
  checks.flatMap((check) => (wanted.includes(check.direction ?? 'up') ? [[check.id, check] as const] : []));

/** The results of a check on these paths, whatever the facts are. */
const resultsOn = (check: AnyCheck, paths: readonly (readonly [number, number])[]) =>
  paths.flatMap(([current, target]) =>
    anyReadings.map((readings) => {
      const { status, skipped, reason: why, findings } = judge(check, buildInput(readings, current, target));
      return { status, skipped, why, findings };
    }),
  );

it.each(judging('up'))('%s is skipped for a rollback, whatever was seen', (_id, check) => {
  for (const one of resultsOn(check, [[34, 33]])) {
    expect(one).toEqual({ status: 'skip', skipped: 'not-applicable', why: 'not for a rollback', findings: [] });
  }
});

it.each(judging('down'))('%s is skipped for an update, and without one, whatever was seen', (_id, check) => {
  const paths = [
    [33, 34],
    [33, 36],
    [33, 33],
  ] as const;
  for (const one of resultsOn(check, paths)) {
    expect(one).toEqual({ status: 'skip', skipped: 'not-applicable', why: 'only for a rollback', findings: [] });
  }
});

it.each(judging('down', 'both'))(
  '%s is unknown for a rollback of versions that its tables do not cover',
  (_id, check) => {
    // Checks that judge only rollbacks look at what the current version brought, others at the version after the rollback.
    const above = check.direction === 'down' ? 1 : 2;
    for (const name of check.tables ?? []) {
      const { knownThrough } = loadTable(name);
      if (knownThrough === undefined) continue;
      const current = knownThrough + above;
      const { findings } = judge(check, buildInput(silentRollbackReadings(), current, current - 1));
      expect(findings.map(({ rule }) => rule)).toContain(`table:${name}`);
    }
  },
);
