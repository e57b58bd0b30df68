import { irsaTrust, podIdentityTrust } from '../for-checks/iam/controller-role.ts';
import { templatePolicy, type TemplateMinor } from '../for-checks/iam/templates.ts';
import { terraform1916 } from '../for-checks/iam/terraform.ts';
import type { World } from './world.ts';

type Aws = World['aws'];

const account = '111122223333';

function aRoleObject(name: string, trust: unknown): Record<string, unknown> {
  return {
    RoleName: name,
    Path: '/',
    RoleId: 'AROAEXAMPLEKARPENTER',
    Arn: `arn:aws:iam::${account}:role/${name}`,
    CreateDate: '2024-01-15T08:00:00Z',
    AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify(trust)),
  };
}

/** Adds a role with one customer managed policy attached, and inline policies. */
function withRole(aws: Aws, name: string, trust: unknown, attached: unknown, inline: Record<string, unknown>): Aws {
  const policyArn = `arn:aws:iam::${account}:policy/${name}`;
  return {
    ...aws,
    roles: { ...aws.roles, [name]: aRoleObject(name, trust) },
    attachedPolicies: { ...aws.attachedPolicies, [name]: [policyArn] },
    inlinePolicies: { ...aws.inlinePolicies, [name]: inline },
    managedPolicies: { ...aws.managedPolicies, [policyArn]: attached },
  };
}

/** Adds the controller's role for EKS Pod Identity, with the policy of a minor; the SQS permissions are inline. */
export function withControllerRole(aws: Aws, minor: TemplateMinor = '1.8'): Aws {
  const { Version, Statement } = templatePolicy(minor);
  const isQueue = ({ Sid }: Record<string, unknown>): boolean => Sid === 'AllowInterruptionQueueActions';
  return withRole(
    aws,
    'KarpenterControllerRole-prod',
    podIdentityTrust,
    { Version, Statement: Statement.filter((statement) => !isQueue(statement)) },
    { queue: { Version, Statement: Statement.filter(isQueue) } },
  );
}

/** Adds the controller's role for IRSA as the getting-started guide creates it, with the template's policy. */
export function withTemplateRole(aws: Aws, minor: TemplateMinor, namespace: string): Aws {
  return withRole(aws, 'prod-karpenter', buildIrsaTrust(namespace), templatePolicy(minor), {});
}

function buildIrsaTrust(namespace: string): unknown {
  return JSON.parse(JSON.stringify(irsaTrust).replaceAll('kube-system:karpenter', `${namespace}:karpenter`));
}

/** Adds the controller's role for IRSA as version 19.16 of the Terraform module creates it, for karpenter/karpenter. */
export function withTerraformRole(aws: Aws, nodeRole: string): Aws {
  const policy: unknown = JSON.parse(JSON.stringify(terraform1916).replaceAll('KarpenterNodeRole-prod', nodeRole));
  return withRole(aws, 'KarpenterIRSA-prod', buildIrsaTrust('karpenter'), policy, {});
}
