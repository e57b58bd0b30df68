import check from '../../../checks/addons/node-credentials/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aNode, aNodegroup, anAddon, checkCases, type Case } from '../cases.ts';
import { aLaunchTemplate, aVersion, ofTemplate } from '../nodes/launches.ts';

type Caller = Facts['nodeRoleUsers'][number];

const caller = (more: Partial<Caller> = {}): Caller => ({
  component: 'external-dns',
  kind: 'Deployment',
  namespace: 'dns',
  name: 'external-dns',
  nodes: ['a'],
  ...more,
});
const legacy = (more: Partial<Facts['nodegroups'][number]> = {}) =>
  aNodegroup('legacy', { version: '1.32', amiType: 'AL2_x86_64', ...more });
const driver = anAddon('aws-ebs-csi-driver', { podIdentity: false });
const other = anAddon('aws-mountpoint-s3-csi-driver', { version: 'v2.0.0-eksbuild.1', podIdentity: false });
const offered = (requiresIam: boolean): Facts['addonVersions'] => [
  {
    name: other.name,
    owner: 'aws',
    publisher: 'eks',
    versions: [{ version: other.version, ...(requiresIam ? { requiresIam: true as const } : {}), compatibilities: [] }],
  },
];

function facts(more: Partial<Facts> = {}): Partial<Facts> {
  return {
    nodegroups: [legacy()],
    nodes: [aNode('a', 'v1.32.9', { computeType: 'managed', group: 'legacy' }), aNode('b', 'v1.32.9')],
    nodeRoleUsers: [],
    addons: [],
    addonVersions: offered(true),
    ...more,
  };
}

const in133 = { current: '1.32', target: '1.33' };
const evidence = [
  {
    observed: 'no launch template: hop limit 1 on Amazon Linux 2023',
    required: 'a role of EKS Pod Identity or IRSA, or hop limit 2',
    resource: 'NodeGroup legacy',
    fact: 'nodegroups' as const,
  },
];

const cases: Case[] = [
  { it: 'is silent if nothing takes its credentials from a node', ...in133, facts: facts(), findings: [] },
  {
    it: 'warns of a controller on a node group that moves to Amazon Linux 2023',
    ...in133,
    facts: facts({ nodeRoleUsers: [caller()] }),
    findings: [
      {
        level: 'warn',
        at: 33,
        rule: 'workload',
        resource: { kind: 'Deployment', namespace: 'dns', name: 'external-dns' },
        message:
          'external-dns takes its AWS credentials from the node: on Amazon Linux 2023 with hop limit 1, it gets none',
        evidence,
        fix: [
          'Create an IAM role with the permissions that it uses today, and associate it with its ServiceAccount. ROLE_ARN is the ARN of the role. The EKS Pod Identity Agent must run on the nodes. Or set `HttpPutResponseHopLimit` to 2 in the launch template of the new nodes: then every pod on them can use the role of the node.',
          '```sh',
          "kubectl -n dns get deployment external-dns -o jsonpath='{.spec.template.spec.serviceAccountName}'",
          'aws eks create-pod-identity-association --region eu-west-1 --cluster-name prod \\',
          '  --namespace dns --service-account SERVICE_ACCOUNT --role-arn ROLE_ARN',
          'kubectl -n dns rollout restart deployment external-dns',
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'is silent about a controller on other nodes',
    ...in133,
    facts: facts({ nodeRoleUsers: [caller({ nodes: ['b'] })] }),
    findings: [],
  },
  {
    it: 'is silent about a node group that stays on Amazon Linux 2023',
    ...in133,
    facts: facts({ nodeRoleUsers: [caller()], nodegroups: [aNodegroup('legacy', { version: '1.32' })] }),
    findings: [],
  },
  {
    it: 'is silent where the launch template sets the hop limit 2',
    ...in133,
    facts: facts({
      nodeRoleUsers: [caller()],
      nodegroups: [legacy(ofTemplate)],
      launchTemplates: [aLaunchTemplate(null, { found: aVersion({ hopLimit: 2, imds: 'v2' }) })],
    }),
    findings: [],
  },
  {
    it: 'names the EKS add-on of a driver',
    ...in133,
    facts: facts({
      nodeRoleUsers: [
        caller({ component: 'ebs-csi-controller', namespace: 'kube-system', name: 'ebs-csi-controller' }),
      ],
      addons: [driver],
    }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'workload',
        resource: { kind: 'Deployment', namespace: 'kube-system', name: 'ebs-csi-controller' },
      },
    ],
  },
  {
    it: 'warns of an EKS add-on that needs permissions and has no role',
    ...in133,
    facts: facts({ addons: [other] }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'addon',
        at: 33,
        resource: { kind: 'EKS add-on', name: 'aws-mountpoint-s3-csi-driver' },
        evidence,
      },
    ],
  },
  {
    it: 'is silent about an add-on that needs none',
    ...in133,
    facts: facts({ addons: [other], addonVersions: offered(false) }),
    findings: [],
  },
  {
    it: 'is silent about an add-on with a role',
    ...in133,
    facts: facts({ addons: [{ ...other, serviceAccountRoleArn: 'arn:aws:iam::111122223333:role/s3' }] }),
    findings: [],
  },
  {
    it: 'is silent about an add-on with an EKS Pod Identity association',
    ...in133,
    facts: facts({ addons: [{ ...other, podIdentity: true }] }),
    findings: [],
  },
  {
    it: 'is silent about the VPC CNI, which has host networking',
    ...in133,
    facts: facts({ addons: [{ ...other, name: 'vpc-cni' }] }),
    findings: [],
  },
];

checkCases(check, cases);
