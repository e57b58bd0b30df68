import { advice, type Advice } from '../../../src/languages/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { versionsOf } from '../../../src/karpenter/path.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import { deploymentOf } from '../../../src/subjects/karpenter-controller.ts';

type Here = Context<'karpenter-settings'>;

/** Earlier versions use other tags and requests, which no table lists. */
export const firstKnown = '0.28.0';

/** What prevents any judgment: no known role, or no known version. */
export function* identityFindings(controller: KarpenterController, { karpenter, cluster }: Here): Generator<Finding> {
  const { kind, roleArn } = controller.identity;
  const unknown = (rule: string, message: string, fix: Advice): Finding => ({
    level: 'unknown',
    rule,
    resource: deploymentOf(controller),
    message,
    fix,
  });
  if (kind === 'node') {
    yield unknown(
      'node-role',
      'has the role of the node that it runs on, which is not read',
      advice`Give it a role of its own, by EKS Pod Identity or by an annotation of its ServiceAccount.`,
    );
  } else if (roleArn === null) {
    yield unknown(
      'identity',
      'which role it has could not be told',
      advice`Look at the EKS Pod Identity associations of ServiceAccount ${controller.namespace}/${controller.serviceAccount}.`,
    );
  } else if (kind === 'irsa' && cluster.oidcIssuer === null) {
    yield unknown(
      'issuer',
      "the cluster's OIDC issuer is not told, so the trust policy is not judged",
      advice`Look at the trust policy.`,
    );
  }
  const [today] = versionsOf(controller, karpenter);
  if (today === undefined) {
    yield unknown(
      'version',
      'its version is not known, nor what it asks AWS for',
      advice`Find out which release its image is.`,
    );
  } else if (isBelow(today, firstKnown)) {
    yield unknown(
      'too-old',
      `what Karpenter ${today} asks AWS for is not known; the versions from 0.28 on are`,
      advice`Compare the role with the policy of the version's own getting-started guide.`,
    );
  }
}

/** An update restarts the pods: what they run with today is no longer what counts. */
export function* nextRole(controller: KarpenterController): Generator<Finding> {
  const { roleArn, nextRoleArn } = controller.identity;
  if (nextRoleArn === undefined) return;
  yield {
    level: 'unknown',
    rule: 'next-role',
    resource: deploymentOf(controller),
    message: `its pods run with ${roleArn ?? 'no role'}, and from their next start with ${nextRoleArn}: what that one allows is not judged`,
    fix: advice`Restart the Deployment and scan again, or take away the association of EKS Pod Identity or the
      annotation that is not meant.`,
  };
}
