import { expect } from 'vitest';
import check from '../../../checks/control-plane/security-groups/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { SecurityGroupRule } from '../../../src/facts/control-plane.ts';
import { aNode, checkCases, type Case } from '../cases.ts';
import { waited } from '../printed-updates.ts';
import { managerRows } from '../managers.ts';

type SecurityGroups = Facts['securityGroups'];
type Interface = Facts['nodeInterfaces'][number];

function aRule(direction: SecurityGroupRule['direction'], more: Partial<SecurityGroupRule> = {}): SecurityGroupRule {
  return { direction, protocol: '-1', ports: null, groups: [], cidrs: [], prefixLists: [], ...more };
}

const port = (from: number, to = from, protocol = 'tcp') => ({ protocol, ports: { from, to } });
const everywhere = aRule('egress', { cidrs: ['0.0.0.0/0'] });
/** The rules that EKS creates in the cluster security group. */
const ownRules = (id: string) => [aRule('ingress', { groups: [id] }), everywhere];

function groups(rules: Record<string, readonly SecurityGroupRule[]>, lists: SecurityGroups['prefixLists'] = []) {
  return {
    groups: Object.entries(rules).map(([id, of]) => ({ id, name: `name-of-${id}`, rules: [...of] })),
    prefixLists: lists,
  };
}

function anInterface(
  securityGroupIds: readonly string[],
  subnetId = 'subnet-0n',
  more: Partial<Interface> = {},
): Interface {
  return { primary: true, securityGroupIds: [...securityGroupIds], subnetId, instances: ['i-01'], ...more };
}

const vpcSubnets: Facts['vpcSubnets'] = [
  { id: 'subnet-0a', cidrs: ['10.0.0.0/24', '2001:db8:0:1::/64'] },
  { id: 'subnet-0b', cidrs: ['10.0.1.0/24', '2001:db8:0:2::/64'] },
  { id: 'subnet-0n', cidrs: ['10.0.8.0/22', '2001:db8:0:3::/64'] },
];

const node = (more: Parameters<typeof aNode>[2] = {}) => aNode('a', 'v1.33.5', { instanceId: 'i-01', ...more });

function facts(
  securityGroups: SecurityGroups,
  nodeInterfaces: Facts['nodeInterfaces'],
  more: Partial<Facts> = {},
): Partial<Facts> {
  return { securityGroups, nodeInterfaces, vpcSubnets, nodes: [node()], ...more };
}

/** Nodes with a security group (sg-0n) other than the cluster security group (sg-0c1) of the control plane. */
const apart = [anInterface(['sg-0n'])];
/** All rules that the three flows need, by group: nodes to control plane, control plane to nodes, DNS between nodes. */
const byGroup = {
  'sg-0c1': [
    aRule('ingress', { ...port(443), groups: ['sg-0n'] }),
    aRule('egress', { ...port(10250), groups: ['sg-0n'] }),
  ],
  'sg-0n': [
    aRule('ingress', { ...port(10250), groups: ['sg-0c1'] }),
    aRule('ingress', { ...port(53), groups: ['sg-0n'] }),
    aRule('ingress', { ...port(53, 53, 'udp'), groups: ['sg-0n'] }),
    everywhere,
  ],
};

/** The same by CIDR: rules of the control plane name the CIDRs of the nodes, and vice versa. */
const byCidr = {
  'sg-0c1': [
    aRule('ingress', { ...port(443), cidrs: ['10.0.8.0/23', '10.0.10.0/23'] }),
    aRule('egress', { ...port(1025, 65_535), cidrs: ['10.0.0.0/16'] }),
  ],
  'sg-0n': [
    aRule('ingress', { ...port(10250), cidrs: ['10.0.0.0/24', '10.0.1.0/24'] }),
    aRule('ingress', { ...port(53), cidrs: ['10.0.8.0/22'] }),
    aRule('ingress', { ...port(53, 53, 'udp'), cidrs: ['10.0.8.0/22'] }),
    everywhere,
  ],
};

