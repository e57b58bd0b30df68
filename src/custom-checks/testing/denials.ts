import type { AnyCheck } from '../../check.ts';
import { configMapKeys } from '../../collectors/kube/karpenter/template.ts';
import type { Facts, FactName } from '../../facts/facts.ts';

/** Facts after a denial: a part was not read, which does not mean that it does not exist. */
export interface Denied {
  /** What was not read. */
  what: string;
  /** The remaining facts; a fact that was not read at all is missing. */
  facts: Partial<Facts>;
}

/** Yields each denial of a fact in `uses`, and of a part of a fact, one at a time. */
export function* denials(check: Pick<AnyCheck, 'needs' | 'uses'>, facts: Facts): Generator<Denied> {
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
  { fact: 'karpenterPools', kindsFact: 'karpenterPoolKinds' },
  { fact: 'karpenterNodeClasses', kindsFact: 'karpenterNodeClassKinds' },
  { fact: 'karpenterClaims', kindsFact: 'karpenterClaimKinds' },
] as const;

/** Denies each kind of a list in turn: removes the objects of the kind, and the AWS resources that they select. */
function* withoutKind(facts: Facts, { fact, kindsFact }: (typeof kindLists)[number]): Generator<Denied> {
  const kinds: readonly string[] = facts[kindsFact] ?? facts[fact]?.map(({ kind }) => kind) ?? [];
  for (const denied of new Set(kinds)) {
    const kept = <Item extends { kind: string }>(items: readonly Item[] | undefined) =>
      items?.filter(({ kind }) => kind !== denied);
    const selected = Object.fromEntries(
      (['karpenterSubnets', 'karpenterSecurityGroups', 'karpenterImages'] as const).flatMap((name) =>
        facts[name] === undefined ? [] : [[name, kept(facts[name])]],
      ),
    );
    const left = {
      [fact]: kept<{ kind: string }>(facts[fact]),
      [kindsFact]: kinds.filter((kind) => kind !== denied),
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

/** Facts whose items are described one by one, each with a separate request: any of them may be denied. */
const describedOneByOne = [
  'nodegroups',
  'addons',
  'addonVersions',
  'kubeProxyModes',
  'coredns',
  'fargateProfiles',
  'fargateRoles',
  'launchTemplates',
] as const;

function* withoutOne(facts: Facts, fact: (typeof describedOneByOne)[number] | 'karpenterRoles'): Generator<Denied> {
  for (const [at] of (facts[fact] ?? []).entries()) {
    yield {
      what: `${fact}, number ${at}`,
      facts: { ...facts, [fact]: facts[fact].filter((_: unknown, index: number) => index !== at) },
    };
  }
}
