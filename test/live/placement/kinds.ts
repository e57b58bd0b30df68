import type { NodeTaint } from '../../../src/facts/pod-templates.ts';
import type { LabelDomain, NodeShape } from '../../../src/for-checks/placement/node-shape.ts';

/** A kind of nodes: what the program knows of it, and the labels of every node that it can start. */
export interface NodeKind {
  name: string;
  shape: NodeShape;
  nodes: readonly Readonly<Record<string, string>>[];
}

/** Labels as a test writes them: a value, some values (undefined: the label is missing), or a range of numbers. */
export type Labels = Readonly<Record<string, string | readonly (string | undefined)[] | Range>>;
/** The numbers between two others. */
export interface Range {
  above: number;
  below: number;
  except?: readonly string[];
}

/** Makes a kind of nodes whose labels are all known. */
export function nodeKind(name: string, labels: Labels, taints: readonly NodeTaint[] = []): NodeKind {
  const domains = Object.entries(labels).map(([key, value]) => [key, toDomain(value)] as const);
  const shape = { labels: new Map(domains), otherLabels: 'absent', taints, otherTaints: undefined } as const;
  return { name, shape, nodes: combine(labels) };
}

function toDomain(value: Labels[string]): LabelDomain {
  if (typeof value === 'string') return { values: [value], orAbsent: false };
  if ('above' in value) return { values: 'any', orAbsent: false, ...value };
  return { values: value.flatMap((one) => one ?? []), orAbsent: value.includes(undefined) };
}

/** One node for each combination of values. */
function combine(labels: Labels): Record<string, string>[] {
  let nodes: Record<string, string>[] = [{}];
  for (const [key, value] of Object.entries(labels)) {
    nodes = nodes.flatMap((node) =>
      listValues(value).map((one) => (one === undefined ? node : { ...node, [key]: one })),
    );
  }
  return nodes;
}

function listValues(value: Labels[string]): readonly (string | undefined)[] {
  if (typeof value === 'string') return [value];
  if (!('above' in value)) return value;
  const between = Array.from({ length: value.below - value.above - 1 }, (_, at) => String(value.above + at + 1));
  return between.filter((one) => value.except?.includes(one) !== true);
}

export const taint = (key: string, value: string | null, effect: string): NodeTaint => ({ key, value, effect });

export const zone = 'topology.kubernetes.io/zone';
export const group = 'eks.amazonaws.com/nodegroup';
export const type = 'node.kubernetes.io/instance-type';
export const pool = 'karpenter.sh/nodepool';
export const cpus = 'karpenter.k8s.aws/instance-cpu';

/** Managed groups, self-managed nodes and pools, as they occur in clusters of EKS. */
export const kinds: readonly NodeKind[] = [
  nodeKind('plain group', { [group]: 'plain', [type]: 'm5.large', [zone]: 'eu-west-1a' }),
  nodeKind('group in three zones', {
    [group]: 'wide',
    [zone]: ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'],
    tier: 'web',
  }),
  nodeKind('group of two types', { [group]: 'mixed', [type]: ['m6i.large', 'c6i.large'], [zone]: 'eu-west-1b' }),
  nodeKind('GPU group', { [group]: 'gpu', 'nvidia.com/gpu': 'true', gpus: '4' }, [
    taint('nvidia.com/gpu', 'true', 'NoSchedule'),
  ]),
  nodeKind('database group', { [group]: 'db', tier: 'db', disk: 'ssd' }, [
    taint('dedicated', 'db', 'NoSchedule'),
    taint('dedicated', 'db', 'NoExecute'),
  ]),
  nodeKind('group that prefers others', { [group]: 'spot', lifecycle: 'spot', gpus: '0' }, [
    taint('spot', null, 'PreferNoSchedule'),
  ]),
  nodeKind('group that evicts', { [group]: 'drained', rank: '007' }, [taint('drained', null, 'NoExecute')]),
  nodeKind('pool of sizes', { [pool]: 'sized', [cpus]: { above: 3, below: 9, except: ['6'] }, [zone]: 'eu-west-1a' }),
  nodeKind('self-managed nodes', { 'node-role': '', tier: ['legacy', undefined], gpus: 'many' }),
  nodeKind('tainted pool', { [pool]: 'batch', [cpus]: ['2', '16'], rank: '9223372036854775807' }, [
    taint('batch', '5', 'NoSchedule'),
    taint('spot', '', 'NoSchedule'),
  ]),
];
