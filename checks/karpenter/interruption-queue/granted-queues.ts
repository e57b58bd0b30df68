import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { roleChain } from '../../../src/karpenter/role-chain.ts';
import type { SettingRows } from '../../../src/karpenter/settings.ts';
import { rightsOf, type RoleRights } from '../../../src/iam-evaluator/role.ts';

/** Queues that the controller's role may read by name. `role`: its name; empty where it is not known. */
export interface Granted {
  role: string;
  queues: readonly string[];
}

/** What the role that acts for a controller in a version was given to read of SQS. */
export function grantedQueues(
  controller: KarpenterController,
  version: string,
  roles: Facts['karpenterRoles'] | undefined,
  rows: SettingRows,
): Granted {
  const { acting } = roleChain(controller, version, rows);
  const role = roles?.find(({ arn }) => arn === acting);
  if (role === undefined || role.found === null) return { role: '', queues: [] };
  return { role: role.name, queues: readableQueues(rightsOf(role.found)) };
}

/** Names of the queues that a role is given by name. Source: the ARN of SQS, `arn:aws:sqs:region:account:name`. */
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
