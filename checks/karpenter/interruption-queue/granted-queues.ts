import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { isRoleArn, roleChain } from '../../../src/karpenter/role-chain.ts';
import type { SettingRows } from '../../../src/karpenter/settings.ts';
import { toRoleRights, type RoleRights } from '../../../src/for-checks/iam/role.ts';

/** Queues that the controller's role may read, as far as its policies contain their ARNs. */
export interface Granted {
  /** The role's name; empty: no role, or unknown. */
  role: string;
  queues: readonly string[];
  /** Why the queues are unknown, as a clause. Not set if `karpenterRoles` was not read, which is reported elsewhere. */
  unknown?: string;
}

/**
 * The queues that the controller's role at this version may read. They are unknown if the role was not read: a stored
 * inventory may contain neither the role nor the read error.
 */
export function grantedQueues(
  controller: KarpenterController,
  version: string,
  roles: Facts['karpenterRoles'] | undefined,
  rows: SettingRows,
): Granted {
  const { acting } = roleChain(controller, version, rows);
  const none = { role: '', queues: [] };
  if (roles === undefined) return none;
  if (acting === null)
    return controller.identity.kind === 'unknown' ? { ...none, unknown: 'its role is unknown' } : none;
  if (acting === undefined) return { ...none, unknown: 'ASSUME_ROLE_ARN comes from a source that is not read' };
  const role = roles.find(({ arn }) => arn === acting);
  if (role === undefined) return isRoleArn(acting) ? { ...none, unknown: `its role ${acting} was not read` } : none;
  if (role.found === null) return none;
  return { role: role.name, queues: readableQueues(toRoleRights(role.found)) };
}

/**
 * The queues for which a policy names sqs:ReceiveMessage.
 * Source: the ARN format of SQS, `arn:aws:sqs:region:account:name`.
 */
function readableQueues({ policies }: RoleRights): string[] {
  const named = policies
    .flatMap(({ statements }) => statements)
    .filter(
      ({ effect, actions }) =>
        effect === 'Allow' &&
        !actions.except &&
        actions.patterns.some((one) => one.toLowerCase() === 'sqs:receivemessage'),
    )
    .flatMap(({ resources }) => (resources.except ? [] : resources.patterns))
    .flatMap((arn) => /^arn:[\w-]+:sqs:[\w-]*:\d*:([\w-]+(?:\.fifo)?)$/.exec(arn)?.[1] ?? []);
  return [...new Set(named)].sort();
}
