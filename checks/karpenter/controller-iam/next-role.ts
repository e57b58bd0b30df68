import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { listControllerVersions } from '../../../src/karpenter/path.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { besideChartManager } from '../shared/chart-manager.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import { resolveRestart } from './new-pods.ts';

type Path = Pick<Context, 'karpenter' | 'versions' | 'target' | 'cluster'>;

/** A part of the path on which a controller keeps its identity. */
export interface Stage {
  controller: KarpenterController;
  karpenter: Context['karpenter'];
  /** Gives a finding of this part its step. */
  place(finding: Finding): Finding;
}

/**
 * The parts of the path, if new pods get another identity than running ones: today, and from the step that restarts the pods on. One
 * part if nothing changes, or if the new identity cannot work, which {@link fargateFindings} reports.
 */
export function listStages(controller: KarpenterController, context: Path): readonly [Stage] | readonly [Stage, Stage] {
  const { identity, onFargate } = controller;
  const { next } = identity;
  if (next === undefined || (onFargate === true && next.kind === 'pod-identity')) {
    return [{ controller, karpenter: context.karpenter, place: (finding) => finding }];
  }
  const [today, ...later] = listControllerVersions(controller, context.karpenter);
  const [first] = later;
  const now = { controller, karpenter: buildPath(today === undefined ? [] : [today]), place: (one: Finding) => one };
  const after = { ...controller, identity: next };
  const place = (finding: Finding) => placeAfterRestart(finding, controller, context);
  if (first === undefined) return [now, { controller: after, karpenter: now.karpenter, place }];
  return [now, { controller: { ...after, version: first }, karpenter: buildPath(later), place }];
}

function buildPath(versions: readonly string[]): Context['karpenter'] {
  return { current: versions[0] ?? null, target: versions.at(-1) ?? null, versions };
}

/** True if new pods have the same roles: only the way to them changes. */
export function hasSameRoles({ identity }: KarpenterController): boolean {
  const { roleArn, targetRoleArn, next } = identity;
  return next !== undefined && next.roleArn === roleArn && next.targetRoleArn === targetRoleArn;
}

/** A finding about the identity of new pods, at the step that starts them; without such a step, it is no failure. */
function placeAfterRestart(finding: Finding, controller: KarpenterController, context: Path): Finding {
  const isPlaced = finding.at !== undefined || finding.atKarpenter !== undefined;
  const { level, ...step } = resolveRestart(controller, context);
  return {
    ...finding,
    ...(isPlaced ? {} : step),
    level: finding.level === 'fail' ? level : finding.level,
    message: `${finding.message}; new pods of the controller get this role`,
    fix: advice`Do not restart the Deployment before: ${running(controller.identity.roleArn)}. ${finding.fix ?? advice``}`,
  };
}

/** The finding if running or new pods on Fargate depend on EKS Pod Identity, which does not work there. */
export function* fargateFindings(controller: KarpenterController, context: Path): Generator<Finding> {
  const { identity, onFargate, namespace, serviceAccount } = controller;
  const isToday = identity.kind === 'pod-identity';
  if (onFargate !== true || (!isToday && identity.next?.kind !== 'pod-identity')) return;
  const account = `ServiceAccount ${namespace}/${serviceAccount}`;
  yield {
    ...(isToday ? { level: 'fail' as const } : resolveRestart(controller, context)),
    rule: 'fargate',
    resource: toDeploymentResource(controller),
    message: `its pods run on Fargate, where EKS Pod Identity does not work: ${isToday ? `they get no credentials from the association of ${account}` : `new pods get the association of ${account} instead of the annotation, and no credentials`}`,
    evidence: [
      {
        observed: 'an EKS Pod Identity association, pods on Fargate',
        required: 'a role for the ServiceAccount (IRSA)',
      },
    ],
    fix: fargateFix(controller, context),
    links: ['https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html'],
  };
}

function fargateFix(controller: KarpenterController, { cluster }: Path): Advice {
  const { identity, namespace, serviceAccount } = controller;
  const role = identity.kind === 'irsa' && identity.roleArn !== null ? identity.roleArn : 'CONTROLLER_ROLE_ARN';
  const first =
    identity.kind === 'irsa' ? advice`Do not restart the Deployment before: ${running(identity.roleArn)}. ` : advice``;
  const fix = advice`${first}Give the ServiceAccount its role with the annotation, also in the values of the chart
    (\`serviceAccount.annotations\`), then delete the association, in the module that creates it.\n${commands(
      sh`kubectl annotate serviceaccount ${serviceAccount} --namespace ${namespace} --overwrite ${`eks.amazonaws.com/role-arn=${role}`}`,
      sh`aws eks list-pod-identity-associations --cluster-name ${cluster.name} --namespace ${namespace} --service-account ${serviceAccount}`,
      sh`aws eks delete-pod-identity-association --cluster-name ${cluster.name} --association-id ASSOCIATION_ID`,
    )}`;
  return besideChartManager(fix, controller);
}

function running(roleArn: string | null): string {
  return `running pods keep ${roleArn ?? 'their role'}`;
}

/** Older inventories contain the role of new pods, but not how they get it. */
export function* nextRoleUnread(controller: KarpenterController): Generator<Finding> {
  const { roleArn, nextRoleArn, next } = controller.identity;
  if (nextRoleArn === undefined || next !== undefined) return;
  yield {
    level: 'unknown',
    rule: 'next-role',
    resource: toDeploymentResource(controller),
    message: `its pods use ${roleArn ?? 'no role'} now, and ${nextRoleArn} after a restart: the inventory does not contain the second role`,
    fix: advice`Take a new inventory with this version of eks-preflight. Do not restart the Deployment before: until then, its pods
      keep their role.`,
  };
}
