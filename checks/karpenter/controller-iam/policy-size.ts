import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { beforeChanging, roleResource } from '../shared/karpenter-controller.ts';

/** An inline policy that a fix adds; `step`: the version that needs it, if that is not the current one. */
export interface Addition {
  step: string | undefined;
  document: object | undefined;
}

/**
 * The maximum characters of all inline policies of a role together, and of a managed policy; neither can be raised.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
 */
type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

const inlineLimit = 10_240;
const managedLimit = 6_144;

/** The finding if the fixes' inline policies exceed the quota together with those of the role. */
export function* sizeFinding(role: KarpenterRole, additions: readonly Addition[], here: Here): Generator<Finding> {
  const own = (role.found?.policies ?? []).filter(({ arn }) => arn === null);
  const sizes = own.flatMap(({ size }) => (size === undefined ? [] : [size]));
  if (sizes.length < own.length) return;
  const today = sizes.reduce((sum, size) => sum + size, 0);
  let after = today;
  for (const { step, document } of additions) {
    if (document === undefined) continue;
    after += JSON.stringify(document).length;
    if (after <= inlineLimit) continue;
    yield tooLarge(role, { step, today, after }, here);
    return;
  }
}

function tooLarge(
  role: KarpenterRole,
  { step, today, after }: { step: string | undefined; today: number; after: number },
  here: Here,
): Finding {
  return {
    level: 'warn',
    rule: 'policy-size',
    ...(step === undefined ? {} : { atKarpenter: step }),
    resource: roleResource(role),
    message: `the statements that it lacks do not fit into its inline policies: ${after} characters of ${inlineLimit} that IAM allows`,
    evidence: [
      {
        observed: `inline policies of ${today} characters`,
        required: `at most ${inlineLimit - after + today} characters`,
      },
    ],
    fix: advice`Add the statements as a managed policy of at most ${managedLimit} characters (white space does not count)
      instead of an inline one, with the document that the other finding prints. ${beforeChanging(role, here)}\n${commands(
        sh`aws iam create-policy --policy-name POLICY --policy-document file://policy.json`,
        sh`aws iam attach-role-policy --role-name ${role.name} --policy-arn POLICY_ARN`,
      )}\nOr first remove statements that no version needs.`,
    links: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html'],
  };
}