/** Node groups, each with a separate security group instead of the cluster security group. */
function manyGroups(count: number, ingress: (ids: string[]) => SecurityGroupRule[]): Partial<Facts> {
  const ids = Array.from({ length: count }, (_, index) => `sg-0n${index}`);
  const rules = Object.fromEntries(ids.map((id) => [id, [...ingress([id, 'sg-0c1', ...ids]), everywhere]]));
  const own = [aRule('ingress', { groups: ['sg-0c1', ...ids] }), everywhere];
  return facts(
    groups({ 'sg-0c1': own, ...rules }),
    ids.map((id) => anInterface([id])),
  );
}

/** Clusters for which the check reports nothing, each with a name. */
const silent: [string, Partial<Facts>, Case['cluster']?][] = [
  [
    'everything in the cluster security group',
    facts(groups({ 'sg-0c1': ownRules('sg-0c1') }), [anInterface(['sg-0c1'])]),
  ],
  [
    'its default rules in an IPv6 cluster',
    facts(groups({ 'sg-0c1': [aRule('ingress', { groups: ['sg-0c1'] }), aRule('egress', { cidrs: ['::/0'] })] }), [
      anInterface(['sg-0c1']),
    ]),
    { ipFamily: 'ipv6' },
  ],
  ['rules by group', facts(groups(byGroup), apart)],
  ['rules by CIDR, several of which cover a subnet together', facts(groups(byCidr), apart)],
  [
    'rules by prefix list',
    facts(
      groups(
        {
          ...byGroup,
          'sg-0c1': [
            aRule('ingress', { ...port(443), prefixLists: ['pl-0a'] }),
            aRule('egress', { prefixLists: ['pl-0a'] }),
          ],
        },
        [{ id: 'pl-0a', cidrs: ['192.168.0.0/16', '10.0.0.0/16'] }],
      ),
      apart,
    ),
  ],
  [
    'rules of several groups that count together',
    facts(
      groups({
        'sg-0c1': [],
        'sg-0x': ownRules('sg-0n'),
        'sg-0n': [aRule('ingress', { groups: ['sg-0x', 'sg-0n'] }), everywhere],
      }),
      apart,
    ),
    { securityGroupIds: ['sg-0x'] },
  ],
  [
    'nodes that reach the API server by the internet',
    facts(groups({ ...byGroup, 'sg-0c1': [everywhere] }), apart),
    { endpointAccess: 'public' },
  ],
  ['a cluster without nodes', facts(groups({ 'sg-0c1': ownRules('sg-0c1') }), [], { nodes: [] })],
  [
    'Fargate beside nodes',
    facts(
      groups({
        'sg-0c1': [...ownRules('sg-0c1'), aRule('ingress', { groups: ['sg-0n'] })],
        'sg-0n': [aRule('ingress', { groups: ['sg-0n', 'sg-0c1'] }), everywhere],
      }),
      apart,
      { nodes: [node(), aNode('fargate-a', 'v1.33.5', { computeType: 'fargate' })] },
    ),
  ],
  [
    'a node that is not ready and whose instance is gone',
    facts(groups(byGroup), apart, { nodes: [node({ ready: false, instanceId: 'i-gone' })] }),
  ],
  [
    'a node of a few minutes, whose instance may have started after the list of instances',
    facts(groups(byGroup), apart, { nodes: [node({ createdAt: '2026-11-20T11:55:00Z', instanceId: 'i-new' })] }),
  ],
  [
    'a virtual kubelet, which is no instance',
    facts(groups(byGroup), apart, { nodes: [node({ computeType: 'virtual', instanceId: null })] }),
  ],
  [
    'a node that Karpenter deletes and whose instance shuts down',
    facts(groups(byGroup), apart, { nodes: [node({ deletingSince: '2026-11-20T11:59:00Z', instanceId: 'i-gone' })] }),
  ],
  [
    'interfaces for pods, where CoreDNS answers only there',
    facts(
      groups({
        'sg-0c1': [aRule('ingress', { groups: ['sg-0n', 'sg-0p'] }), everywhere],
        'sg-0n': [aRule('ingress', { ...port(10250), groups: ['sg-0c1'] }), everywhere],
        'sg-0p': [aRule('ingress', { groups: ['sg-0n', 'sg-0p'] }), everywhere],
      }),
      [...apart, anInterface(['sg-0p'], 'subnet-0n', { primary: false })],
    ),
  ],
  [
    'hybrid nodes whose network is let in',
    facts(
      groups({ 'sg-0c1': [...ownRules('sg-0c1'), aRule('ingress', { ...port(443), cidrs: ['192.168.0.0/16'] })] }),
      [anInterface(['sg-0c1'])],
      { nodes: [node(), aNode('mi-1', 'v1.33.5', { computeType: 'hybrid' })] },
    ),
    { hybrid: true, remoteNodeCidrs: ['192.168.0.0/20'] },
  ],
  [
    'a local cluster on an Outpost, beyond the existence of its groups',
    facts(groups({ 'sg-0c1': [] }), [anInterface(['sg-0n'])], { nodes: [] }),
    { outpost: true },
  ],
  ['three hundred groups of nodes, in no time', manyGroups(300, (ids) => [aRule('ingress', { groups: ids })])],
  ['instances that could not be read, which the engine says', { securityGroups: groups({ 'sg-0c1': [] }) }],
];

