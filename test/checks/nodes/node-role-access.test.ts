import { expect } from 'vitest';
import check from '../../../checks/nodes/node-role-access/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aNode, aNodegroup, checkCases } from '../cases.ts';
import { managerRows } from '../managers.ts';

const name = 'prod-node';
const arn = `arn:aws:iam::111122223333:role/${name}`;
const resource = { kind: 'Role', name, arn, note: 'NodeGroup blue' };
const configMap = { authenticationMode: 'CONFIG_MAP' } as const;
const both = { authenticationMode: 'API_AND_CONFIG_MAP' } as const;
const api = { authenticationMode: 'API' } as const;
const line = { arn, username: 'system:node:{{EC2PrivateDNSName}}', groups: ['system:bootstrappers', 'system:nodes'] };
const auth = (...roles: (typeof line)[]): Facts['nodegroupAuthRoles'] => ({ state: 'read', roles });
const entry = { principalArn: arn, type: 'EC2_LINUX' as const };
const broken = { ready: false, notReadySince: '2026-11-20T03:12:00Z' };
const windows = { amiType: 'WINDOWS_CORE_2022_x86_64' } as const;
const custom = { amiType: 'CUSTOM' } as const;
const onWindows = { osImage: 'Windows Server 2022 Datacenter', kernelVersion: '10.0.20348.2762' };
const windowsLine = { ...line, groups: [...line.groups, 'eks:kube-proxy-windows'] };
const noServices =
  'pods on its Windows nodes reach no Services and no cluster DNS: its access entry has the type EC2_LINUX';
const buildNode = (group: string, more: Parameters<typeof aNode>[2] = {}) =>
  aNode(`${group}-1`, 'v1.33.5', { computeType: 'managed', group, ...more });

function facts(more: Partial<Facts> = {}) {
  return {
    nodegroups: [aNodegroup('blue')],
    nodes: [],
    nodegroupAccessEntries: [],
    nodegroupAuthRoles: null,
    ...more,
  };
}

/** A self-managed group with these instances, whose launch template has the instance profile `workers`. */
function ownFacts(
  instanceIds: string[],
  more: Partial<Facts> = {},
  profile: Partial<Facts['selfManagedRoles'][number]> = {},
) {
  const group = { name: 'batch', nodegroup: null, maxSize: 3, mixedInstances: null, instanceIds, launches: [] };
  return facts({
    nodegroups: [],
    autoScalingGroups: [group],
    selfManagedRoles: [{ group: 'batch', instanceProfile: 'workers', exists: true, role: arn, ...profile }],
    ...more,
  });
}
const own = (more: Parameters<typeof aNode>[2] = {}) => aNode('own', 'v1.33.5', { instanceId: 'i-0a', ...more });

const noEntry = 'its nodes cannot join: it has no access entry';
const createEntry = `aws eks create-access-entry --cluster-name prod --region eu-west-1 --principal-arn ${arn} --type EC2_LINUX`;

