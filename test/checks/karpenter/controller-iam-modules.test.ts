import { expect, it } from 'vitest';
import check from '../../../checks/karpenter/controller-iam/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { judge } from '../../../src/judge/engine.ts';
import { aControllerRole } from '../../for-checks/iam/controller-role.ts';
import policies from '../../for-checks/iam/module-policies.json' with { type: 'json' };
import { aCluster, aKarpenter, karpenterPath } from '../cases.ts';
import { allKindsRead, aNodeClass, aNodePool, aNodeTemplate, aProvisioner, aTerm } from './objects.ts';

/**
 * The policies that common modules give the controller's role, as their documents say (module-policies.json: actions,
 * resources and conditions only, for the cluster prod, the queue prod and the role KarpenterNodeRole-prod). Statements
 * with the Sid OptionalInstanceProfiles belong to an option of the module. The policies of Karpenter's own
 * CloudFormation templates are judged in test/for-checks/iam/karpenter.test.ts.
 */

type Module = keyof typeof policies;

interface Row {
  module: Module;
  path: [string, ...string[]];
  /** The option that allows instance profiles is on. */
  profiles?: true;
  facts?: Partial<Facts>;
  why: string;
  verdict: string[];
}

const role = 'arn:aws:iam::111122223333:role/KarpenterNodeRole-prod';
const facts = {
  karpenterPools: [aNodePool('default', { requirements: [] })],
  karpenterNodeClasses: [aNodeClass('default')],
  karpenterNodeRoles: {
    roles: [{ name: 'KarpenterNodeRole-prod', found: { arn: role, trust: [], attachedPolicies: [] } }],
    instanceProfiles: [],
  },
  karpenterClaims: [],
};
const ofClass = (more: Parameters<typeof aNodeClass>[1]) => ({ karpenterNodeClasses: [aNodeClass('default', more)] });
const alpha = {
  karpenterPools: [aProvisioner('default', { requirements: [] })],
  karpenterNodeClasses: [aNodeTemplate('default', { tags: { 'karpenter.sh/discovery': 'prod' } })],
};
const tagged = { tags: { 'karpenter.sh/discovery': 'prod' } };
const snapshot = { fields: ['spec.blockDeviceMappings'], namesSnapshot: true };
const reservation = { terms: { ...aNodeClass('x').terms, capacityReservations: [aTerm({ id: 'cr-0a1' })] } };
const list = 'warn profile-cleanup: iam:ListInstanceProfiles';
const health = 'warn instance-health: ec2:DescribeInstanceStatus';

