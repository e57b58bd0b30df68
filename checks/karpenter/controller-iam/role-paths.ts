import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { principalContext } from '../../../src/for-checks/iam/role.ts';
import type { Asker } from '../../../src/for-checks/iam/trust.ts';
import { parseAccount } from '../shared/karpenter-controller.ts';
import { buildSessionTags } from './request-environment.ts';

type Cluster = Facts['cluster'];

/** How a controller gets a role: the principals, the actions, and a trust policy statement that allows them. */
export interface RolePath {
  role: KarpenterRole;
  askers: readonly Asker[];
  /** The role that assumes `role`; undefined if no role does, or if that role was not read. */
  from: KarpenterRole | undefined;
  statement: object;
}

/** The paths to the roles of a controller's identity, as far as the roles were read. */
export function listRolePaths(
  controller: KarpenterController,
  roles: readonly KarpenterRole[],
  cluster: Cluster,
): RolePath[] {
  const { kind, roleArn, targetRoleArn } = controller.identity;
  const named = (arn: string | null) => roles.find((role) => role.arn === arn);
  const first = named(roleArn);
  const second = named(targetRoleArn);
  const paths: RolePath[] = [];
  if (first !== undefined && kind === 'irsa') paths.push(...buildIrsaPaths(controller, first, cluster));
  if (first !== undefined && kind === 'pod-identity') paths.push(buildPodIdentityPath(controller, first, cluster));
  if (second !== undefined && roleArn !== null)
    paths.push(buildChainedPath(controller, second, first, roleArn, cluster));
  return paths;
}

function buildIrsaPaths(
  { namespace, serviceAccount }: KarpenterController,
  role: KarpenterRole,
  cluster: Cluster,
): RolePath[] {
  if (cluster.oidcIssuer === null) return [];
  const issuer = cluster.oidcIssuer.replace(/^https:\/\//, '');
  const principal = `arn:${cluster.partition}:iam::${parseAccount(role.arn)}:oidc-provider/${issuer}`;
  const subject = `system:serviceaccount:${namespace}:${serviceAccount}`;
  const audience = 'sts.amazonaws.com';
  const action = 'sts:AssumeRoleWithWebIdentity';
  const context = { [`${issuer}:sub`]: [subject], [`${issuer}:aud`]: [audience] };
  const statement = {
    Effect: 'Allow',
    Principal: { Federated: principal },
    Action: action,
    Condition: { StringEquals: { [`${issuer}:sub`]: subject, [`${issuer}:aud`]: audience } },
  };
  return [{ role, askers: [{ kind: 'Federated', principal, action, context }], from: undefined, statement }];
}

/** The actions that the trust policy of a role must allow EKS Pod Identity, or the role that assumes it, to perform. */
export const podActions = ['sts:AssumeRole', 'sts:TagSession'];

function buildPodIdentityPath(controller: KarpenterController, role: KarpenterRole, cluster: Cluster): RolePath {
  const context = {
    'aws:SourceAccount': [cluster.account],
    'aws:SourceArn': [cluster.arn],
    ...requestTags(controller, cluster),
  };
  const principal = 'pods.eks.amazonaws.com';
  return {
    role,
    askers: podActions.map((action) => ({ kind: 'Service', principal, action, context })),
    from: undefined,
    statement: { Effect: 'Allow', Principal: { Service: principal }, Action: podActions },
  };
}

/** EKS Pod Identity assumes the target role with the credentials of the first role, and passes the session's tags. */
function buildChainedPath(
  controller: KarpenterController,
  role: KarpenterRole,
  from: KarpenterRole | undefined,
  principal: string,
  cluster: Cluster,
): RolePath {
  const context = { ...principalContext(principal), ...requestTags(controller, cluster) };
  return {
    role,
    askers: podActions.map((action) => ({ kind: 'AWS', principal, action, context })),
    from,
    statement: { Effect: 'Allow', Principal: { AWS: principal }, Action: podActions },
  };
}

function requestTags(controller: KarpenterController, cluster: Cluster): Record<string, readonly string[]> {
  const tags = Object.entries(buildSessionTags(controller, cluster));
  return Object.fromEntries(tags.map(([key, value]) => [`aws:RequestTag/${key}`, [value]]));
}
