import type { Facts, NodeFact } from '../facts/facts.ts';
import type { AddressSettings } from '../facts/node-room.ts';
import type { InstanceType } from '../facts/launch-templates.ts';
import { isFinished } from './drained-pods.ts';
import type { ExtraNodes } from './extra-nodes.ts';
import { findTemplate } from './named-templates.ts';
import { countNeed, onlyNode, type NodeNeed } from './address-needs.ts';

/** What decides how many addresses a new node takes; a fact that was not read is undefined. */
export interface Sizing {
  ipFamily: Facts['cluster']['ipFamily'];
  vpcCni?: Facts['vpcCni'] | undefined;
  pods?: Facts['pods'] | undefined;
  instanceTypes?: Facts['instanceTypes'] | undefined;
  launchTemplates?: Facts['launchTemplates'] | undefined;
}

/** What one new node of a group takes, for how many pods. */
interface Size {
  need: NodeNeed;
  pods: number;
}

/**
 * The instance types of a managed node group: its own, or that of its launch template; undefined if it was not read.
 */
export function listTypes(
  { instanceTypes, template }: Facts['nodegroups'][number],
  launchTemplates: Facts['launchTemplates'] | undefined,
): readonly string[] | undefined {
  if (instanceTypes.length > 0) return instanceTypes;
  if (template === undefined) return undefined;
  const type = findTemplate(template, launchTemplates ?? [])?.found?.instanceType ?? undefined;
  return type === undefined ? undefined : [type];
}

/** The settings of the VPC CNI; undefined if they were not read. */
export function findSettings(vpcCni: Facts['vpcCni'] | undefined): AddressSettings | undefined {
  return vpcCni?.find(({ addresses }) => addresses !== undefined)?.addresses;
}

/**
 * What a new node takes of the subnets; undefined if that is unknown. Of several instance types, the one that takes
 * the most counts. The number of pods is the mean of the old nodes, rounded up: all pods move, and the new nodes of a
 * zone share them.
 */
export function measure({ group, nodegroup }: ExtraNodes, sizing: Sizing): Size | undefined {
  const { ipFamily, vpcCni, pods, instanceTypes, launchTemplates } = sizing;
  if (ipFamily === 'ipv6' || vpcCni?.length === 0) return { need: onlyNode, pods: 0 };
  const settings = findSettings(vpcCni);
  if (settings === undefined || pods === undefined) return undefined;
  const perNode = Math.ceil(countPods(pods, group.nodes) / group.nodes.length);
  const own = nodegroup === undefined ? undefined : listTypes(nodegroup, launchTemplates);
  const names = new Set(own ?? group.nodes.flatMap(({ instanceType }) => instanceType ?? []));
  const types = (instanceTypes ?? []).filter(({ name }) => names.has(name));
  const needs = types
    .map((type: InstanceType) => countNeed(perNode, type, settings))
    .sort((a, b) => total(b) - total(a));
  const [largest] = needs;
  return largest === undefined ? undefined : { need: largest, pods: perNode };
}

/** Addresses of a node with its pods, those of prefixes included. */
export function total({ own, apart, blocks }: NodeNeed): number {
  return own + apart + 16 * blocks;
}

function countPods(pods: Facts['pods'], nodes: readonly NodeFact[]): number {
  const names = new Set(nodes.map(({ name }) => name));
  let count = 0;
  for (const pod of pods) {
    if (pod.node !== null && !isFinished(pod) && pod.hostNetwork !== true && names.has(pod.node)) count += 1;
  }
  return count;
}
