import type { Resource } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { LaunchTemplate } from '../../../src/facts/launch-templates.ts';
import { findTemplate, listNamedTemplates } from '../../../src/for-checks/named-templates.ts';
import { plainCode } from '../../../src/for-checks/health-issues.ts';
import { selectInstances, selectManaged } from '../shared/group-nodes.ts';

/** A group and one of its launch templates. */
export interface TemplateUser {
  resource: Resource;
  /** Undefined for a self-managed group. */
  nodegroup: Facts['nodegroups'][number] | undefined;
  /** Undefined for a managed node group. */
  group?: Facts['autoScalingGroups'][number];
  template: LaunchTemplate;
  /** The Nodes of the group. */
  nodes: readonly NodeFact[];
}

/** Health codes with which EKS itself reports that a launch template of a node group does not exist. */
const reported: ReadonlySet<string> = new Set(['ec2launchtemplatenotfound', 'sourceec2launchtemplatenotfound']);

/**
 * The node groups and self-managed groups that launch instances, each with its launch template; for a group with
 * several, the first one that does not exist, or else the first one.
 */
export function listUsers(
  templates: Facts['launchTemplates'],
  nodegroups: Facts['nodegroups'],
  groups: Facts['autoScalingGroups'],
  nodes: Facts['nodes'],
): TemplateUser[] {
  const managed = nodegroups.flatMap((nodegroup): TemplateUser[] => {
    const template = nodegroup.template === undefined ? undefined : findTemplate(nodegroup.template, templates);
    if (template === undefined || nodegroup.status === 'DELETING') return [];
    const own = selectManaged(nodes, nodegroup.name);
    return [{ resource: { kind: 'NodeGroup', name: nodegroup.name }, nodegroup, template, nodes: own }];
  });
  const launching = groups.filter((group) => group.nodegroup === null && group.maxSize > 0);
  const selfManaged = launching.flatMap((group) => {
    const own = selectInstances(nodes, group);
    const read = listNamedTemplates(group).flatMap((named) => findTemplate(named, templates) ?? []);
    const template = read.find(({ found }) => found === null) ?? read[0];
    if (template === undefined) return [];
    return [
      { resource: { kind: 'AutoScalingGroup', name: group.name }, nodegroup: undefined, group, template, nodes: own },
    ];
  });
  return [...managed, ...selfManaged];
}

/** The node groups with a launch template that the inventory does not name. */
export function listWithoutName(nodegroups: Facts['nodegroups']): Facts['nodegroups'] {
  return nodegroups.filter(
    ({ launchTemplate, template, status }) => launchTemplate && template === undefined && status !== 'DELETING',
  );
}

/** True if nodes/node-group-health reports that the launch template does not exist. */
export function isReportedByEks({ nodegroup }: TemplateUser): boolean {
  return (nodegroup?.healthIssues ?? []).some(({ code }) => reported.has(plainCode(code)));
}
