import { advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Evidence, type Warning } from '../../src/check.ts';
import type { Facts, NodeFact } from '../../src/facts/facts.ts';
import type { Workload } from '../../src/facts/kube.ts';
import type { Tables } from '../../src/tables/tables.ts';
import { hasCustomImage } from '../../src/for-checks/custom-images.ts';
import { toPoolKind } from '../../src/for-checks/node-owners.ts';
import { ownerText } from '../../src/for-checks/pods-by-group.ts';
import { followedFamily } from '../../src/karpenter/followed-images.ts';
import { nodeClassFacts, ownObjects, poolFacts, type OwnObjects } from '../../src/karpenter/own-objects.ts';
import { grouped } from '../../src/syntax/grouped.ts';
import { isBelow, type Minor } from '../../src/syntax/versions.ts';

type Rows = Tables['ami-kernels'];
type Nodegroups = Facts['nodegroups'];

const uses = ['nodegroups', ...poolFacts, ...nodeClassFacts] as const;

export default defineCheck({
  id: 'nodes/kernel',
  title: 'DaemonSets that depend on the kernel of the nodes',
  short: 'new nodes have a newer kernel',
  task: 'Test DaemonSets that depend on the kernel',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `EKS AMIs for newer Kubernetes versions have a newer kernel line: AMIs with Amazon Linux 2023 have 6.12 from 1.33
    on, and 6.18 from 1.36 on. Agents that build a kernel module or an eBPF program on the node (security agents,
    profilers, drivers) may not support the new line, and fail on each new node.

    The check names DaemonSets that mount the kernel headers of the node: \`/usr/src\`, or \`/lib/modules\` with
    \`/usr\`
    or \`/boot\`. \`/lib/modules\` alone is not reported: kube-proxy and CNI plugins mount it to load modules that each
    kernel has. eBPF programs that need no headers (CO-RE) cannot be recognized. Only nodes that move to a newer EKS
    AMI with Amazon Linux 2023 count: those of managed node groups without a custom AMI, and of Karpenter pools that
    follow the newest AMI.`,
  fix: advice`Find out whether the release of the DaemonSet supports the new kernel line, update it if not, and test it
    on one new node before you update the others.`,
  links: ['https://github.com/awslabs/amazon-eks-ami/blob/main/CHANGELOG.md'],
  needs: ['daemonSets', 'nodes'],
  uses,
  tables: ['ami-kernels'],
  applies: {
    needs: ['nodes'],
    uses,
    when({ nodes, nodegroups, ...objects }) {
      if (nodegroups === undefined || uses.some((fact) => fact !== 'nodegroups' && objects[fact] === undefined))
        return true;
      const follows = listFollowing(nodes, nodegroups, ownObjects(objects)).length > 0;
      return follows || 'no node with Amazon Linux 2023 gets the newest EKS AMI with the update';
    },
  },

  *run({ daemonSets, nodes, nodegroups = [], ...objects }, { current, versions, tables }) {
    const rows = tables['ami-kernels'];
    const jumps = listJumps(listFollowing(nodes, nodegroups, ownObjects(objects)), versions, rows);
    const [first] = jumps;
    if (first === undefined) return;
    const at = Math.min(...jumps.map((jump) => jump.at));
    const from = [...new Set(jumps.map((jump) => jump.from))].sort(compareLines).join(' and ');
    for (const { kind, namespace, name, hostPaths } of daemonSets) {
      const paths = findHeaders(hostPaths, rows);
      if (paths === undefined) continue;
      yield {
        level: 'warn',
        ...(at > current ? { at } : {}),
        resource: { kind, namespace, name },
        message: `mounts ${paths.join(' and ')} of the node: new nodes have kernel ${first.to} instead of ${from}`,
        evidence: jumps.map(toEvidence),
      } satisfies Warning;
    }
  },
});

/** Nodes of a group that get a newer kernel line. */
interface Jump {
  group: string;
  nodes: readonly [NodeFact, ...NodeFact[]];
  from: string;
  /** The line at the end of the path. */
  to: string;
  /** The first version whose AMIs have a newer line. */
  at: Minor;
}

/** The nodes with Amazon Linux 2023 that an update moves to the newest EKS AMI. */
function listFollowing(nodes: readonly NodeFact[], nodegroups: Nodegroups, own: OwnObjects): NodeFact[] {
  const groups = nodegroups.filter((group) => !hasCustomImage(group)).map(({ name }) => name);
  const pools = own.pools
    .filter((pool) => followedFamily(pool, own.nodeClasses) === 'AL2023')
    .map(({ kind, name }) => `${kind}/${name}`);
  return nodes.filter((node) => {
    const { computeType, group, kernelVersion } = node;
    if (group === null || !kernelVersion.includes('.amzn2023.')) return false;
    if (computeType === 'managed') return groups.includes(group);
    return computeType === 'karpenter' && pools.includes(`${toPoolKind(node)}/${group}`);
  });
}

function listJumps(nodes: readonly NodeFact[], versions: readonly Minor[], rows: Rows): Jump[] {
  const to = findLine(Math.max(...versions), rows);
  return [...grouped(nodes, (node) => `${ownerText(node) ?? ''}\n${readLine(node) ?? ''}`).values()].flatMap(
    (alike) => {
      const from = readLine(alike[0]);
      if (from === undefined || to === undefined) return [];
      const at = versions.find((version) => compareLines(from, findLine(version, rows) ?? from) < 0);
      return at === undefined ? [] : [{ group: ownerText(alike[0]) ?? alike[0].name, nodes: alike, from, to, at }];
    },
  );
}

/** `6.12` of `6.12.94-123.180.amzn2023.x86_64` */
function readLine({ kernelVersion }: NodeFact): string | undefined {
  return /^(\d+\.\d+)\./.exec(kernelVersion)?.[1];
}

function findLine(version: Minor, rows: Rows): string | undefined {
  const known = rows.flatMap((row) => (row.rowKind === 'kernel' && row.kubernetes <= version ? [row] : []));
  return known.toSorted((a, b) => a.kubernetes - b.kubernetes).at(-1)?.kernel;
}

function compareLines(a: string, b: string): number {
  if (a === b) return 0;
  return isBelow(`${a}.0`, `${b}.0`) ? -1 : 1;
}

/** The mounted directories that hold kernel headers; undefined if the workload does not mount them. */
function findHeaders(hostPaths: Workload['hostPaths'], rows: Rows): readonly string[] | undefined {
  const mounted = hostPaths.map(({ path }) => path.replace(/\/$/, ''));
  for (const row of rows) {
    if (row.rowKind === 'headers' && row.paths.every((path) => mounted.includes(path))) return row.paths;
  }
  return undefined;
}

function toEvidence({ group, nodes, to }: Jump): Evidence {
  const [{ kernelVersion }] = nodes;
  return {
    observed: `kernel ${kernelVersion}`,
    required: `support for kernel ${to}`,
    fact: 'nodes',
    resource: group,
  };
}
