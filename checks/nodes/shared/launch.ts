import type { Resource } from '../../../src/check.ts';
import type { FactName, Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { BootSettings } from '../../../src/facts/launch-templates.ts';
import type { ObjectOwner } from '../../../src/facts/owner.ts';
import type { Minor } from '../../../src/syntax/versions.ts';

/** A managed node group, a self-managed Auto Scaling group, or a pool of Karpenter. */
export interface LaunchedGroup {
  resource: Resource;
  nodes: readonly NodeFact[];
  /** The oldest kubelet of its nodes; without nodes, that of the next one; undefined: unknown. */
  kubelet: Minor | undefined;
  nodegroup?: Facts['nodegroups'][number];
  autoScalingGroup?: Facts['autoScalingGroups'][number];
}

/** Where the nodes of groups get their user data from: a version of a launch template, or an object of Karpenter. */
export interface Launch {
  resource: Resource;
  /** Null without user data. */
  boot: BootSettings | null;
  /** Why the user data, or a part of it, was not read; undefined: it was. */
  unread: string | undefined;
  fact: FactName;
  /** The launch template, as EC2 takes its id or name, and the version in use. */
  template?: { name: string; version: string; number: number };
  /** The owner of an object of Karpenter. */
  owner?: ObjectOwner | undefined;
  groups: LaunchedGroup[];
}

/** Why a part of user data was not read; undefined: all of it was, or there is none. */
export function describeUnread(boot: BootSettings | null): string | undefined {
  return boot?.unread === true
    ? 'a part of its user data cannot be read: a URL, a value from elsewhere, or an unknown format'
    : undefined;
}
