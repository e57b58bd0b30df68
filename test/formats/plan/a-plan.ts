import type { PlanDocument } from '../../../src/report/plan/document.ts';
import type { Task } from '../../../src/report/plan/draft.ts';
import { sh } from '../../../src/syntax/shell.ts';
import type { ShownPlan } from '../../../src/formats/text/plan/shown.ts';

/** A task; `number` is set by {@link aPlan}. */
export function aTask(id: string, parts: Partial<Task> = {}): Task {
  return {
    number: 0,
    id,
    kind: 'fix',
    title: `Do ${id}`,
    section: 'Before',
    at: null,
    closes: [],
    needs: [],
    ready: (parts.needs ?? []).length === 0,
    stops: [],
    unknown: false,
    from: null,
    to: null,
    by: 'aws',
    how: { text: 'Run it:\n```sh\naws eks list-clusters\n```', commands: ['aws eks list-clusters'] },
    done: [{ kind: 'seen', text: 'it is done', commands: ['aws eks list-updates'] }],
    disturbs: null,
    notes: [],
    ...parts,
  };
}

/** Digits of a fingerprint. */
export const print = (digit: number): string => `${digit}`.repeat(16);

/** An entry with one finding, whose fingerprint consists of its number. */
export function anEntry(number: number, level: 'fail' | 'unknown' | 'warn' = 'fail'): PlanDocument['entries'][number] {
  return {
    number,
    level,
    blocks: 'control-plane',
    at: null,
    title: `entry ${number}`,
    remedy: null,
    checks: ['nodes/kubelet-skew'],
    fingerprints: [print(number)],
  };
}

/** A plan of a cluster that is blocked, with these tasks. */
export function aPlan(tasks: readonly Task[], parts: Partial<PlanDocument> = {}): PlanDocument {
  return {
    schemaVersion: 1,
    tool: { name: 'eks-preflight', version: '0.1.0' },
    scannedAt: '2026-11-20T12:00:00.000Z',
    judgedAt: '2026-11-20T12:00:00.000Z',
    source: 'inventory',
    cluster: {
      name: 'prod',
      region: 'eu-west-1',
      account: '111122223333',
      partition: 'aws',
      arn: 'arn:aws:eks:eu-west-1:111122223333:cluster/prod',
      version: '1.33',
      platformVersion: null,
      kind: { autoMode: false, fargateOnly: false, hybrid: false, outpost: false, authMode: null, ipFamily: null },
      support: { policy: null, standardUntil: null, extendedUntil: null },
    },
    target: '1.34',
    karpenter: [],
    steps: [{ component: 'kubernetes', from: '1.33', to: '1.34' }],
    verdict: 'blocked',
    gate: {
      failOn: ['fail'],
      scope: 'all',
      horizon: 'path',
      unmetRequirements: [],
      notCovered: [],
      baseline: null,
      result: 'blocked',
    },
    exitCode: 1,
    entries: [],
    plan: {
      direction: 'update',
      tasks: tasks.map((task, index) => ({ ...task, number: index + 1 })),
      fillIn: [],
      notes: [],
      supportedUntil: null,
      versions: ['1.33', '1.34'],
    },
    ...parts,
  };
}

/** The plan as `plan prod` shows it. */
export function asShown(document: PlanDocument): ShownPlan {
  return { document, again: sh`eks-preflight plan prod`, report: sh`eks-preflight scan prod` };
}