const cluster = { kind: 'SecurityGroup', name: 'sg-0c1', note: 'name-of-sg-0c1' };
const own = { kind: 'SecurityGroup', name: 'sg-0n', note: 'name-of-sg-0n' };
const without = (id: keyof typeof byGroup, ...indexes: number[]) => ({
  ...byGroup,
  [id]: byGroup[id].filter((_, index) => !indexes.includes(index)),
});

checkCases(check, [
  ...managerRows('the cluster', /Configure the cluster with security groups that exist\. [^.]*\. /).map(
    ({ who, tags, fix }): Case => ({
      it: `says first where the security groups of the cluster are managed: ${who}`,
      cluster: { securityGroupIds: ['sg-0x', 'sg-0gone'], tags },
      facts: facts(groups({ 'sg-0c1': ownRules('sg-0c1'), 'sg-0x': [] }), [anInterface(['sg-0c1'])]),
      findingsLike: [{ rule: 'missing', fix }],
    }),
  ),
  ...managerRows('the security group', /Add the rule, unless this traffic takes another path\. /).map(
    ({ who, tags, fix }): Case => {
      const found = groups(without('sg-0n', 0));
      return {
        it: `says first where a security group is managed: ${who}`,
        facts: facts({ ...found, groups: found.groups.map((group) => ({ ...group, tags })) }, apart),
        findingsLike: [{ level: 'warn', fix }],
      };
    },
  ),
  ...silent.map(([it, given, of]): Case => ({
    it: `is silent about ${it}`,
    facts: given,
    cluster: of ?? {},
    findings: [],
  })),
  {
    it: 'fails for a group that does not exist, and keeps those that do',
    cluster: { securityGroupIds: ['sg-0x', 'sg-0gone'] },
    facts: facts(groups({ 'sg-0c1': ownRules('sg-0c1'), 'sg-0x': [] }), [anInterface(['sg-0c1'])]),
    findings: [
      {
        level: 'fail',
        rule: 'missing',
        resource: { kind: 'SecurityGroup', name: 'sg-0gone' },
        message: 'the cluster uses it, but it does not exist (or is no longer shared with this account)',
        evidence: [{ observed: 'not found by ec2:DescribeSecurityGroups', required: 'an existing security group' }],
        fix: [
          'Configure the cluster with security groups that exist. The command omits sg-0gone, which was not found.',
          '```sh',
          waited(
            'aws eks update-cluster-config --region eu-west-1 --name prod \\\n  --resources-vpc-config subnetIds=subnet-0a,subnet-0b,securityGroupIds=sg-0x',
          ),
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'leaves all groups that are gone out of each command, and says so',
    cluster: { securityGroupIds: ['sg-0gone', 'sg-0lost'] },
    facts: facts(groups({ 'sg-0c1': ownRules('sg-0c1') }), [anInterface(['sg-0c1'])]),
    findingsLike: ['sg-0gone', 'sg-0lost'].map((name) => ({
      rule: 'missing',
      resource: { kind: 'SecurityGroup', name },
      fix: expect.stringMatching(
        /omits sg-0gone, sg-0lost, which were not found\. Replace NEW_SECURITY_GROUP_ID with a security group in the VPC of the cluster\.\n[\s\S]*config subnetIds=subnet-0a,subnet-0b,securityGroupIds=NEW_SECURITY_GROUP_ID --query/,
      ) as string,
    })),
  },
  {
    it: 'lets in the control plane by a group of it that exists',
    cluster: { securityGroupIds: ['sg-0x'] },
    facts: facts(
      groups({
        'sg-0x': [aRule('ingress', { ...port(443), groups: ['sg-0n'] }), everywhere],
        'sg-0n': byGroup['sg-0n'].slice(1),
      }),
      apart,
    ),
    findingsLike: [
      { rule: 'missing', resource: { kind: 'SecurityGroup', name: 'sg-0c1' } },
      {
        rule: 'ingress:10250',
        resource: own,
        fix: [
          'Add the rule, unless this traffic takes another path. The command omits sg-0c1, which was not found.',
          '```sh',
          "aws ec2 authorize-security-group-ingress --region eu-west-1 --group-id sg-0n --ip-permissions 'IpProtocol=tcp,FromPort=10250,ToPort=10250,UserIdGroupPairs=[{GroupId=sg-0x}]'",
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'names no group of a control plane that has lost all of them',
    facts: facts(groups({ 'sg-0n': byGroup['sg-0n'].slice(1) }), apart),
    findingsLike: [
      { rule: 'missing', resource: { kind: 'SecurityGroup', name: 'sg-0c1' } },
      { rule: 'ingress:10250', fix: expect.stringContaining('[{GroupId=NEW_SECURITY_GROUP_ID}]') as string },
    ],
  },
  {
    it: 'fails for the cluster security group, and says no more of rules that may have been in it',
    facts: facts(groups({ 'sg-0n': byGroup['sg-0n'] }), apart),
    findingsLike: [{ level: 'fail', rule: 'missing', fix: expect.stringContaining('AWS Support') as string }],
  },
  {
    it: 'warns where the API server lets no node in',
    facts: facts(groups(without('sg-0c1', 0)), apart),
    findings: [
      {
        level: 'warn',
        rule: 'ingress:443',
        blocks: 'nodes',
        resource: cluster,
        short: 'no ingress rule for TCP 443',
        message: 'no rule allows TCP 443 in from nodes with sg-0n: nodes cannot reach the API server',
        evidence: [{ observed: 'sg-0c1 of the control plane', required: 'TCP 443 in from nodes with sg-0n' }],
        fix: [
          'Add the rule, unless this traffic takes another path.',
          '```sh',
          "aws ec2 authorize-security-group-ingress --region eu-west-1 --group-id sg-0c1 --ip-permissions 'IpProtocol=tcp,FromPort=443,ToPort=443,UserIdGroupPairs=[{GroupId=sg-0n}]'",
          '```',
        ].join('\n'),
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/sec-group-reqs.html'],
      },
    ],
  },
  {
    it: 'warns where the control plane may not call kubelets',
    facts: facts(groups(without('sg-0c1', 1)), apart),
    findingsLike: [{ level: 'warn', rule: 'egress:10250', resource: cluster }],
  },
  {
    it: 'warns where nodes let no control plane in, and counts them',
    facts: facts(groups(without('sg-0n', 0)), [
      anInterface(['sg-0n'], 'subnet-0n', { instances: ['i-01', 'i-02'] }),
      anInterface(['sg-0n'], 'subnet-0b', { instances: ['i-03', 'i-04'] }),
    ]),
    findingsLike: [
      {
        rule: 'ingress:10250',
        resource: own,
        message:
          'no rule allows TCP 10250 in from the control plane (sg-0c1): the control plane cannot reach the kubelets',
        evidence: [
          {
            observed: 'sg-0n of i-01, i-02, i-03 and 1 more',
            required: 'TCP 10250 in from the control plane (sg-0c1)',
          },
        ],
      },
    ],
  },
  {
    it: 'warns of both protocols of DNS at once, and of one alone',
    facts: facts(groups(without('sg-0n', 1, 2)), apart),
    findingsLike: [
      {
        rule: 'ingress:53',
        blocks: 'workloads',
        message: 'no rule allows TCP and UDP 53 in from nodes with sg-0n: pods cannot reach CoreDNS on these nodes',
      },
    ],
  },
  {
    it: 'warns of UDP where only TCP is let in',
    facts: facts(groups(without('sg-0n', 2)), apart),
    findingsLike: [{ rule: 'ingress:53', message: expect.stringContaining('no rule allows UDP 53 in') as string }],
  },
  {
    it: 'warns of what nodes may not send',
    facts: facts(groups(without('sg-0n', 3)), apart),
    findingsLike: [
      { rule: 'egress:443', resource: own },
      { rule: 'egress:53', resource: own },
    ],
  },
  {
    it: 'warns of groups of nodes that keep each other out, once for a group',
    facts: facts(
      groups({
        'sg-0c1': [aRule('ingress', { groups: ['sg-0n', 'sg-0m', 'sg-0l'] }), everywhere],
        ...Object.fromEntries(
          ['sg-0n', 'sg-0m', 'sg-0l'].map((id) => [id, [aRule('ingress', { groups: [id, 'sg-0c1'] }), everywhere]]),
        ),
      }),
      ['sg-0n', 'sg-0m', 'sg-0l'].map((id) => anInterface([id])),
    ),
    findingsLike: [
      { resource: own, message: expect.stringContaining('from nodes with sg-0m, nodes with sg-0l') as string },
      { resource: { name: 'sg-0m' } as never },
      { resource: { name: 'sg-0l' } as never },
    ],
  },
  {
    it: 'names three of many that are missing, and a way to mend them at once',
    facts: manyGroups(6, ([id = '', control = '']) => [aRule('ingress', { groups: [id, control] })]),
    findingsLike: [
      {
        message:
          'no rule allows TCP and UDP 53 in from nodes with sg-0n1, nodes with sg-0n2, nodes with sg-0n3 and 2 more: pods cannot reach CoreDNS on these nodes',
        fix: expect.stringMatching(/Do the same for the others; [^]*\n(?:aws ec2 authorize[^\n]*\n){6}```$/) as string,
      },
      ...Array.from({ length: 5 }, () => ({ rule: 'ingress:53' })),
    ],
  },
  {
    it: 'does not know the rules of a group that nodes carry and that is not found',
    facts: facts(groups({ 'sg-0c1': [...byGroup['sg-0c1'], everywhere] }), apart),
    findings: [
      {
        level: 'unknown',
        rule: 'unseen',
        resource: { kind: 'SecurityGroup', name: 'sg-0n' },
        message: 'nodes use it, but it was not found: its rules are not judged',
        evidence: [{ observed: 'not found by ec2:DescribeSecurityGroups', required: 'its rules' }],
        fix: 'Scan again; the nodes may have been deleted together with their security group.',
      },
    ],
  },
  {
    it: "takes a rule for another family's addresses for none",
    facts: facts(
      groups({ ...byGroup, 'sg-0c1': [aRule('ingress', { ...port(443), cidrs: ['::/0'] }), everywhere] }),
      apart,
    ),
    findingsLike: [{ level: 'warn', rule: 'ingress:443' }],
  },
  {
    it: 'asks for IPv6 rules to the nodes of an IPv6 cluster, and for either to the API server',
    cluster: { ipFamily: 'ipv6' },
    facts: facts(groups(byCidr), apart),
    findingsLike: [
      { level: 'warn', rule: 'egress:10250' },
      { level: 'warn', rule: 'ingress:10250' },
      { level: 'warn', rule: 'egress:53' },
      { level: 'warn', rule: 'ingress:53' },
    ],
  },
  {
    it: 'names the subnets of the control plane that the rule of a node group does not cover',
    facts: facts(
      groups({
        ...byCidr,
        'sg-0n': [aRule('ingress', { ...port(10250), cidrs: ['10.0.0.0/24'] }), ...byCidr['sg-0n'].slice(1)],
      }),
      apart,
    ),
    findingsLike: [
      {
        level: 'warn',
        rule: 'ingress:10250',
        resource: { kind: 'SecurityGroup', name: 'sg-0n', note: 'name-of-sg-0n' },
        message:
          'no rule allows TCP 10250 in from the control plane (sg-0c1) in subnet-0b (10.0.1.0/24): the control plane cannot reach the kubelets',
        fix: expect.stringContaining('UserIdGroupPairs=[{GroupId=sg-0c1}]') as string,
      },
    ],
  },
  {
    it: 'names the subnets of nodes whose DNS is let in for one protocol only',
    facts: facts(
      groups({
        ...byGroup,
        'sg-0n': [
          byGroup['sg-0n'][0] ?? everywhere,
          aRule('ingress', { ...port(53), cidrs: ['10.0.0.0/24', '10.0.8.0/22'] }),
          aRule('ingress', { ...port(53, 53, 'udp'), cidrs: ['10.0.8.0/22'] }),
          everywhere,
        ],
      }),
      [anInterface(['sg-0n']), anInterface(['sg-0n'], 'subnet-0b'), anInterface(['sg-0n'], 'subnet-0a')],
    ),
    findingsLike: [
      {
        level: 'warn',
        rule: 'ingress:53',
        message:
          'no rule allows TCP and UDP 53 in from nodes with sg-0n in subnet-0b (10.0.1.0/24), subnet-0a (10.0.0.0/24): pods cannot reach CoreDNS on these nodes',
      },
    ],
  },
  {
    it: 'names the networks of hybrid nodes that are not let in beside those that are',
    cluster: { hybrid: true, remoteNodeCidrs: ['192.168.0.0/20', '192.168.32.0/20'] },
    facts: facts(
      groups({ 'sg-0c1': [...ownRules('sg-0c1'), aRule('ingress', { ...port(443), cidrs: ['192.168.0.0/20'] })] }),
      [anInterface(['sg-0c1'])],
    ),
    findingsLike: [
      { level: 'warn', rule: 'ingress:443', message: expect.stringContaining('from hybrid nodes (192.168.32.0/20):') },
    ],
  },
  {
    it: 'does not know where rules name a part of a subnet',
    facts: facts(
      groups({ ...byCidr, 'sg-0c1': [aRule('ingress', { ...port(443), cidrs: ['10.0.8.0/23'] }), everywhere] }),
      apart,
    ),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'ingress:443',
        message:
          'unknown whether the rules allow TCP 443 in from nodes with sg-0n: the rules allow only a part of a subnet, or a prefix list that was not found',
      },
    ],
  },
  {
    it: 'does not know where a prefix list is not found, and leaves one that was denied to the engine',
    facts: facts(
      groups(
        {
          ...byGroup,
          'sg-0c1': [
            aRule('ingress', { ...port(443), prefixLists: ['pl-0gone'] }),
            aRule('egress', { prefixLists: ['pl-0denied'] }),
          ],
        },
        [{ id: 'pl-0gone', cidrs: null }],
      ),
      apart,
    ),
    findingsLike: [{ level: 'unknown', rule: 'ingress:443' }],
  },
  {
    it: 'takes rules by CIDR only for the whole address space where a subnet is not known',
    facts: facts(groups(byCidr), [anInterface(['sg-0n'], 'subnet-0elsewhere')]),
    findingsLike: [
      { level: 'unknown', rule: 'ingress:443' },
      { level: 'unknown', rule: 'egress:10250' },
      { level: 'unknown', rule: 'ingress:53' },
    ],
  },
  {
    it: 'does not know the groups of nodes whose instance carries no tag',
    facts: facts(groups(byGroup), apart, {
      nodes: [node(), aNode('b', 'v1.33.5', { instanceId: 'i-02' }), aNode('c', 'v1.33.5')],
    }),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'untagged',
        message:
          'the security groups of 2 nodes are unknown: no running instance with the tag kubernetes.io/cluster/prod',
        fix: expect.stringContaining('--resources i-02 INSTANCE_ID') as string,
      },
    ],
  },
  {
    it: 'warns where the network of hybrid nodes is not let in',
    cluster: { hybrid: true, remoteNodeCidrs: ['192.168.0.0/20', '192.168.32.0/20'] },
    facts: facts(groups({ 'sg-0c1': ownRules('sg-0c1') }), [anInterface(['sg-0c1'])]),
    findingsLike: [
      {
        level: 'warn',
        rule: 'ingress:443',
        resource: cluster,
        message:
          'no rule allows TCP 443 in from hybrid nodes (192.168.0.0/20, 192.168.32.0/20): nodes cannot reach the API server',
        fix: expect.stringContaining('IpRanges=[{CidrIp=192.168.0.0/20},{CidrIp=192.168.32.0/20}]') as string,
      },
    ],
  },
]);
