import type { Facts, NodeFact } from '../../facts/facts.ts';
import { ownObjects } from '../../karpenter/own-objects.ts';
import { grouped } from '../../syntax/grouped.ts';
import { parseMinor, type Minor } from '../../syntax/versions.ts';
import { findTemplate, listNamedTemplates } from '../named-templates.ts';
import type { AmazonLinux2 } from '../node-images.ts';
import { toPoolKind } from '../node-owners.ts';
import type { LabelDomain, NodeShape } from '../placement/node-shape.ts';
import { ownerText } from '../pods-by-group.ts';
import { readLabelsToday, type LabelsToday } from './labels-today.ts';
import { managedShape, readArch, readOs, someOrUnknown, untraced } from './managed-shape.ts';
import { poolShape } from './pool-shape.ts';
import { listPresentNodes } from './present.ts';
import { findReplacedAt, newGroupName, type Route } from './routes.ts';
import { findSystemDomain } from './system-labels.ts';

type Nodegroup = Facts['nodegroups'][number];

/** What the nodes of one group or pool are after the update. */
export interface NewNodes {
  /** What has the nodes today, as reports name it: `node group general`, `NodePool default`. */
  text: string;
  computeType: NodeFact['computeType'];
  route: Route;
  /** The version at which another group replaces this one; undefined for another route. */
  at: Minor | undefined;
  /** The name of the group that replaces it. */
  newName: string | undefined;
  nodegroup: Nodegroup | undefined;
  /** Its nodes of today that the update replaces, or that stay. */
  nodes: readonly NodeFact[];
  shape: NodeShape;
}

/** The facts that {@link listNewNodes} reads; those that may be undefined were not read. */
export interface NewNodesFrom {
  nodes: Facts['nodes'];
  nodeLabels: Facts['nodeLabels'];
  /** A program in the cluster runs kubectl. */
  hasScripts: boolean;
  nodegroups?: Facts['nodegroups'] | undefined;
  autoScalingGroups?: Facts['autoScalingGroups'] | undefined;
  launchTemplates?: Facts['launchTemplates'] | undefined;
  vpcSubnets?: Facts['vpcSubnets'] | undefined;
  karpenterPools?: Facts['karpenterPools'] | undefined;
  karpenterNodeClasses?: Facts['karpenterNodeClasses'] | undefined;
}

/** What decides the route of each group. */
export interface NewNodesPath {
  cluster: Pick<Facts['cluster'], 'region'>;
  versions: readonly Minor[];
  rows: AmazonLinux2;
  /** The labels that pods require of their nodes. */
  keys: ReadonlySet<string>;
}

interface Around extends NewNodesFrom, NewNodesPath {
  labelsByName: ReadonlyMap<string, Facts['nodeLabels'][number]>;
  today(nodes: readonly NodeFact[]): LabelsToday;
}

/**
 * The nodes that each node group, pool and other group has after the update. Omits Fargate, which has no nodes to choose
 * from, and groups and pools that are being deleted or cannot have nodes.
 */
export function listNewNodes(from: NewNodesFrom, path: NewNodesPath): NewNodes[] {
  const labelsByName = new Map(from.nodeLabels.map((one) => [one.name, one]));
  const around: Around = {
    ...from,
    ...path,
    labelsByName,
    today: (nodes) => readLabelsToday(nodes, labelsByName, from.hasScripts),
  };
  const target = Math.max(...path.versions);
  const isRolled = ({ kubeletVersion, computeType }: NodeFact) =>
    (parseMinor(kubeletVersion) ?? 0) < target && computeType !== 'hybrid' && computeType !== 'virtual';
  const groups = grouped(
    from.nodes.filter(({ computeType }) => computeType !== 'fargate'),
    (node) => ownerText(node) ?? '',
  );
  const staying = [...groups].flatMap(([text, nodes]) =>
    stays(
      text,
      nodes.filter((node) => !isRolled(node)),
      around,
    ),
  );
  const configured = [...managedGroups(around), ...pools(around)];
  const listed = new Set(configured.map(({ text }) => text));
  const others = [...groups].flatMap(([text, nodes]) =>
    listed.has(text) ? [] : other(text, nodes.filter(isRolled), around),
  );
  return [...staying, ...configured, ...others];
}

/** Nodes that the update does not replace: they have what they have today. */
function stays(text: string, nodes: readonly NodeFact[], { labelsByName }: Around): NewNodes[] {
  return listPresentNodes(nodes, labelsByName).map(({ nodes: alike, shape }) => ({
    ...group(text, alike[0]),
    route: 'stays',
    nodes: alike,
    shape,
  }));
}

