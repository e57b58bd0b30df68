import type { Resource } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { Minor } from '../../../src/languages/versions.ts';
import { imageOfNodegroup } from '../../../src/subjects/eks-images.ts';
import { byOwner, emptyNodegroupResource, emptyNodegroups } from '../../../src/subjects/node-owners.ts';
import { verdictOfNode, verdictOfNodegroup, type Image, type Refusal, type Verdict } from './runtimes.ts';

type Nodegroup = Facts['nodegroups'][number];

/** Nodes of one owner with the same verdict; none: a node group at zero. */
export interface Judged {
  verdict: Verdict;
  resource: Resource;
  computeType: NodeFact['computeType'];
  nodes: readonly NodeFact[];
  nodegroup: Nodegroup | undefined;
  /** Name of the image that told the runtime of a group at zero with a custom AMI. */
  image?: string;
}

interface Table {
  refusals: readonly Refusal[];
  images: readonly Image[];
}

/** Excludes the node's own text, so that a fingerprint survives a patch release. */
export function ruleOf(verdict: Verdict): string {
  if (verdict.level === 'unknown') return 'runtime-not-known';
  return `${verdict.row.runtime}-${verdict.row.below ?? 'any'}`;
}

/** Nodes and node groups at zero with a runtime to report; nodes that AWS manages are left out. */
export function judgedOf(
  nodes: readonly NodeFact[],
  nodegroups: readonly Nodegroup[],
  nodeImages: Facts['nodeImages'],
  table: Table,
  versions: readonly Minor[],
): Judged[] {
  return [
    ...judgedNodes(nodes, nodegroups, table, versions),
    ...judgedAtZero(emptyNodegroups(nodes, nodegroups), nodeImages, table, versions),
  ];
}

/** Nodes that AWS keeps, and virtual kubelets, which run no containers. */
const kept: ReadonlySet<NodeFact['computeType']> = new Set(['fargate', 'auto', 'virtual']);

function judgedNodes(
  nodes: readonly NodeFact[],
  nodegroups: readonly Nodegroup[],
  { refusals }: Table,
  versions: readonly Minor[],
): Judged[] {
  const own = nodes.filter(({ computeType }) => !kept.has(computeType));
  const judged = byOwner(own, [], (node) => verdictOfNode(node, refusals, versions), ruleOf);
  return judged.map(({ trait, ...owner }) => {
    const { kind, name } = owner.resource;
    const nodegroup = kind === 'NodeGroup' ? nodegroups.find((one) => one.name === name) : undefined;
    return { ...owner, verdict: trait, nodegroup };
  });
}

/** Node groups without nodes are judged by their images. */
function judgedAtZero(
  nodegroups: readonly Nodegroup[],
  nodeImages: Facts['nodeImages'],
  table: Table,
  versions: readonly Minor[],
): Judged[] {
  return nodegroups.flatMap((nodegroup): Judged[] => {
    const image = imageOfNodegroup(nodegroup, nodeImages);
    const verdict = verdictOfNodegroup(nodegroup, table, versions, image);
    if (verdict === undefined) return [];
    const resource = emptyNodegroupResource(nodegroup.name);
    const told = image === undefined ? {} : { image: image.name };
    return [{ verdict, resource, computeType: 'managed', nodes: [], nodegroup, ...told }];
  });
}
