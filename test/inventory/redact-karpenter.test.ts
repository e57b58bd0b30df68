import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { judgeByOwnChecks } from '../../src/commands/scan/judge-inventory.ts';
import { select } from '../../src/commands/select-checks.ts';
import { parseInventory, type Inventory } from '../../src/inventory/inventory.ts';
import { redactInventory } from '../../src/inventory/redact/redact.ts';

/**
 * A company that uses its name wherever Karpenter takes one, judged and redacted: the name is removed everywhere, and
 * the findings are the same.
 */

type Json = Record<string, unknown>;

const version = '0.1.0';
const options = { target: 'current', karpenterTarget: '0.32.1' };

const controller: Json = {
  namespace: 'globex-autoscaling',
  name: 'globex-karpenter',
  image: '444455556666.dkr.ecr.eu-west-1.amazonaws.com/globex/karpenter/controller:v0.30.0',
  serviceAccount: 'globex-karpenter-sa',
  identity: {
    kind: 'irsa',
    roleArn: 'arn:aws:iam::444455556666:role/globex-path/KarpenterIRSA-prod',
    targetRoleArn: 'arn:aws:iam::777788889999:role/globex-target',
  },
};

const settings: Json = {
  CLUSTER_NAME: 'globex-cluster',
  CLUSTER_ENDPOINT: 'https://api.k8s.globex.internal:6443',
  INTERRUPTION_QUEUE: 'globex-queue',
  ASSUME_ROLE_ARN: 'arn:aws:iam::444455556666:role/globex-assumed',
  'configMap:aws.clusterName': 'globex-cluster',
  'configMap:aws.clusterEndpoint': 'https://0A1B2C3D.globex.example.com',
  'configMap:aws.defaultInstanceProfile': 'globex-profile',
  'configMap:aws.interruptionQueueName': 'globex-old-queue',
  'configMap:aws.tags': '{"globex-team":"globex-money","kubernetes.io/cluster/globex-cluster":"owned"}',
  'configMap:aws.assumeRoleARN': 'arn:aws:iam::444455556666:role/globex-assumed-too',
};

const condition: Json = {
  type: 'Ready',
  status: 'False',
  reason: 'NotFound',
  message:
    'role globex-nodes of globex-class was not found, pool globex-pool on ip-10-7-8-9.eu-west-1.compute.internal',
};

const object: Json = {
  annotations: {
    'karpenter.sh/do-not-consolidate': 'globex-value',
    'compatibility.karpenter.sh/v1beta1-nodeclass-reference': '{"kind":"EC2NodeClass","name":"globex-class"}',
    'compatibility.karpenter.sh/v1beta1-kubelet-conversion': '{"clusterDNS":["10.77.0.10"],"maxPods":58}',
  },
  ready: false,
  readyMessage: condition['message'],
  conditions: [condition],
};

const pool: Json = {
  ...object,
  name: 'globex-pool',
  nodeClass: { group: 'karpenter.k8s.aws', kind: 'AWSNodeTemplate', name: 'globex-class' },
  provider: {
    amiFamily: null,
    instanceProfile: 'globex-own-profile',
    selectors: { subnets: { 'globex-net': 'globex-private,globex-public' }, securityGroups: null, amis: null },
  },
  requirements: [
    { key: 'globex.io/tier', operator: 'In', values: ['globex-gold'] },
    { key: 'globex-zone', operator: 'NotIn', values: ['globex-one'] },
    { key: 'topology.kubernetes.io/zone', operator: 'In', values: ['eu-west-1a'] },
  ],
  labels: { 'globex.io/team': 'globex-money', team: 'globex-payments', 'globex-plain': 'yes' },
  nodeAnnotations: { 'karpenter.sh/do-not-disrupt': 'globex-annotated' },
  taints: [{ key: 'globex.io/dedicated', value: 'globex-batch', effect: 'NoSchedule' }],
  startupTaints: [{ key: 'globex-agent', value: 'globex-starting', effect: 'NoExecute' }],
  limits: { cpu: '1000', 'globex.io/fpga': '4' },
};

const term = (more: Json): Json => ({
  id: null,
  name: null,
  owner: null,
  alias: null,
  ssmParameter: null,
  tags: {},
  ...more,
});

const nodeClass: Json = {
  ...object,
  name: 'globex-class',
  instanceProfile: 'globex-class-profile',
  role: 'globex-nodes',
  selectors: {
    subnets: { 'globex-net': 'globex-private', 'aws-ids': 'subnet-0123456789abcdef0' },
    securityGroups: { Name: 'globex-sg-*' },
    amis: { 'aws::name': 'globex-ami-2026', 'aws::owners': '444455556666' },
  },
  terms: {
    subnets: [term({ tags: { 'globex-net': 'globex-subnets', Name: 'globex-*' } })],
    securityGroups: [term({ name: 'globex-security' }), term({ id: 'sg-0123456789abcdef0' })],
    amis: [
      term({ name: 'globex-image-*', owner: '444455556666' }),
      term({ ssmParameter: '/globex/images/nodes/latest' }),
      term({ id: 'ami-0123456789abcdef0' }),
    ],
    capacityReservations: [
      term({ id: 'cr-0123456789abcdef0', owner: '444455556666', tags: { globex: 'globex-odcr' } }),
    ],
  },
  tags: { Name: 'globex-karpenter-node', 'globex-cost': 'globex-centre' },
};

