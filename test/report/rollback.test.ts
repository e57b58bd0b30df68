import { describe, expect, it } from 'vitest';
import check from '../../checks/control-plane/rollback-window/check.ts';
import { aCluster, aNode } from '../../src/custom-checks/testing/samples.ts';
import type { Facts } from '../../src/facts/facts.ts';
import type { Readings } from '../../src/facts/reading.ts';
import { judge } from '../../src/judge/engine.ts';
import { buildRollback, rollbackText } from '../../src/report/rollback.ts';

/** What the report says of a rollback, always together with the findings of the check. */

const now = '2026-11-23T12:00:00Z';
type Update = Facts['updates'][number];
const anUpdate = (createdAt: string, more: Partial<Update> = {}): Update => ({
  id: 'one',
  type: 'VersionUpdate',
  status: 'Successful',
  createdAt,
  version: '1.35',
  errors: [],
  ...more,
});
const recent = '2026-11-21T12:00:00.000Z';
const until = '2026-11-28T12:00:00.000Z';
const rolledBack = (status: string) =>
  anUpdate('2026-11-22T12:00:00.000Z', { id: 'two', type: 'VersionRollback', status, version: '1.34' });
const passing = { id: 'a', name: 'a', status: 'PASSING', reason: null, lastRefreshTime: now, resources: null };
const ending = (endOfExtendedSupport: string): Facts['clusterVersions'] => ({
  source: 'live',
  versions: [
    {
      version: '1.34',
      clusterType: 'eks',
      status: 'EXTENDED_SUPPORT',
      endOfStandardSupport: '2026-01-01',
      endOfExtendedSupport,
    },
  ],
});
const denied = { ok: false as const, reason: { kind: 'denied' as const, message: 'denied' } };

interface Row {
  facts?: Partial<Facts>;
  /** Readings instead of those of the facts. */
  read?: Readings;
  version?: string;
  target?: string;
}

function report({ facts = {}, read = {}, version = '1.35', target = '1.36' }: Row) {
  const cluster = { ...aCluster, version, supportPolicy: 'EXTENDED' };
  const values: Partial<Facts> = {
    cluster,
    updates: [anUpdate(recent)],
    clusterVersions: ending('2027-12-02T00:00:00.000Z'),
    nodes: [aNode('a', 'v1.34.2')],
    addons: [],
    addonVersions: [],
    rollbackInsights: [passing],
    ...facts,
  };
  const readings = {
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { ok: true, value }])),
    ...read,
  };
  const [current, last] = [Number(version.slice(2)), Number(target.slice(2))];
  const versions = current === last ? [current] : [current, last];
  const karpenter = { current: null, target: null, versions: [] };
  const context = { cluster, current, target: last, versions, karpenter, now };
  const result = judge(check, { readings, context, source: 'live' });
  const rollback = buildRollback([result], readings, { current, target: last, now, verdict: 'ready' });
  const text = rollbackText({ ...(rollback === undefined ? {} : { rollback }), target, cluster: { version } as never });
  return { rollback, text };
}

