import { describe, expect, it } from 'vitest';
import { storedReports } from '../../scripts/example-findings.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { aNode, aNodegroup } from '../../src/custom-checks/testing/samples.ts';
import type { ReportedFinding, Result } from '../../src/judge/result.ts';
import { buildDrain, drainChecks, type DrainedGroup } from '../../src/report/drain.ts';
import { drainSection } from '../../src/formats/text/drain.ts';
import { drainCells, drainNotes } from '../../src/report/drain-text.ts';
import { numberedEntries, reportedEntries } from '../../src/report/entries.ts';
import { aNodePool } from '../checks/karpenter/objects.ts';
import { aFinding } from './reported-finding.ts';

type Read = Partial<Pick<Facts, 'nodes' | 'nodegroups' | 'karpenterPools'>>;
type Update = NonNullable<Facts['nodegroups'][number]['update']>;

const check = 'workloads/pdb-blocks-drain';

function aResult(id: string, findings: readonly ReportedFinding[], more: Partial<Result> = {}): Result {
  const texts = { title: '', category: 'workloads', why: '', docs: '' };
  const none = { reason: null, skipped: null, links: [], tables: [], missing: [] };
  const status = findings[0]?.level ?? 'pass';
  return { id, ...texts, ...none, severity: 'fail', status, findings: [...findings], ...more };
}

/** The groups of an update from 1.33 to 1.34. */
function drainOf(
  facts: Read,
  results: readonly Result[] = [],
  more: Partial<Parameters<typeof buildDrain>[0]> = {},
): DrainedGroup[] | undefined {
  const readings = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, { ok: true, value }]),
  ) as never;
  const steps = [{ component: 'kubernetes' as const, to: '1.34' }];
  const entries = reportedEntries(numberedEntries({ results: [...results], steps }));
  return buildDrain({
    readings,
    path: { current: 33, target: 34 },
    steps,
    verdict: 'blocked',
    entries,
    results,
    ...more,
  });
}

const nodesOf = (computeType: 'managed' | 'karpenter' | 'auto', group: string, count: number, version = 'v1.33.1') =>
  Array.from({ length: count }, (_, index) => aNode(`${group}-${index}`, version, { computeType, group }));

const managed = (count: number, update?: Update): Read => ({
  nodes: nodesOf('managed', 'general', count),
  nodegroups: [aNodegroup('general', update === undefined ? {} : { update })],
});

const upTo = (maxUnavailable: number | null, maxUnavailablePercentage: number | null = null): Update => ({
  strategy: 'DEFAULT',
  maxUnavailable,
  maxUnavailablePercentage,
});

type Pool = Facts['karpenterPools'][number];

function pool(count: number, terminationGracePeriod: string | null, nodes = '100%'): Read {
  const own = aNodePool('default');
  const budgets: Pool['disruption']['budgets'] = [{ nodes, reasons: [], schedule: null, duration: null }];
  return {
    nodes: nodesOf('karpenter', 'default', count),
    karpenterPools: [{ ...own, disruption: { ...own.disruption, terminationGracePeriod, budgets } }],
  };
}

