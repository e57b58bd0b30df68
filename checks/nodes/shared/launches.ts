import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { findTemplate, listNamedTemplates, type NamedTemplate } from '../../../src/for-checks/named-templates.ts';
import { emptyNodegroupResource } from '../../../src/for-checks/node-owners.ts';
import type { ObjectFacts } from '../../../src/karpenter/own-objects.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import { findOldest, selectInstances, selectManaged } from './group-nodes.ts';
import { describeUnread, type Launch, type LaunchedGroup } from './launch.ts';
import { poolLaunches } from './pool-launches.ts';

/** The facts that {@link listLaunches} reads, besides the nodes. */
export const launchFacts = ['nodegroups', 'autoScalingGroups', 'launchTemplates'] as const;

/** The facts about what starts nodes, as far as they were read. */
export type LaunchesFrom = ObjectFacts & { nodes: readonly NodeFact[] } & {
  [Name in (typeof launchFacts)[number]]?: Facts[Name] | undefined;
};

/**
 * Each user data once, with the groups that start nodes with it. Omits groups that cannot launch nodes: they are being
 * deleted, their maximum is 0, or their launch template does not exist. A launch template that could not be described
 * is omitted, too: another finding reports it.
 */
export function listLaunches(facts: LaunchesFrom, current: Minor): Launch[] {
  const { nodes, nodegroups = [], autoScalingGroups = [], launchTemplates = [] } = facts;
  const all = [
    ...nodegroups.flatMap((group) => managedLaunch(group, nodes, launchTemplates)),
    ...autoScalingGroups.flatMap((group) => selfManagedLaunches(group, nodes, launchTemplates)),
    ...poolLaunches(facts, current),
  ];
  return [...grouped(all, ({ resource: { kind, name, note } }) => [kind, name, note].join('\n')).values()].map(
    (same) => ({ ...same[0], groups: same.flatMap(({ groups }) => groups) }),
  );
}

function managedLaunch(
  nodegroup: Facts['nodegroups'][number],
  nodes: readonly NodeFact[],
  templates: Facts['launchTemplates'],
): Launch[] {
  const { name, status, launchTemplate, template, version } = nodegroup;
  if (status === 'DELETING' || !launchTemplate) return [];
  const own = selectManaged(nodes, name);
  const resource = own.length === 0 ? emptyNodegroupResource(name) : { kind: 'NodeGroup', name };
  const kubelet = findOldest(own) ?? (version === null ? undefined : parseMinor(version));
  const group = { resource, nodes: own, kubelet, nodegroup };
  if (template !== undefined) return fromTemplate(template, templates, group);
  const unread = 'this inventory does not show which launch template it has';
  return [{ resource, boot: null, unread, fact: 'nodegroups', groups: [group] }];
}

function selfManagedLaunches(
  autoScalingGroup: Facts['autoScalingGroups'][number],
  nodes: readonly NodeFact[],
  templates: Facts['launchTemplates'],
): Launch[] {
  const { name, nodegroup, maxSize, launches } = autoScalingGroup;
  if (nodegroup !== null || maxSize === 0) return [];
  const own = selectInstances(nodes, autoScalingGroup);
  const resource = { kind: 'AutoScalingGroup', name, ...(own.length === 0 ? { note: 'no nodes' } : {}) };
  const group = { resource, nodes: own, kubelet: findOldest(own), autoScalingGroup };
  const unread = (why: string): Launch => {
    return { resource, boot: null, unread: why, fact: 'autoScalingGroups', groups: [group] };
  };
  if (launches === undefined) return [unread('this inventory does not show what it launches instances from')];
  if (launches.some(({ template }) => template === null))
    return [unread('its user data is in a launch configuration, which is not read')];
  return listNamedTemplates(autoScalingGroup).flatMap((named) => fromTemplate(named, templates, group));
}

function fromTemplate(named: NamedTemplate, templates: Facts['launchTemplates'], group: LaunchedGroup): Launch[] {
  const found = findTemplate(named, templates)?.found ?? null;
  if (found === null) return [];
  const { template: name, version } = named;
  const { number, boot } = found;
  const resource = { kind: 'LaunchTemplate', name, note: `version ${number}` };
  const template = { name, version, number };
  return [{ resource, boot, unread: describeUnread(boot), fact: 'launchTemplates', template, groups: [group] }];
}
