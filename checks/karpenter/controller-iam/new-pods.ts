import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { listControllerVersions } from '../../../src/karpenter/path.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { sh } from '../../../src/syntax/shell.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import { besideChartManager } from '../shared/chart-manager.ts';
import { noteClusterManager } from '../shared/cluster-manager.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';

type Here = Pick<Context, 'karpenter' | 'versions' | 'target' | 'cluster'>;

/**
 * The finding if new pods of the controller lack a role or their ServiceAccount, at the first step that starts new pods:
 * the next version of Karpenter, or the update of the nodes that the target requires. A warning if there is no such step.
 */
export function* newPodFindings(controller: KarpenterController, context: Here): Generator<Finding> {
  const { newPodsLack, kind, roleArn } = controller.identity;
  if (newPodsLack === undefined) return;
  const account = `${controller.namespace}/${controller.serviceAccount}`;
  const isRole = newPodsLack === 'role';
  // EKS Pod Identity renews the credentials of running pods by the association, which was deleted.
  const isNow = isRole && kind === 'pod-identity';
  const running = roleArn === null ? '' : `, and running pods still use ${roleArn}`;
  yield {
    rule: 'new-pods',
    ...(isNow ? { level: 'fail' as const } : resolveRestart(controller, context)),
    ...(isRole ? {} : { short: 'new pods cannot start' }),
    resource: toDeploymentResource(controller),
    message: isRole
      ? `new pods get no role: ServiceAccount ${account} has neither an annotation with a role nor an EKS Pod Identity association${running}`
      : `new pods cannot start: ServiceAccount ${account} does not exist${running}`,
    evidence: [
      isRole
        ? { observed: 'no role for new pods', required: 'eks.amazonaws.com/role-arn, or an association' }
        : { observed: `no ServiceAccount ${account}`, required: `ServiceAccount ${account}` },
    ],
    fix: buildFix(controller, context),
  };
}

/** The level and the step of a problem of new pods: the step that starts them, otherwise a warning. */
export function resolveRestart(
  controller: KarpenterController,
  { karpenter, versions, target }: Pick<Context, 'karpenter' | 'versions' | 'target'>,
): { level: 'fail' | 'warn'; at?: Minor; atKarpenter?: string } {
  const [, next] = listControllerVersions(controller, karpenter);
  if (next !== undefined) return { level: 'fail', atKarpenter: next };
  return versions.length > 1 ? { level: 'fail', at: target } : { level: 'warn' };
}

function buildFix(controller: KarpenterController, { cluster }: Here): Advice {
  const { identity, namespace, serviceAccount } = controller;
  if (identity.newPodsLack === 'ServiceAccount') {
    const fix = advice`Restore ServiceAccount ${namespace}/${serviceAccount} with its role before any pod of the controller
      restarts: set \`serviceAccount.create\` and \`serviceAccount.annotations\` in the values of the chart, and update the
      release with Helm.`;
    return besideChartManager(fix, controller);
  }
  const role = identity.roleArn ?? 'CONTROLLER_ROLE_ARN';
  const command =
    identity.kind === 'pod-identity'
      ? sh`aws eks create-pod-identity-association --cluster-name ${cluster.name} --namespace ${namespace} --service-account ${serviceAccount} --role-arn ${role}`
      : sh`kubectl annotate serviceaccount ${serviceAccount} --namespace ${namespace} ${`eks.amazonaws.com/role-arn=${role}`}`;
  const fix = advice`Give the ServiceAccount its role again before any pod of the controller restarts. With IRSA, also set
    \`serviceAccount.annotations\` in the values of the chart, or the next update removes it.\n${commands(command)}`;
  return identity.kind === 'pod-identity' ? noteClusterManager(fix, cluster) : besideChartManager(fix, controller);
}