describe('what the replacement of a group takes', () => {
  it.each<[string, Read, string]>([
    ['33 % of 10 nodes is rounded either way', managed(10, upTo(null, 33)), '10 | 3-4 | 3-4 | 15 min'],
    ['10 % of 3 nodes is one node', managed(3, upTo(null, 10)), '3 | 1 | 3 | 15 min'],
    ['two at a time, the last alone', managed(5, upTo(2)), '5 | 2 | 3 | 15 min'],
    ['no more at a time than there are', managed(3, upTo(10)), '3 | 3 | 1 | 15 min'],
    ['MINIMAL', managed(2, { ...upTo(1), strategy: 'MINIMAL' }), '2 | 1 | 2 | 15 min'],
    ['a node group without its settings', managed(2), '2 | not read | - | 15 min'],
    [
      'a node group that was not described',
      { nodes: nodesOf('managed', 'general', 2), nodegroups: [] },
      '2 | not read | - | 15 min',
    ],
    ['a pool without limit', pool(4, null, '50%'), '4 | 2 | 2 | none'],
    ['a pool with a limit', pool(4, '24h0m0s'), '4 | 4 | 1 | 24 h'],
    ['a pool with a limit of minutes', pool(4, '90m'), '4 | 4 | 1 | 90 min'],
    ['a pool whose budget allows no node', pool(4, null, '0'), '4 | 0 | - | none'],
    ['a pool that was not read', { nodes: nodesOf('karpenter', 'default', 4) }, '4 | not read | - | not read'],
    ['a pool of EKS Auto Mode that was not read', { nodes: nodesOf('auto', 'web', 1) }, '1 | not read | - | 24 h'],
    ['self-managed nodes', { nodes: [aNode('a', 'v1.33.1')] }, '1 | by hand | - | none'],
    ['Fargate', { nodes: [aNode('a', 'v1.33.1', { computeType: 'fargate' })] }, '1 | - | - | no drain'],
  ])('%s', (_name, facts, expected) => {
    const [one, ...others] = drainOf(facts) ?? [];
    if (one === undefined) throw new Error('no group');
    const { 'stopped by': stopped, ...cells } = drainCells(one);
    expect([Object.values(cells).join(' | '), stopped, others]).toEqual([expected, 'nothing', []]);
  });

  it('is data in the report', () => {
    expect(drainOf(managed(10, upTo(null, 33)))).toEqual([
      {
        group: 'node group general',
        name: 'general',
        computeType: 'managed',
        nodes: 10,
        parallel: { from: 3, to: 4 },
        rounds: { from: 3, to: 4 },
        minutes: 15,
        outcome: 'fails',
        stoppedBy: [],
        unknown: [],
        notJudged: [],
      },
    ]);
  });

  it('is nothing for nodes at the target, and for no path; missing if nodes are unread or readiness is not judged', () => {
    const facts = managed(1);
    expect(drainOf({ nodes: nodesOf('managed', 'general', 1, 'v1.34.2') })).toEqual([]);
    expect(drainOf(facts, [], { steps: [] })).toEqual([]);
    expect(drainOf(facts, [], { steps: [{ component: 'karpenter' }] })).toEqual([]);
    expect(drainOf(facts, [], { readings: {} })).toBeUndefined();
    expect(drainOf(facts, [], { verdict: 'partial' })).toBeUndefined();
  });

  it('keeps Fargate nodes and self-managed nodes apart', () => {
    const nodes = [aNode('a', 'v1.33.1'), aNode('b', 'v1.33.1', { computeType: 'fargate' })];
    expect(drainOf({ nodes })?.map(({ group, name }) => [group, name])).toEqual([
      ['Fargate nodes', null],
      ['self-managed nodes', null],
    ]);
  });
});

const two: Read = {
  nodes: [...nodesOf('managed', 'a', 1), ...nodesOf('managed', 'b', 1)],
  nodegroups: [aNodegroup('a', { update: upTo(1) }), aNodegroup('b', { update: upTo(1) })],
};

/** A finding of a check of drains; each has another fix, so each is an entry. */
const stop = (name: string, more: Partial<ReportedFinding> = {}) =>
  aFinding({ fingerprint: name, check, fix: `Open ${name}.`, ...more });
const accepted = { reason: 'known', owner: 'team', until: '2026-12-31' };
const notSeen = (part: string | null) =>
  ({ kind: 'fact', fact: 'pods', part, cause: 'denied', reason: 'denied', permission: null }) as never;

