import { expect } from 'vitest';
import check from '../../../checks/karpenter/ami-selection/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Selected } from '../../../src/facts/karpenter-account.ts';
import type { KarpenterNodeClass } from '../../../src/facts/karpenter-objects.ts';
import { aKarpenter, aNode, checkCases } from '../cases.ts';
import { aNodeClass, aNodePool, aNodeTemplate, aProvisioner, aTerm } from './objects.ts';
import { applierRows } from '../managers.ts';

const buildNodeClass = (more: Partial<KarpenterNodeClass>) => aNodeClass('default', more);
const withAlias = (alias: string) =>
  buildNodeClass({ alias, terms: { ...aNodeClass('default').terms, amis: [aTerm({ alias })] } });
const byTerms = (...amis: KarpenterNodeClass['terms']['amis']) =>
  buildNodeClass({ alias: null, amiFamily: 'AL2023', terms: { ...aNodeClass('default').terms, amis } });
const byId = byTerms(aTerm({ id: 'ami-0a' }));

function facts(nodeClass: KarpenterNodeClass, more: Partial<Facts> = {}, version: string | null = '1.8.1') {
  return {
    karpenterControllers: [aKarpenter({ version })],
    karpenterPools: [aNodePool('default')],
    karpenterNodeClasses: [nodeClass],
    karpenterImages: [],
    nodes: [],
    ...more,
  };
}

type Newest = NonNullable<Selected['terms'][number]['newest']>;

function images(newest: Newest, deprecated?: Selected['terms'][number]['deprecated']): Pick<Facts, 'karpenterImages'> {
  const term = { text: 'ami-0a', found: newest.map(({ id }) => id), newest };
  return {
    karpenterImages: [
      { kind: 'EC2NodeClass', name: 'default', terms: [deprecated === undefined ? term : { ...term, deprecated }] },
    ],
  };
}

const anImage = (id: string, kubernetes: string | null, more: Partial<Newest[number]> = {}) => ({
  id,
  architecture: 'x86_64',
  createdAt: '2026-05-01T00:00:00.000Z',
  kubernetes,
  ...more,
});
const resource = { kind: 'EC2NodeClass', name: 'default' };
const buildNode = (version: string) => aNode('a', version, { computeType: 'karpenter', group: 'default' });

/** A rollback from 1.34, before which the nodes are at 1.33 again. */
const rollback = { current: '1.34', target: '1.33' };
const before = { nodes: [buildNode('v1.33.5')] };
const tooNew = (text: string) => ({
  level: 'warn' as const,
  at: 33,
  rule: 'too-new',
  blocks: 'control-plane' as const,
  resource,
  message: `new nodes start with kubelet 1.34 (${text}), and one such node is enough for EKS to reject the rollback`,
  evidence: [{ observed: `${text}: kubelet 1.34`, required: 'kubelet 1.33 or older' }],
  fix: expect.stringContaining(
    'Until the rollback has ended, select an AMI for 1.33 by `id`, `name` or `tags`',
  ) as string,
});