function group(text: string, { computeType }: Pick<NodeFact, 'computeType'>) {
  return { text, computeType, at: undefined, newName: undefined, nodegroup: undefined };
}

function managedGroups(around: Around): NewNodes[] {
  const { nodegroups = [], nodes, versions, rows, keys, today } = around;
  return nodegroups.flatMap((nodegroup): NewNodes[] => {
    if (nodegroup.status === 'DELETING' || nodegroup.maxSize === 0) return [];
    const own = nodes.filter((node) => node.computeType === 'managed' && node.group === nodegroup.name);
    const at = findReplacedAt(nodegroup, versions, rows);
    const newName = at === undefined ? undefined : newGroupName(nodegroup);
    const about = { nodegroup, newName: newName ?? nodegroup.name, nodes: own, today: today(own) };
    return [
      {
        text: `node group ${nodegroup.name}`,
        computeType: 'managed',
        route: at === undefined ? 'in-place' : 'replaced',
        at,
        newName,
        nodegroup,
        nodes: own,
        shape: managedShape(about, keys, { launchTemplates: undefined, vpcSubnets: undefined, ...around }),
      },
    ];
  });
}

function pools({ karpenterPools = [], karpenterNodeClasses = [], nodes, keys, today }: Around): NewNodes[] {
  return karpenterPools.flatMap((pool): NewNodes[] => {
    if (pool.terminating) return [];
    const isAuto = !ownObjects({ karpenterPools: [pool] }).pools.includes(pool);
    const computeType = isAuto ? 'auto' : 'karpenter';
    const own = nodes.filter((node) => {
      return node.computeType === computeType && node.group === pool.name && (isAuto || toPoolKind(node) === pool.kind);
    });
    const ofPool = {
      computeType,
      group: pool.name,
      ...(pool.kind === 'Provisioner' ? { ofProvisioner: true as const } : {}),
    } as const;
    const nodeClass = karpenterNodeClasses.find(
      ({ kind, name }) => kind === pool.nodeClass?.kind && name === pool.nodeClass.name,
    );
    const shape = poolShape({ pool, nodeClass, today: today(own) }, keys);
    return [{ ...group(ownerText(ofPool) ?? pool.name, ofPool), route: isAuto ? 'aws' : 'drift', nodes: own, shape }];
  });
}

/** Self-managed nodes, and nodes of groups and pools that were not read. */
function other(text: string, nodes: readonly NodeFact[], around: Around): NewNodes[] {
  const [first] = nodes;
  if (first === undefined) return [];
  const { keys, cluster } = around;
  const today = around.today(nodes);
  const boots = listBoots(nodes, around);
  const traits = {
    zones: someOrUnknown(nodes.flatMap(({ zone }) => zone ?? [])),
    region: cluster.region,
    instanceTypes: someOrUnknown(nodes.flatMap(({ instanceType }) => instanceType ?? [])),
    os: readOs(nodes),
    arch: readArch(nodes),
  };
  const labels = new Map(
    [...keys].flatMap((key) => {
      const isOfEksctl = key.startsWith('alpha.eksctl.io/');
      const known = isOfEksctl ? { values: today.listValues(key), orAbsent: false } : findSystemDomain(key, traits);
      const isBooted = boots.some((boot) => boot.nodeLabels?.includes(key) === true);
      const domain = known ?? (isBooted ? today.keep(key) : foreseeOther(key, first, today));
      return domain === 'unknown' ? [] : [[key, domain] as const];
    }),
  );
  const taints = today.withValues(boots.flatMap(({ nodeTaints = [] }) => nodeTaints)) ?? [];
  const shape = { labels, otherLabels: { unknown: untraced }, taints, otherTaints: undefined };
  return [{ ...group(text, first), route: 'launch-template', nodes, shape }];
}

/** The configuration of a node group or a pool that was not read may set what people set on its nodes. */
function foreseeOther(key: string, { computeType }: NodeFact, today: LabelsToday): LabelDomain | 'unknown' {
  const isConfigured = ['managed', 'karpenter', 'auto'].includes(computeType);
  return isConfigured && today.listValues(key).length > 0 ? 'unknown' : today.foresee(key);
}

/** The user data of the Auto Scaling groups that started nodes, as far as it was read. */
function listBoots(nodes: readonly NodeFact[], { autoScalingGroups = [], launchTemplates = [] }: Around) {
  const ids = new Set(nodes.flatMap(({ instanceId }) => instanceId ?? []));
  const own = autoScalingGroups.filter(({ instanceIds = [] }) => instanceIds.some((id) => ids.has(id)));
  return own.flatMap(listNamedTemplates).flatMap((named) => findTemplate(named, launchTemplates)?.found?.boot ?? []);
}
