import type { NodeFact } from '../../../src/facts/facts.ts';
import type { KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { toPoolKind } from '../../../src/for-checks/node-owners.ts';
import { followedFamily } from '../../../src/karpenter/followed-images.ts';
import { ownObjects, selectPools, type ObjectFacts } from '../../../src/karpenter/own-objects.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import { findOldest } from './group-nodes.ts';
import { describeUnread, type Launch, type LaunchedGroup } from './launch.ts';

/** The user data of node classes and Provisioners, with the pools that start nodes with it. */
export function poolLaunches(facts: ObjectFacts & { nodes: readonly NodeFact[] }, current: Minor): Launch[] {
  const { pools, nodeClasses } = ownObjects(facts);
  const live = pools.filter(({ terminating }) => !terminating);
  const toGroup = (pool: KarpenterPool): LaunchedGroup => {
    const own = facts.nodes.filter(
      (node) => node.computeType === 'karpenter' && node.group === pool.name && toPoolKind(node) === pool.kind,
    );
    const resource = { kind: pool.kind, name: pool.name, ...(own.length === 0 ? { note: 'no nodes' } : {}) };
    const next = followedFamily(pool, nodeClasses) === undefined ? undefined : current;
    return { resource, nodes: own, kubelet: findOldest(own) ?? next };
  };
  const ofClasses = nodeClasses.map((nodeClass): Launch => {
    const { kind, name, boot = null, owner } = nodeClass;
    const groups = selectPools(nodeClass, live).map(toGroup);
    const unread = unreadOfClass(nodeClass);
    return { resource: { kind, name }, boot, unread, fact: 'karpenterNodeClasses', owner, groups };
  });
  const ofProviders = live
    .filter(({ fields }) => namesTemplate('spec.provider', fields))
    .map((pool): Launch => {
      const { kind, name } = pool;
      return { resource: { kind, name }, boot: null, unread: foreign, fact: 'karpenterPools', groups: [toGroup(pool)] };
    });
  return [...ofClasses, ...ofProviders].filter(({ groups }) => groups.length > 0);
}

const foreign = 'it names a launch template, which is not read';

function unreadOfClass({ fields, boot }: KarpenterNodeClass): string | undefined {
  if (namesTemplate('spec', fields)) return foreign;
  return boot === undefined ? 'this inventory does not contain its user data' : describeUnread(boot);
}

function namesTemplate(path: string, fields: readonly string[]): boolean {
  return fields.some((field) => field.startsWith(`${path}.launchTemplate`));
}