const rows: Row[] = [
  {
    module: 'terraform-aws-modules/eks 19.21.0',
    path: ['0.31.5'],
    facts: alpha,
    why: 'its node template sets the tag',
    verdict: [],
  },
  {
    module: 'terraform-aws-modules/eks 19.21.0',
    path: ['0.37.8'],
    facts: ofClass(tagged),
    why: 'the option for instance profiles is off, and a class names a role',
    verdict: [
      'fail instance-profiles: iam:AddRoleToInstanceProfile, iam:CreateInstanceProfile, iam:GetInstanceProfile, iam:TagInstanceProfile',
      'warn profile-cleanup: iam:DeleteInstanceProfile, iam:RemoveRoleFromInstanceProfile',
    ],
  },
  {
    module: 'terraform-aws-modules/eks 19.21.0',
    path: ['0.37.8'],
    profiles: true,
    facts: ofClass(tagged),
    why: 'with the option for instance profiles',
    verdict: [],
  },
  { module: 'terraform-aws-modules/eks 20.37.2, v0.33', path: ['0.37.8'], why: 'its own era', verdict: [] },
  { module: 'terraform-aws-modules/eks 20.37.2, v1', path: ['1.5.8'], why: 'its own era', verdict: [] },
  {
    module: 'terraform-aws-modules/eks 20.37.2, v1',
    path: ['1.5.8', '1.8.8'],
    why: 'Karpenter lists profiles from 1.7 on',
    verdict: [`1.8.8 ${list}`],
  },
  { module: 'terraform-aws-modules/eks 21.19.0', path: ['1.14.1'], why: 'complete', verdict: [] },
  {
    module: 'terraform-aws-modules/eks 21.19.0',
    path: ['1.14.1'],
    facts: ofClass({ ...snapshot, ...reservation }),
    why: 'complete, also for snapshots and reservations',
    verdict: [],
  },
  {
    module: 'terraform-aws-modules/iam 5.60.0',
    path: ['1.5.8'],
    profiles: true,
    facts: ofClass(tagged),
    why: 'no snapshot in its policy, and none in the class',
    verdict: [],
  },
  {
    module: 'terraform-aws-modules/iam 5.60.0',
    path: ['1.5.8'],
    facts: ofClass({ ...tagged, role: null, instanceProfile: 'nodes' }),
    why: 'no profiles in its policy, and none to make: the class names one',
    verdict: [],
  },
  {
    module: 'terraform-aws-modules/iam 5.60.0',
    path: ['1.5.8'],
    profiles: true,
    facts: ofClass({ ...tagged, ...snapshot }),
    why: 'the class names a snapshot',
    verdict: ['fail snapshots: ec2:RunInstances'],
  },
  {
    module: 'terraform-aws-modules/iam 5.60.0',
    path: ['1.8.8'],
    profiles: true,
    facts: ofClass(tagged),
    why: 'Karpenter lists profiles from 1.7 on',
    verdict: [list],
  },
  {
    module: 'terraform-aws-modules/iam 5.60.0',
    path: ['1.5.8'],
    profiles: true,
    why: 'it asks for a tag that the class does not set',
    verdict: [
      'fail launch: ec2:RunInstances',
      'fail terminate: ec2:TerminateInstances',
      'warn launch-templates: ec2:DeleteLaunchTemplate',
    ],
  },
  {
    module: 'aws-ia/eks-blueprints-addons 1.24.3',
    path: ['1.8.8'],
    profiles: true,
    why: 'no snapshot in its policy, and none in the class',
    verdict: [],
  },
  {
    module: 'aws-ia/eks-blueprints-addons 1.24.3',
    path: ['1.8.8', '1.14.1'],
    profiles: true,
    why: 'made before 1.12',
    verdict: [`1.14.1 ${health}`],
  },
  {
    module: 'aws-ia/eks-blueprints-addons 1.24.3',
    path: ['1.8.8'],
    profiles: true,
    facts: ofClass({ ...snapshot, ...reservation }),
    why: 'the class names a snapshot and a reservation',
    verdict: ['fail capacity-reservations: ec2:DescribeCapacityReservations', 'fail snapshots: ec2:RunInstances'],
  },
  { module: 'cloudposse/components eks/karpenter', path: ['0.37.8'], why: 'its own era', verdict: [] },
  { module: 'eksctl 0.230.0', path: ['1.8.8'], facts: ofClass(snapshot), why: 'unscoped', verdict: [] },
  { module: 'eksctl 0.230.0', path: ['1.14.1'], why: 'made before 1.12', verdict: [health] },
];

it.each(rows)('$module with Karpenter $path ($why): $verdict', ({ module, path, profiles, facts: more, verdict }) => {
  const Statement = policies[module].filter(
    (statement) => profiles === true || !('Sid' in statement && statement.Sid === 'OptionalInstanceProfiles'),
  );
  const document = { Version: '2012-10-17', Statement };
  const read = {
    ...allKindsRead,
    ...facts,
    ...more,
    karpenterControllers: [aKarpenter({ version: path[0] })],
    karpenterRoles: [aControllerRole([], { policies: [{ name: 'module', arn: null, document }] })],
  };
  const { findings } = judge(check, {
    readings: Object.fromEntries(Object.entries(read).map(([name, value]) => [name, { ok: true, value }])),
    context: {
      cluster: aCluster,
      current: 33,
      target: 33,
      versions: [33],
      karpenter: karpenterPath(...path),
      now: '2026-11-20T12:00:00.000Z',
    },
    source: 'live',
  });
  const said = findings
    .filter(({ rule }) => rule !== 'foreign-profiles')
    .map(({ level, rule, message }) => {
      const [, actions = message, step] =
        /lacks ([\w:, -]+?)(?:, which Karpenter ([\d.]+) requires)?: /.exec(message) ?? [];
      return `${step === undefined ? '' : `${step} `}${level} ${rule?.replace('denied:', '') ?? ''}: ${actions}`;
    });
  expect(said.toSorted()).toEqual(verdict.toSorted());
});