const selected = (text: string, found: string): Json => ({
  kind: 'AWSNodeTemplate',
  name: 'globex-class',
  terms: [{ text, found: [found] }],
});

const policy: Json = {
  name: 'globex-policy',
  arn: 'arn:aws:iam::444455556666:policy/globex-path/globex-policy',
  document: {
    Version: '2012-10-17',
    Id: 'globex-document',
    Statement: [
      {
        Sid: 'GlobexStatement',
        Effect: 'Allow',
        Action: 'iam:PassRole',
        Resource: [
          'arn:aws:iam::444455556666:role/globex-nodes',
          'arn:aws:iam::*:role/globex-any-*',
          'arn:aws:iam::444455556666:instance-profile/globex-made_*',
          'arn:aws:sqs:*:444455556666:globex-sent',
        ],
        Condition: {
          StringEquals: {
            'aws:ResourceTag/globex:team': 'globex-money',
            'aws:RequestTag/globex.io/owner': ['globex-one', 'globex-two'],
            'aws:PrincipalTag/globex-role': 'globex-admin',
            'aws:SourceVpc': 'vpc-0123456789abcdef0',
            'aws:PrincipalOrgID': 'o-globexorg1',
          },
          'ForAllValues:StringLike': { 'aws:TagKeys': ['globex-cost', 'Name', 'globex.io/*'] },
        },
      },
    ],
  },
};

const role: Json = {
  arn: 'arn:aws:iam::444455556666:role/globex-path/KarpenterIRSA-prod',
  name: 'KarpenterIRSA-globex',
  found: {
    trust: {
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'GlobexTrust',
          Effect: 'Allow',
          Principal: { AWS: 'arn:aws:iam::444455556666:user/globex-admin' },
          Action: 'sts:AssumeRoleWithWebIdentity',
          Condition: {
            StringLike: {
              'oidc.eks.eu-west-1.amazonaws.com/id/AB12AB12AB12AB12AB12AB12AB12AB12:sub':
                'system:serviceaccount:globex-autoscaling:globex-*',
            },
          },
        },
      ],
    },
    tags: { 'globex-cost': 'globex-centre', Owner: 'globex-platform' },
    policies: [policy, { ...policy, name: 'globex-inline', arn: null }],
    boundary: { ...policy, name: 'globex-boundary' },
  },
};

/** The stored inventory of the update from 0.30 to 0.32.1, with its objects replaced by these. */
function globex(): string {
  const text = readFileSync(new URL('../inventories/karpenter-0.30.json', import.meta.url), 'utf8');
  const stored = JSON.parse(text) as { readings: Record<string, { value: unknown }> };
  const requireReading = (fact: string): { value: unknown } => {
    const reading = stored.readings[fact];
    if (reading === undefined) throw new Error(`no reading ${fact}`);
    return reading;
  };
  const put = (fact: string, value: unknown): void => {
    requireReading(fact).value = value;
  };
  const findFirstItem = (fact: string): Json => (requireReading(fact).value as Json[])[0] ?? {};
  const fill = (fact: string, more: Json): void => put(fact, [{ ...findFirstItem(fact), ...more }]);
  const own = findFirstItem('karpenterControllers')['settings'] as Json;
  fill('karpenterControllers', { ...controller, settings: { ...own, ...settings } });
  fill('karpenterPools', pool);
  fill('karpenterNodeClasses', nodeClass);
  fill('karpenterClaims', { name: 'globex-pool-x7k2p', pool: 'globex-pool', conditions: [condition] });
  put('karpenterEndpoints', [{ endpoint: 'https://api.k8s.globex.internal:6443', isOwn: false }]);
  put('karpenterRoles', [role]);
  put('karpenterSubnets', [
    selected('globex-net=globex-private, globex-tier=globex-hidden', 'subnet-0123456789abcdef0'),
  ]);
  put('karpenterSecurityGroups', [selected('Name=globex-sg-*', 'sg-0123456789abcdef0')]);
  put('karpenterImages', [
    selected('name globex-image-*, owner 444455556666', 'ami-0123456789abcdef0'),
    selected('globex-os=globex-linux', 'ami-0123456789abcdef0'),
  ]);
  put('karpenterKeys', [
    {
      kind: 'Deployment',
      namespace: 'globex-shop',
      name: 'globex-cart',
      pods: null,
      uses: [
        { key: 'karpenter.sh/provisioner-name', place: 'node selector', operator: 'In', values: ['globex-pool'] },
        { key: 'karpenter.sh/do-not-evict', place: 'annotation', operator: null, values: ['globex-true'] },
        { key: 'karpenter.sh/legacy', place: 'toleration', operator: null, values: ['globex-tolerated'] },
      ],
    },
    { kind: 'GlobexJob', namespace: 'globex-ci', name: 'globex-run', pods: 3, uses: [] },
    { kind: 'Node', namespace: null, name: 'globex-node.corp.globex.lan', pods: null, uses: [] },
    { kind: 'Namespace', namespace: null, name: 'globex-named', pods: null, uses: [] },
  ]);
  put('karpenterNodeRoles', {
    roles: [{ name: 'globex-nodes', found: null }],
    instanceProfiles: [{ name: 'globex-profile', exists: true, role: 'globex-held' }],
  });
  put('nodeAccessEntries', [{ principalArn: 'arn:aws:iam::444455556666:role/globex-nodes', type: 'EC2_LINUX' }]);
  put('nodeAuthRoles', {
    state: 'read',
    roles: [
      {
        arn: 'arn:aws:iam::444455556666:role/globex-nodes',
        username: 'globex-{{EC2PrivateDNSName}}',
        groups: ['globex-group', 'system:nodes'],
      },
    ],
  });
  for (const crd of requireReading('karpenterCrds').value as Json[]) {
    crd['owner'] = { release: 'globex-crds', releaseNamespace: 'globex-crd-ns', managedBy: 'globex-gitops' };
    crd['conversion'] = {
      strategy: 'Webhook',
      service: { namespace: 'globex-hooks', name: 'globex-webhook', port: 8443 },
      caBundle: true,
    };
  }
  return JSON.stringify(stored).replaceAll(/globex[\w-]*[a-z0-9]|globex/gi, numbered());
}

