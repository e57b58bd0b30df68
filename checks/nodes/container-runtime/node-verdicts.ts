import type { Resource } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import {
  hasCustomImage,
  findNodegroupImage,
  type ImageSources,
  type KnownImage,
} from '../../../src/for-checks/custom-images.ts';
import { byOwner, emptyNodegroupResource, emptyNodegroups } from '../../../src/for-checks/node-owners.ts';
import type { Image, Refusal } from '../shared/runtime-images.ts';
import { toNodeVerdict, toNodegroupVerdict, type Verdict } from './runtimes.ts';

type Nodegroup = Facts['nodegroups'][number];

/** Nodes of one owner with the same verdict. Without nodes: a node group that is scaled to zero. */
export interface Judged {
  verdict: Verdict;
  resource: Resource;
  computeType: NodeFact['computeType'];
  nodes: readonly NodeFact[];
  nodegroup: Nodegroup | undefined;
  /** For a group without nodes and with a custom AMI: the image that shows the runtime. */
  image?: KnownImage;
}

interface Table {
  refusals: readonly Refusal[];
  images: readonly Image[];
}

/**
 * The rule of the finding. It does not contain the version that the node reports, so that a patch release does not
 * change the fingerprint.
 */
export function formatRule(verdict: Verdict): string {
  if (verdict.level === 'unknown') return 'runtime-not-known';
  return `${verdict.row.runtime}-${verdict.row.below ?? 'any'}`;
}

/** Verdicts for nodes and empty node groups. Omits Fargate nodes, EKS Auto Mode nodes and virtual kubelets. */
export function judgeRuntimes(sources: ImageSources, table: Table, versions: readonly Minor[]): Judged[] {
  const { nodes, nodegroups } = sources;
  return [...judgeNodes(nodes, nodegroups, table, versions), ...judgeEmptyGroups(sources, table, versions)];
}

/**
 * Compute types that are not judged: AWS maintains the nodes, or the nodes are virtual kubelets, which run no
 * containers.
 */
const kept: ReadonlySet<NodeFact['computeType']> = new Set(['fargate', 'auto', 'virtual']);

function judgeNodes(
  nodes: readonly NodeFact[],
  nodegroups: readonly Nodegroup[],
  { refusals }: Table,
  versions: readonly Minor[],
): Judged[] {
  const own = nodes.filter(({ computeType }) => !kept.has(computeType));
  const judged = byOwner(own, [], (node) => toNodeVerdict(node, refusals, versions), formatRule);
  return judged.map(({ trait, ...owner }) => {
    const { kind, name } = owner.resource;
    const nodegroup = kind === 'NodeGroup' ? nodegroups.find((one) => one.name === name) : undefined;
    return { ...owner, verdict: trait, nodegroup };
  });
}

/** Judges groups without nodes by their images. If images were not read, another finding covers custom AMIs. */
function judgeEmptyGroups(sources: ImageSources, table: Table, versions: readonly Minor[]): Judged[] {
  return emptyNodegroups(sources.nodes, sources.nodegroups).flatMap((nodegroup): Judged[] => {
    const image = findNodegroupImage(nodegroup, sources);
    if (image === undefined && hasCustomImage(nodegroup) && sources.nodeImages === undefined) return [];
    const verdict = toNodegroupVerdict(nodegroup, table, versions, image);
    if (verdict === undefined) return [];
    const resource = emptyNodegroupResource(nodegroup.name);
    const imageField = image === undefined ? {} : { image };
    return [{ verdict, resource, computeType: 'managed', nodes: [], nodegroup, ...imageField }];
  });
}