checkCases(check, [
  ...applierRows('the node class', /Pin a release that has AMIs for every version [^]*/).map(({ who, owner, fix }) => ({
    it: `says where a node class is managed: ${who}`,
    facts: facts({ ...withAlias('al2023@v20250807'), owner }),
    findingsLike: [{ level: 'fail' as const, fix }],
  })),
  ...['al2023@latest', 'al2023@v20251016'].map((alias) => ({
    ...rollback,
    it: `warns before a rollback of the alias ${alias}, which launches nodes of the later version`,
    facts: facts(withAlias(alias), before),
    findings: [tooNew(`alias ${alias}`)],
  })),
  {
    ...rollback,
    it: 'warns before a rollback of an AMI family without terms',
    facts: facts(byTerms(), before, '0.37.0'),
    findings: [tooNew('AMI family AL2023')],
  },
  {
    ...rollback,
    it: 'warns before a rollback of an AMI that was selected for the later version',
    facts: facts(byId, { ...before, ...images([anImage('ami-0a', '1.34')]) }),
    findings: [tooNew('ami-0a')],
  },
  {
    ...rollback,
    it: 'warns before a rollback of a parameter of the later version',
    facts: facts(
      byTerms(
        aTerm({ ssmParameter: '/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/standard/recommended' }),
      ),
      before,
    ),
    findingsLike: [{ level: 'warn', rule: 'too-new' }],
  },
  {
    ...rollback,
    it: 'is silent before a rollback about an AMI of the earlier version',
    facts: facts(byId, { ...before, ...images([anImage('ami-0a', '1.33')]) }),
    findings: [],
  },
  {
    ...rollback,
    it: 'does not know the kubelet of an AMI before a rollback if neither its name nor a node shows it',
    facts: facts(byId, images([anImage('ami-0a', null)])),
    findingsLike: [{ level: 'unknown', rule: 'not-told' }],
  },
  {
    ...rollback,
    it: 'warns before a rollback even if nodes are too new already: their replacements are, too',
    facts: facts(withAlias('al2023@latest'), { nodes: [buildNode('v1.33.5'), buildNode('v1.34.1')] }),
    findings: [tooNew('alias al2023@latest')],
  },
  {
    ...rollback,
    it: 'is silent before a rollback about a node class that no pool uses',
    facts: facts(withAlias('al2023@latest'), { karpenterPools: [] }),
    findings: [],
  },
  {
    it: 'is silent about al2023@latest: drift follows by itself',
    facts: facts(withAlias('al2023@latest')),
    findings: [],
  },
  {
    it: 'is silent about an alias that is pinned to a release with images of both minors',
    facts: facts(withAlias('al2023@v20251016')),
    findings: [],
  },
  {
    it: 'fails an alias that is pinned to a release of before the first images of the next minor',
    facts: facts(withAlias('al2023@v20250807')),
    findings: [
      {
        level: 'fail',
        rule: 'pinned',
        at: 34,
        resource,
        message: 'its alias al2023@v20250807 is older than the first AMIs for 1.34: Karpenter cannot launch nodes',
        evidence: [{ observed: 'alias al2023@v20250807', required: 'al2023@v20250915 or newer' }],
        fix: expect.stringMatching(
          /^Pin a release that has AMIs for every version from 1\.33 to 1\.34[^]*aws ssm get-parameters-by-path --region eu-west-1 --recursive --path \/aws\/service\/eks\/optimized-ami\/1\.34\/amazon-linux-2023\/x86_64\/standard/,
        ),
      },
    ],
  },
  {
    it: 'fails today where the pinned release has no image of the minor that runs',
    facts: facts(withAlias('al2023@v20240807')),
    current: '1.32',
    findingsLike: [{ level: 'fail', rule: 'pinned', message: expect.stringContaining('AMIs for 1.32') }],
  },
  {
    it: 'fails at the first minor of a longer path that has no image',
    facts: facts(withAlias('al2023@v20250807')),
    current: '1.32',
    target: '1.35',
    findingsLike: [{ level: 'fail', rule: 'pinned', at: 34 }],
  },
  {
    it: 'does not know a minor of which no row tells',
    facts: facts(withAlias('al2023@v20260714')),
    current: '1.36',
    findingsLike: [
      {
        level: 'unknown',
        rule: 'pinned',
        at: 37,
        message: 'unknown whether its alias al2023@v20260714 has an AMI for 1.37',
      },
    ],
  },
  {
    it: 'fails a Bottlerocket that is pinned to a release of before the first images of the next minor',
    facts: facts(withAlias('bottlerocket@v1.46.0')),
    findings: [
      {
        level: 'fail',
        rule: 'pinned',
        at: 34,
        resource,
        message: 'its alias bottlerocket@v1.46.0 is older than the first AMIs for 1.34: Karpenter cannot launch nodes',
        evidence: [{ observed: 'alias bottlerocket@v1.46.0', required: 'bottlerocket@v1.47.0 or newer' }],
        fix: expect.stringContaining('--path /aws/service/bottlerocket/aws-k8s-1.34/x86_64/1.46.0'),
      },
    ],
  },
  {
    it: 'is silent about a pinned Bottlerocket with images of both minors',
    facts: facts(withAlias('bottlerocket@v1.47.0')),
    findings: [],
  },
  {
    it: 'compares releases of Bottlerocket as versions: 1.9.2 is older than 1.47.0',
    facts: facts(withAlias('bottlerocket@v1.9.2')),
    findingsLike: [{ level: 'fail', rule: 'pinned', message: expect.stringContaining('the first AMIs for 1.33') }],
  },
  {
    it: 'and 1.100.0 is newer',
    facts: facts(withAlias('bottlerocket@v1.100.0')),
    findings: [],
  },
  {
    it: 'takes a release of Bottlerocket without the v, as Karpenter does',
    facts: facts(withAlias('bottlerocket@1.46.0')),
    findingsLike: [
      { level: 'fail', at: 34, evidence: [{ observed: 'alias bottlerocket@1.46.0', required: expect.anything() }] },
    ],
  },
  {
    it: 'and with the commit that it is built of',
    facts: facts(withAlias('bottlerocket@1.53.0-2a1bd3e9')),
    target: '1.35',
    findings: [],
  },
  {
    it: 'does not know a release of Bottlerocket whose name is no version',
    facts: facts(withAlias('bottlerocket@v1.53')),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'pinned',
        at: 34,
        fix: expect.stringContaining('--path /aws/service/bottlerocket/aws-k8s-1.34/x86_64/1.53'),
      },
    ],
  },
  {
    it: 'does not know a minor of which no row tells, of Bottlerocket either',
    facts: facts(withAlias('bottlerocket@v1.66.0')),
    current: '1.37',
    findingsLike: [{ level: 'unknown', rule: 'pinned', at: 38 }],
  },
  {
    it: 'is silent about a pinned Bottlerocket where no update is planned',
    facts: facts(withAlias('bottlerocket@v1.39.0')),
    target: '1.33',
    findings: [],
  },
  { it: 'leaves Amazon Linux 2 to nodes/amazon-linux-2', facts: facts(withAlias('al2@v20240807')), findings: [] },
  {
    it: 'fails Windows Server 2025 where the control plane is older than 1.35',
    facts: facts(withAlias('windows2025@latest')),
    current: '1.34',
    findingsLike: [
      {
        level: 'fail',
        rule: 'family',
        message: 'Karpenter finds no AMI of the family windows2025 for 1.34, and cannot launch nodes',
        evidence: [{ observed: 'alias windows2025@latest', required: 'AMIs for 1.35 or newer' }],
      },
    ],
  },
  {
    it: 'fails Windows Server 2025 at the version of a rollback to before 1.35',
    facts: facts(withAlias('windows2025@latest')),
    current: '1.35',
    target: '1.34',
    findingsLike: [
      {
        level: 'fail',
        rule: 'family',
        at: 34,
        message: 'Karpenter finds no AMI of the family windows2025 for 1.34, and cannot launch nodes',
      },
      { level: 'warn', rule: 'too-new' },
    ],
  },
  {
    it: 'is silent about Windows Server 2025 from 1.35 on',
    facts: facts(withAlias('windows2025@latest')),
    current: '1.35',
    findings: [],
  },
  {
    it: 'fails Ubuntu from 1.29 on where 0.37 looks for its images',
    facts: facts(
      buildNodeClass({ alias: null, amiFamily: 'Ubuntu', terms: { ...byId.terms, amis: [] } }),
      {},
      '0.37.8',
    ),
    current: '1.28',
    findingsLike: [
      {
        level: 'fail',
        rule: 'family',
        at: 29,
        message: 'Karpenter finds no AMI of the family ubuntu for 1.29, and cannot launch nodes',
        evidence: [{ observed: 'amiFamily Ubuntu', required: 'AMIs for 1.28 or older' }],
      },
    ],
  },
  {
    it: 'is silent about Ubuntu whose images are named',
    facts: facts({ ...byId, amiFamily: 'Ubuntu' }, images([anImage('ami-0a', '1.29')]), '0.37.8'),
    current: '1.29',
    target: '1.29',
    findings: [],
  },
  {
    it: 'warns of images by id that stay at the old minor',
    facts: facts(byId, images([anImage('ami-0a', '1.33')])),
    findings: [
      {
        level: 'warn',
        rule: 'older',
        at: 34,
        phase: 'after',
        resource,
        message:
          'new nodes start with kubelet 1.33 (ami-0a) with a control plane of 1.34, and Karpenter does not replace them',
        evidence: [{ observed: 'ami-0a: kubelet 1.33', required: 'kubelet 1.34' }],
        fix: 'When the control plane runs 1.34, select AMIs for it: drift then replaces the nodes. An alias (`al2023@latest`, or pinned to a release) follows automatically.',
      },
    ],
  },
  {
    it: 'fails images whose kubelet a later control plane does not support, and speaks from the first step on',
    facts: facts(byId, images([anImage('ami-0a', '1.31')])),
    current: '1.32',
    target: '1.35',
    findingsLike: [
      {
        level: 'fail',
        rule: 'older',
        at: 35,
        since: 32,
        message: 'new nodes start with kubelet 1.31 (ami-0a), which a control plane of 1.35 does not support',
      },
    ],
  },
  {
    it: 'warns today where new nodes start with an older kubelet already',
    facts: facts(byId, images([anImage('ami-0a', '1.32')])),
    target: '1.33',
    findingsLike: [{ level: 'warn', rule: 'older', message: expect.stringContaining('a control plane of 1.33') }],
  },
  {
    it: 'fails a wildcard that takes an image newer than the control plane',
    facts: facts(byTerms(aTerm({ name: 'amazon-eks-node-al2023-*' })), images([anImage('ami-0a', '1.36')])),
    findingsLike: [
      {
        level: 'fail',
        rule: 'newer',
        message:
          'new nodes start with kubelet 1.36 (ami-0a), newer than the control plane, which Kubernetes does not support',
      },
    ],
  },
  {
    it: 'only warns about an image newer than the control plane where the update reaches it, and what follows',
    facts: facts(byId, images([anImage('ami-0a', '1.33')])),
    current: '1.32',
    target: '1.34',
    findingsLike: [
      {
        level: 'warn',
        rule: 'newer-today',
        message:
          'new nodes start with kubelet 1.33 (ami-0a), newer than the control plane, which Kubernetes does not support; the update to 1.33 ends it',
      },
      { level: 'warn', rule: 'older', at: 34, phase: 'after' },
    ],
  },
  {
    it: 'takes the newest image of each architecture, and one that is deprecated only where there is no other',
    facts: facts(
      byId,
      images(
        [
          anImage('ami-0a', '1.31', { createdAt: '2025-01-01T00:00:00.000Z' }),
          anImage('ami-0b', '1.34', { createdAt: '2026-09-01T00:00:00.000Z' }),
          anImage('ami-0c', '1.33', { createdAt: '2026-06-01T00:00:00.000Z' }),
          anImage('ami-0d', '1.33', { architecture: 'arm64' }),
        ],
        [{ id: 'ami-0b', since: '2026-10-01T00:00:00.000Z' }],
      ),
    ),
    target: '1.33',
    findings: [],
  },
  {
    it: 'leaves out an image of an architecture that no pool starts',
    facts: facts(byId, {
      ...images([anImage('ami-0a', '1.33'), anImage('ami-0b', '1.25', { architecture: 'arm64' })]),
      karpenterPools: [
        aNodePool('default', { requirements: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }] }),
      ],
    }),
    target: '1.33',
    findings: [],
  },
  {
    it: 'and judges it where a pool may start it',
    facts: facts(byId, {
      ...images([anImage('ami-0a', '1.33'), anImage('ami-0b', '1.25', { architecture: 'arm64' })]),
      karpenterPools: [
        aNodePool('default', { requirements: [{ key: 'kubernetes.io/arch', operator: 'NotIn', values: ['amd64'] }] }),
      ],
    }),
    target: '1.33',
    findingsLike: [{ level: 'fail', rule: 'older' }],
  },
  {
    it: 'warns of a deprecated image where there is no other',
    facts: facts(byId, images([anImage('ami-0a', '1.33')], [{ id: 'ami-0a', since: '2026-10-01T00:00:00.000Z' }])),
    target: '1.33',
    findingsLike: [
      {
        level: 'warn',
        rule: 'deprecated',
        message:
          'launches nodes from a deprecated AMI (ami-0a): if its owner deregisters it, Karpenter cannot launch nodes',
      },
    ],
  },
  {
    it: 'is silent about an image that is deprecated later',
    facts: facts(byId, images([anImage('ami-0a', '1.33')], [{ id: 'ami-0a', since: '2027-10-01T00:00:00.000Z' }])),
    target: '1.33',
    findings: [],
  },
  {
    it: 'takes the kubelet of the nodes where the name does not tell',
    facts: facts(byId, { ...images([anImage('ami-0a', null)]), nodes: [buildNode('v1.33.5-eks-113cf36')] }),
    findingsLike: [
      { level: 'warn', rule: 'older', at: 34, message: expect.stringContaining('ami-0a, whose nodes run 1.33') },
    ],
  },
  {
    it: 'does not know an image whose name does not tell and of which no node runs',
    facts: facts(byId, { ...images([anImage('ami-0a', null)]), nodes: [aNode('b', 'v1.33.5-eks-113cf36')] }),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'not-told',
        message:
          'the kubelet version of its new nodes is unknown (ami-0a): the name does not contain it, and no node of this class runs',
      },
    ],
  },
  {
    it: 'does not know an inventory that does not hold the images of a term',
    facts: facts(byId, {
      karpenterImages: [{ kind: 'EC2NodeClass', name: 'default', terms: [{ text: 'ami-0a', found: ['ami-0a'] }] }],
    }),
    findingsLike: [{ level: 'unknown', rule: 'not-told' }],
  },
  {
    it: 'warns of a parameter whose path names the minor',
    facts: facts(
      byTerms(
        aTerm({
          ssmParameter: '/aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/recommended/image_id',
        }),
      ),
    ),
    findingsLike: [{ level: 'warn', rule: 'older', at: 34, phase: 'after' }],
  },
  {
    it: 'does not know a parameter of the owner',
    facts: facts(byTerms(aTerm({ ssmParameter: '/own/image' }))),
    findingsLike: [{ level: 'unknown', rule: 'not-told' }],
  },
  {
    it: 'is silent about a class that no pool uses',
    facts: facts(byId, { ...images([anImage('ami-0a', '1.29')]), karpenterPools: [] }),
    findings: [],
  },
  {
    it: 'is silent about a class that the running version does not read',
    facts: facts(withAlias('al2023@v20240807'), {}, '0.31.5'),
    findings: [],
  },
  {
    it: 'judges the images of an AWSNodeTemplate',
    facts: {
      ...facts(
        aNodeTemplate('default', { selectors: { subnets: null, securityGroups: null, amis: { 'aws-ids': 'ami-0a' } } }),
        {
          karpenterPools: [aProvisioner('default')],
          karpenterImages: [
            {
              kind: 'AWSNodeTemplate',
              name: 'default',
              terms: [{ text: 'aws-ids=ami-0a', found: ['ami-0a'], newest: [anImage('ami-0a', '1.27')] }],
            },
          ],
        },
        '0.31.5',
      ),
    },
    current: '1.27',
    findingsLike: [
      {
        level: 'warn',
        rule: 'older',
        at: 28,
        resource: { kind: 'AWSNodeTemplate', name: 'default' },
        fix: expect.stringContaining('An AMI family without terms follows automatically.'),
      },
    ],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { karpenterControllers: [], karpenterPools: [], karpenterNodeClasses: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
]);
