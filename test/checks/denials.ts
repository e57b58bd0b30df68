import { expect } from 'vitest';
import type { AnyCheck, Context, Finding } from '../../src/check.ts';
import { configMapKeys } from '../../src/collectors/kube/karpenter/template.ts';
import type { Facts, FactName } from '../../src/facts/facts.ts';

/**
 * What a denial or a fault leaves of the facts of a case, and the law that it must not make a check fail or warn where it did
 * not: what was not read is not taken for what is not there. That each of these is unknown is the engine's business.
 */
interface Denied {
  what: string;
  facts: Partial<Facts>;
}

const levels = ['unknown', 'warn', 'fail'];

export function expectNothingNew(check: AnyCheck, facts: Facts, context: Context, found: readonly Finding[]): void {
  const before = new Map<string, number>();
  for (const finding of found) {
    const level = Math.max(levels.indexOf(finding.level), before.get(identityOf(finding)) ?? 0);
    before.set(identityOf(finding), level);
  }
  for (const denied of denials(check, facts)) {
    const now = [...check.run(denied.facts as Facts, context)];
    const louder = now.filter(
      (finding) => levels.indexOf(finding.level) > Math.max(0, before.get(identityOf(finding)) ?? 0),
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
 * Findings that are true whatever was not read, and not there where it was: another one then says the same, with its cause or
 * under a better name.
 */
export function standsIn(id: string, rule: string | null, kind: string): boolean {
  return insteadOf.some((one) => one.id === id && (one.rule ?? rule) === rule && (one.kind ?? kind) === kind);
}

const insteadOf: readonly { id: string; rule?: string; kind?: string; of: string }[] = [
  { id: 'apis/deprecated', rule: 'requested', of: 'the caller that EKS or the audit log names' },
  { id: 'apis/removed', rule: 'requested', of: 'the caller that EKS or the audit log names' },
  { id: 'apis/removed', rule: 'called', of: 'the failure of control-plane/upgrade-insights for the same version' },
  { id: 'control-plane/health', rule: 'status', of: 'the update that runs' },
  { id: 'karpenter/status', rule: 'not-ready', kind: 'NodePool', of: 'its node class that is not ready' },
  { id: 'karpenter/status', rule: 'not-ready', kind: 'Provisioner', of: 'its node class that is not ready' },
  { id: 'karpenter/legacy-labels', kind: 'Node', of: 'the pool of the node' },
  { id: 'nodes/kubelet-skew', kind: 'Node', of: 'the workload on the node of Fargate' },
  { id: 'nodes/not-ready', kind: 'Node', of: 'the workload on the node of Fargate' },
  { id: 'workloads/runtime-socket', kind: 'Job', of: 'its CronJob' },
];

function identityOf({ rule = '', resource: { kind, namespace = '', name, arn = '' } }: Finding): string {
  return [rule, kind, namespace, arn === '' ? name : arn].join('\n');
}

function* denials(check: AnyCheck, facts: Facts): Generator<Denied> {
  for (const fact of check.uses ?? []) {
    if (facts[fact] === undefined) continue;
    const { [fact]: _, ...rest } = facts;
    yield { what: fact, facts: rest };
  }
  const declared = new Set<FactName>([...check.needs, ...(check.uses ?? [])]);
  for (const list of kindLists) if (declared.has(list.fact)) yield* withoutKind(facts, list);
  if (declared.has('karpenterControllers')) yield* halfControllers(facts);
  if (declared.has('karpenterRoles')) yield* halfRoles(facts);
  if (declared.has('karpenterNodeRoles')) yield* halfNodeRoles(facts);
  for (const fact of describedOneByOne) if (declared.has(fact)) yield* withoutOne(facts, fact);
  if (declared.has('insights') && facts.insights !== null && facts.insights !== undefined) {
    const insights = facts.insights.map((insight) => ({ ...insight, details: null }));
    yield { what: 'details of insights', facts: { ...facts, insights } };
  }
}

const kindLists = [
  { fact: 'karpenterPools', told: 'karpenterPoolKinds' },
  { fact: 'karpenterNodeClasses', told: 'karpenterNodeClassKinds' },
  { fact: 'karpenterClaims', told: 'karpenterClaimKinds' },
] as const;

/** One of the two lists is denied: its objects are not in the fact, nor is what they select in the account. */
function* withoutKind(facts: Facts, { fact, told }: (typeof kindLists)[number]): Generator<Denied> {
  for (const denied of facts[told]) {
    const kept = <Item extends { kind: string }>(items: readonly Item[] | undefined) =>
      items?.filter(({ kind }) => kind !== denied);
    const selected = Object.fromEntries(
      (['karpenterSubnets', 'karpenterSecurityGroups', 'karpenterImages'] as const).flatMap((name) =>
        facts[name] === undefined ? [] : [[name, kept(facts[name])]],
      ),
    );
    const left = {
      [fact]: kept<{ kind: string }>(facts[fact]),
      [told]: facts[told].filter((kind: string) => kind !== denied),
    };
    yield { what: `${denied}s`, facts: { ...facts, ...selected, ...left } };
  }
}

function* halfControllers(facts: Facts): Generator<Denied> {
  if (facts.karpenterControllers === undefined) return;
  const keys = configMapKeys().map((key) => `configMap:${key}`);
  const withoutConfigMap = facts.karpenterControllers.map((one) => ({
    ...one,
    settings: Object.fromEntries(Object.entries(one.settings).filter(([name]) => !name.startsWith('configMap:'))),
    settingsUnread: [...one.settingsUnread, ...keys],
  }));
  yield { what: 'the ConfigMap of Karpenter', facts: { ...facts, karpenterControllers: withoutConfigMap } };
  const identity = { kind: 'unknown' as const, roleArn: null, targetRoleArn: null };
  const withoutPods = facts.karpenterControllers.map((one) => ({ ...one, identity, upgrading: false }));
  yield { what: "the pods of Karpenter's Deployment", facts: { ...facts, karpenterControllers: withoutPods } };
}

function* halfRoles(facts: Facts): Generator<Denied> {
  if (facts.karpenterRoles === undefined) return;
  yield* withoutOne(facts, 'karpenterRoles');
  const closed = facts.karpenterRoles.map((role) => {
    if (role.found === null) return role;
    const { policies, boundary } = role.found;
    const unread = policies.map((policy) => ({ ...policy, document: null }));
    return {
      ...role,
      found: { ...role.found, policies: unread, boundary: boundary && { ...boundary, document: null } },
    };
  });
  yield { what: 'the documents of policies', facts: { ...facts, karpenterRoles: closed } };
}

function* halfNodeRoles(facts: Facts): Generator<Denied> {
  if (facts.karpenterNodeRoles === undefined) return;
  const { roles, instanceProfiles } = facts.karpenterNodeRoles;
  yield { what: 'node roles', facts: { ...facts, karpenterNodeRoles: { roles: [], instanceProfiles } } };
  yield { what: 'instance profiles', facts: { ...facts, karpenterNodeRoles: { roles, instanceProfiles: [] } } };
}

/** Facts whose items are described by their names: any of them may be a gap. */
const describedOneByOne = [
  'nodegroups',
  'addons',
  'addonVersions',
  'kubeProxyModes',
  'coredns',
  'fargateProfiles',
  'fargateRoles',
] as const;

function* withoutOne(facts: Facts, fact: (typeof describedOneByOne)[number] | 'karpenterRoles'): Generator<Denied> {
  for (const [at] of (facts[fact] ?? []).entries()) {
    yield {
      what: `${fact}, number ${at}`,
      facts: { ...facts, [fact]: facts[fact].filter((_: unknown, index: number) => index !== at) },
    };
  }
}
