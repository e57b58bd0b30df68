import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { newerSystems } from '../../../src/for-checks/newer-systems.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import type { Launch } from '../shared/launch.ts';
import { changeUserData } from '../shared/user-data-fixes.ts';
import type { Started } from './verdicts.ts';

const stopgap = advice`As a stopgap, set \`failCgroupV1: false\` in the configuration of the kubelet; Kubernetes removes this
  setting in a later version.`;

/** How to start nodes with cgroup v2 where user data chooses v1. */
export function userDataFix(launch: Launch, cluster: Facts['cluster']): Advice {
  const edit = advice`Remove \`systemd.unified_cgroup_hierarchy=0\` from it. ${stopgap}`;
  return changeUserData(launch, edit, cluster);
}

/** How to start nodes with cgroup v2 where the operating system uses v1 by default. */
export function systemFix({ computeType, nodes, resource }: Started, from: Minor, cluster: Facts['cluster']): Advice {
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
  return advice`Build the AMI for ${before} with cgroup v2, and ${change}. A newer release of the operating system uses
    cgroup v2 by default, or the kernel parameter ${parameter} chooses it. Or move the pods to nodes with ${newerSystems(cluster)}. ${stopgap}${look(nodes[0]?.name)}`;
}

/** How to see the cgroup version of a node; empty without a node. */
export function look(node: string | undefined): Advice {
  if (node === undefined) return advice``;
  return advice`\nTo see the cgroup version of a node (1 or 2; kubelet 1.31 and newer):\n${commands(
    sh`kubectl get --raw ${`/api/v1/nodes/${node}/proxy/metrics`} | grep ^kubelet_cgroup_version`,
  )}`;
}
