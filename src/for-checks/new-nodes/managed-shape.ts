import type { Facts, NodeFact } from '../../facts/facts.ts';
import type { BootSettings } from '../../facts/launch-templates.ts';
import type { NodeTaint } from '../../facts/pod-templates.ts';
import { isOfEksctl } from '../eksctl-groups.ts';
import { findTemplate } from '../named-templates.ts';
import { listTypes } from '../node-demands.ts';
import type { LabelDomain, NodeShape } from '../placement/node-shape.ts';
import { uniqueTaints, type LabelsToday } from './labels-today.ts';
import { findSystemDomain, neverSet, type SystemTraits } from './system-labels.ts';

type Nodegroup = Facts['nodegroups'][number];

/** The facts about node groups, as far as they were read. */
export interface ManagedFacts {
  cluster: Pick<Facts['cluster'], 'region'>;
  launchTemplates: Facts['launchTemplates'] | undefined;
  vpcSubnets: Facts['vpcSubnets'] | undefined;
}

/** One managed node group: what it is called after the update, and what its nodes are today. */
export interface ManagedGroup {
  nodegroup: Nodegroup;
  /** That of the group that replaces it, if one does. */
  newName: string;
  nodes: readonly NodeFact[];
  today: LabelsToday;
}

/** Why a label is unknown that is neither in the configuration of its group nor set by anything that was seen. */
export const untraced = 'nothing that was read shows who set it, and whether new nodes have it';

/**
 * What the next nodes of a managed node group are: its labels and taints, those of its user data, and those that EKS and
 * the kubelet set.
 * @param keys the labels that pods require
 */
export function managedShape(group: ManagedGroup, keys: ReadonlySet<string>, facts: ManagedFacts): NodeShape {
  const { nodegroup, newName, today } = group;
  const boot = findBoot(nodegroup, facts.launchTemplates);
  const traits = findTraits(group, facts);
  const labels = new Map<string, LabelDomain>();
  const own = ownNames(nodegroup, newName);
  for (const key of keys) {
    const set = own[key] ?? nodegroup.labels?.[key];
    const domain = set === undefined ? (findSystemDomain(key, traits) ?? unset(key, group, boot)) : only(set);
    if (domain !== 'unknown') labels.set(key, domain);
  }
  const booted = today.withValues(boot?.nodeTaints ?? []);
  const isOpen =
    booted === undefined ||
    (today.taints.length > 0 && (nodegroup.taints === undefined || boot?.nodeTaints === undefined));
  return {
    labels,
    otherLabels: { unknown: untraced },
    taints: uniqueTaints([...toTaints(nodegroup), ...(booted ?? [])]),
    otherTaints: isOpen ? untraced : undefined,
  };
}

function only(value: string): LabelDomain {
  return { values: [value], orAbsent: false };
}

/** A label without a configured value. A custom AMI may set labels that no node shows yet. */
function unset(
  key: string,
  { nodegroup, nodes, today }: ManagedGroup,
  boot: Boot | undefined,
): LabelDomain | 'unknown' {
  if (boot?.nodeLabels?.includes(key) === true) return today.keep(key);
  if (nodes.length > 0) return today.foresee(key);
  const isRead = nodegroup.labels !== undefined && boot?.nodeLabels !== undefined && boot.unread !== true;
  return isRead && nodegroup.amiType !== 'CUSTOM' && nodegroup.amiType !== null ? neverSet : 'unknown';
}

/** Labels with the name of the group, and with what EKS launches. */
function ownNames({ labels, capacityType, ...group }: Nodegroup, newName: string): Readonly<Record<string, string>> {
  return {
    'eks.amazonaws.com/nodegroup': newName,
    ...(capacityType === null ? {} : { 'eks.amazonaws.com/capacityType': capacityType }),
    ...(isOfEksctl({ ...group, ...(labels === undefined ? {} : { labels }) })
      ? { 'alpha.eksctl.io/nodegroup-name': newName }
      : {}),
  };
}

type Boot = Partial<BootSettings>;

/** What the user data of a node group sets; undefined if it was not read. */
function findBoot(
  { launchTemplate, template }: Nodegroup,
  templates: ManagedFacts['launchTemplates'],
): Boot | undefined {
  const none: Boot = { nodeLabels: [], nodeTaints: [] };
  if (!launchTemplate) return none;
  const found = template === undefined ? undefined : findTemplate(template, templates ?? [])?.found;
  return found == null ? undefined : (found.boot ?? none);
}

function findTraits(
  { nodegroup, nodes }: ManagedGroup,
  { cluster, launchTemplates, vpcSubnets }: ManagedFacts,
): SystemTraits {
  const { amiType, subnetIds } = nodegroup;
  const subnets = vpcSubnets?.filter(({ id }) => subnetIds.includes(id)) ?? [];
  const zones = subnets.flatMap(({ zone }) => zone ?? []);
  const ofNodes = nodes.flatMap(({ zone }) => zone ?? []);
  const types = listTypes(nodegroup, launchTemplates) ?? nodes.flatMap(({ instanceType }) => instanceType ?? []);
  return {
    zones: subnets.length > 0 && zones.length === subnets.length ? [...new Set(zones)] : someOrUnknown(ofNodes),
    region: cluster.region,
    instanceTypes: someOrUnknown(types),
    os: amiType === 'CUSTOM' || amiType === null ? readOs(nodes) : amiType.startsWith('WINDOWS') ? 'windows' : 'linux',
    arch: amiType === 'CUSTOM' || amiType === null ? readArch(nodes) : [/_ARM_/i.test(amiType) ? 'arm64' : 'amd64'],
  };
}

/** Without any value, it is unknown. */
export function someOrUnknown(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : [...new Set(values)];
}

/** The operating system that nodes report; undefined without nodes. */
export function readOs([node]: readonly NodeFact[]): SystemTraits['os'] {
  if (node === undefined) return undefined;
  return node.osImage.startsWith('Windows') ? 'windows' : 'linux';
}

/** The architectures in the kernel versions of nodes; undefined if a kernel shows none. */
export function readArch(nodes: readonly NodeFact[]): SystemTraits['arch'] {
  const found = nodes.map(({ kernelVersion }) => {
    if (kernelVersion.endsWith('aarch64')) return 'arm64';
    return kernelVersion.endsWith('x86_64') ? 'amd64' : undefined;
  });
  const known = found.flatMap((arch) => arch ?? []);
  return known.length < found.length ? undefined : someOrUnknown(known);
}

const effects = { NO_SCHEDULE: 'NoSchedule', NO_EXECUTE: 'NoExecute', PREFER_NO_SCHEDULE: 'PreferNoSchedule' } as const;

function toTaints({ taints = [] }: Nodegroup): NodeTaint[] {
  return taints.map(({ key, value, effect }) => ({
    key,
    value,
    effect: Object.hasOwn(effects, effect) ? effects[effect as keyof typeof effects] : effect,
  }));
}