/**
 * Numbers each distinct word, so that no word is part of another. Otherwise, redaction could miss a word, and the
 * replacement of a shorter word would hide that.
 */
function numbered(): (word: string) => string {
  const known = new Map<string, number>();
  return (word) => {
    const number = known.get(word) ?? known.size + 1;
    known.set(word, number);
    return `${word.slice(0, 6)}${number}${word.slice(6)}`;
  };
}

function toInventory(text: string): Inventory {
  const { takenAt, readings } = parseInventory(text, 'a test', version);
  return { takenAt, readings };
}

function judged(inventory: Inventory): unknown {
  const tool = { version, now: () => new Date(inventory.takenAt) };
  const { results, steps } = judgeByOwnChecks(inventory, {
    checks,
    selection: select(checks, options),
    options,
    source: 'inventory',
    io: tool,
  });
  const found = results.map(({ id, status, findings }) => [
    id,
    status,
    findings.map(({ level, rule, at, evidence }) => JSON.stringify([level, rule, at, evidence.length])).toSorted(),
  ]);
  return { found, steps };
}

describe('a company whose Karpenter has its name everywhere', () => {
  const before = toInventory(globex());
  const redacted = redactInventory(before);
  const text = JSON.stringify(redacted);

  it('is not named', () => {
    expect(new Set(JSON.stringify(before).match(/globex\d+/gi)).size).toBeGreaterThan(70);
    expect(text.match(/[^"]*globex[^"]*/gi)).toBeNull();
  });

  it('shows no account, id, address or issuer of its own', () => {
    expect(text).not.toMatch(/444455556666|777788889999|0123456789abcdef0|AB12AB12|10-7-8-9|10\.77\.0\.10|0A1B2C3D/);
  });

  it.each([3_420, 3_428, 3_436])(
    'rounds the size of a policy (%i), which shows how long the name of the cluster is',
    (size) => {
      const inventory = toInventory(globex());
      const roles = inventory.readings.karpenterRoles;
      if (roles?.ok !== true) throw new Error('the roles are read');
      for (const { found } of roles.value) for (const policy of found?.policies ?? []) policy.size = size;
      const { karpenterRoles } = redactInventory(inventory).readings;
      const sizes = karpenterRoles?.ok === true ? karpenterRoles.value.map(({ found }) => found?.policies ?? []) : [];
      expect(new Set(sizes.flat().map((policy) => policy.size))).toEqual(new Set([3_584]));
    },
  );

  it("keeps what is Karpenter's, AWS's and everybody's", () => {
    for (const word of [
      'karpenter.sh/do-not-evict',
      'karpenter.sh/provisioner-name',
      'compatibility.karpenter.sh/v1beta1-kubelet-conversion',
      'topology.kubernetes.io/zone',
      'eu-west-1a',
      'spec.subnetSelector',
      'awsnodetemplates.karpenter.k8s.aws',
      'iam:PassRole',
      'aws:TagKeys',
      'configMap:aws.interruptionQueueName',
    ]) {
      expect(text).toContain(word);
    }
  });

  it('is judged as it was', () => {
    expect(judged(redacted)).toEqual(judged(before));
  });
});
