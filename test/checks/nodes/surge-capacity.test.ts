import check from '../../../checks/nodes/surge-capacity/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { AddressSettings } from '../../../src/facts/node-room.ts';
import { aComponent, addressSettings, aNode, aNodegroup, aPod, checkCases } from '../cases.ts';
import { aNodePool } from '../karpenter/objects.ts';
import { argoSays, behindTerraform, byArgo, besideTerraform, byTerraform, managerRows } from '../managers.ts';
import { aLaunchTemplate, aVersion, ofTemplate } from './launches.ts';
import { waited } from '../printed-updates.ts';

type Subnet = Facts['vpcSubnets'][number];
type Update = NonNullable<Facts['nodegroups'][number]['update']>;

const aSubnet = (zone: string, free: number, more: Partial<Subnet> = {}): Subnet => ({
  id: `subnet-0${zone}`,
  cidrs: ['10.0.0.0/24'],
  zone: `eu-west-1${zone}`,
  free,
  ...more,
});
const subnetsWith = (a: number, b: number): Subnet[] => [aSubnet('a', a), aSubnet('b', b)];

const update: Update = { strategy: 'DEFAULT', maxUnavailable: 1, maxUnavailablePercentage: null };
const aGroup = (more: Partial<Update> = {}, of: Partial<Facts['nodegroups'][number]> = {}) =>
  aNodegroup('blue', { instanceTypes: ['m5.large'], desiredSize: 2, update: { ...update, ...more }, ...of });
const inZone = (name: string, zone: string, more: Partial<NodeFact> = {}) =>
  aNode(name, 'v1.33.5', {
    computeType: 'managed',
    group: 'blue',
    zone: `eu-west-1${zone}`,
    instanceType: 'm5.large',
    ...more,
  });
const nodes = [inZone('a', 'a', { instanceId: 'i-0a' }), inZone('b', 'b', { instanceId: 'i-0b' })];

/** This number of pods on each node, with one on the node's network and one that has ended. */
const podsOn = (count: number, names = ['a', 'b']) =>
  names.flatMap((node) => [
    ...Array.from({ length: count }, (_, at) => aPod(`cart-${node}-${at}`, { node })),
    aPod(`proxy-${node}`, { node, hostNetwork: true }),
    aPod(`done-${node}`, { node, phase: 'Succeeded' }),
  ]);

const standard = addressSettings({ warmInterfaces: 1, warmPrefixes: 1 });
const cniWith = (more: Partial<AddressSettings> = {}): Facts['vpcCni'] => [
  { ...aComponent({ kind: 'DaemonSet', name: 'aws-node' }), addresses: { ...standard, ...more } },
];
const instanceTypes: Facts['instanceTypes'] = [
  { name: 'm5.large', vcpus: 2, interfaces: 3, addressesPerInterface: 10, nitro: true },
  { name: 'm5.4xlarge', vcpus: 16, interfaces: 8, addressesPerInterface: 30, nitro: true },
];
const inAll: Facts['instanceTypeOfferings'] = [
  { name: 'm5.large', zones: ['eu-west-1a', 'eu-west-1b'] },
  { name: 'm5.4xlarge', zones: ['eu-west-1a', 'eu-west-1b'] },
];

const world = {
  nodes,
  nodegroups: [aGroup()],
  vpcSubnets: subnetsWith(200, 200),
  vpcCni: cniWith(),
  eniConfigs: [],
  subnetBlocks: [],
  pods: podsOn(9),
  instanceTypes,
  instanceTypeOfferings: inAll,
  launchTemplates: [],
  karpenterPools: [],
  karpenterSubnets: [],
} satisfies Partial<Facts>;

const blue = { kind: 'NodeGroup', name: 'blue' };
const prod = { kind: 'Cluster', name: 'prod' };
const leaked =
  'The VPC CNI may have leaked network interfaces of terminated nodes: description `aws-K8S-i-...`, status `available`, the instance no longer exists. Delete only those; other interfaces with the status `available` may be used soon, or belong to others.';