checkCases(check, [
  ...managerRows('the access entry', /The type of an access entry cannot be changed: [^]*role as well\. /).map(
    ({ who, tags, fix }) => ({
      it: `says first where an access entry is managed: ${who}`,
      cluster: api,
      facts: facts({ nodegroupAccessEntries: [{ ...entry, type: 'STANDARD' as const, tags }] }),
      findingsLike: [{ level: 'fail' as const, fix }],
    }),
  ),
  {
    it: 'says where to define an access entry of a cluster that Terraform manages',
    cluster: { ...api, tags: { terraform: 'true' } },
    facts: facts(),
    findingsLike: [
      {
        fix: expect.stringMatching(
          /^Create the access entry\. The tags of the cluster name Terraform: define the new object there, or import it there after the direct command\. Change `access_entries`/,
        ) as string,
      },
    ],
  },
  { it: 'is silent without node groups', facts: facts({ nodegroups: [] }), findings: [] },
  { it: 'is silent about an entry', cluster: api, facts: facts({ nodegroupAccessEntries: [entry] }), findings: [] },
  {
    it: 'fails a role without an access entry in the mode API, whatever aws-auth says',
    cluster: api,
    facts: facts({ nodegroupAuthRoles: auth(line) }),
    findings: [
      {
        level: 'fail',
        rule: 'join',
        resource,
        message: noEntry,
        evidence: [
          {
            observed: 'no access entry',
            required: 'one of type EC2_LINUX',
            fact: 'nodegroupAccessEntries',
          },
        ],
        fix: `Create the access entry.\n\`\`\`sh\n${createEntry}\n\`\`\``,
      },
    ],
  },
  {
    it: 'names the type of entry that nodes of Windows need',
    cluster: api,
    facts: facts({ nodegroups: [aNodegroup('blue', { amiType: 'WINDOWS_CORE_2022_x86_64' })] }),
    findingsLike: [
      { fix: `Create the access entry.\n\`\`\`sh\n${createEntry.replace('EC2_LINUX', 'EC2_WINDOWS')}\n\`\`\`` },
    ],
  },
  {
    it: 'is silent about a line of aws-auth in the mode CONFIG_MAP, which has no access entries',
    cluster: configMap,
    facts: facts({ nodegroupAccessEntries: null, nodegroupAuthRoles: auth(line) }),
    findings: [],
  },
  {
    it: 'fails a role that no entry of aws-auth has an entry for in the mode CONFIG_MAP',
    cluster: configMap,
    facts: facts({ nodegroupAccessEntries: null, nodegroupAuthRoles: auth() }),
    findingsLike: [
      {
        level: 'fail',
        resource,
        message: 'its nodes cannot join: aws-auth has no entry for it',
        evidence: [{ observed: 'no entry', required: arn, fact: 'nodegroupAuthRoles' }],
      },
    ],
  },
  {
    it: 'fails where there is no ConfigMap aws-auth in the mode CONFIG_MAP, for each role once',
    cluster: configMap,
    facts: facts({
      nodegroups: [
        aNodegroup('blue'),
        aNodegroup('green'),
        aNodegroup('red', { nodeRole: 'arn:aws:iam::111122223333:role/eks/red' }),
      ],
      nodegroupAccessEntries: null,
    }),
    findingsLike: [
      {
        level: 'fail',
        resource: { ...resource, note: 'NodeGroup blue, NodeGroup green' },
        message: 'its nodes cannot join: there is no ConfigMap aws-auth',
      },
      {
        level: 'fail',
        resource: { kind: 'Role', name: 'red', arn: 'arn:aws:iam::111122223333:role/eks/red', note: 'NodeGroup red' },
        evidence: [
          {
            observed: 'no ConfigMap',
            required: 'arn:aws:iam::111122223333:role/red',
            fact: 'nodegroupAuthRoles',
          },
        ],
      },
    ],
  },
  {
    it: 'does not judge an aws-auth that cannot be read',
    cluster: configMap,
    facts: facts({ nodegroupAuthRoles: { state: 'unreadable', message: 'mapRoles is not valid YAML' } }),
    findingsLike: [
      {
        level: 'unknown',
        message: 'unknown whether its nodes can join: mapRoles is not valid YAML in ConfigMap aws-auth',
      },
    ],
  },
  {
    it: 'is silent about a line of aws-auth alone in the mode API_AND_CONFIG_MAP',
    cluster: both,
    facts: facts({ nodegroupAuthRoles: auth(line) }),
    findings: [],
  },
  {
    it: 'is silent about an entry alone in the mode API_AND_CONFIG_MAP',
    cluster: both,
    facts: facts({ nodegroupAccessEntries: [entry], nodegroupAuthRoles: auth() }),
    findings: [],
  },
  {
    it: 'fails a role that has neither in the mode API_AND_CONFIG_MAP',
    cluster: both,
    facts: facts({ nodegroupAuthRoles: auth() }),
    findingsLike: [{ level: 'fail', message: 'its nodes cannot join: aws-auth has no entry for it' }],
  },
  {
    it: 'fails an entry of the wrong type in the mode API_AND_CONFIG_MAP: the entry takes precedence',
    cluster: both,
    facts: facts({ nodegroupAccessEntries: [{ ...entry, type: 'STANDARD' }], nodegroupAuthRoles: auth(line) }),
    findingsLike: [{ level: 'fail', message: 'its nodes cannot join: its access entry has the type STANDARD' }],
  },
  {
    it: 'is silent where a Ready node of the group proves that the role may join',
    cluster: api,
    facts: facts({ nodes: [buildNode('blue')] }),
    findings: [],
  },
  {
    it: 'is silent where a Ready node of another group of the same role proves it',
    cluster: api,
    facts: facts({ nodegroups: [aNodegroup('blue'), aNodegroup('green')], nodes: [buildNode('green')] }),
    findings: [],
  },
  {
    it: 'fails where the nodes of the group are not Ready, and those of another role and of no group are',
    cluster: api,
    facts: facts({
      nodegroups: [aNodegroup('blue'), aNodegroup('red', { nodeRole: `${arn}-2` })],
      nodes: [buildNode('blue', broken), buildNode('red'), aNode('own', 'v1.33.5')],
    }),
    findingsLike: [{ level: 'fail', resource, message: noEntry }],
  },
  {
    it: 'does not know where a Ready node is of a group whose role was not read',
    cluster: api,
    facts: facts({ nodes: [buildNode('green')] }),
    findingsLike: [
      {
        level: 'unknown',
        message: `${noEntry}; but node group green has a Ready node, and its role is unknown: if it is the same, nodes can join`,
      },
    ],
  },
  {
    it: 'warns where every group of the role is at zero',
    cluster: api,
    facts: facts({ nodegroups: [aNodegroup('blue', { minSize: 0, desiredSize: 0 })] }),
    findingsLike: [{ level: 'warn', resource, message: noEntry }],
  },
  {
    it: 'fails a group at zero that still has a node',
    cluster: api,
    facts: facts({
      nodegroups: [aNodegroup('blue', { minSize: 0, desiredSize: 0 })],
      nodes: [buildNode('blue', broken)],
    }),
    findingsLike: [{ level: 'fail', resource, message: noEntry }],
  },
  {
    it: 'fails Windows nodes whose access entry is of type EC2_LINUX: they join, their pods have no Services',
    cluster: both,
    facts: facts({
      nodegroups: [aNodegroup('blue', windows)],
      nodegroupAccessEntries: [entry],
      nodegroupAuthRoles: auth(windowsLine),
    }),
    findings: [
      {
        level: 'fail',
        rule: 'services',
        blocks: 'workloads',
        resource,
        message: noServices,
        evidence: [{ observed: 'EC2_LINUX', required: 'EC2_WINDOWS', fact: 'nodegroupAccessEntries' }],
        fix: [
          'The type of an access entry cannot be changed: delete it and create it again. The new entry has neither the access policies nor the groups and tags of the old one: save them first if people or programs use the role as well.',
          '```sh',
          `aws eks describe-access-entry --cluster-name prod --region eu-west-1 --principal-arn ${arn}`,
          `aws eks list-associated-access-policies --cluster-name prod --region eu-west-1 --principal-arn ${arn}`,
          `aws eks delete-access-entry --cluster-name prod --region eu-west-1 --principal-arn ${arn}`,
          '```',
          '```sh',
          createEntry.replace('EC2_LINUX', 'EC2_WINDOWS'),
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'is silent about Windows nodes with an access entry of type EC2_WINDOWS',
    cluster: api,
    facts: facts({
      nodegroups: [aNodegroup('blue', windows)],
      nodegroupAccessEntries: [{ ...entry, type: 'EC2_WINDOWS' }],
    }),
    findings: [],
  },
  {
    it: 'warns where a Windows node is Ready with an entry of type EC2_LINUX: Ready is no proof of access to Services',
    cluster: api,
    facts: facts({
      nodegroups: [aNodegroup('blue', windows)],
      nodegroupAccessEntries: [entry],
      nodes: [buildNode('blue', onWindows)],
    }),
    findingsLike: [{ level: 'warn', rule: 'services', message: noServices }],
  },
  {
    it: 'fails Windows nodes that are not Ready beside a Ready Linux node of the same role',
    cluster: api,
    facts: facts({
      nodegroups: [aNodegroup('blue', windows), aNodegroup('green')],
      nodegroupAccessEntries: [entry],
      nodes: [buildNode('blue', { ...onWindows, ...broken }), buildNode('green')],
    }),
    findingsLike: [{ level: 'fail', rule: 'services', message: noServices }],
  },
  {
    it: 'warns of Windows groups at zero with an entry of type EC2_LINUX',
    cluster: api,
    facts: facts({
      nodegroups: [aNodegroup('blue', { ...windows, minSize: 0, desiredSize: 0 })],
      nodegroupAccessEntries: [entry],
    }),
    findingsLike: [{ level: 'warn', rule: 'services', message: noServices }],
  },
  {
    it: 'reads the system of a custom AMI from the nodes',
    cluster: api,
    facts: facts({
      nodegroups: [aNodegroup('blue', custom)],
      nodegroupAccessEntries: [entry],
      nodes: [buildNode('blue', { ...onWindows, ...broken })],
    }),
    findingsLike: [{ level: 'fail', rule: 'services', message: noServices }],
  },
  {
    it: 'is silent about a custom AMI on Linux nodes that are not Ready',
    cluster: api,
    facts: facts({
      nodegroups: [aNodegroup('blue', custom)],
      nodegroupAccessEntries: [entry],
      nodes: [buildNode('blue', broken)],
    }),
    findings: [],
  },
  {
    it: 'creates an entry of type EC2_WINDOWS where nodes of a custom AMI run Windows',
    cluster: api,
    facts: facts({
      nodegroups: [aNodegroup('blue', custom)],
      nodes: [buildNode('blue', { ...onWindows, ...broken })],
    }),
    findingsLike: [
      {
        level: 'fail',
        message: noEntry,
        fix: `Create the access entry.\n\`\`\`sh\n${createEntry.replace('EC2_LINUX', 'EC2_WINDOWS')}\n\`\`\``,
      },
    ],
  },
  {
    it: 'names both types of entry where no node shows the system of a custom AMI',
    cluster: api,
    facts: facts({ nodegroups: [aNodegroup('blue', custom)] }),
    findingsLike: [
      {
        evidence: [expect.objectContaining({ required: 'one of type EC2_LINUX or EC2_WINDOWS' })],
        fix: `Create the access entry.\n\`\`\`sh\n${createEntry}\n\`\`\`\nFor Windows nodes, the type is \`EC2_WINDOWS\`.`,
      },
    ],
  },
  ...(['EC2_LINUX', 'EC2_WINDOWS'] as const).map((type) => ({
    it: `is silent about an entry of type ${type} where no node shows the system of a custom AMI`,
    cluster: api,
    facts: facts({
      nodegroups: [aNodegroup('blue', custom)],
      nodegroupAccessEntries: [{ ...entry, type }],
    }),
    findings: [],
  })),
  {
    it: 'warns of Linux nodes with an entry of type EC2_WINDOWS, Ready or not',
    cluster: api,
    facts: facts({ nodegroupAccessEntries: [{ ...entry, type: 'EC2_WINDOWS' }], nodes: [buildNode('blue')] }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'type',
        message: 'its access entry has the type EC2_WINDOWS, but Linux nodes use it',
        evidence: [{ observed: 'EC2_WINDOWS', required: 'EC2_LINUX', fact: 'nodegroupAccessEntries' }],
      },
    ],
  },
  {
    it: 'fails the self-managed Windows nodes whose access entry is of type EC2_LINUX',
    cluster: api,
    facts: ownFacts(['i-0a'], { nodegroupAccessEntries: [entry], nodes: [own({ ready: false, ...onWindows })] }),
    findingsLike: [{ level: 'fail', rule: 'services', message: noServices }],
  },
  {
    it: 'fails Windows nodes whose line in aws-auth lacks eks:kube-proxy-windows',
    cluster: configMap,
    facts: facts({
      nodegroups: [aNodegroup('blue', windows)],
      nodegroupAccessEntries: null,
      nodegroupAuthRoles: auth(line),
    }),
    findings: [
      {
        level: 'fail',
        rule: 'services',
        blocks: 'workloads',
        resource,
        message:
          'pods on its Windows nodes reach no Services and no cluster DNS: its aws-auth entry lacks eks:kube-proxy-windows',
        evidence: [
          {
            observed: 'system:bootstrappers, system:nodes',
            required: 'system:bootstrappers, system:nodes, eks:kube-proxy-windows',
            fact: 'nodegroupAuthRoles',
          },
        ],
        fix: [
          'The entry under `mapRoles` in the ConfigMap aws-auth must be:',
          '',
          '```yaml',
          `- rolearn: ${arn}`,
          '  username: system:node:{{EC2PrivateDNSName}}',
          '  groups: [system:bootstrappers, system:nodes, eks:kube-proxy-windows]',
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'prints the line for Windows nodes where aws-auth has none',
    cluster: configMap,
    facts: facts({
      nodegroups: [aNodegroup('blue', windows)],
      nodegroupAccessEntries: null,
      nodegroupAuthRoles: auth(),
    }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'join',
        fix: expect.stringContaining('groups: [system:bootstrappers, system:nodes, eks:kube-proxy-windows]'),
      },
    ],
  },
  ...(['Windows', 'Linux'] as const).map((system) => ({
    it: `is silent about ${system} nodes whose line in aws-auth has the groups of both systems`,
    cluster: configMap,
    facts: facts({
      nodegroups: [aNodegroup('blue', system === 'Windows' ? windows : {})],
      nodegroupAccessEntries: null,
      nodegroupAuthRoles: auth(windowsLine),
    }),
    findings: [],
  })),
  {
    it: 'takes the last of several lines, as the authenticator does: fails',
    cluster: configMap,
    facts: facts({
      nodegroupAccessEntries: null,
      nodegroupAuthRoles: auth(line, { ...line, username: 'operator', groups: ['system:masters'] }),
    }),
    findingsLike: [
      {
        level: 'fail',
        message: 'its nodes cannot join: its aws-auth entry lacks system:bootstrappers, system:nodes',
      },
    ],
  },
  {
    it: 'takes the last of several lines, as the authenticator does: is silent',
    cluster: configMap,
    facts: facts({
      nodegroupAccessEntries: null,
      nodegroupAuthRoles: auth({ ...line, username: 'operator', groups: ['system:masters'] }, line),
    }),
    findings: [],
  },
  {
    it: 'is silent about a line and an entry in another case',
    cluster: both,
    facts: facts({
      nodegroups: [aNodegroup('blue'), aNodegroup('red', { nodeRole: arn.replace('prod-node', 'red') })],
      nodegroupAccessEntries: [{ ...entry, principalArn: arn.replace('prod-node', 'Prod-Node') }],
      nodegroupAuthRoles: auth({ ...line, arn: arn.replace('prod-node', 'RED') }),
    }),
    findings: [],
  },
  {
    it: 'fails where aws-auth is no YAML that the authenticator reads',
    cluster: configMap,
    facts: facts({
      nodegroupAccessEntries: null,
      nodegroupAuthRoles: { state: 'refused', message: 'mapRoles is not valid YAML' },
    }),
    findingsLike: [
      { level: 'fail', message: 'its nodes cannot join: mapRoles is not valid YAML in ConfigMap aws-auth' },
    ],
  },
  ...['CREATING', 'DELETING', 'DELETE_FAILED'].map((status) => ({
    it: `is silent about a group that is ${status}`,
    cluster: api,
    facts: facts({ nodegroups: [aNodegroup('blue', { status })] }),
    findings: [],
  })),
  {
    it: 'leaves the type of an entry that was not described to the gap of the fact',
    cluster: api,
    facts: facts({ nodegroupAccessEntries: [{ ...entry, type: null }] }),
    findings: [],
  },
  {
    it: 'has unknown for a group whose role EKS does not report',
    cluster: api,
    facts: facts({ nodegroups: [aNodegroup('blue', { nodeRole: null })] }),
    findingsLike: [
      {
        level: 'unknown',
        resource: { kind: 'NodeGroup', name: 'blue' },
        message: 'EKS does not report its node role: unknown whether its nodes can join',
      },
    ],
  },
  {
    it: 'is silent about such a group while EKS deletes it',
    cluster: api,
    facts: facts({ nodegroups: [aNodegroup('blue', { nodeRole: null, status: 'DELETING' })] }),
    findings: [],
  },
  ...(
    [
      ['warns', 'of a self-managed group without instances', [], [], 'warn'],
      ['fails', 'of a self-managed group whose instances are not Ready', ['i-0a'], [own({ ready: false })], 'fail'],
      ['fails', 'of a self-managed group with an instance that is no Node', ['i-0b'], [own()], 'fail'],
    ] as const
  ).map(([level, what, ids, nodes, expected]) => ({
    it: `${level} the role ${what}`,
    cluster: api,
    facts: ownFacts([...ids], { nodes: [...nodes] }),
    findingsLike: [
      { level: expected, resource: { ...resource, note: 'AutoScalingGroup batch' }, message: noEntry, rule: 'join' },
    ],
  })),
  {
    it: 'fails the role of a self-managed group that aws-auth does not map',
    cluster: configMap,
    facts: ownFacts(['i-0b'], { nodegroupAccessEntries: null, nodegroupAuthRoles: auth() }),
    findingsLike: [{ level: 'fail', message: 'its nodes cannot join: aws-auth has no entry for it' }],
  },
  {
    it: 'is silent about a self-managed group with a Ready node',
    cluster: api,
    facts: ownFacts(['i-0a'], { nodes: [own()] }),
    findings: [],
  },
  {
    it: 'is silent about a self-managed group whose role has an access entry',
    cluster: api,
    facts: ownFacts(['i-0b'], { nodegroupAccessEntries: [entry] }),
    findings: [],
  },
  {
    it: 'names both groups of a role that neither proves',
    cluster: api,
    facts: ownFacts([], { nodegroups: [aNodegroup('blue')] }),
    findingsLike: [{ level: 'fail', resource: { ...resource, note: 'NodeGroup blue, AutoScalingGroup batch' } }],
  },
  {
    it: 'is silent where a Ready node of a managed group proves the role of a self-managed group',
    cluster: api,
    facts: ownFacts([], { nodegroups: [aNodegroup('blue')], nodes: [buildNode('blue')] }),
    findings: [],
  },
  {
    it: 'fails an instance profile that does not exist',
    cluster: api,
    facts: ownFacts(['i-0b'], {}, { exists: false, role: null }),
    findings: [
      {
        level: 'fail',
        rule: 'profile',
        resource: { kind: 'AutoScalingGroup', name: 'batch' },
        message: 'instance profile workers does not exist: the group cannot launch instances',
        evidence: [
          {
            observed: 'no such instance profile',
            required: 'instance profile workers with the role of the nodes',
            fact: 'selfManagedRoles',
          },
        ],
        fix: [
          'Create the instance profile again, with the role of the nodes.',
          '```sh',
          'aws iam create-instance-profile --instance-profile-name workers',
          'aws iam add-role-to-instance-profile --instance-profile-name workers --role-name NODE_ROLE',
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'warns of an instance profile without a role where a node is Ready',
    cluster: api,
    facts: ownFacts(['i-0a'], { nodes: [own()] }, { role: null }),
    findingsLike: [
      { level: 'warn', rule: 'profile', message: 'instance profile workers has no role: new nodes cannot join' },
    ],
  },
]);