describe('what stops a group', () => {
  it.each<[string, ReportedFinding[], string[]]>([
    ['nothing', [], ['a: nothing', 'b: nothing']],
    ['a blocker of one group', [stop('x', { groups: ['node group b'] })], ['b: 1', 'a: nothing']],
    [
      'a warning after a blocker',
      [stop('w', { level: 'warn', groups: ['node group a'] }), stop('f', { groups: ['node group a'] })],
      ['a: 1, 2', 'b: nothing'],
    ],
    ['one entry of both', [stop('x', { groups: ['node group a', 'node group b'] })], ['a: 1', 'b: 1']],
    ['a group of another kind', [stop('x', { groups: ['NodePool a'] })], ['a: nothing', 'b: nothing']],
    ['an accepted finding', [stop('x', { groups: ['node group a'], accepted })], ['a: nothing', 'b: nothing']],
    [
      'budgets that were not read',
      [stop('u', { level: 'unknown', unseen: notSeen(null) })],
      ['a: unknown: 1', 'b: unknown: 1'],
    ],
    [
      'a part that was not read and is no group',
      [stop('u', { level: 'unknown', unseen: notSeen('subnet s') })],
      ['a: unknown: 1', 'b: unknown: 1'],
    ],
    [
      'a gap that is one of the groups',
      [stop('u', { level: 'unknown', unseen: notSeen('node group b') })],
      ['b: unknown: 1', 'a: nothing'],
    ],
    [
      'a budget that could not be judged',
      [stop('u', { level: 'unknown', groups: ['node group a'] })],
      ['a: unknown: 1', 'b: nothing'],
    ],
    [
      'a blocker and an unknown',
      [stop('f', { groups: ['node group b'] }), stop('u', { level: 'unknown' })],
      ['b: 1; unknown: 2', 'a: unknown: 2'],
    ],
    [
      'many entries',
      ['1', '2', '3', '4', '5'].map((name) => stop(name, { groups: ['node group a'] })),
      ['a: 1, 2, 3 and 2 more', 'b: nothing'],
    ],
  ])('%s', (_name, found, expected) => {
    const drain = drainOf(two, [aResult(check, found)]) ?? [];
    expect(drain.map((one) => `${one.name}: ${drainCells(one)['stopped by']}`)).toEqual(expected);
  });

  it('is no finding of a check that has nothing to do with drains', () => {
    const other = stop('u', { check: 'nodes/kubelet-skew', level: 'unknown' });
    expect(drainOf(two, [aResult('nodes/kubelet-skew', [other])])?.flatMap(({ unknown }) => unknown)).toEqual([]);
  });

  it('is nothing unknown for Fargate pods, which no drain evicts', () => {
    const nodes = [aNode('a', 'v1.33.1', { computeType: 'fargate' })];
    const unread = aResult(check, [stop('u', { level: 'unknown', unseen: notSeen(null) })]);
    expect(drainOf({ nodes }, [unread])).toMatchObject([{ outcome: 'restarts', stoppedBy: [], unknown: [] }]);
  });

  it('is not said of a check that was not run', () => {
    const skipped = (kind: 'not-selected' | 'not-applicable') =>
      drainOf(two, [aResult(check, [], { status: 'skip', skipped: kind })]) ?? [];
    const stopped = (drain: readonly DrainedGroup[]) => drain.map((one) => drainCells(one)['stopped by']);
    expect(stopped(skipped('not-selected'))).toEqual(['not all judged', 'not all judged']);
    expect(drainNotes(skipped('not-selected'))).toEqual([`Not judged: ${check}.`]);
    expect(stopped(skipped('not-applicable'))).toEqual(['nothing', 'nothing']);
  });
});

describe('a node group that EKS cannot update', () => {
  const al2 = 'nodes/amazon-linux-2';
  const ofType = (amiType: string): Read => ({
    nodes: nodesOf('managed', 'old', 2),
    nodegroups: [aNodegroup('old', { amiType, update: upTo(1) })],
  });
  const about = (name: string, more: Partial<ReportedFinding> = {}) => {
    const resource = { kind: 'NodeGroup', name, text: `NodeGroup ${name}` };
    return aResult(al2, [aFinding({ check: al2, level: 'fail', blocks: 'nodes', resource, ...more })]);
  };
  const readCells = (facts: Read, results: readonly Result[]) =>
    (drainOf(facts, results) ?? []).map((one) => Object.values(drainCells(one)).join(' | '));

  it.each<[string, string, Result[], string]>([
    ['is replaced by hand', 'AL2_x86_64', [about('old')], '2 | by hand | - | none | replaced by 1'],
    [
      'of which only a warning is known, is updated',
      'AL2_x86_64',
      [about('old', { level: 'warn' })],
      '2 | 1 | 2 | 15 min | nothing',
    ],
    ['with a custom AMI is updated', 'CUSTOM', [about('old')], '2 | 1 | 2 | 15 min | nothing'],
    ['is not another group', 'AL2_x86_64', [about('new')], '2 | 1 | 2 | 15 min | nothing'],
    [
      'may be stopped as well',
      'AL2_x86_64',
      [about('old'), aResult(check, [stop('p', { groups: ['node group old'] })])],
      '2 | by hand | - | none | replaced by 1; stopped by 2',
    ],
  ])('%s', (_case, amiType, results, expected) => {
    expect(readCells(ofType(amiType), results)).toEqual([expected]);
  });
});

