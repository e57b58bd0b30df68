import { expect } from 'vitest';
import check from '../../../checks/karpenter/removed-fields/check.ts';
import { aKarpenter, checkCases, karpenterPath } from '../cases.ts';
import { argoSays, byArgo } from '../managers.ts';
import { aNodeClass, aNodePool, aNodeTemplate, aProvisioner, aTerm } from './objects.ts';

const nothing = { karpenterPools: [], karpenterNodeClasses: [] };
const at = (version: string | null) => ({ karpenterControllers: [aKarpenter({ version })], ...nothing });
const to32 = karpenterPath('0.30.0', '0.31.5', '0.32.1');
const to33 = karpenterPath('0.30.0', '0.31.5', '0.32.10', '0.33.12');
const kubelet = { 'compatibility.karpenter.sh/v1beta1-kubelet-conversion': '{"maxPods":20}' };
const beta = { apiVersion: 'karpenter.sh/v1beta1' };
const provisioner = { kind: 'Provisioner', name: 'default', apiVersion: 'karpenter.sh/v1alpha5' };

checkCases(check, [
  {
    it: 'says where objects with unsupported fields are managed',
    facts: {
      ...at('0.30.0'),
      karpenterPools: [aProvisioner('default', { fields: ['spec', 'spec.ttlSecondsAfterEmpty'], owner: byArgo })],
      karpenterNodeClasses: [aNodeTemplate('default', { fields: ['spec.launchTemplate'], owner: byArgo })],
    },
    karpenter: to33,
    findingsLike: [
      { rule: 'moved', fix: argoSays('the Provisioner') },
      { rule: 'gone', fix: argoSays('the node class') },
      { rule: 'unset', fix: argoSays('the node class') },
    ],
  },
  {
    it: 'skips where no controller runs',
    facts: { karpenterControllers: [], ...nothing },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'is silent about objects of v1',
    facts: {
      ...at('1.8.1'),
      karpenterPools: [aNodePool('default', { fields: ['spec.template.spec.expireAfter'] })],
      karpenterNodeClasses: [aNodeClass('default', { fields: ['spec.instanceProfile', 'spec.kubelet'] })],
    },
    karpenter: karpenterPath('1.8.1', '1.14.1'),
    findings: [],
  },
  {
    it: 'is silent about alpha fields as long as the way ends before 0.32',
    facts: { ...at('0.30.0'), karpenterPools: [aProvisioner('default', { fields: ['spec.provider', 'spec.labels'] })] },
    karpenter: karpenterPath('0.30.0', '0.31.5'),
    findings: [],
  },
  {
    it: 'is silent about alpha objects that are converted, or that nobody reads any more',
    facts: {
      ...at('0.32.10'),
      karpenterPools: [aProvisioner('default', { fields: ['spec.labels'] }), aNodePool('default', beta)],
      karpenterNodeClasses: [aNodeTemplate('default', { fields: ['spec.launchTemplate'] }), aNodeClass('default')],
    },
    findings: [],
  },
  {
    it: 'is silent about leftovers under 1.8',
    facts: { ...at('1.8.1'), karpenterPools: [aProvisioner('default', { fields: ['spec.provider'] })] },
    findings: [],
  },
  {
    it: 'does not know where the version is not told',
    facts: at(null),
    findingsLike: [{ level: 'unknown', rule: 'version' }],
  },
  {
    it: 'warns at 0.32 of what a NodePool writes elsewhere, field by field',
    facts: {
      ...at('0.30.0'),
      karpenterPools: [
        aProvisioner('default', { fields: ['spec', 'spec.ttlSecondsAfterEmpty', 'spec.providerRef', 'spec.weight'] }),
      ],
    },
    karpenter: to32,
    findings: [
      {
        level: 'warn',
        rule: 'moved',
        atKarpenter: '0.32.1',
        resource: provisioner,
        message: 'has spec.providerRef, spec.ttlSecondsAfterEmpty, which a NodePool has in a different field',
        evidence: [
          {
            observed: 'spec.providerRef',
            required: 'spec.template.spec.nodeClassRef of the NodePool, naming an EC2NodeClass',
          },
          {
            observed: 'spec.ttlSecondsAfterEmpty',
            required:
              'spec.disruption.consolidationPolicy: WhenEmpty with spec.disruption.consolidateAfter of the NodePool',
          },
        ],
        fix: `- \`spec.providerRef\`: write \`spec.template.spec.nodeClassRef\` of the NodePool, naming an EC2NodeClass
- \`spec.ttlSecondsAfterEmpty\`: write \`spec.disruption.consolidationPolicy: WhenEmpty\` with \`spec.disruption.consolidateAfter\` of the NodePool`,
        links: [
          'https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#provisioner---nodepool',
          'https://karpenter.sh/v1.0/upgrading/v1beta1-migration/#ttlsecondsafterempty',
        ],
      },
    ],
  },
  {
    it: 'fails at 0.33 on a launch template, by the name of the documents, too',
    facts: { ...at('0.30.0'), karpenterNodeClasses: [aNodeTemplate('default', { fields: ['spec.launchTemplate'] })] },
    karpenter: to33,
    findingsLike: [
      {
        level: 'fail',
        rule: 'gone',
        atKarpenter: '0.33.12',
        resource: { kind: 'AWSNodeTemplate', name: 'default' },
        message: 'has spec.launchTemplate (launchTemplateName), which an EC2NodeClass does not support',
      },
      { level: 'warn', rule: 'unset', message: 'has no spec.amiFamily, which an EC2NodeClass requires' },
    ],
  },
  {
    it: 'warns of spec.provider where the way ends at 0.32',
    facts: {
      ...at('0.30.0'),
      karpenterPools: [aProvisioner('default', { fields: ['spec.provider', 'spec.provider.launchTemplate'] })],
    },
    karpenter: to32,
    findingsLike: [
      {
        level: 'warn',
        rule: 'gone',
        atKarpenter: '0.32.1',
        message:
          'has spec.provider, spec.provider.launchTemplate (launchTemplateName), which a NodePool does not support',
      },
    ],
  },
  ...[
    { to: '0.32.1', level: 'warn' as const, count: 1 },
    { to: '0.32.10', level: 'warn' as const, count: 0 },
  ].map(({ to, level, count }) => ({
    it: `${count === 0 ? 'is silent about' : 'warns of'} the instance profile of an AWSNodeTemplate on the way to ${to}`,
    facts: {
      ...at('0.31.5'),
      karpenterNodeClasses: [aNodeTemplate('default', { fields: ['spec.instanceProfile', 'spec.amiFamily'] })],
    },
    karpenter: karpenterPath('0.31.5', to),
    findingsLike: Array.from({ length: count }, () => ({
      level,
      rule: 'moved',
      message: 'has spec.instanceProfile, which an EC2NodeClass has in a different field',
    })),
  })),
  {
    it: 'warns once of all NodePools that 1.0 converts',
    facts: {
      ...at('0.37.8'),
      karpenterPools: ['a', 'b'].map((name) =>
        aNodePool(name, {
          ...beta,
          fields: ['spec.disruption.expireAfter'],
          disruption: { ...aNodePool(name).disruption, consolidationPolicy: 'WhenUnderutilized' },
        }),
      ),
    },
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'moved',
        atKarpenter: '1.0.14',
        resource: { kind: 'NodePool', name: 'a', note: 'and 1 more', apiVersion: 'karpenter.sh/v1beta1' },
        message:
          'uses spec.disruption.expireAfter, spec.disruption.consolidationPolicy: WhenUnderutilized, which Karpenter 1.0.14 moved: the API server converts the object, but not your manifests',
      },
    ],
  },
  {
    it: 'fails at 1.1 on kubelet settings of a NodePool',
    facts: {
      ...at('0.37.8'),
      karpenterPools: [aNodePool('default', { ...beta, fields: ['spec.template.spec.kubelet'] })],
    },
    karpenter: karpenterPath('0.37.8', '1.0.14', '1.1.10'),
    findingsLike: [{ level: 'fail', rule: 'gone', atKarpenter: '1.1.10' }],
  },
  ...(
    [
      { path: karpenterPath('1.0.14', '1.1.10', '1.8.1'), level: 'fail', atKarpenter: '1.1.10' },
      { path: karpenterPath('1.0.14', '1.8.1'), level: 'fail', atKarpenter: '1.8.1' },
      { path: karpenterPath('1.2.0'), level: 'fail', atKarpenter: '1.2.0' },
      { path: karpenterPath('1.8.1'), level: 'warn', atKarpenter: '1.8.1' },
    ] as const
  ).map(({ path, level, atKarpenter }) => ({
    it: `${level}s on the kubelet's annotation on the way ${path.versions.join(', ')}`,
    facts: { ...at(path.current), karpenterPools: [aNodePool('default', { annotations: kubelet })] },
    karpenter: path,
    findingsLike: [
      {
        level,
        rule: 'gone',
        atKarpenter,
        message: `has compatibility.karpenter.sh/v1beta1-kubelet-conversion, which Karpenter ${atKarpenter} does not support`,
      },
    ],
  })),
  {
    it: 'leaves pools of EKS Auto Mode out',
    facts: {
      ...at('1.2.0'),
      karpenterPools: [
        aNodePool('system', {
          annotations: kubelet,
          nodeClass: { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' },
        }),
      ],
    },
    findings: [],
  },
  {
    it: 'fails at 1.0 on Ubuntu without images of its own, is silent where they are named',
    facts: {
      ...at('0.37.8'),
      karpenterNodeClasses: ['bare', 'named'].map((name) =>
        aNodeClass(name, {
          apiVersion: 'karpenter.k8s.aws/v1beta1',
          amiFamily: 'Ubuntu',
          terms: {
            ...aNodeClass(name).terms,
            amis: name === 'named' ? [aTerm({ id: 'ami-1' })] : [],
          },
        }),
      ),
    },
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    findingsLike: [
      {
        level: 'fail',
        rule: 'gone',
        resource: { kind: 'EC2NodeClass', name: 'bare' },
        message: 'has spec.amiFamily: Ubuntu, which Karpenter 1.0.14 does not support',
      },
    ],
  },
  {
    it: 'fails at 1.0 on the tag eks:eks-cluster-name of an EC2NodeClass, not on the tags of others',
    facts: {
      ...at('0.37.8'),
      karpenterNodeClasses: [
        aNodeClass('reserved', { tags: { team: 'shop', 'eks:eks-cluster-name': 'prod' } }),
        aNodeClass('free', { tags: { team: 'shop', 'eks-cluster-name': 'prod' } }),
      ],
    },
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    findings: [
      {
        level: 'fail',
        rule: 'gone',
        atKarpenter: '1.0.14',
        resource: { kind: 'EC2NodeClass', name: 'reserved', apiVersion: 'karpenter.k8s.aws/v1' },
        short: 'has tags that only Karpenter may set',
        message: 'has spec.tags: eks:eks-cluster-name, which Karpenter 1.0.14 does not support',
        evidence: [
          {
            observed: 'spec.tags: eks:eks-cluster-name',
            required:
              'nothing: Karpenter sets this tag on its instances itself. The API server rejects the object with it, and from 1.3 on, Karpenter cannot launch its nodes',
          },
        ],
        fix: '- `spec.tags: eks:eks-cluster-name`: write nothing: Karpenter sets this tag on its instances itself. The API server rejects the object with it, and from 1.3 on, Karpenter cannot launch its nodes',
        links: [
          'https://github.com/aws/karpenter-provider-aws/blob/v1.0.0/pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml',
        ],
      },
    ],
  },
  {
    it: 'is silent about the tag eks:eks-cluster-name before 1.0',
    facts: {
      ...at('0.36.9'),
      karpenterNodeClasses: [aNodeClass('reserved', { tags: { 'eks:eks-cluster-name': 'prod' } })],
    },
    karpenter: karpenterPath('0.36.9', '0.37.8'),
    findings: [],
  },
  ...(['karpenter.sh/nodepool', 'karpenter.sh/nodeclaim', 'karpenter.k8s.aws/ec2nodeclass'] as const).map((tag) => ({
    it: `fails from 1.3 on where an EC2NodeClass that is there already carries the tag ${tag}`,
    facts: { ...at('1.2.3'), karpenterNodeClasses: [aNodeClass('reserved', { tags: { [tag]: 'x' } })] },
    karpenter: karpenterPath('1.2.3', '1.3.4'),
    findingsLike: [
      {
        level: 'fail' as const,
        rule: 'gone',
        atKarpenter: '1.3.4',
        message: `has spec.tags: ${tag}, which Karpenter 1.3.4 does not support`,
      },
    ],
  })),
  {
    it: 'warns of a reserved tag that is there today and that no step makes worse',
    facts: {
      ...at('1.8.1'),
      karpenterNodeClasses: [aNodeClass('reserved', { tags: { 'eks:eks-cluster-name': 'prod' } })],
    },
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    findingsLike: [{ level: 'warn', rule: 'gone', atKarpenter: '1.8.1' }],
  },
  {
    it: 'says how to go on without the annotation that the conversion leaves for the kubelet',
    facts: {
      ...at('0.37.8'),
      karpenterPools: [
        aNodePool('default', { annotations: { 'compatibility.karpenter.sh/v1beta1-kubelet-conversion': '{}' } }),
      ],
    },
    karpenter: karpenterPath('0.37.8', '1.0.14', '1.1.10'),
    findingsLike: [
      {
        level: 'fail',
        rule: 'gone',
        atKarpenter: '1.1.10',
        fix: expect.stringContaining(
          '(`kubectl annotate nodepools.karpenter.sh default compatibility.karpenter.sh/v1beta1-kubelet-conversion-`): ',
        ),
      },
    ],
  },
  {
    it: 'reads what the conversion of Ubuntu left behind',
    facts: {
      ...at('1.0.14'),
      karpenterNodeClasses: [
        aNodeClass('bare', {
          annotations: { 'compatibility.karpenter.k8s.aws/v1beta1-ubuntu': 'amiFamily,incompatible' },
        }),
      ],
    },
    findingsLike: [{ level: 'warn', rule: 'gone' }],
  },
]);
