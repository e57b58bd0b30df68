import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { Policy } from '../../../src/for-checks/iam/document.ts';
import { evaluate } from '../../../src/for-checks/iam/evaluate.ts';
import { and, or, toOutcome, unknown, type Outcome } from '../../../src/for-checks/iam/outcome.ts';
import { everythingAllowed, toRoleRights } from '../../../src/for-checks/iam/role.ts';
import { trusts, type Asker } from '../../../src/for-checks/iam/trust.ts';
import { continued, json, sh } from '../../../src/syntax/shell.ts';
import { podActions, listRolePaths, type RolePath } from './role-paths.ts';
import { beforeChanging, roleResource } from '../shared/karpenter-controller.ts';

type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

/** Findings for roles that cannot be assumed, due to their trust policy or the rights of the role that assumes them. */
export function* trustFindings(
  controller: KarpenterController,
  roles: readonly KarpenterRole[],
  here: Here,
): Generator<Finding> {
  for (const path of listRolePaths(controller, roles, here.cluster)) {
    const { role, askers, from } = path;
    if (role.found === null) continue;
    const { trust } = role.found;
    for (const asker of askers) {
      const outcome = and([trusts(trust, asker), canAssume(from, role, trust, asker)]);
      if (outcome.is === 'yes') continue;
      yield trustFinding(controller, path, asker, outcome, here);
      break;
    }
  }
}

/**
 * Whether the role `from` may assume `role`, judged by the policies and the boundary of `from`. In the same account,
 * the policies need no Allow if the trust policy contains the ARN of `from`; a Deny and the boundary still apply.
 * Always yes if `from` was not read or does not exist.
 * Source: AssumeRole in the STS reference, users of the same account.
 */
function canAssume(
  from: KarpenterRole | undefined,
  role: KarpenterRole,
  trust: unknown,
  { action, context, ...asker }: Asker,
): Outcome {
  if (from?.found === undefined || from.found === null) return toOutcome(true);
  const { policies, boundary } = toRoleRights(from.found);
  const evaluatePolicies = (own: readonly Policy[]): Outcome => {
    const decision = evaluate(own, boundary, { action, resource: role.arn, context });
    return decision.answer === 'unknown' ? unknown(...decision.doubts) : toOutcome(decision.answer === 'allowed');
  };
  if (toAccount(from.arn) !== toAccount(role.arn)) return evaluatePolicies(policies);
  const named = trusts(trust, { ...asker, action, context, byName: true });
  return or([evaluatePolicies(policies), and([named, evaluatePolicies([...policies, everythingAllowed(role.name)])])]);
}

function toAccount(arn: string): string | undefined {
  return arn.split(':')[4];
}

function trustFinding(
  controller: KarpenterController,
  path: RolePath,
  asker: Asker,
  outcome: Outcome,
  here: Here,
): Finding {
  const { role, from, statement } = path;
  const who = asker.kind === 'Federated' ? `${controller.namespace}/${controller.serviceAccount}` : asker.principal;
  const required = { required: JSON.stringify(statement) };
  const resource = roleResource(role);
  const look = commands(sh`aws iam get-role --role-name ${role.name} --query Role.AssumeRolePolicyDocument`);
  if (outcome.is === 'unknown') {
    return {
      level: 'unknown',
      rule: 'trust',
      short: 'unknown whether it can be assumed',
      resource,
      message: `unknown whether the trust policy allows ${who} to perform ${asker.action}`,
      evidence: outcome.doubts.map((observed) => ({ observed, ...required })),
      fix: advice`Check the trust policy.\n${look}`,
    };
  }
  const document = { Version: '2012-10-17', Statement: [statement] };
  const also = from === undefined ? advice`` : advice` Allow ${from.name} ${podActions.join(' and ')} on it, too.`;
  const alternativeCause = from === undefined ? '' : `, or ${from.name} is not allowed to request it`;
  return {
    level: 'fail',
    rule: 'trust',
    resource,
    message: `the trust policy does not allow ${who} to perform ${asker.action}${alternativeCause}: new pods of the controller get no credentials`,
    evidence: [{ observed: 'no statement that allows it', ...required }],
    fix: advice`Add the statement to the trust policy; the command replaces the whole policy.${also}
      ${beforeChanging(role, here, 'role-trust-policy')}\n${look}\n${commands(
        continued(
          sh`aws iam update-assume-role-policy --role-name ${role.name}`,
          sh`--policy-document ${json(document)}`,
        ),
      )}`,
  };
}
