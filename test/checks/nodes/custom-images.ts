import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { aNode, aNodegroup, type Case } from '../cases.ts';
import { managerRows } from '../managers.ts';
import { waited } from '../printed-updates.ts';

/** Node groups with a custom AMI, for the checks that judge what is in it. */

const custom = { version: null, amiType: 'CUSTOM', releaseVersion: 'ami-0a', minSize: 0, maxSize: 6 };

/** The group `idle` has no nodes and uses the AMI ami-0a, which Amazon does not own. */
export const privateImage: Pick<Facts, 'nodes' | 'nodegroups' | 'nodeImages' | 'fargateWorkloads'> = {
  nodes: [],
  nodegroups: [aNodegroup('idle', { ...custom, desiredSize: 0 })],
  nodeImages: [],
  fargateWorkloads: [],
};

/** The same with a node of the group `blue`, which uses this AMI. */
export function withTwin(
  kubelet: string,
  node: Partial<NodeFact> = {},
  blue: Parameters<typeof aNodegroup>[1] = {},
): typeof privateImage {
  return {
    ...privateImage,
    nodes: [aNode('a', kubelet, { computeType: 'managed', group: 'blue', ...node })],
    nodegroups: [...privateImage.nodegroups, aNodegroup('blue', { ...custom, ...blue })],
  };
}

/** A self-managed group without nodes whose launch template sets the AMI of the group `blue`. */
export const emptyTwin: Facts['emptyAutoScalingGroups'] = [
  {
    name: 'batch',
    images: [{ template: 'lt-0a', version: '3', imageId: 'ami-0a', isParameter: false, name: null }],
  },
];

const idle = { kind: 'NodeGroup', name: 'idle', note: 'no nodes' };

/** The finding of every check if the AMI is unknown. */
export const unknownIdle = {
  level: 'unknown' as const,
  resource: idle,
  message:
    'AMI ami-0a is not an EKS AMI that Amazon owns, and no node shows its operating system, kubelet and container runtime',
  remedy: 'show-image:ami-0a',
  fix: [
    'Launch a node in the group, scan while it is Ready, then restore the old size: the node shows what is in the AMI. A node of another node group with the same AMI shows it, too.',
    '```sh',
    waited(
      'aws eks update-nodegroup-config --region eu-west-1 --cluster-name prod \\\n  --nodegroup-name idle --scaling-config minSize=0,maxSize=6,desiredSize=1',
      '--nodegroup-name idle',
    ),
    '```',
    'If the group stays without nodes, look up what the AMI was built from, and accept the findings (`eks-preflight accept`).',
    '```sh',
    'aws ec2 describe-images --region eu-west-1 --image-ids ami-0a \\',
    "  --query 'Images[].[Name,Description,SourceImageId]'",
    '```',
  ].join('\n'),
};

/**
 * Rows for every check that judges custom AMIs.
 * @param good a node for which the check reports nothing
 * @param bad a node that the check reports, and the finding for `idle` if that node uses the same AMI
 * @param common the path and the tables
 */
export function customImageRows(
  good: readonly [string, Partial<NodeFact>],
  bad: readonly [string, Partial<NodeFact>, NonNullable<Case['findingsLike']>[number]],
  common: Partial<Case>,
): Case[] {
  const [kubelet, node] = good;
  const [oldKubelet, oldNode, finding] = bad;
  const twin = withTwin(kubelet, node);
  const unknownRows = (
    [
      ['nobody knows', privateImage],
      ['runs on nodes of a group that is being updated', withTwin(kubelet, node, { status: 'UPDATING' })],
      ['is not that of the nodes', withTwin(kubelet, node, { releaseVersion: 'ami-0b' })],
      [
        'nodes run that differ',
        {
          ...twin,
          nodes: [...twin.nodes, ...twin.nodes.map((one) => ({ ...one, name: 'b', kernelVersion: '6.1.0' }))],
        },
      ],
    ] satisfies [string, typeof privateImage][]
  ).map(([what, facts]): Case => ({
    it: `says in one entry that an empty group has a private AMI that ${what}`,
    ...common,
    facts,
    findingsLike: [unknownIdle],
  }));
  const managedRows = managerRows('the node group', /Launch a node in the group, [^]* shows it, too\. /).map(
    ({ who, tags, fix }): Case => ({
      it: `says where to change the size of an empty group with a private AMI: ${who}`,
      ...common,
      facts: { ...privateImage, nodegroups: privateImage.nodegroups.map((group) => ({ ...group, tags })) },
      findingsLike: [{ level: 'unknown', fix }],
    }),
  );
  return [
    ...unknownRows,
    ...managedRows,
    {
      it: 'leaves a private AMI to the missing fact where names of AMIs were not read',
      ...common,
      facts: { nodes: [], nodegroups: privateImage.nodegroups, fargateWorkloads: [] },
      findings: [],
    },
    {
      it: 'judges a private AMI by the nodes of another group: nothing is wrong',
      ...common,
      facts: twin,
      findings: [],
    },
    {
      it: 'judges a private AMI by the nodes of another group, and says so',
      ...common,
      facts: withTwin(oldKubelet, oldNode),
      findingsLike: [{ resource: { kind: 'NodeGroup', name: 'blue' } }, { resource: idle, ...finding }],
    },
  ];
}
