import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { Policy, Statement } from '../../../src/for-checks/iam/document.ts';
import { evaluate } from '../../../src/for-checks/iam/evaluate.ts';
import { principalContext, toRoleRights } from '../../../src/for-checks/iam/role.ts';
import { forCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { roleChain } from '../../../src/karpenter/role-chain.ts';
import { listControllerVersions } from '../../../src/karpenter/path.ts';
import { parseAccount, beforeChanging, roleResource } from '../shared/karpenter-controller.ts';

type Here = Pick<Context<'karpenter-settings' | 'managed-changes'>, 'karpenter' | 'cluster' | 'tables'>;
type Found = NonNullable<KarpenterRole['found']>;

/** Warnings for permissions that Karpenter does not need. They do not block an update. */
export function* needlessGrants(
  controller: KarpenterController,
  roles: readonly KarpenterRole[],
  objects: OwnObjects,
  here: Here,
): Generator<Finding> {
  const { karpenter, cluster, tables } = here;
  const [today] = listControllerVersions(controller, karpenter);
  const { acting } = roleChain(controller, today ?? null, tables['karpenter-settings']);
  const role = roles.find(({ arn }) => arn === acting);
  if (role === undefined || role.found === null) return;
  if (today !== undefined && isOver(today, objects)) yield* oldEra(role, role.found, today, here);
  yield* foreignProfiles(role, role.found, cluster);
}

/** True if no request needs the old tag: from 0.33 on, and in 0.32 if no Provisioner and no Machine is left. */
function isOver(today: string, { claims, pools, isRead }: OwnObjects): boolean {
  if (isBelow(today, '0.32.0')) return false;
  if (!isBelow(today, '0.33.0')) return true;
  const isAny = claims.some(({ kind }) => kind === 'Machine') || pools.some(({ kind }) => kind === 'Provisioner');
  return !isAny && isRead('NodePool', 'Provisioner', 'NodeClaim', 'Machine');
}

/**
 * True if an Allow statement requires the tag of alpha resources. Operators with IfExists also match without the tag.
 */
function needsOldTag({ effect, conditions }: Statement): boolean {
  return (
    effect === 'Allow' &&
    conditions.some(
      ({ operator, key }) => /tag\/karpenter\.sh\/provisioner-name$/i.test(key) && !/IfExists$|^Null$/.test(operator),
    )
  );
}

function* oldEra(role: KarpenterRole, found: Found, today: string, here: Here): Generator<Finding> {
  const { policies } = toRoleRights(found);
  for (const [index, policy] of policies.entries()) {
    const old = policy.statements.filter(needsOldTag);
    if (old.length === 0) continue;
    const requirement = forCount(old.length, 'a statement requires', `${old.length} statements require`);
    const useless = `the tag karpenter.sh/provisioner-name, which Karpenter ${today} does not set`;
    const ids = old.map(({ id }) => id).join(', ');
    yield {
      level: 'warn',
      rule: 'old-era',
      phase: 'after',
      resource: roleResource(role),
      message: `policy ${policy.name} still allows what Karpenter did before 0.32: ${requirement} ${useless}`,
      evidence: [{ observed: ids, required: 'only statements for karpenter.sh/nodepool', fact: 'karpenterRoles' }],
      fix: advice`Remove the statements ${ids} from ${policy.name}. Or remove the whole policy if the policy of the
        running version is also attached and allows everything that this check evaluates. ${beforeChanging(role, here)}
        ${detach(role, policy, found.policies[index]?.arn ?? null)}`,
      links: ['https://karpenter.sh/v1.0/upgrading/v1beta1-migration/'],
    };
  }
}

function detach({ name }: KarpenterRole, policy: Policy, arn: string | null): Advice {
  return commands(
    arn === null
      ? sh`aws iam delete-role-policy --role-name ${name} --policy-name ${policy.name}`
      : sh`aws iam detach-role-policy --role-name ${name} --policy-arn ${arn}`,
  );
}

const profileActions = [
  'iam:AddRoleToInstanceProfile',
  'iam:CreateInstanceProfile',
  'iam:DeleteInstanceProfile',
  'iam:RemoveRoleFromInstanceProfile',
];

/** The finding if a role may change profiles without Karpenter's tags. Ignores broad statements such as `iam:*`. */
function* foreignProfiles(
  role: KarpenterRole,
  found: Found,
  { partition, name }: Pick<Facts['cluster'], 'partition' | 'name'>,
): Generator<Finding> {
  const { policies, boundary } = toRoleRights(found);
  const account = parseAccount(role.arn);
  const allowed = profileActions.flatMap((action) => {
    const decision = evaluate(policies, boundary, {
      action,
      resource: `arn:${partition}:iam::${account}:instance-profile/of-another-owner`,
      context: principalContext(role.arn),
      complete: ['aws:RequestTag/', 'aws:ResourceTag/', 'iam:ResourceTag/'],
    });
    if (decision.answer !== 'allowed') return [];
    const { policy, statement } = decision.by;
    const by = policies.find((one) => one.name === policy)?.statements.find(({ id }) => id === statement);
    const names =
      by?.actions.except === false && by.actions.patterns.some((one) => /^iam:.*InstanceProfile/i.test(one));
    return names ? [{ action, place: `${statement} of ${policy}` }] : [];
  });
  const [first] = allowed;
  if (first === undefined) return;
  const places = [...new Set(allowed.map(({ place }) => place))].join(', ');
  yield {
    level: 'warn',
    rule: 'foreign-profiles',
    phase: 'after',
    resource: roleResource(role),
    message: `can change every instance profile of the account, not only those that Karpenter creates: ${places} requires no tags`,
    evidence: [
      {
        observed: allowed.map(({ action }) => action).join(', '),
        required: `conditions on kubernetes.io/cluster/${name}, topology.kubernetes.io/region and karpenter.k8s.aws/ec2nodeclass`,
        fact: 'karpenterRoles',
      },
    ],
    fix: advice`Use the statements of the template of this version, which require Karpenter's tags on the request and on
      the profile (AllowScopedInstanceProfileCreationActions, AllowScopedInstanceProfileTagActions,
      AllowScopedInstanceProfileActions).`,
    links: ['https://karpenter.sh/docs/reference/cloudformation/'],
  };
}