describe.each(storedReports())('$name', ({ report }) => {
  it('names groups only in checks of drains', () => {
    const naming = report.results.filter(({ findings }) => findings.some(({ groups }) => groups !== undefined));
    // What new nodes lack stops no drain: the plan orders its task before that of the group.
    const named = [...drainChecks, 'nodes/volume-limits', 'workloads/new-nodes'];
    expect(naming.map(({ id }) => id).filter((id) => !named.includes(id))).toEqual([]);
  });

  it('lists each entry that stops a group at that group, and no other', () => {
    const { drain = [], entries, results } = report;
    const groupsOf = (numbers: readonly string[]) =>
      new Set(
        results
          .flatMap(({ findings }) => findings)
          .filter(({ fingerprint, blocks }) => numbers.includes(fingerprint) && blocks === 'nodes')
          .flatMap(({ groups }) => groups ?? []),
      );
    for (const { group, stoppedBy } of drain) {
      const named = entries.filter(
        ({ level, fingerprints }) => level !== 'unknown' && groupsOf(fingerprints).has(group),
      );
      expect(stoppedBy, group).toEqual(named.map(({ number }) => number));
    }
  });
});

describe('the section of the text report', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const long = 'system-20250312081544790300000012';
  const drain =
    drainOf(
      {
        nodes: ['a', long].flatMap((name) => nodesOf('managed', name, 2)),
        nodegroups: ['a', long].map((name) => aNodegroup(name, { update: upTo(1) })),
      },
      [
        aResult(check, [
          ...names.map((name) => stop(name, { groups: ['node group a'] })),
          stop('u', { level: 'unknown' }),
        ]),
      ],
    ) ?? [];

  it.each<[string, number, string[]]>([
    [
      'has one line for each group',
      160,
      [
        'Drain (2)                                       nodes  at a time  rounds  time limit  stopped by',
        '  node group a                                      2          1       2      15 min  1, 2, 3 and 2 more; unknown: 6',
        `  node group ${long}      2          1       2      15 min  unknown: 6`,
      ],
    ],
    [
      'puts what does not fit on a separate line',
      80,
      [
        'Drain (2)       nodes  at a time  rounds  time limit  stopped by',
        '  node group a      2          1       2      15 min',
        '    stopped by: 1, 2, 3 and 2 more; unknown: 6',
        `  node group ${long}`,
        '                    2          1       2      15 min  unknown: 6',
      ],
    ],
    [
      'has no columns on a narrow terminal',
      60,
      [
        'Drain (2)',
        '  node group a',
        '    nodes: 2, at a time: 1, rounds: 2, time limit: 15 min,',
        '    stopped by: 1, 2, 3 and 2 more; unknown: 6',
        `  node group ${long}`,
        '    nodes: 2, at a time: 1, rounds: 2, time limit: 15 min,',
        '    stopped by: unknown: 6',
      ],
    ],
  ])('%s', (_name, columns, expected) => {
    const lines = drainSection(drain, { columns, color: false, all: false });
    expect(lines.slice(0, expected.length)).toEqual(expected);
    expect(lines.slice(expected.length).join(' ').replaceAll(/\s+/g, ' ')).toBe(
      ' EKS fails an update that waits 15 minutes for a node (PodEvictionFailure).',
    );
  });

  it('counts groups that it does not list, and lists them with --show all', () => {
    const many = Array.from(
      { length: 14 },
      (_, index) => drain.map((one) => ({ ...one, group: `${index}` }))[0],
    ).flatMap((one) => one ?? []);
    const text = (all: boolean) => drainSection(many, { columns: 100, color: false, all }).join('\n');
    expect(text(false)).toContain('\n  and 2 more: --show all\n');
    expect(text(true)).not.toContain('more: --show all');
  });

  it('is nothing without groups', () => {
    expect(drainSection([], { columns: 100, color: false, all: true })).toEqual([]);
  });
});
