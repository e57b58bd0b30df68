import type { NodeFact } from '../../../src/facts/facts.ts';
import type { ObjectFacts } from '../../../src/karpenter/own-objects.ts';
import { findTemplate, listNamedTemplates, type NamedTemplate } from '../../../src/for-checks/named-templates.ts';
import { toPoolKind } from '../../../src/for-checks/node-owners.ts';
import type { Launch } from '../shared/launch.ts';
import { listLaunches, type LaunchesFrom } from '../shared/launches.ts';

/** The user data of a node or of a group. */
export interface UserData {
  launches: readonly Launch[];
  /** False: what would show it was not read, and another finding reports that. */
  isSeen: boolean;
}

/** Finds user data. */
export interface UserDataIndex {
  ofNode(node: NodeFact): UserData;
  /** The user data of a group without nodes. */
  ofGroup(kind: 'NodeGroup' | 'AutoScalingGroup' | 'NodePool' | 'Provisioner', name: string): UserData;
}

/** Finds the user data of nodes and groups. Hybrid nodes have none in the account. */
export function indexUserData(facts: LaunchesFrom, current: number): UserDataIndex {
  const launches = listLaunches(facts, current);
  const byNode = new Map<NodeFact, Launch[]>();
  for (const launch of launches) {
    for (const node of launch.groups.flatMap(({ nodes }) => nodes)) {
      byNode.set(node, [...(byNode.get(node) ?? []), launch]);
    }
  }
  const ofGroup: UserDataIndex['ofGroup'] = (kind, name) => {
    const own = launches.filter(({ groups }) =>
      groups.some(({ resource }) => resource.kind === kind && resource.name === name),
    );
    return { launches: own, isSeen: own.length > 0 || hasNone(kind, name, facts) };
  };
  const ofNode: UserDataIndex['ofNode'] = (node) => {
    const { computeType, group } = node;
    if (computeType === 'managed') return ofGroup('NodeGroup', group ?? '');
    if (computeType === 'karpenter') return ofGroup(toPoolKind(node), group ?? '');
    const own = byNode.get(node) ?? [];
    if (computeType !== 'self-managed' || own.length > 0) return { launches: own, isSeen: true };
    const name = facts.autoScalingGroups?.find(({ instanceIds = [] }) =>
      instanceIds.includes(node.instanceId ?? ''),
    )?.name;
    const isAlone = facts.autoScalingGroups !== undefined && name === undefined;
    return { launches: [], isSeen: isAlone || (name !== undefined && hasNone('AutoScalingGroup', name, facts)) };
  };
  return { ofNode, ofGroup };
}

/** True if a group certainly has no user data, or cannot launch nodes. */
function hasNone(kind: string, name: string, facts: LaunchesFrom): boolean {
  const { nodegroups, autoScalingGroups, launchTemplates = [] } = facts;
  const isAbsent = (named: NamedTemplate) => findTemplate(named, launchTemplates)?.found === null;
  if (kind === 'NodeGroup') {
    const group = nodegroups?.find((one) => one.name === name);
    if (group?.template !== undefined && isAbsent(group.template)) return true;
    return group !== undefined && (!group.launchTemplate || group.status === 'DELETING');
  }
  if (kind === 'AutoScalingGroup') {
    const group = autoScalingGroups?.find((one) => one.name === name);
    if (group?.maxSize === 0) return true;
    if (group?.launches?.every(({ template }) => template !== null) !== true) return false;
    return listNamedTemplates(group).every(isAbsent);
  }
  return hasProvider(kind, name, facts);
}

/** A Provisioner with its own EC2 settings needs no node class. */
function hasProvider(kind: string, name: string, { karpenterPools = [] }: ObjectFacts): boolean {
  return karpenterPools.some((pool) => pool.kind === kind && pool.name === name && pool.provider !== null);
}
