import { updatedGroup, waited } from '../checks/printed-updates.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { judgeByOwnChecks } from '../../src/commands/scan/judge-inventory.ts';
import type { ScanOptions } from '../../src/commands/options/options.ts';
import { select } from '../../src/commands/select-checks.ts';
import type { Facts } from '../../src/facts/facts.ts';
import type { Reading, Readings } from '../../src/facts/reading.ts';
import { parseInventory } from '../../src/inventory/inventory.ts';
import type { Report } from '../../src/report/schema.ts';
import { anUpdate } from '../checks/control-plane/rollback-facts.ts';
import { aNodePool } from '../checks/karpenter/objects.ts';
import { storedInventory } from '../world/stored.ts';

/**
 * The twelve cases of a rollback, judged by all checks: a cluster at 1.35, updated two days ago, whose nodes are at 1.34.
 * What differs is one condition of https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html.
 */

const version = '0.1.0';
const open = parseInventory(readFileSync(storedInventory('rollback-open'), 'utf8'), 'rollback-open', version);
const stored = open.readings as { [Name in keyof Facts]: Reading<Facts[Name]> };

function value<Name extends keyof Facts>(name: Name): Facts[Name] {
  const reading = stored[name];
  if (!reading.ok) throw new Error(`the inventory lacks ${name}`);
  return reading.value;
}

interface Change {
  facts?: Partial<Facts>;
  cluster?: Partial<Facts['cluster']>;
  readings?: Readings;
}

function judged(
  { facts = {}, cluster = {}, readings = {} }: Change,
  options: ScanOptions = { rollback: true },
): Report {
  const changed = { ...facts, cluster: { ...value('cluster'), ...cluster } };
  const own = Object.fromEntries(Object.entries(changed).map(([name, one]) => [name, { ok: true, value: one }]));
  return judgeByOwnChecks(
    { ...open, readings: { ...open.readings, ...own, ...readings } },
    {
      checks,
      selection: select(checks, options),
      options,
      source: 'inventory',
      io: { version, now: () => new Date(open.takenAt) },
    },
  );
}

/** The task that rolls back the control plane. */
function findRollback({ plan }: Report) {
  return plan?.tasks.find(({ kind }) => kind === 'control-plane');
}

/** What a report says: verdict, exit code, findings that are no pass, and their first commands. */
function said({ verdict, exitCode, results }: Report) {
  const found = results.flatMap(({ findings }) => findings);
  return {
    verdict,
    exitCode,
    findings: found.map(({ level, check, rule }) => `${level} ${check}${rule === null ? '' : ` ${rule}`}`),
    commands: found.flatMap(({ commands }) => commands.slice(0, 1)),
  };
}

const [insight] = value('rollbackInsights') ?? [];
const insights = (status: string): NonNullable<Facts['rollbackInsights']> => [
  ...(value('rollbackInsights') ?? []).slice(1),
  ...(insight === undefined ? [] : [{ ...insight, status }]),
];
const offers = (change: Partial<Facts['clusterVersions']['versions'][number]>): Facts['clusterVersions'] => ({
  ...value('clusterVersions'),
  versions: value('clusterVersions').versions.map((one) =>
    one.version === '1.34' && one.clusterType === 'eks' ? { ...one, ...change } : one,
  ),
});
const newer = (change: Partial<Facts['nodes'][number]>): Facts['nodes'] =>
  value('nodes').map((node) => ({ ...node, kubeletVersion: 'v1.35.0-eks-113cf36', ...change }));
const describeInsight = 'aws eks describe-insight --region eu-west-1 --cluster-name prod --id rollback-1.34-0';
const running = anUpdate('1.34', '2026-11-20T10:00:00.000Z', {
  id: 'undo',
  type: 'VersionRollback',
  status: 'InProgress',
});

