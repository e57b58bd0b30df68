import check from '../../../checks/karpenter/selector-widening/check.ts';
import type { KarpenterTerm } from '../../../src/facts/karpenter-objects.ts';
import { aKarpenter, checkCases, karpenterPath } from '../cases.ts';
import { argoSays, byArgo } from '../managers.ts';
import { aNodeClass, aNodePool, aNodeTemplate, aProvisioner, aTerm } from './objects.ts';

const nothing = { karpenterPools: [], karpenterNodeClasses: [] };
const at = (version: string | null) => ({ karpenterControllers: [aKarpenter({ version })], ...nothing });
const to32 = karpenterPath('0.30.0', '0.31.5', '0.32.1');
const selects = (subnets: Record<string, string>, more: Record<string, Record<string, string>> = {}) =>
  aNodeTemplate('default', { selectors: { subnets, securityGroups: null, amis: null, ...more } });
const answers = (...subnets: KarpenterTerm[]) =>
  aNodeClass('default', { terms: { subnets, securityGroups: [], amis: [], capacityReservations: [] } });
const byTag = aTerm({ tags: { tier: 'private' } });
const both = { 'karpenter.sh/discovery': 'prod', tier: 'private' };
const template = { kind: 'AWSNodeTemplate', name: 'default', apiVersion: 'karpenter.k8s.aws/v1alpha1' };
const nodeClass = { kind: 'EC2NodeClass', name: 'default', apiVersion: 'karpenter.k8s.aws/v1' };

