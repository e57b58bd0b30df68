import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { listControllerVersions, resolveAtKarpenter } from '../../../src/karpenter/path.ts';
import { resolveSettingValue } from '../../../src/karpenter/settings.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';

/** From this version on, Karpenter lists instance profiles. */
const lists = '1.7.0';
/** From this version on, a controller in an isolated VPC does not. */
export const quietWhereIsolated = '1.8.3';

/** True for versions that list instance profiles even in an isolated VPC, where IAM cannot be reached. */
export function listsWhereIsolated(version: string): boolean {
  return isWithin(version, lists, quietWhereIsolated);
}

/** The finding for the first version of the path that calls IAM although `ISOLATED_VPC` is on: no permission helps. */
export function* isolatedFindings(
  controller: KarpenterController,
  { karpenter, tables }: Pick<Context<'karpenter-settings'>, 'karpenter' | 'tables'>,
): Generator<Finding> {
  const versions = listControllerVersions(controller, karpenter);
  const isIsolated = (version: string) =>
    resolveSettingValue(controller, 'ISOLATED_VPC', version, tables['karpenter-settings'])?.toLowerCase() === 'true';
  const version = versions.find((one) => listsWhereIsolated(one) && isIsolated(one));
  if (version === undefined) return;
  yield {
    level: 'warn',
    rule: 'isolated',
    ...resolveAtKarpenter(version, versions),
    resource: toDeploymentResource(controller),
    message: `ISOLATED_VPC is on, and Karpenter ${version} calls iam:ListInstanceProfiles, which it cannot reach there: a deleted EC2NodeClass keeps its finalizer`,
    evidence: [
      {
        observed: `Karpenter ${version}, ISOLATED_VPC=true`,
        required: `${quietWhereIsolated} or newer, which does not call IAM for it`,
      },
    ],
    fix: advice`Choose Karpenter ${quietWhereIsolated} or newer. A permission for the role does not help: the VPC has no route to IAM.`,
    links: ['https://github.com/aws/karpenter-provider-aws/issues/8609'],
  };
}