describe('a rollback', () => {
  it.each<[string, Change, ReturnType<typeof said>]>([
    ['1: is possible', {}, { verdict: 'ready', exitCode: 0, findings: [], commands: [] }],
    [
      '2: waits for a node group that is at 1.35',
      { facts: { nodes: newer({}), rollbackInsights: insights('ERROR') } },
      {
        verdict: 'blocked',
        exitCode: 1,
        findings: ['fail control-plane/rollback insight', 'fail nodes/kubelet-skew'],
        commands: [describeInsight, updatedGroup('general', '--kubernetes-version 1.34')],
      },
    ],
    [
      '3: is impossible for a cluster that was created at its version',
      { facts: { updates: [] }, cluster: { createdAt: '2026-11-17T08:00:00.000Z' } },
      { verdict: 'blocked', exitCode: 1, findings: ['fail control-plane/rollback created'], commands: [] },
    ],
    [
      '4: needs the support policy EXTENDED',
      {
        facts: { clusterVersions: offers({ status: 'EXTENDED_SUPPORT', endOfStandardSupport: '2026-11-01' }) },
        cluster: { supportPolicy: 'STANDARD' },
      },
      {
        verdict: 'blocked',
        exitCode: 1,
        findings: ['fail control-plane/rollback policy'],
        commands: [
          waited(
            'aws eks update-cluster-config --region eu-west-1 --name prod \\\n  --upgrade-policy supportType=EXTENDED',
          ),
        ],
      },
    ],
    [
      '5: ends with the support of the earlier version',
      { facts: { clusterVersions: offers({ status: 'EXTENDED_SUPPORT', endOfExtendedSupport: '2026-11-23' }) } },
      { verdict: 'ready', exitCode: 0, findings: ['warn control-plane/rollback ends-early'], commands: [] },
    ],
    [
      '6: is unknown 7 days and 1.5 hours after the start of the update',
      { facts: { updates: [anUpdate('1.35', '2026-11-13T10:30:00.000Z')] } },
      { verdict: 'incomplete', exitCode: 2, findings: ['unknown control-plane/rollback unclear'], commands: [] },
    ],
    [
      '7: leads to the version before, after two updates within the seven days',
      {
        facts: {
          updates: [anUpdate('1.34', '2026-11-15T12:00:00.000Z'), anUpdate('1.35', '2026-11-19T12:00:00.000Z')],
        },
      },
      { verdict: 'ready', exitCode: 0, findings: [], commands: [] },
    ],
    [
      '8: is unknown with an insight of status UNKNOWN',
      { facts: { rollbackInsights: insights('UNKNOWN') } },
      {
        verdict: 'incomplete',
        exitCode: 2,
        findings: ['unknown control-plane/rollback insight'],
        commands: [describeInsight],
      },
    ],
    [
      '9: is running, which an active cluster with Auto Mode does not show',
      { facts: { updates: [...value('updates'), running] }, cluster: { autoMode: true } },
      {
        verdict: 'blocked',
        exitCode: 1,
        findings: ['fail control-plane/health running-update', 'warn control-plane/rollback running'],
        commands: [
          'aws eks describe-update --region eu-west-1 --name prod --update-id undo',
          'aws eks describe-update --region eu-west-1 --name prod --update-id undo',
        ],
      },
    ],
    [
      '10: waits for a disruption budget of Auto Mode',
      {
        facts: {
          nodes: newer({ computeType: 'auto', group: 'general-purpose' }),
          karpenterPools: [
            {
              ...aNodePool('general-purpose'),
              nodeClass: { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' },
              disruption: {
                ...aNodePool('general-purpose').disruption,
                budgets: [{ nodes: '0', reasons: ['Drifted'], schedule: null, duration: null }],
              },
            },
          ],
          rollbackInsights: insights('ERROR'),
        },
        cluster: { autoMode: true },
      },
      {
        verdict: 'blocked',
        exitCode: 1,
        findings: ['fail control-plane/rollback insight', 'fail nodes/drain drift-budget'],
        commands: [describeInsight, 'kubectl edit nodepool general-purpose'],
      },
    ],
    [
      '11: waits for nodes of Karpenter, whose alias follows the control plane',
      {
        facts: {
          nodes: [...newer({ computeType: 'karpenter', group: 'default' }).slice(0, 1), ...value('nodes').slice(1)],
        },
      },
      {
        verdict: 'blocked',
        exitCode: 1,
        findings: ['fail nodes/kubelet-skew'],
        commands: [
          'aws ssm get-parameter --region eu-west-1 --query Parameter.Value --output text \\\n  --name /aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/standard/recommended/image_id',
        ],
      },
    ],
    [
      '12: is unknown if the insights are denied',
      {
        readings: {
          rollbackInsights: {
            ok: false,
            reason: { kind: 'denied', message: 'missing permission eks:ListInsights', permission: 'eks:ListInsights' },
          },
        },
      },
      {
        verdict: 'incomplete',
        exitCode: 2,
        findings: ['unknown control-plane/rollback missing:rollbackInsights'],
        commands: [],
      },
    ],
  ])('%s', (_title, change, expected) => {
    expect(said(judged(change))).toEqual(expected);
  });

  it('12: shows the window if the insights are denied', () => {
    const denied = { ok: false as const, reason: { kind: 'denied' as const, message: 'denied' } };
    expect(judged({ readings: { rollbackInsights: denied } }).rollback).toEqual({
      open: null,
      to: '1.34',
      until: '2026-11-25T12:00:00.000Z',
      closedBy: [],
    });
  });

  it('lists its tasks in order, also while something blocks it', () => {
    const { plan } = judged({ facts: { nodes: newer({}) } });
    const tasks = plan?.tasks ?? [];
    expect(tasks.map(({ id }) => id)).toEqual([
      'nodes:nodegroup/general:1.34',
      'insights:refresh',
      'control-plane:1.34',
      'check:after',
      'scan:end',
    ]);
    expect(tasks.slice(1, 3).flatMap(({ how }) => how.commands.slice(0, 2))).toEqual([
      'aws eks start-insights-refresh --region eu-west-1 --cluster-name prod',
      'aws eks list-insights --region eu-west-1 --cluster-name prod \\\n  --filter categories=ROLLBACK_READINESS',
      waited('aws eks update-cluster-version --region eu-west-1 --name prod \\\n  --kubernetes-version 1.34'),
      'eksctl upgrade cluster --name prod --region eu-west-1 \\\n  --version 1.34 --approve',
    ]);
  });

  it('says of a node group what it moves, when to stop, how to undo it, and when it is done', () => {
    const task = judged({ facts: { nodes: newer({}) } }).plan?.tasks[0];
    expect(task?.stopIf).toMatch(/^the update is `Failed`, or a pod is `Pending`/);
    expect(task?.undo?.text).toBe('Update the node group to 1.35: EKS drains its nodes again.');
    expect(task?.done.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['update', 'finding']));
    expect(task?.notes).toEqual([expect.stringMatching(/^Do not use `--force`/)]);
    expect(task?.disturbs?.text.length).toBeGreaterThan(0);
  });

  it('names the command that cancels it, with Auto Mode', () => {
    const cancel = 'aws eks cancel-update --region eu-west-1 --name prod --update-id "$update"';
    expect(findRollback(judged({}))?.how.commands).not.toContain(cancel);
    expect(findRollback(judged({ cluster: { autoMode: true } }))?.how.commands).toContain(cancel);
  });

  const gap = { what: 'update update-b', reason: { kind: 'denied', message: 'denied' } } as const;
  const [first] = value('updates');
  it('is unknown, not impossible, if the update itself could not be read', () => {
    const updates = { ok: true as const, value: first === undefined ? [] : [first], gaps: [gap] };
    const report = judged({ readings: { updates } });
    expect(said(report)).toMatchObject({
      verdict: 'incomplete',
      findings: ['unknown control-plane/health missing:updates', 'unknown control-plane/rollback missing:updates'],
    });
    expect(report.rollback).toMatchObject({ open: null, closedBy: [] });
  });

  const accepted = { reason: 'known', owner: 'ops', until: '2026-12-31', level: 'fail' } as const;
  const cluster = { check: 'control-plane/rollback', resource: 'Cluster prod' };
  it('has no plan if EKS offers none, whatever a team accepts', () => {
    const accept = [{ ...accepted, ...cluster, at: 'rollback' }];
    const report = judged({ facts: { updates: [] } }, { rollback: true, accept });
    expect([report.verdict, report.plan, report.rollback?.open]).toEqual(['ready', null, false]);
    const ended = offers({ status: 'UNSUPPORTED' });
    expect(judged({ facts: { clusterVersions: ended } }).plan).toBeNull();
  });

  it('needs --force after an accepted insight, which EKS still rejects', () => {
    const resource = 'Insight Kubelet version rollback compatibility';
    const accept = [{ ...accepted, check: 'control-plane/rollback', resource, at: 'rollback' }];
    const report = judged({ facts: { rollbackInsights: insights('ERROR') } }, { rollback: true, accept });
    expect(report.verdict).toBe('ready');
    expect(findRollback(report)?.how.text).toContain('Add `--force`, because you accepted an insight');
  });

  it('is not judged by what was accepted for an update', () => {
    const accept = [{ ...accepted, ...cluster, at: 'now' }];
    expect(judged({ facts: { updates: [] } }, { rollback: true, accept }).verdict).toBe('blocked');
  });

  it('begins with what stops the replacement of the nodes', () => {
    const { plan } = judged({ facts: { nodes: newer({}) }, cluster: { status: 'UPDATING' } });
    expect(plan?.tasks.map(({ kind }) => kind).slice(0, 2)).toEqual(['fix', 'nodes']);
  });

  it('has no plan if EKS offers none', () => {
    expect(judged({ facts: { updates: [] } }).plan).toBeNull();
  });
});
