import { expect } from 'vitest';
import type { AnyCheck, Context, Finding } from '../../src/check.ts';
import type { TableName } from '../../src/tables/tables.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { denials } from '../../src/custom-checks/testing/denials.ts';

const levels = ['unknown', 'warn', 'fail'];

/** A denied fact must not make a check fail or warn that did not before. The engine's tests cover the `unknown`. */
export function expectNothingNew(
  check: AnyCheck,
  facts: Facts,
  context: Context<TableName>,
  found: readonly Finding[],
): void {
  const before = new Map<string, number>();
  for (const finding of found) {
    const level = Math.max(levels.indexOf(finding.level), before.get(formatIdentity(finding)) ?? 0);
    before.set(formatIdentity(finding), level);
  }
  for (const denied of denials(check, facts)) {
    const now = [...check.run(denied.facts as Facts, context)];
    const louder = now.filter(
      (finding) => levels.indexOf(finding.level) > Math.max(0, before.get(formatIdentity(finding)) ?? 0),
    );
    expect(
      louder
        .filter(({ rule, resource }) => !standsIn(check.id, rule ?? null, resource.kind))
        .map(({ level, message }) => `${level}: ${message}`),
      `${check.id} without ${denied.what}`,
    ).toEqual([]);
    for (const { message } of now) expect(message).not.toMatch(/undefined|null|NaN|\n/);
  }
}

/**
 * Findings that are true whether or not a fact was read, but appear only if it was not: otherwise another finding says
 * the same, with its cause or a better name.
 */
export function standsIn(id: string, rule: string | null, kind: string): boolean {
  return insteadOf.some((one) => one.id === id && (one.rule ?? rule) === rule && (one.kind ?? kind) === kind);
}

const insteadOf: readonly { id: string; rule?: string; kind?: string; of: string }[] = [
  { id: 'apis/deprecated', rule: 'requested', of: 'the caller that EKS or the audit log names' },
  { id: 'apis/removed', rule: 'requested', of: 'the caller that EKS or the audit log names' },
  { id: 'apis/removed', rule: 'called', of: 'the failure of control-plane/upgrade-insights for the same version' },
  { id: 'control-plane/health', rule: 'status', of: 'the update that runs' },
  { id: 'control-plane/rollback-window', rule: 'ends-early', of: 'what blocks the rollback, with the same day' },
  { id: 'karpenter/status', rule: 'not-ready', kind: 'NodePool', of: 'its node class that is not ready' },
  { id: 'karpenter/status', rule: 'not-ready', kind: 'Provisioner', of: 'its node class that is not ready' },
  { id: 'karpenter/legacy-labels', kind: 'Node', of: 'the pool of the node' },
  { id: 'nodes/kubelet-skew', kind: 'Node', of: 'the workload on the node of Fargate' },
  { id: 'nodes/not-ready', kind: 'Node', of: 'the workload on the node of Fargate' },
  { id: 'workloads/runtime-socket', kind: 'Job', of: 'its CronJob' },
];

function formatIdentity({ rule = '', resource: { kind, namespace = '', name, arn = '' } }: Finding): string {
  return [rule, kind, namespace, arn === '' ? name : arn].join('\n');
}
