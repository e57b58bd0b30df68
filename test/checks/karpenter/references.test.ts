import { expect } from 'vitest';
import check from '../../../checks/karpenter/references/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aKarpenter, checkCases, karpenterPath } from '../cases.ts';
import { applierRows, argoSays, byArgo } from '../managers.ts';
import { aClaim, aNodeClass, aNodePool, aNodeTemplate, aProvisioner } from './objects.ts';

type Selected = Facts['karpenterSubnets'][number];

const tag = 'karpenter.sh/discovery=prod';
const kinds: Facts['karpenterNodeClassKinds'] = ['EC2NodeClass', 'AWSNodeTemplate'];
const found = (name: string, ...ids: string[]): Selected => ({
  kind: 'EC2NodeClass',
  name,
  terms: [{ text: tag, found: ids }],
});

function facts(more: Partial<Facts> = {}, version: string | null = '1.8.1') {
  return {
    karpenterControllers: [aKarpenter({ version })],
    karpenterPools: [aNodePool('default')],
    karpenterNodeClasses: [aNodeClass('default')],
    karpenterNodeClassKinds: kinds,
    karpenterSubnets: [found('default', 'subnet-0a')],
    karpenterSecurityGroups: [found('default', 'sg-0a')],
    karpenterImages: [{ kind: 'EC2NodeClass', name: 'default', terms: [] }],
    ...more,
  };
}

const deprecated = (since: string): Selected => ({
  kind: 'EC2NodeClass',
  name: 'default',
  terms: [{ text: 'ami-0a', found: ['ami-0a'], deprecated: [{ id: 'ami-0a', since }] }],
});