describe('the rollback of a report', () => {
  const gap = { what: 'update two', reason: denied.reason };
  it.each<[string, Row, ReturnType<typeof report>]>([
    [
      'is open until the end of the seven days',
      {},
      {
        rollback: { open: true, to: '1.34', until, closedBy: [] },
        text: 'EKS can roll back to 1.34 at least until 2026-11-28 12:00 UTC.',
      },
    ],
    [
      'is open until the support of the version ends',
      { facts: { clusterVersions: ending('2026-11-26T00:00:00.000Z') } },
      {
        rollback: { open: true, to: '1.34', until: '2026-11-26', closedBy: [] },
        text: 'EKS can roll back to 1.34 until 2026-11-26.',
      },
    ],
    [
      'is closed by newer nodes, and not by insights that are missing',
      { facts: { nodes: [aNode('a', 'v1.35.1')], rollbackInsights: [] } },
      {
        rollback: { open: false, to: '1.34', until, closedBy: ['self-managed nodes: 1'] },
        text: 'A rollback to 1.34 is blocked (rollback window: at least until 2026-11-28 12:00 UTC).',
      },
    ],
    [
      'is unknown without insights',
      { facts: { rollbackInsights: null } },
      {
        rollback: { open: null, to: '1.34', until, closedBy: [] },
        text: 'It is unknown whether EKS can roll back to 1.34 (rollback window: at least until 2026-11-28 12:00 UTC).',
      },
    ],
    [
      'is unknown without nodes',
      { read: { nodes: denied } },
      {
        rollback: { open: null, to: '1.34', until, closedBy: [] },
        text: 'It is unknown whether EKS can roll back to 1.34 (rollback window: at least until 2026-11-28 12:00 UTC).',
      },
    ],
    [
      'is unknown in the hours after the seven days',
      { facts: { updates: [anUpdate('2026-11-16T10:30:00.000Z')] } },
      {
        rollback: { open: null, to: '1.34', until: '2026-11-23T10:30:00.000Z', closedBy: [] },
        text: 'It is unknown whether EKS can roll back to 1.34 (rollback window: at least until 2026-11-23 10:30 UTC).',
      },
    ],
    [
      'is unknown if the last update has no time',
      { facts: { updates: [anUpdate(recent, { createdAt: null })] } },
      {
        rollback: { open: null, to: '1.34', until: null, closedBy: [] },
        text: 'It is unknown whether EKS can roll back to 1.34.',
      },
    ],
    [
      'is unknown if an update was not read',
      { read: { updates: { ok: true, value: [], gaps: [gap] } } },
      {
        rollback: { open: null, to: null, until: null, closedBy: [] },
        text: 'It is unknown whether EKS can roll back.',
      },
    ],
    [
      'is unknown if an update beside an open one was not read',
      { read: { updates: { ok: true, value: [anUpdate(recent)], gaps: [gap] } } },
      {
        rollback: { open: null, to: '1.34', until, closedBy: [] },
        text: 'It is unknown whether EKS can roll back to 1.34 (rollback window: at least until 2026-11-28 12:00 UTC).',
      },
    ],
    [
      'is closed while a rollback is running',
      { facts: { updates: [anUpdate(recent), rolledBack('InProgress')] } },
      {
        rollback: { open: false, to: '1.34', until: null, closedBy: [] },
        text: 'A rollback to 1.34 is running.',
      },
    ],
    [
      'is closed after a rollback',
      {
        version: '1.34',
        target: '1.34',
        facts: { updates: [anUpdate(recent), rolledBack('Successful')] },
      },
      {
        rollback: { open: false, to: null, until: null, closedBy: [] },
        text: 'No rollback is possible: no update of the last seven days can be rolled back.',
      },
    ],
    [
      'is closed before an update, but open after it',
      { facts: { updates: [] } },
      {
        rollback: { open: false, to: null, until: null, closedBy: [] },
        text: 'Within seven days of an update, EKS can roll back the control plane.',
      },
    ],
    [
      'is closed before an update by what would block it afterwards',
      {
        version: '1.34',
        target: '1.35',
        facts: { updates: [], clusterVersions: ending('2026-11-26T00:00:00.000Z') },
      },
      {
        rollback: { open: false, to: null, until: null, closedBy: ['extended support until 2026-11-26'] },
        text: 'After the update, a rollback would be blocked.',
      },
    ],
    ['is left out if no update was read', { read: { updates: denied } }, { rollback: undefined, text: undefined }],
  ])('%s', (_title, row, expected) => {
    expect(report(row)).toEqual(expected);
  });

  it('is left out if the check was not judged', () => {
    const readings: Readings = { updates: { ok: true, value: [] } };
    expect(buildRollback([], readings, { current: 35, target: 36, now, verdict: 'ready' })).toBeUndefined();
  });
});