const another =
  'For nodes in a new subnet (of a secondary CIDR block, if the VPC is full), create another node group: you cannot change the subnets of a node group.';
const forPods =
  'Or tag another subnet in the zone with `kubernetes.io/role/cni=1` for the addresses of pods (VPC CNI 1.18 and newer), or set `WARM_IP_TARGET` and `MINIMUM_IP_TARGET` of the VPC CNI, so that a node takes fewer addresses in advance.';
const minimal = (amount = 'maxUnavailable=1') =>
  `Or let EKS terminate old nodes first, which needs no additional addresses; evicted pods then wait for new nodes.
\`\`\`sh
${waited(`aws eks update-nodegroup-config --region eu-west-1 --cluster-name prod --nodegroup-name blue \\\n  --update-config ${amount},updateStrategy=MINIMAL`, '--nodegroup-name blue')}
\`\`\``;
const apart = cniWith({ customNetworking: true });
const configs = ['a', 'b'].map((zone) => ({ name: `eu-west-1${zone}`, subnetId: `subnet-1${zone}` }));
const podSubnets = (a: number, b: number) => [
  ...subnetsWith(200, 200),
  aSubnet('a', a, { id: 'subnet-1a' }),
  aSubnet('b', b, { id: 'subnet-1b' }),
];

const capacityBlock = { capacityType: 'CAPACITY_BLOCK', minSize: 2, desiredSize: 2, maxSize: 2 } as const;

