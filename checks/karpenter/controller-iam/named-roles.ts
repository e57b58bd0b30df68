import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { resolveAtKarpenter, listControllerVersions } from '../../../src/karpenter/path.ts';
import { isRoleArn, roleChain } from '../../../src/karpenter/role-chain.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { parseAccount, toDeploymentResource, roleResource } from '../shared/karpenter-controller.ts';

type Here = Pick<Context<'karpenter-settings'>, 'karpenter' | 'tables' | 'cluster'>;

/**
 * Findings for the roles in the controller's configuration, each at the first version that uses the role: roles that
 * are unknown, were not read, or provide no credentials.
 */
export function* namedRoles(
  controller: KarpenterController,
  roles: readonly KarpenterRole[],
  { karpenter, tables, cluster }: Here,
): Generator<Finding> {
  const versions = listControllerVersions(controller, karpenter);
  const chainAt = (version: string | null) => roleChain(controller, version, tables['karpenter-settings']);
  const open = versions.find((version) => chainAt(version).acting === undefined);
  if (open !== undefined) yield { ...assumedUnread(controller), ...resolveAtKarpenter(open, versions) };
  const namings = (versions.length === 0 ? [null] : versions).flatMap((version) =>
    chainAt(version).named.map((name) => ({ name, version })),
  );
  for (const [name, [{ version }]] of grouped(namings, (naming) => naming.name)) {
    const finding = namedFinding(controller, name, roles, cluster);
    if (finding !== undefined) yield { ...finding, ...(version === null ? {} : resolveAtKarpenter(version, versions)) };
  }
}

function assumedUnread(controller: KarpenterController): Finding {
  return {
    level: 'unknown',
    rule: 'assumed-role',
    resource: toDeploymentResource(controller),
    message: 'the role that it assumes is unknown: ASSUME_ROLE_ARN comes from a source that is not read',
    fix: advice`Look up the role, and compare its policies manually with the permissions that Karpenter needs.`,
  };
}

function namedFinding(
  controller: KarpenterController,
  name: string,
  roles: readonly KarpenterRole[],
  cluster: Here['cluster'],
): Finding | undefined {
  if (!isRoleArn(name)) return noArn(controller, name);
  const role = roles.find(({ arn }) => arn === name);
  if (role === undefined) return unread(controller, name, cluster);
  return role.found === null ? missingRole(controller, role) : undefined;
}

/** Reported in addition to the read error: a stored inventory may contain neither the role nor the error. */
function unread(controller: KarpenterController, arn: string, { account }: Here['cluster']): Finding {
  const owner = parseAccount(arn);
  return {
    level: 'unknown',
    rule: 'unread',
    resource: toDeploymentResource(controller),
    message: `its role ${arn} was not read: its permissions are not judged`,
    fix:
      owner === account
        ? advice`Resolve the read error and scan again, or compare its policies manually with the permissions that
            Karpenter needs.`
        : advice`The role is in account ${owner}: use credentials of that account to compare its policies manually with
            the permissions that Karpenter needs.`,
  };
}

function noArn(controller: KarpenterController, named: string): Finding {
  return {
    level: 'fail',
    rule: 'no-arn',
    resource: toDeploymentResource(controller),
    message: `references ${named}, which is not the ARN of a role: it gets no credentials`,
    evidence: [{ observed: named, required: 'the ARN of a role' }],
    fix: advice`Set the ARN of the role in the annotation of ServiceAccount
      ${controller.namespace}/${controller.serviceAccount}.`,
  };
}

function missingRole(controller: KarpenterController, role: KarpenterRole): Finding {
  return {
    level: 'fail',
    rule: 'missing',
    resource: roleResource(role),
    message: `the controller's role does not exist in account ${parseAccount(role.arn)}`,
    evidence: [{ observed: 'not found by iam:GetRole', required: role.arn }],
    fix: advice`Create the role again, or set the correct one for ServiceAccount
      ${controller.namespace}/${controller.serviceAccount}.`,
  };
}
