import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context } from '../../../src/check.ts';
import { besideManager } from '../../../src/for-checks/managed-fix.ts';
import { newerSystems } from '../../../src/for-checks/newer-systems.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import type { Launch } from '../shared/launch.ts';
import { changeUserData } from '../shared/user-data-fixes.ts';
import type { Started } from './verdicts.ts';

const stopgap = advice`As a stopgap, set \`failCgroupV1: false\` in the configuration of the kubelet; Kubernetes removes this
  setting in a later version.`;

type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

/** How to start nodes with cgroup v2 where user data chooses v1. */
export function userDataFix(launch: Launch, here: Here): Advice {
  const edit = advice`Remove \`systemd.unified_cgroup_hierarchy=0\` from it. ${stopgap}`;
  return changeUserData(launch, edit, here);
}

/** How to start nodes with cgroup v2 where the operating system uses v1 by default. */
export function systemFix(started: Started, from: Minor, { cluster, tables }: Here): Advice {
  const { computeType, nodes, resource } = started;
  const before = format(from);
  const parameter = advice`\`systemd.unified_cgroup_hierarchy=1\``;
  if (computeType === 'hybrid') {
    return advice`Boot the machine with cgroup v2 before you upgrade it to ${before}. A newer release of the operating system
      uses cgroup v2 by default, or the kernel parameter ${parameter} chooses it. ${stopgap}${look(nodes[0]?.name)}`;
  }
  const change =
    computeType === 'karpenter'
      ? advice`select it in the node class of ${`${resource.kind} ${resource.name}`}`
      : advice`set it in a new version of the launch template`;
  const fix = advice`Build the AMI for ${before} with cgroup v2, and ${change}. A newer release of the operating system uses
    cgroup v2 by default, or the kernel parameter ${parameter} chooses it. Or move the pods to nodes with ${newerSystems(cluster)}. ${stopgap}`;
  return advice`${nameManager(fix, started, tables)}${look(nodes[0]?.name)}`;
}

/** A fix that selects another AMI, with what manages the node class, or the group that has the launch template. */
function nameManager(
  fix: Advice,
  { computeType, resource, userData: { launches } }: Started,
  { 'managed-changes': rows }: Here['tables'],
): Advice {
  const [launch] = launches;
  if (computeType === 'karpenter')
    return besideManager(fix, { of: launch, subject: 'the node class', change: 'node-class', rows });
  const group = launch?.groups.find((one) => one.resource.name === resource.name);
  return group?.nodegroup === undefined
    ? besideManager(fix, {
        of: group?.autoScalingGroup,
        subject: 'the Auto Scaling group',
        change: 'launch-template',
        rows,
      })
    : besideManager(fix, {
        of: group.nodegroup,
        subject: 'the node group',
        change: 'node-group-launch-template',
        rows,
      });
}

/** How to see the cgroup version of a node; empty without a node. */
export function look(node: string | undefined): Advice {
  if (node === undefined) return advice``;
  return advice`\nTo see the cgroup version of a node (1 or 2; kubelet 1.31 and newer):\n${commands(
    sh`kubectl get --raw ${`/api/v1/nodes/${node}/proxy/metrics`} | grep ^kubelet_cgroup_version`,
  )}`;
}
