import { expect } from 'vitest';
import check from '../../../checks/karpenter/capacity-type.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aKarpenter, checkCases, karpenterPath } from '../cases.ts';
import { aNodePool, aProvisioner } from './objects.ts';
import { applierRows, byTerraform, definedInTerraform } from '../managers.ts';

type Pool = Facts['karpenterPools'][number];

const key = 'karpenter.sh/capacity-type';
const buildCapacityRequirements = (operator: string, ...values: string[]) => ({
  requirements: [{ key, operator, values }],
});
const none = { requirements: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }] };
const facts = (karpenterPools: Pool[], version: string | null = '1.8.1') => ({
  karpenterControllers: [aKarpenter({ version })],
  karpenterPools,
});

checkCases(check, [
  ...applierRows(
    'the NodePool',
    /Add a requirement [^]*\. Drift replaces nodes that do not match the requirement\. /,
  ).map(({ who, owner, fix }) => ({
    it: `says first where a NodePool is managed: ${who}`,
    facts: facts([aNodePool('default', { ...none, owner })]),
    findingsLike: [{ level: 'warn' as const, fix }],
  })),
  {
    it: 'is silent about pools that name capacity types, in whatever way',
    facts: facts([
      aNodePool('on-demand'),
      aNodePool('spot', buildCapacityRequirements('In', 'spot')),
      aNodePool('both', buildCapacityRequirements('In', 'spot', 'on-demand')),
      aNodePool('not-on-demand', buildCapacityRequirements('NotIn', 'on-demand')),
      aNodePool('not-spot', buildCapacityRequirements('NotIn', 'spot')),
      aNodePool('exists', buildCapacityRequirements('Exists')),
      aNodePool('label', { ...none, labels: { [key]: 'on-demand' } }),
    ]),
    findings: [],
  },
  {
    it: 'warns of each NodePool that says nothing, after the update where no Provisioner is left on the path',
    facts: facts([aNodePool('default', none), aNodePool('said'), aNodePool('batch', { requirements: [] })]),
    findings: [
      {
        level: 'warn',
        phase: 'after',
        atKarpenter: '1.8.1',
        resource: { kind: 'NodePool', name: 'default' },
        message: `has no requirement for ${key}, so it launches Spot Instances first`,
        evidence: [{ observed: `no ${key}`, required: `a requirement for ${key}` }],
        fix: expect.stringContaining('kubectl patch nodepool default'),
      },
      {
        level: 'warn',
        phase: 'after',
        atKarpenter: '1.8.1',
        resource: { kind: 'NodePool', name: 'batch' },
        message: `has no requirement for ${key}, so it launches Spot Instances first`,
        evidence: [{ observed: `no ${key}`, required: `a requirement for ${key}` }],
        fix: `Add a requirement that says what the pool launches. The command excludes Spot; to keep Spot, replace its values with \`["spot", "on-demand"]\`. Drift replaces nodes that do not match the requirement.
\`\`\`sh
kubectl patch nodepool batch --type json --patch '[
  {
    "op": "add",
    "path": "/spec/template/spec/requirements/-",
    "value": {"key":"karpenter.sh/capacity-type","operator":"In","values":["on-demand"]}
  }
]'
\`\`\``,
      },
    ],
  },
  {
    it: 'names the Provisioner that starts none (document 002)',
    facts: facts([aProvisioner('default'), aNodePool('default', none)], '0.32.1'),
    findingsLike: [
      {
        message: `has no requirement for ${key}, so it launches Spot Instances first; the Provisioner default does not allow Spot`,
        evidence: [
          { observed: `no ${key}`, required: `a requirement for ${key}` },
          { observed: `${key} In [on-demand]`, resource: 'Provisioner default' },
        ],
      },
    ],
  },
  {
    it: 'does not name a Provisioner that starts Spot, too',
    facts: facts(
      [aProvisioner('default', buildCapacityRequirements('In', 'spot', 'on-demand')), aNodePool('default', none)],
      '0.32.1',
    ),
    findingsLike: [{ message: `has no requirement for ${key}, so it launches Spot Instances first` }],
  },
  {
    it: 'says where Terraform defines the role that Spot requires',
    cluster: { tags: byTerraform },
    facts: facts([aProvisioner('default')], '0.30.0'),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.1'),
    findingsLike: [{ rule: 'provisioner', fix: definedInTerraform('aws_iam_service_linked_role') }],
  },
  {
    it: 'warns of a Provisioner before the step at which somebody writes its NodePool',
    facts: facts([aProvisioner('default'), aProvisioner('spot', buildCapacityRequirements('In', 'spot'))], '0.30.0'),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.1'),
    findings: [
      {
        level: 'warn',
        rule: 'provisioner',
        atKarpenter: '0.32.1',
        resource: { kind: 'Provisioner', name: 'default' },
        message: `launches on-demand instances only; a NodePool of 0.32.1 without ${key} launches Spot Instances first`,
        evidence: [{ observed: `${key} In [on-demand]`, required: 'the same in NodePool default' }],
        fix: expect.stringContaining('ServiceLinkedRoleCreationNotPermitted'),
      },
    ],
  },
  {
    it: 'is silent about a Provisioner while no step leads to NodePools',
    facts: facts([aProvisioner('default')], '0.30.0'),
    findings: [],
  },
  {
    it: 'is silent about a Provisioner that nothing reads any more',
    facts: facts([aProvisioner('default')], '0.37.8'),
    findings: [],
  },
  {
    it: 'names the step at which a NodePool that is there already comes to life',
    facts: facts([aProvisioner('default'), aNodePool('default', none)], '0.31.5'),
    karpenter: karpenterPath('0.31.5', '0.32.10'),
    findingsLike: [{ phase: 'before', atKarpenter: '0.32.10', resource: { kind: 'NodePool', name: 'default' } }],
  },
  {
    it: 'warns of a NodePool where the version is not known, today',
    facts: facts([aNodePool('default', none)], null),
    findingsLike: [{ level: 'warn', resource: { kind: 'NodePool', name: 'default' } }],
  },
  {
    it: 'has unknown for Provisioners where the version is not known, unless they allow Spot or have their NodePool',
    facts: facts(
      [
        aProvisioner('default'),
        aProvisioner('both', buildCapacityRequirements('In', 'spot', 'on-demand')),
        aProvisioner('moved'),
        aNodePool('moved'),
      ],
      null,
    ),
    findingsLike: [
      {
        level: 'unknown',
        message: 'unknown Karpenter version: cannot determine whether NodePools replace its Provisioners',
      },
    ],
  },
  {
    it: 'is silent where the version is not known and each Provisioner has its NodePool',
    facts: facts([aProvisioner('moved'), aNodePool('moved')], null),
    findings: [],
  },
  {
    it: "is silent about Auto Mode's pools beside its own",
    facts: facts([
      aNodePool('auto', { ...none, nodeClass: { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' } }),
    ]),
    findings: [],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { karpenterControllers: [], karpenterPools: [aNodePool('default', none)] },
    skip: 'Karpenter is not installed in this cluster',
  },
]);