checkCases(check, [
  {
    it: 'skips where no controller runs',
    facts: { karpenterControllers: [], ...nothing },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'is silent about one tag, as document 002 has it',
    facts: { ...at('0.30.0'), karpenterNodeClasses: [aNodeTemplate('default')] },
    karpenter: to32,
    findings: [],
  },
  {
    it: 'is silent about two tags as long as nothing is rewritten',
    facts: { ...at('0.30.0'), karpenterNodeClasses: [selects(both)] },
    karpenter: karpenterPath('0.30.0', '0.31.5'),
    findings: [],
  },
  {
    it: 'is silent where the term holds all of them, or names the ids',
    facts: {
      ...at('0.32.10'),
      karpenterNodeClasses: [selects(both), answers(aTerm({ tags: { ...both, more: 'narrower' } }))],
    },
    findings: [],
  },
  {
    it: 'takes each of a list of ids for what was asked',
    facts: {
      ...at('0.32.10'),
      karpenterNodeClasses: [
        selects({ 'aws-ids': 'subnet-1, subnet-2' }),
        answers(aTerm({ id: 'subnet-1' }), aTerm({ id: 'subnet-2' })),
      ],
    },
    findings: [],
  },
  {
    it: 'is silent about what nobody reads any more',
    facts: { ...at('1.8.1'), karpenterNodeClasses: [selects(both), answers(aTerm({ tags: { tier: 'a,b' } }))] },
    findings: [],
  },
  {
    it: 'does not know where the version is not told',
    facts: at(null),
    findingsLike: [{ level: 'unknown', rule: 'version' }],
  },
  {
    it: 'warns of two tags before they are rewritten, and writes the term',
    facts: { ...at('0.30.0'), karpenterNodeClasses: [selects(both)] },
    karpenter: to32,
    findings: [
      {
        level: 'warn',
        rule: 'subnets',
        atKarpenter: '0.32.1',
        resource: template,
        message:
          'subnetSelector requires karpenter.sh/discovery=prod and tier=private together: as separate terms, one of them would be enough',
        evidence: [
          {
            observed: 'subnetSelector: karpenter.sh/discovery=prod and tier=private',
            required: '{tags: {karpenter.sh/discovery: "prod", tier: "private"}}',
          },
        ],
        fix: 'Write `subnetSelectorTerms: [{tags: {karpenter.sh/discovery: "prod", tier: "private"}}]`.',
      },
    ],
  },
  {
    it: 'warns of terms that were torn apart',
    facts: {
      ...at('0.32.1'),
      karpenterNodeClasses: [
        selects(both),
        answers(aTerm({ tags: { 'karpenter.sh/discovery': 'prod' } }), aTerm({ tags: { tier: 'private' } })),
      ],
    },
    findings: [
      {
        level: 'warn',
        rule: 'subnets',
        atKarpenter: '0.32.1',
        resource: nodeClass,
        message:
          'matches subnets with karpenter.sh/discovery=prod, even without tier=private, which AWSNodeTemplate default also requires',
        evidence: [
          {
            observed: 'subnetSelectorTerms: karpenter.sh/discovery=prod',
            required: 'karpenter.sh/discovery=prod and tier=private',
          },
          { observed: 'subnetSelectorTerms: tier=private', required: 'karpenter.sh/discovery=prod and tier=private' },
        ],
        fix: 'Write `subnetSelectorTerms: [{tags: {karpenter.sh/discovery: "prod", tier: "private"}}]`.',
      },
    ],
  },
  {
    it: 'warns of a term without a tag that is named as a property of every object',
    facts: {
      ...at('0.32.1'),
      karpenterNodeClasses: [selects({ constructor: '*', tier: 'a' }), answers(aTerm({ tags: { tier: 'a' } }))],
    },
    findingsLike: [
      {
        message: 'matches subnets with tier=a, even without constructor=*, which AWSNodeTemplate default also requires',
      },
    ],
  },
  {
    it: 'knows the special keys of images, and every combination of their lists',
    facts: {
      ...at('0.30.0'),
      karpenterNodeClasses: [
        selects({ a: 'b' }, { amis: { 'aws::name': 'my-name1,my-name2', 'aws::owners': '123456789012,amazon' } }),
      ],
    },
    karpenter: to32,
    findingsLike: [
      {
        rule: 'amis',
        message:
          'amiSelector requires name my-name1 or my-name2 and owner 123456789012 or amazon together: as separate terms, one of them would be enough',
        fix: 'Write `amiSelectorTerms: [{name: my-name1, owner: "123456789012"}, {name: my-name1, owner: "amazon"}, {name: my-name2, owner: "123456789012"}, {name: my-name2, owner: "amazon"}]`.',
      },
    ],
  },
  {
    it: 'warns of a term that forgets the owner',
    facts: {
      ...at('0.32.1'),
      karpenterNodeClasses: [
        selects({ a: 'b' }, { amis: { 'aws::name': 'mine', 'aws::owners': 'self' } }),
        {
          ...answers(aTerm({ tags: { a: 'b' } })),
          terms: { ...answers(aTerm({ tags: { a: 'b' } })).terms, amis: [aTerm({ name: 'mine' })] },
        },
      ],
    },
    findingsLike: [
      {
        rule: 'amis',
        message: 'matches images with name mine, even without owner self, which AWSNodeTemplate default also requires',
      },
    ],
  },
  {
    it: 'warns of ids beside tags, which one term cannot hold',
    facts: { ...at('0.30.0'), karpenterNodeClasses: [selects({ 'aws::ids': 'subnet-1', tier: 'private' })] },
    karpenter: to32,
    findingsLike: [
      {
        fix: 'Write `subnetSelectorTerms: [{id: subnet-1, tags: {tier: "private"}}]`; a term with an id cannot have other fields.',
      },
    ],
  },
  {
    it: 'warns of a comma list, of which each value becomes a term',
    facts: { ...at('0.30.0'), karpenterNodeClasses: [selects({ tier: 'private,intra' })] },
    karpenter: to32,
    findingsLike: [
      {
        level: 'warn',
        message: 'subnetSelector has a list of values: each becomes a separate term',
        fix: 'Write `subnetSelectorTerms: [{tags: {tier: "private"}}, {tags: {tier: "intra"}}]`.',
      },
    ],
  },
  {
    it: 'says where a node class with a comma list in a term is managed',
    facts: {
      ...at('0.32.10'),
      karpenterNodeClasses: [{ ...answers(aTerm({ tags: { tier: 'private,intra' } })), owner: byArgo }],
    },
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findingsLike: [{ rule: 'list-subnets', fix: argoSays('the node class') }],
  },
  {
    it: 'fails at 0.33 on a comma list in a term',
    facts: { ...at('0.32.10'), karpenterNodeClasses: [answers(aTerm({ tags: { tier: 'private,intra' } }))] },
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findingsLike: [
      {
        level: 'fail',
        rule: 'list-subnets',
        atKarpenter: '0.33.12',
        resource: nodeClass,
        message:
          'subnetSelectorTerms requires tier=private,intra, which Karpenter 0.33.12 reads as one value: no subnets match',
      },
    ],
  },
  {
    it: 'looks into spec.provider of a Provisioner, and finds the node class of its NodePool',
    facts: {
      ...at('0.32.1'),
      karpenterPools: [
        aProvisioner('default', {
          nodeClass: null,
          provider: {
            amiFamily: null,
            instanceProfile: null,
            selectors: { subnets: both, securityGroups: null, amis: null },
          },
        }),
        aNodePool('default'),
      ],
      karpenterNodeClasses: [answers(aTerm({ tags: { tier: 'private' } }))],
    },
    findingsLike: [
      {
        resource: nodeClass,
        message:
          'matches subnets with tier=private, even without karpenter.sh/discovery=prod, which Provisioner default also requires',
      },
    ],
  },
  {
    it: 'warns today of a term without a condition, by which everything is selected',
    facts: { ...at('1.8.8'), karpenterNodeClasses: [answers(byTag, aTerm({}))] },
    findings: [
      {
        level: 'warn',
        rule: 'empty-subnets',
        resource: nodeClass,
        message:
          'subnetSelectorTerms has a term without a condition: Karpenter 1.8.8 selects all subnets of the account by it',
        evidence: [
          { observed: 'subnetSelectorTerms: empty tags, name or ssmParameter', required: 'a condition in each term' },
        ],
        fix: 'Write a condition into the term of `subnetSelectorTerms` of EC2NodeClass default, for example the tag of your subnets, or remove the term. Changing what it selects replaces the nodes by drift.',
        links: ['v1.9.4', 'v1.14.4', 'v1.15.3'].map(
          (tag) => `https://github.com/aws/karpenter-provider-aws/releases/tag/${tag}`,
        ),
      },
    ],
  },
  ...['1.9.4', '1.14.4', '1.15.3', '1.16.0'].flatMap((target) => [
    {
      it: `fails at ${target} where every term lacks a condition`,
      facts: { ...at('1.8.8'), karpenterNodeClasses: [answers(aTerm({}))] },
      karpenter: karpenterPath('1.8.8', target),
      findingsLike: [
        {
          level: 'fail' as const,
          rule: 'empty-subnets',
          atKarpenter: target,
          message: `subnetSelectorTerms has a term without a condition: Karpenter 1.8.8 selects all subnets of the account by it, and Karpenter ${target} ignores it and finds no subnets`,
        },
      ],
    },
    {
      it: `warns of one term of several on the way to ${target}`,
      facts: { ...at('1.8.8'), karpenterNodeClasses: [answers(byTag, aTerm({}))] },
      karpenter: karpenterPath('1.8.8', target),
      findingsLike: [{ level: 'warn' as const, rule: 'empty-subnets' }],
    },
  ]),
  {
    it: 'warns on the way to a release that does not ignore such terms yet',
    facts: { ...at('1.8.8'), karpenterNodeClasses: [answers(aTerm({}))] },
    karpenter: karpenterPath('1.8.8', '1.14.3'),
    findingsLike: [{ level: 'warn', rule: 'empty-subnets' }],
  },
  {
    it: 'fails today where the release ignores every term',
    facts: { ...at('1.14.4'), karpenterNodeClasses: [answers(aTerm({}))] },
    findingsLike: [
      {
        level: 'fail',
        rule: 'empty-subnets',
        message: 'subnetSelectorTerms has a term without a condition: Karpenter 1.14.4 ignores it and finds no subnets',
      },
    ],
  },
  {
    it: 'is silent where the release ignores one term of several',
    facts: { ...at('1.14.4'), karpenterNodeClasses: [answers(byTag, aTerm({}))] },
    findings: [],
  },
  {
    it: 'takes an owner alone for no condition of AMIs, and looks at security groups',
    facts: {
      ...at('1.8.8'),
      karpenterNodeClasses: [
        aNodeClass('default', {
          terms: {
            subnets: [byTag],
            securityGroups: [aTerm({})],
            amis: [aTerm({ owner: 'self' })],
            capacityReservations: [],
          },
        }),
      ],
    },
    findingsLike: [{ rule: 'empty-securityGroups' }, { rule: 'empty-amis' }],
  },
  {
    it: 'is silent about terms with one condition each, and about reservations of an owner',
    facts: {
      ...at('1.8.8'),
      karpenterNodeClasses: [
        aNodeClass('default', {
          terms: {
            subnets: [byTag, aTerm({ id: 'subnet-1' })],
            securityGroups: [aTerm({ name: 'nodes' })],
            amis: [aTerm({ ssmParameter: '/mine' }), aTerm({ name: 'mine-*', owner: 'self' })],
            capacityReservations: [aTerm({ owner: '111122223333' })],
          },
        }),
      ],
    },
    findings: [],
  },
]);
