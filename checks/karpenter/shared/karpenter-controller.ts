import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding, Resource } from '../../../src/check.ts';
import type { KarpenterPath } from '../../../src/karpenter/path.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterRole } from '../../../src/facts/iam.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { isFinished } from '../../../src/for-checks/drained-pods.ts';
import { roleFirst } from '../../../src/for-checks/managed-fix.ts';

export function toDeploymentResource({ namespace, name }: KarpenterController): Resource {
  return { kind: 'Deployment', namespace, name };
}

export function roleResource({ name, arn }: Pick<KarpenterRole, 'name' | 'arn'>): Resource {
  return { kind: 'Role', name, arn };
}

/** Advice before a command that changes a role: which credentials the command needs, and what manages the role. */
export function beforeChanging(
  { arn, found }: KarpenterRole,
  { cluster, tables }: Pick<Context<'managed-changes'>, 'cluster' | 'tables'>,
  change: 'karpenter-controller-policy' | 'role-trust-policy' = 'karpenter-controller-policy',
): Advice {
  const account = parseAccount(arn);
  const credentials =
    account === cluster.account
      ? advice``
      : advice`The role is in account ${account}: run the command with credentials of that account. `;
  return advice`${credentials}${roleFirst(found?.tags, change, tables['managed-changes'])}`;
}

/** The account ID in a role's ARN. */
export function parseAccount(arn: string): string {
  return arn.split(':')[4] ?? '';
}

/** The active controller, to which the path applies; preferably not one that is scaled to zero. */
export function servingController(
  controllers: readonly KarpenterController[],
  { current }: KarpenterPath,
): KarpenterController | undefined {
  const same = controllers.filter(({ version }) => version !== null && version === current);
  return same.find(({ replicas }) => replicas !== 0) ?? same[0] ?? controllers[0];
}

/**
 * The finding for an unknown version of Karpenter.
 * @param unjudged what depends on the version, as a clause: `which CRDs it needs`
 */
export function* versionUnknown(
  controllers: readonly KarpenterController[],
  unjudged: string,
): Generator<Finding<'unknown'>> {
  const [controller] = controllers;
  if (controller === undefined) return;
  yield {
    level: 'unknown',
    rule: 'version',
    resource: toDeploymentResource(controller),
    message: `unknown Karpenter version: cannot determine ${unjudged}`,
    evidence: [{ observed: controller.image, required: 'the image tag of a release' }],
    fix: advice`Find out which release this image contains, and read the Karpenter upgrade guide from that release on.`,
  };
}

/** Excludes pods that have finished or are being deleted: they do not show the current state. */
export function isLivePodOfController(
  { namespace, controller, phase, terminating }: Facts['pods'][number],
  { namespace: own, name }: KarpenterController,
): boolean {
  const isGone = terminating || isFinished({ phase });
  return namespace === own && controller?.kind === 'Deployment' && controller.name === name && !isGone;
}