checkCases(check, [
  ...managerRows('the node group', /Free addresses in subnet-0a [^]* wait for new nodes\. /).map(
    ({ who, tags, fix }) => ({
      it: `says first where the update strategy of a group with too little room is managed: ${who}`,
      facts: { ...world, nodegroups: [aGroup({}, { tags })], vpcSubnets: subnetsWith(30, 200) },
      findingsLike: [{ level: 'warn' as const, rule: 'few', fix }],
    }),
  ),
  {
    it: 'says where Terraform sets the update strategy of a group that uses a Capacity Block whole',
    facts: { ...world, nodegroups: [aGroup({}, { ...capacityBlock, tags: byTerraform })] },
    findingsLike: [{ rule: 'reserved', fix: behindTerraform('the node group', 'update_config') }],
  },
  {
    it: 'says where Terraform sets the update strategy MINIMAL',
    facts: {
      ...world,
      nodegroups: [aGroup({ strategy: 'MINIMAL' }, { tags: byTerraform })],
      vpcSubnets: subnetsWith(0, 0),
    },
    findingsLike: [{ rule: 'spare', fix: besideTerraform('the node group', 'update_config') }],
  },
  {
    it: 'says where Terraform sets the subnets of a group that has none',
    facts: { ...world, nodegroups: [aGroup({}, { subnetIds: ['subnet-0gone'], tags: byTerraform })] },
    findingsLike: [{ rule: 'no-subnet', fix: besideTerraform('the node group', 'subnet_ids') }],
  },
  { it: 'is silent with room in all zones', facts: world, findings: [] },
  {
    it: 'warns of a zone with too few addresses for the pods, but not of the other',
    facts: { ...world, vpcSubnets: subnetsWith(30, 200) },
    findings: [
      {
        level: 'warn',
        rule: 'few',
        resource: blue,
        message:
          'the new nodes and their pods need more addresses than are free in eu-west-1a (30 of 40): pods may wait for addresses',
        evidence: [
          {
            observed: '30 free in subnet-0a',
            required: '40 free for 2 new nodes with 9 pods each (10 missing)',
            resource: 'Zone eu-west-1a',
            fact: 'vpcSubnets',
          },
        ],
        fix: `Free addresses in subnet-0a (eu-west-1a). ${leaked} ${forPods} ${another} ${minimal()}`,
      },
    ],
  },
  {
    it: 'fails if a zone has fewer addresses than new nodes',
    facts: { ...world, vpcSubnets: subnetsWith(1, 200) },
    findings: [
      {
        level: 'fail',
        rule: 'none',
        resource: blue,
        groups: ['node group blue'],
        message: 'the update starts 2 new nodes in each zone, but fewer addresses are free in eu-west-1a (1)',
        evidence: [
          {
            observed: '1 free in subnet-0a',
            required: '2 free for 2 new nodes (1 missing)',
            resource: 'Zone eu-west-1a',
            fact: 'vpcSubnets',
          },
        ],
        fix: `Free addresses in subnet-0a (eu-west-1a). ${leaked} ${another} ${minimal()}`,
      },
    ],
  },
  {
    it: 'adds the subnets of a zone, and names the maximum at a time if that is why',
    facts: {
      ...world,
      nodegroups: [aGroup({ maxUnavailable: 20 }, { subnetIds: ['subnet-0a', 'subnet-1a', 'subnet-0b'] })],
      vpcSubnets: [...subnetsWith(5, 2000), aSubnet('a', 4, { id: 'subnet-1a' })],
    },
    findingsLike: [
      {
        level: 'fail',
        message: 'the update starts 10 new nodes in each zone, but fewer addresses are free in eu-west-1a (9)',
        fix: `Free addresses in subnet-0a, subnet-1a (eu-west-1a). ${leaked} ${another} A \`maxUnavailable\` of 4 or less starts only 2 new nodes in each zone. ${minimal('maxUnavailable=20')}`,
      },
    ],
  },
  {
    it: 'keeps a percentage in the command',
    facts: {
      ...world,
      nodegroups: [aGroup({ maxUnavailable: null, maxUnavailablePercentage: 33 })],
      vpcSubnets: subnetsWith(1, 1),
    },
    findingsLike: [
      {
        level: 'fail',
        fix: `Free addresses in subnet-0a (eu-west-1a) and subnet-0b (eu-west-1b). ${leaked} ${another} ${minimal('maxUnavailablePercentage=33')}`,
      },
    ],
  },
  {
    it: 'needs no addresses for a group that terminates old nodes first, but warns that no other node takes its pods',
    facts: { ...world, nodegroups: [aGroup({ strategy: 'MINIMAL' })], vpcSubnets: subnetsWith(0, 0) },
    findings: [
      {
        level: 'warn',
        rule: 'spare',
        blocks: 'workloads',
        resource: blue,
        message:
          'its update strategy MINIMAL terminates old nodes first, and the cluster has no other nodes: evicted pods stay Pending until a new node is ready',
        evidence: [
          { observed: '20 pods on 2 nodes, no other nodes', required: 'a node that is not drained', fact: 'pods' },
        ],
        fix: 'Add another node group for the update, or set the update strategy to DEFAULT if the subnets have room.',
      },
    ],
  },
  {
    it: 'warns of a Capacity Block that the group uses whole, and names the strategy MINIMAL',
    facts: {
      ...world,
      nodegroups: [aGroup({}, { capacityType: 'CAPACITY_BLOCK', minSize: 2, desiredSize: 2, maxSize: 2 })],
    },
    findings: [
      {
        level: 'warn',
        rule: 'reserved',
        resource: blue,
        message:
          'its Capacity Block may have no instance for new nodes: the group is at its maximum size of 2, and its update starts new nodes first',
        evidence: [
          {
            observed: 'capacity type CAPACITY_BLOCK, minimum 2, desired 2, maximum 2',
            required: 'unused instances in the Capacity Block, or the update strategy MINIMAL',
            fact: 'nodegroups',
          },
        ],
        fix: `Let EKS terminate old nodes first; evicted pods then wait for new nodes.${minimal('maxUnavailable=1').split('evicted pods then wait for new nodes.')[1] ?? ''}`,
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/capacity-blocks.html'],
      },
    ],
  },
  {
    it: 'is silent about a Capacity Block with room, with the strategy MINIMAL, and about On-Demand groups at their maximum',
    facts: {
      ...world,
      nodes: [...nodes, inZone('c', 'a', { group: 'green' }), inZone('d', 'a', { group: 'red' })],
      nodegroups: [
        aGroup({}, { capacityType: 'CAPACITY_BLOCK', minSize: 2, desiredSize: 2, maxSize: 8 }),
        aGroup(
          { strategy: 'MINIMAL' },
          { name: 'green', capacityType: 'CAPACITY_BLOCK', minSize: 1, desiredSize: 1, maxSize: 1 },
        ),
        aGroup({}, { name: 'red', capacityType: 'ON_DEMAND', minSize: 1, desiredSize: 1, maxSize: 1 }),
      ],
    },
    findings: [],
  },
  {
    it: 'is silent about such a group beside other nodes',
    facts: {
      ...world,
      nodes: [...nodes, aNode('c', 'v1.34.1')],
      nodegroups: [aGroup({ strategy: 'MINIMAL' })],
    },
    findings: [],
  },
  {
    it: 'warns once of little room, in all zones',
    facts: { ...world, vpcSubnets: subnetsWith(41, 59) },
    findings: [
      {
        level: 'warn',
        rule: 'tight',
        resource: prod,
        message: 'few addresses are left besides those for new nodes in eu-west-1a and eu-west-1b',
        evidence: [
          ['a', 41],
          ['b', 59],
        ].map(([zone, free]) => ({
          observed: `${free} free in subnet-0${zone}`,
          required: '40 free for 2 new nodes with 9 pods each; 1.5 times as many are advised',
          resource: `node group blue, Zone eu-west-1${zone}`,
          fact: 'vpcSubnets',
        })),
        fix: 'Update one node group at a time. Do not deploy or scale up anything else in these subnets during the update.',
      },
    ],
  },
  {
    it: 'says in one line that groups together need more than is free',
    facts: {
      ...world,
      nodes: [...nodes, ...nodes.map((node) => ({ ...node, name: `${node.name}2`, group: 'green' }))],
      nodegroups: [aGroup(), aGroup({}, { name: 'green' })],
      pods: podsOn(9, ['a', 'b', 'a2', 'b2']),
      vpcSubnets: subnetsWith(70, 200),
    },
    findings: [
      {
        level: 'warn',
        rule: 'tight',
        resource: prod,
        message: 'few addresses are left besides those for new nodes in eu-west-1a',
        evidence: [
          {
            observed: '70 free in subnet-0a',
            required: '80 for blue and green, if they are updated at the same time',
            resource: 'Zone eu-west-1a',
            fact: 'vpcSubnets',
          },
        ],
        fix: 'Update one node group at a time. Do not deploy or scale up anything else in these subnets during the update.',
      },
    ],
  },
  {
    it: 'counts only the nodes in an IPv6 cluster',
    cluster: { ipFamily: 'ipv6' },
    facts: { ...world, vpcSubnets: subnetsWith(3, 3) },
    findings: [],
  },
  {
    it: 'counts only the nodes with another CNI',
    facts: { ...world, vpcCni: [], vpcSubnets: subnetsWith(4, 3) },
    findings: [],
  },
  {
    it: 'counts only the nodes if the settings of the VPC CNI were not read',
    facts: { ...world, vpcCni: [aComponent({ name: 'vpc-cni', addon: 'vpc-cni' })], vpcSubnets: subnetsWith(2, 2) },
    findings: [],
  },
  {
    it: 'fails for the nodes in an IPv6 cluster, too',
    cluster: { ipFamily: 'ipv6' },
    facts: { ...world, vpcSubnets: subnetsWith(1, 1) },
    findingsLike: [{ level: 'fail', rule: 'none' }],
  },
  {
    it: 'adds the room of tagged subnets in the same zone',
    facts: {
      ...world,
      vpcSubnets: [
        ...subnetsWith(30, 200),
        aSubnet('a', 100, { id: 'subnet-1a', forPods: true }),
        aSubnet('b', 100, { id: 'subnet-1b', forPods: true }),
      ],
    },
    findings: [],
  },
  {
    it: 'does not add it if the VPC CNI does not look for them',
    facts: {
      ...world,
      vpcCni: cniWith({ subnetDiscovery: false }),
      vpcSubnets: [...subnetsWith(30, 200), aSubnet('a', 100, { id: 'subnet-1a', forPods: true })],
    },
    findingsLike: [{ level: 'warn', rule: 'few' }],
  },
  {
    it: 'takes the warm targets of the VPC CNI into account',
    facts: { ...world, vpcCni: cniWith({ warmAddresses: 1, minimumAddresses: 5 }), vpcSubnets: subnetsWith(40, 40) },
    findings: [],
  },
  {
    it: 'counts the largest type of a mixed group',
    facts: {
      ...world,
      nodegroups: [aGroup({}, { instanceTypes: ['m5.large', 'm5.4xlarge'] })],
      vpcSubnets: subnetsWith(110, 500),
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'few',
        message:
          'the new nodes and their pods need more addresses than are free in eu-west-1a (110 of 120): pods may wait for addresses',
      },
    ],
  },
  {
    it: 'reads the type of the launch template',
    facts: {
      ...world,
      nodegroups: [aGroup({}, { instanceTypes: [], template: ofTemplate.template })],
      launchTemplates: [aLaunchTemplate(null, { found: aVersion({ instanceType: 'm5.4xlarge' }) })],
      vpcSubnets: subnetsWith(110, 500),
    },
    findingsLike: [{ level: 'warn', rule: 'few' }],
  },
  {
    it: 'counts whole blocks with prefix delegation, not addresses',
    facts: {
      ...world,
      vpcCni: cniWith({ prefixes: true }),
      subnetBlocks: [
        { id: 'subnet-0a', free: 3, reserved: false },
        { id: 'subnet-0b', free: 6, reserved: false },
      ],
    },
    findings: [
      {
        level: 'warn',
        rule: 'few',
        resource: blue,
        message:
          'the new nodes and their pods need more addresses than are free in eu-west-1a (3 of 4 /28 blocks): pods may wait for addresses',
        evidence: [
          {
            observed: '3 free /28 blocks in subnet-0a',
            required: '4 free /28 blocks for 2 new nodes with 9 pods each (1 missing)',
            resource: 'Zone eu-west-1a',
            fact: 'subnetBlocks',
          },
        ],
        fix: `Free addresses in subnet-0a (eu-west-1a). ${leaked} ${forPods} ${another} ${minimal()}`,
      },
    ],
  },
  {
    it: 'does not trust a low count of a subnet that is reserved for prefixes (custom networking)',
    facts: {
      ...world,
      vpcCni: cniWith({ prefixes: true, customNetworking: true }),
      eniConfigs: configs,
      vpcSubnets: podSubnets(0, 400),
      subnetBlocks: [
        { id: 'subnet-1a', free: 16, reserved: true },
        { id: 'subnet-1b', free: 16, reserved: false },
      ],
    },
    findings: [
      {
        level: 'unknown',
        rule: 'not-known',
        resource: blue,
        groups: ['node group blue'],
        message: 'unknown how many addresses are free in subnet-1a for new nodes',
        evidence: [
          {
            observed: 'subnet-1a: addresses are reserved for prefixes, or EC2 reported no number',
            resource: 'Zone eu-west-1a',
            fact: 'vpcSubnets',
          },
        ],
        fix: 'EC2 does not count the addresses of a CIDR reservation among the free ones. Look at the subnet and its reservations in the Amazon VPC console.',
      },
    ],
  },
  {
    it: 'is silent about custom networking with room in the subnets of nodes and pods',
    facts: { ...world, vpcCni: apart, eniConfigs: configs, vpcSubnets: podSubnets(100, 100) },
    findings: [],
  },
  {
    it: 'fails if the subnet of an ENIConfig has no address for each new node',
    facts: { ...world, vpcCni: apart, eniConfigs: configs, vpcSubnets: podSubnets(1, 100) },
    findingsLike: [
      {
        level: 'fail',
        rule: 'none',
        message:
          'the update starts 2 new nodes in each zone, but the subnets of the ENIConfigs have fewer free addresses in eu-west-1a (1): pods do not start there',
      },
    ],
  },
  {
    it: 'warns if the subnet of an ENIConfig, found by its zone, has too few addresses for the pods',
    facts: {
      ...world,
      vpcCni: apart,
      eniConfigs: configs.map((config, at) => ({ ...config, name: `pods-${at}` })),
      vpcSubnets: podSubnets(30, 100),
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'few',
        fix: `Free addresses in subnet-1a (eu-west-1a). ${leaked} Or create an ENIConfig for another subnet in the zone, or set \`WARM_IP_TARGET\` and \`MINIMUM_IP_TARGET\` of the VPC CNI, so that a node takes fewer addresses in advance. ${another} ${minimal()}`,
      },
    ],
  },
  {
    it: 'does not know the room for pods in a zone without an ENIConfig',
    facts: { ...world, vpcCni: apart, eniConfigs: configs.slice(0, 1), vpcSubnets: podSubnets(100, 100) },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'no-config',
        resource: blue,
        message: 'unknown how many addresses are free for pods in eu-west-1b: no ENIConfig has a subnet there',
      },
    ],
  },
  {
    it: 'does not know the room if EC2 reported no number',
    facts: { ...world, vpcSubnets: [{ id: 'subnet-0a', cidrs: [], zone: 'eu-west-1a' }, aSubnet('b', 200)] },
    findingsLike: [{ level: 'unknown', rule: 'not-known' }],
  },
  {
    it: 'does not know the room of an older inventory',
    facts: { ...world, vpcSubnets: [{ id: 'subnet-0a', cidrs: [], free: 1 }, aSubnet('b', 200)] },
    findings: [
      {
        level: 'unknown',
        rule: 'not-read',
        resource: prod,
        message: 'unknown how many nodes the update of node group blue adds in each zone',
        evidence: [{ observed: 'no update strategy, or no zones of subnets', required: 'both', fact: 'nodegroups' }],
        fix: 'An older version of eks-preflight took this inventory and did not read them: scan the cluster again.',
      },
    ],
  },
  {
    it: 'does not know the zones of a node group whose subnets do not exist',
    facts: { ...world, nodegroups: [aGroup({}, { subnetIds: ['subnet-0gone'] })] },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'no-subnet',
        resource: blue,
        message: 'unknown in which zones its update adds nodes: none of its subnets is in the VPC',
        fix: 'EKS cannot start nodes without a subnet, and the subnets of a node group cannot be changed: create a node group in subnets that exist, move the pods, then delete this one.',
      },
    ],
  },
  {
    it: 'takes the instance types of the nodes if those of the node group are unknown',
    facts: { ...world, nodegroups: [aGroup({}, { instanceTypes: [] })], vpcSubnets: subnetsWith(39, 200) },
    findingsLike: [{ level: 'warn', rule: 'few' }],
  },
  {
    it: 'is silent about a node group that EKS deletes',
    facts: { ...world, nodegroups: [aGroup({}, { status: 'DELETING' })], vpcSubnets: subnetsWith(0, 0) },
    findings: [],
  },
  {
    it: 'is silent about nodes that the update does not replace',
    facts: {
      ...world,
      nodes: nodes.map((node) => ({ ...node, kubeletVersion: 'v1.34.1' })),
      vpcSubnets: subnetsWith(0, 0),
    },
    findings: [],
  },
  {
    it: 'fails if EC2 does not offer the instance type of the group in a zone',
    facts: {
      ...world,
      nodes: [inZone('a', 'a')],
      instanceTypeOfferings: [{ name: 'm5.large', zones: ['eu-west-1a'] }],
    },
    findings: [
      {
        level: 'fail',
        rule: 'not-offered',
        resource: blue,
        groups: ['node group blue'],
        message: 'EC2 does not offer m5.large in eu-west-1b, where the update must start a node',
        evidence: [
          {
            observed: 'm5.large not offered',
            required: 'the instance type of the group',
            resource: 'Zone eu-west-1b',
            fact: 'instanceTypeOfferings',
          },
        ],
        fix: `Create a node group with instance types that EC2 offers in each of its zones, or without subnets in eu-west-1b; then move the pods and delete this group.
\`\`\`sh
aws ec2 describe-instance-type-offerings --region eu-west-1 --location-type availability-zone \\
  --filters Name=instance-type,Values=m5.large --output table
\`\`\``,
      },
    ],
  },
  {
    it: 'is silent if an instance of the type runs in the zone',
    facts: { ...world, instanceTypeOfferings: [{ name: 'm5.large', zones: [] }] },
    findings: [],
  },
  {
    it: 'warns if EC2 offers only some types in a zone',
    facts: {
      ...world,
      nodegroups: [aGroup({}, { instanceTypes: ['m5.large', 'm5.4xlarge'] })],
      vpcSubnets: subnetsWith(500, 500),
      instanceTypeOfferings: [
        { name: 'm5.large', zones: ['eu-west-1a', 'eu-west-1b'] },
        { name: 'm5.4xlarge', zones: ['eu-west-1a'] },
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'partly-offered',
        message: 'EC2 does not offer m5.4xlarge in eu-west-1b, but offers other types of the group',
      },
    ],
  },
  ...[
    {
      free: 0,
      level: 'fail' as const,
      rule: 'pool-none',
      message: 'no subnet of EC2NodeClass default has a free address: drift cannot replace its nodes',
    },
    {
      free: 39,
      level: 'warn' as const,
      rule: 'pool-few',
      message:
        'drift starts 2 new nodes at a time, which need 40 addresses with their pods; 39 are free in the subnets of EC2NodeClass default',
    },
    {
      free: 19,
      amount: '1',
      level: 'warn' as const,
      rule: 'pool-few',
      message:
        'drift starts 1 new node at a time, which needs 20 addresses with its pods; 19 are free in the subnets of EC2NodeClass default',
    },
    { free: 40, level: undefined, rule: '', message: '' },
  ].map(({ free, amount = '100%', level, rule, message }) => ({
    it: `judges the subnets of a node class with ${free} free addresses`,
    facts: {
      ...world,
      nodes: nodes.map((node) => ({ ...node, computeType: 'karpenter' as const, group: 'default' })),
      vpcSubnets: subnetsWith(free, 0),
      karpenterPools: [
        aNodePool('default', {
          disruption: {
            consolidationPolicy: null,
            consolidateAfter: null,
            expireAfter: null,
            terminationGracePeriod: null,
            budgets: [{ nodes: amount, schedule: null, duration: null, reasons: [] }],
          },
        }),
      ],
      karpenterSubnets: [
        { kind: 'EC2NodeClass', name: 'default', terms: [{ text: 'tags', found: ['subnet-0a', 'subnet-0b'] }] },
      ],
    },
    findingsLike:
      level === undefined ? [] : [{ level, rule, message, resource: { kind: 'NodePool', name: 'default' } }],
  })),
  {
    it: 'says where a NodePool is managed whose subnets have no free address',
    facts: {
      ...world,
      nodes: nodes.map((node) => ({ ...node, computeType: 'karpenter' as const, group: 'default' })),
      vpcSubnets: subnetsWith(0, 0),
      karpenterPools: [aNodePool('default', { owner: byArgo })],
      karpenterSubnets: [
        { kind: 'EC2NodeClass', name: 'default', terms: [{ text: 'tags', found: ['subnet-0a', 'subnet-0b'] }] },
      ],
    },
    findingsLike: [{ rule: 'pool-none', fix: argoSays('the NodePool') }],
  },
  {
    it: 'does not apply without nodes of these kinds',
    facts: { ...world, nodes: [aNode('a', 'v1.33.5')] },
    skip: 'no nodes of managed node groups or Karpenter',
  },
]);
