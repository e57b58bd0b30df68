import { formatHost, nodeObject, type NodeSystem, type TeamNode } from '../ordinary-team/nodes.ts';

type Json = Record<string, unknown>;
type Zone = TeamNode['zone'];

/** A managed node group: its number of nodes, zones and instance type. */
export interface Group {
  name: string;
  count: number;
  zones: readonly Zone[];
  type: string;
  capacityType: TeamNode['capacityType'];
  /** The Kubernetes version. */
  version: '1.33' | '1.34';
}

const all: readonly Zone[] = ['a', 'b', 'c'];
const group = (name: string, count: number, type: string, more: Partial<Group> = {}): Group => ({
  name,
  count,
  type,
  zones: all,
  capacityType: 'ON_DEMAND',
  version: '1.34',
  ...more,
});

/**
 * Twelve groups, 300 nodes. General and database groups have one zone each, as the Cluster Autoscaler recommends for
 * volumes; the database groups wait for their maintenance window and are one minor behind.
 */
export const nodeGroups: readonly Group[] = [
  group('platform', 6, 'm6i.large'),
  group('ingress', 6, 'c6i.large'),
  ...all.map((zone) => group(`general-${zone}`, 60, 'm6i.xlarge', { zones: [zone] })),
  group('batch', 36, 'c6i.xlarge'),
  group('batch-spot', 24, 'c6i.xlarge', { capacityType: 'SPOT' }),
  ...all.map((zone) => group(`data-${zone}`, 9, 'r6i.xlarge', { zones: [zone], version: '1.33' })),
  group('ci', 12, 'm6i.xlarge'),
  group('ml', 9, 'r6i.xlarge'),
];

/** The AMI release of each version, which the nodes run. */
export const releases: Readonly<Record<Group['version'], { release: string; system: NodeSystem }>> = {
  '1.33': {
    release: '1.33.8-20260304',
    system: {
      kubelet: 'v1.33.8-eks-113cf36',
      osImage: 'Amazon Linux 2023.10.20260216',
      kernel: '6.12.68-92.122.amzn2023.x86_64',
      runtime: 'containerd://2.1.5',
    },
  },
  '1.34': {
    release: '1.34.9-20260714',
    system: {
      kubelet: 'v1.34.9-eks-a3a0722',
      osImage: 'Amazon Linux 2023.12.20260710',
      kernel: '6.12.94-123.180.amzn2023.x86_64',
      runtime: 'containerd://2.2.4+unknown',
    },
  },
};

/** All nodes, in the order of the groups, with consecutive addresses in each zone. */
export const largeNodes: readonly TeamNode[] = buildNodes();

function buildNodes(): TeamNode[] {
  const taken = { a: 0, b: 0, c: 0 };
  return nodeGroups.flatMap(({ name, count, zones, type, capacityType }) =>
    Array.from({ length: count }, (_, index) => {
      const zone = zones[index % zones.length] ?? 'a';
      const place = taken[zone]++;
      const address = `${'abc'.indexOf(zone) * 16 + Math.floor(place / 12)}.${17 + (place % 12) * 19}`;
      return { address, zone, group: name, capacityType, type };
    }),
  );
}

/** Names of the nodes of some groups: `general` also selects the groups whose names start with `general-`. */
export function listHosts(...names: readonly string[]): string[] {
  const chosen = largeNodes.filter(({ group: own }) =>
    names.some((name) => own === name || own.startsWith(`${name}-`)),
  );
  return chosen.map(formatHost);
}

export function buildTemplateId(name: string): string {
  return `lt-0${Buffer.from(name.padEnd(8, '.')).toString('hex').slice(0, 16)}`;
}

export function largeNodeObjects(): Json[] {
  return largeNodes.map((node) => {
    const { version = '1.34' } = nodeGroups.find(({ name }) => name === node.group) ?? {};
    const labels = {
      'eks.amazonaws.com/capacityType': node.capacityType,
      'eks.amazonaws.com/nodegroup': node.group,
      'eks.amazonaws.com/nodegroup-image': version === '1.33' ? 'ami-04a9d1e6b3c7f2850' : 'ami-0b81f5d3e7a29c46d',
      'eks.amazonaws.com/sourceLaunchTemplateId': buildTemplateId(node.group),
      'eks.amazonaws.com/sourceLaunchTemplateVersion': '3',
      'example.com/group': node.group.replace(/-[abc]$/, ''),
    };
    return nodeObject(node, labels, releases[version].system);
  });
}
