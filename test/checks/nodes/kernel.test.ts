import check from '../../../checks/nodes/kernel.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { aNode, aNodegroup, aWorkload, checkCases, type Case } from '../cases.ts';
import { aNodeClass, aNodePool } from '../karpenter/objects.ts';

const source = 'https://example.com/kernels';
const kernel = { rowKind: 'kernel' as const, family: 'AL2023', source };
const tables: Partial<Tables> = {
  'ami-kernels': [
    { ...kernel, kubernetes: 36, kernel: '6.18' },
    { ...kernel, kubernetes: 0, kernel: '6.1' },
    { ...kernel, kubernetes: 33, kernel: '6.12' },
    { rowKind: 'headers', paths: ['/usr/src'], source },
    { rowKind: 'headers', paths: ['/lib/modules', '/boot'], source },
  ],
};

const old = '6.1.166-197.305.amzn2023.x86_64';

function agent(...paths: readonly string[]): Facts['daemonSets'][number] {
  const hostPaths = paths.map((path, index) => ({ volume: `volume-${index}`, path }));
  return aWorkload({ kind: 'DaemonSet', namespace: 'security', name: 'agent', replicas: null, hostPaths });
}

function managed(kernelVersion: string, more: Partial<NodeFact> = {}): NodeFact {
  return aNode('a', 'v1.32.9', { computeType: 'managed', group: 'blue', kernelVersion, ...more });
}

const base = { daemonSets: [agent('/usr/src/')], nodes: [managed(old)], nodegroups: [aNodegroup('blue')] };

const pinnedPool = {
  nodes: [managed(old, { computeType: 'karpenter', group: 'general' })],
  karpenterPools: [aNodePool('general')],
  karpenterNodeClasses: [aNodeClass('default', { alias: 'al2023@v20260714' })],
};
const notFollowed = 'no node with Amazon Linux 2023 gets the newest EKS AMI with the update';

function row(it: string, facts: Partial<Facts>, more: Partial<Case>): Case {
  return { it, current: '1.32', tables, facts: { ...base, ...facts }, ...more };
}

checkCases(check, [
  row(
    'warns about a DaemonSet that mounts kernel headers where new nodes have a newer kernel line',
    {},
    {
      findings: [
        {
          level: 'warn',
          at: 33,
          resource: { kind: 'DaemonSet', namespace: 'security', name: 'agent' },
          message: 'mounts /usr/src of the node: new nodes have kernel 6.12 instead of 6.1',
          evidence: [
            {
              observed: `kernel ${old}`,
              required: 'support for kernel 6.12',
              fact: 'nodes',
              resource: 'node group blue',
            },
          ],
        },
      ],
    },
  ),
  row(
    'names the last kernel line of the path, and all lines of today',
    { nodes: [managed(old), { ...managed('6.12.94-123.180.amzn2023.x86_64'), name: 'b' }] },
    {
      target: '1.36',
      findingsLike: [
        { at: 33, message: 'mounts /usr/src of the node: new nodes have kernel 6.18 instead of 6.1 and 6.12' },
      ],
    },
  ),
  row(
    'applies today to nodes that are behind the control plane',
    {},
    {
      current: '1.33',
      findingsLike: [{ message: 'mounts /usr/src of the node: new nodes have kernel 6.12 instead of 6.1' }],
    },
  ),
  row('is silent if the kernel line stays', {}, { current: '1.31', findings: [] }),
  row(
    'is silent where the nodes have the line already',
    { nodes: [managed('6.12.94-123.180.amzn2023.x86_64')] },
    { findings: [] },
  ),
  row(
    'is silent about /lib/modules alone',
    { daemonSets: [agent('/lib/modules', '/run/xtables.lock')] },
    { findings: [] },
  ),
  row(
    'knows headers by several directories',
    { daemonSets: [agent('/lib/modules', '/boot')] },
    {
      findingsLike: [
        { message: 'mounts /lib/modules and /boot of the node: new nodes have kernel 6.12 instead of 6.1' },
      ],
    },
  ),
  row(
    'is silent about node groups with a custom AMI',
    { nodegroups: [aNodegroup('blue', { amiType: 'CUSTOM', releaseVersion: 'ami-0a' })] },
    { findings: [] },
  ),
  row(
    'is silent about self-managed nodes',
    { nodes: [managed(old, { computeType: 'self-managed' })] },
    { findings: [] },
  ),
  row('is silent about other operating systems', { nodes: [managed('6.1.150')] }, { findings: [] }),
  row(
    'judges pools that follow the newest AMI',
    {
      nodes: [managed(old, { computeType: 'karpenter', group: 'general' })],
      karpenterPools: [aNodePool('general')],
      karpenterNodeClasses: [aNodeClass('default')],
    },
    {
      findingsLike: [
        {
          evidence: [
            {
              observed: `kernel ${old}`,
              required: 'support for kernel 6.12',
              fact: 'nodes',
              resource: 'NodePool general',
            },
          ],
        },
      ],
    },
  ),
  row(
    'is silent about pools with a pinned release beside a group that follows',
    { ...pinnedPool, nodes: [...pinnedPool.nodes, managed('6.12.94-123.180.amzn2023.x86_64')] },
    { current: '1.33', findings: [] },
  ),
  row('is skipped where no pool follows the newest AMI', pinnedPool, { skip: notFollowed }),
  row(
    'is skipped where all nodes have another operating system',
    { ...pinnedPool, karpenterPools: [], nodes: [managed('6.12.46', { osImage: 'Bottlerocket OS 1.60.0' })] },
    { skip: notFollowed },
  ),
]);