const alpha = {
  karpenterPools: [aProvisioner('default')],
  karpenterNodeClasses: [],
  karpenterSubnets: [],
  karpenterSecurityGroups: [],
  karpenterImages: [],
};
const auto = { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' };
const own = {
  amiFamily: null,
  instanceProfile: null,
  selectors: { subnets: { a: 'b' }, securityGroups: null, amis: null },
};

const twoSubnets = { karpenterSubnets: [found('default', 'subnet-0a', 'subnet-0b')] };
const free = (...counts: (number | undefined)[]): Pick<Facts, 'vpcSubnets'> => ({
  vpcSubnets: counts.map((count, index) => ({
    id: `subnet-0${'abc'[index]}`,
    cidrs: [],
    ...(count === undefined ? {} : { free: count }),
  })),
});

const from10 = (...versions: string[]) => ({ karpenter: karpenterPath('1.0.14', ...versions) });
const emptyGroup = { emptyInNodeClass: ['group' as const] };
const { emptyInNodeClass: _, ...older } = aNodePool('default');
const byRef = ['https://karpenter.sh/v1.0/upgrading/v1-migration/#nodeclassref-requirements'];

checkCases(check, [
  {
    it: 'is silent about a step to 1.1 where each reference has a group and a kind',
    facts: facts({ karpenterClaims: [aClaim('default-a')] }, '1.0.14'),
    ...from10('1.1.5'),
    findings: [],
  },
  ...applierRows('the NodePool', /Set both fields while 1\.0 runs; [^]* Karpenter replaces them\. /).map(
    ({ who, owner, fix }) => ({
      it: `says first where a NodePool without a group is managed: ${who}`,
      facts: facts({ karpenterPools: [aNodePool('default', { ...emptyGroup, owner })] }),
      findingsLike: [{ rule: 'node-class-ref', fix }],
    }),
  ),
  {
    it: 'says where a NodePool is managed whose node class does not exist',
    facts: facts({
      karpenterPools: [
        aNodePool('default'),
        aNodePool('gpu', {
          nodeClass: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'gpu' },
          owner: byArgo,
        }),
      ],
    }),
    findingsLike: [{ rule: 'node-class', fix: argoSays('the NodePool') }],
  },
  {
    it: 'says where a node class is managed that selects nothing',
    facts: facts({
      karpenterNodeClasses: [aNodeClass('default', { owner: byArgo })],
      karpenterSubnets: [found('default')],
    }),
    findingsLike: [{ rule: 'karpenterSubnets', fix: argoSays('the node class') }],
  },
  {
    it: 'fails at 1.1 on a NodePool without a group, and leaves its NodeClaims to it',
    facts: facts(
      { karpenterPools: [aNodePool('default', emptyGroup)], karpenterClaims: [aClaim('default-a', emptyGroup)] },
      '1.0.14',
    ),
    ...from10('1.1.5', '1.6.5'),
    findings: [
      {
        level: 'fail',
        rule: 'node-class-ref',
        atKarpenter: '1.1.5',
        resource: { kind: 'NodePool', name: 'default' },
        message:
          'has an empty nodeClassRef.group: Karpenter 1.1.5 does not manage the NodePool, and launches no nodes for it',
        evidence: [
          { observed: 'an empty string', required: 'karpenter.k8s.aws, EC2NodeClass', fact: 'karpenterPools' },
        ],
        fix: expect.stringContaining('kubectl patch nodepool default --type merge --patch') as string,
        links: byRef,
      },
    ],
  },
  {
    it: 'fails at 1.1 on NodeClaims without a kind whose NodePool has one',
    facts: facts({ karpenterClaims: [aClaim('default-a', { emptyInNodeClass: ['group', 'kind'] })] }, '1.0.14'),
    ...from10('1.1.5'),
    findingsLike: [
      {
        level: 'fail',
        rule: 'claim-class-ref',
        atKarpenter: '1.1.5',
        resource: { kind: 'NodePool', name: 'default', note: 'NodeClaim default-a' },
        message:
          'NodeClaims that have an empty nodeClassRef.group and nodeClassRef.kind: Karpenter 1.1.5 does not manage their nodes',
      },
    ],
  },
  {
    it: 'warns where 1.1 or later runs',
    facts: facts({ karpenterPools: [aNodePool('default', emptyGroup)] }),
    findingsLike: [{ level: 'warn', rule: 'node-class-ref' }],
  },
  {
    it: 'does not know where the inventory does not show the fields',
    facts: facts({ karpenterPools: [older] }, '1.0.14'),
    ...from10('1.1.5'),
    findingsLike: [{ level: 'unknown', rule: 'node-class-ref-unread', atKarpenter: '1.1.5' }],
  },
  {
    it: 'leaves objects of v1beta1 to the conversion',
    facts: facts({ karpenterPools: [aNodePool('default', { apiVersion: 'karpenter.sh/v1beta1' })] }, '0.37.8'),
    karpenter: karpenterPath('0.37.8', '1.0.14', '1.1.5'),
    findings: [],
  },
  { it: 'is silent where everything is there', facts: facts(), findings: [] },
  {
    it: 'is silent about subnets with room, whatever others of the VPC have',
    facts: facts({ ...twoSubnets, ...free(6, 200, 0) }),
    findings: [],
  },
  {
    it: 'warns of a subnet of a node class that has little room (free addresses)',
    facts: facts({ ...twoSubnets, ...free(2, 200) }),
    findings: [
      {
        level: 'warn',
        rule: 'addresses',
        resource: { kind: 'EC2NodeClass', name: 'default' },
        message: '1 of the 2 subnets that it selects has fewer than 6 free addresses (subnet-0a: 2)',
        evidence: [{ observed: '2 free', required: '6 free', resource: 'Subnet subnet-0a', fact: 'vpcSubnets' }],
        fix: expect.stringContaining('Select a subnet with more free addresses'),
      },
    ],
  },
  {
    it: 'fails where no subnet of a node class has a free address (free addresses)',
    facts: facts({ ...twoSubnets, ...free(0, 0) }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'addresses',
        message: 'no subnet that it selects has a free address (subnet-0a, subnet-0b): Karpenter cannot launch nodes',
      },
    ],
  },
  {
    it: 'does not fail where the free addresses of one are not known (free addresses)',
    facts: facts({ ...twoSubnets, ...free(0, undefined) }),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'addresses-not-told',
        message: 'unknown how many addresses are free in subnet-0b, which it selects',
      },
      { level: 'warn', rule: 'addresses' },
    ],
  },
  {
    it: 'does not know how many addresses are free where EC2 does not say (free addresses)',
    facts: facts({ ...twoSubnets, ...free(200, undefined) }),
    findingsLike: [{ level: 'unknown', rule: 'addresses-not-told' }],
  },
  {
    it: 'is silent about full subnets of a node class that no pool uses (free addresses)',
    facts: facts({
      karpenterNodeClasses: [aNodeClass('default'), aNodeClass('spare')],
      karpenterSubnets: [found('spare', 'subnet-0a')],
      ...free(0),
    }),
    findings: [],
  },
  {
    it: "is silent about Auto Mode's pools",
    facts: facts({ karpenterPools: [aNodePool('auto', { nodeClass: auto })] }),
    findings: [],
  },
  {
    it: 'is silent about a reference to what is no kind of node class of Karpenter',
    facts: facts({
      karpenterPools: ['NodePool', 'NodeClaim', 'Provisioner', 'Machine', 'Other'].map((kind) =>
        aNodePool(`of-${kind}`, { nodeClass: { group: 'karpenter.k8s.aws', kind, name: 'default' } }),
      ),
    }),
    findings: [],
  },
  {
    it: 'fails a pool whose node class does not exist, and names those that do',
    facts: facts({
      karpenterPools: [
        aNodePool('default'),
        aNodePool('gpu', { nodeClass: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'gpu' } }),
      ],
    }),
    findings: [
      {
        level: 'fail',
        rule: 'node-class',
        atKarpenter: '1.8.1',
        resource: { kind: 'NodePool', name: 'gpu' },
        message: 'references EC2NodeClass gpu, which does not exist: it cannot launch nodes',
        evidence: [{ observed: 'default', required: 'EC2NodeClass gpu', fact: 'karpenterNodeClasses' }],
        fix: 'Create EC2NodeClass gpu, or reference an existing one (default).',
      },
    ],
  },
  {
    it: 'does not support an AWSNodeTemplate for an EC2NodeClass of its name',
    facts: facts({ karpenterNodeClasses: [aNodeTemplate('default')] }, '0.32.10'),
    findingsLike: [
      { rule: 'node-class', evidence: [{ observed: 'no EC2NodeClass', required: 'EC2NodeClass default' }] },
    ],
  },
  {
    it: 'fails a Provisioner without its AWSNodeTemplate, not one that says of EC2 by itself',
    facts: facts(
      { ...alpha, karpenterPools: [aProvisioner('default'), aProvisioner('own', { nodeClass: null, provider: own })] },
      '0.30.0',
    ),
    findingsLike: [
      {
        resource: { kind: 'Provisioner', name: 'default' },
        message: 'references AWSNodeTemplate default, which does not exist: it cannot launch nodes',
      },
    ],
  },
  {
    it: 'leaves a kind that was not read to the engine',
    facts: facts({ karpenterNodeClasses: [], karpenterNodeClassKinds: ['AWSNodeTemplate'] }),
    findings: [],
  },
  {
    it: 'fails a pool that names no node class at all',
    facts: facts({ karpenterPools: [aNodePool('default', { nodeClass: null })] }),
    findingsLike: [{ level: 'fail', message: 'references no node class: it cannot launch nodes' }],
  },
  { it: 'is silent about a Provisioner that nothing reads any more', facts: facts(alpha, '0.37.8'), findings: [] },
  {
    it: 'names the step from which on a pool is read',
    facts: facts({ karpenterNodeClasses: [] }, '0.31.5'),
    karpenter: karpenterPath('0.31.5', '0.32.10'),
    findingsLike: [{ rule: 'node-class', atKarpenter: '0.32.10' }],
  },
  {
    it: 'fails a selector that finds nothing',
    facts: facts({ karpenterSubnets: [found('default')] }),
    findings: [
      {
        level: 'fail',
        rule: 'karpenterSubnets',
        atKarpenter: '1.8.1',
        resource: { kind: 'EC2NodeClass', name: 'default' },
        message: `its selector finds no subnet in VPC vpc-0a1 (${tag}): pool default cannot launch nodes`,
        evidence: [{ observed: `${tag}: none`, required: 'one subnet or more', fact: 'karpenterSubnets' }],
        fix: expect.stringContaining('--filters Name=vpc-id,Values=vpc-0a1'),
      },
    ],
  },
  {
    it: 'fails security groups and images alike, for all pools that use the class',
    facts: facts({
      karpenterPools: [aNodePool('default'), aNodePool('batch')],
      karpenterSecurityGroups: [found('default')],
      karpenterImages: [{ kind: 'EC2NodeClass', name: 'default', terms: [{ text: 'ami-0gone', found: [] }] }],
    }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'karpenterSecurityGroups',
        message: `its selector finds no security group in VPC vpc-0a1 (${tag}): 2 pools cannot launch nodes`,
      },
      {
        level: 'fail',
        rule: 'karpenterImages',
        message: 'its selector finds no AMI that account 111122223333 can use (ami-0gone): 2 pools cannot launch nodes',
      },
    ],
  },
  {
    it: 'fails deprecated images of others under a Karpenter that does not find them',
    facts: facts({ karpenterImages: [deprecated('2026-01-01T00:00:00.000Z')] }, '1.0.6'),
    karpenter: karpenterPath('1.0.6', '1.1.2'),
    findingsLike: [
      {
        level: 'fail',
        rule: 'karpenterImages',
        message:
          'its selector finds no AMI that account 111122223333 can use (ami-0a: deprecated, which Karpenter 1.0.6 ignores): pool default cannot launch nodes',
      },
    ],
  },
  {
    it: 'is silent about them under one that does',
    facts: facts({ karpenterImages: [deprecated('2026-01-01T00:00:00.000Z')] }, '1.0.7'),
    karpenter: karpenterPath('1.0.7'),
    findings: [],
  },
  {
    it: 'is silent about images that will be deprecated',
    facts: facts({ karpenterImages: [deprecated('2099-01-01T00:00:00.000Z')] }, '1.0.6'),
    karpenter: karpenterPath('1.0.6'),
    findings: [],
  },
  {
    it: 'warns where some terms find nothing, and where no pool uses the class',
    facts: facts({
      karpenterNodeClasses: [aNodeClass('default'), aNodeClass('spare')],
      karpenterSubnets: [
        {
          kind: 'EC2NodeClass',
          name: 'default',
          terms: [
            { text: tag, found: ['subnet-0a'] },
            { text: 'subnet-0gone', found: [] },
          ],
        },
        found('spare'),
      ],
    }),
    findingsLike: [
      {
        level: 'warn',
        resource: { kind: 'EC2NodeClass', name: 'default' },
        message: '1 of its 2 terms find no subnet in VPC vpc-0a1 (subnet-0gone)',
      },
      {
        level: 'warn',
        resource: { kind: 'EC2NodeClass', name: 'spare' },
        message: `its selector finds no subnet in VPC vpc-0a1 (${tag}); no pool uses it`,
      },
    ],
  },
  {
    it: 'warns of NodeClaims of no pool, or of one that is gone',
    facts: facts({
      karpenterClaims: [
        aClaim('mine', { kind: 'NodeClaim', pool: 'default' }),
        ...['a', 'b'].map((name) => aClaim(name, { pool: 'gone' })),
        aClaim('by-hand', { pool: null }),
        { ...aClaim('leaving', { kind: 'NodeClaim', pool: 'gone' }), terminating: true },
        { ...aClaim('auto', { kind: 'NodeClaim', pool: 'system' }), nodeClassGroup: 'eks.amazonaws.com' },
        aClaim('old', { kind: 'Machine', pool: 'gone' }),
      ],
    }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'claim',
        resource: { kind: 'NodePool', name: 'gone', note: 'NodeClaim a and 1 more' },
        message: 'belongs to NodePool gone, which does not exist: Karpenter does not replace its node',
      },
      {
        level: 'warn',
        rule: 'claim',
        resource: { kind: 'CustomResourceDefinition', name: 'nodeclaims.karpenter.sh', note: 'NodeClaim by-hand' },
        message: 'belongs to no pool: Karpenter did not create it, and does not replace its node',
      },
    ],
  },
  {
    it: 'does not call a pool missing where NodePools were not read',
    facts: { ...facts({ karpenterPools: [], karpenterClaims: [aClaim('a')] }), karpenterPoolKinds: ['Provisioner'] },
    findings: [],
  },
  {
    it: 'judges where the version is not known as of today',
    facts: facts({ karpenterSubnets: [found('default')] }, null),
    findingsLike: [{ level: 'fail', rule: 'karpenterSubnets' }],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { ...facts(), karpenterControllers: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'does not say that no pool uses a node class where NodePools are not read',
    facts: facts({ karpenterPools: [], karpenterPoolKinds: ['Provisioner'], karpenterSubnets: [found('default')] }),
    findingsLike: [
      {
        level: 'warn',
        message:
          'its selector finds no subnet in VPC vpc-0a1 (karpenter.sh/discovery=prod); unknown whether a pool uses it',
      },
    ],
  },
]);
