import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { reads } from '../../../src/karpenter/generations.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { toDeploymentResource } from '../shared/karpenter-controller.ts';
import { gitOpsName, resolveOwner } from '../../../src/for-checks/owners.ts';

/**
 * Findings for controllers that are leaders in addition to the active one. Each namespace has its own lease
 * `karpenter-leader-election`, but NodePools are cluster-scoped. Deployments in one namespace share the lease.
 * Source: LeaderElectionNamespace in pkg/operator/operator.go of kubernetes-sigs/karpenter.
 * @param running controllers with a ready pod
 */
export function* secondLeaders(
  running: readonly KarpenterController[],
  serving: KarpenterController | undefined,
): Generator<Finding> {
  const first = running.find((one) => one === serving) ?? running[0];
  if (first === undefined) return;
  for (const other of running) {
    if (other.namespace !== first.namespace) yield secondLeader(other, first);
  }
}

function secondLeader(controller: KarpenterController, first: KarpenterController): Finding {
  const { level, effect } = resolveEffect(controller.version, first.version);
  return {
    level,
    rule: 'second-leader',
    resource: toDeploymentResource(controller),
    message: `runs beside Deployment ${first.namespace}/${first.name}, and each is the leader by a lease in its own namespace: ${effect}`,
    evidence: [controller, first].map(({ namespace, name, version }) => ({
      observed: `Karpenter ${version ?? 'of an unknown version'}, lease ${namespace}/karpenter-leader-election`,
      required: 'one Karpenter per cluster',
      resource: `Deployment ${namespace}/${name}`,
      fact: 'karpenterControllers',
    })),
    fix: advice`Keep one of the two. To keep ${first.namespace}/${first.name}, scale this one to 0. ${buildReplicasFix(controller)}
      Before you uninstall it, make sure that its Helm release contains no CRDs:
      deleting a CRD deletes all NodePools and their nodes.\n${commands(
        sh`kubectl scale deployment ${controller.name} --namespace ${controller.namespace} --replicas 0`,
      )}`,
    links: ['https://github.com/kubernetes-sigs/karpenter/blob/v1.8.0/pkg/operator/operator.go'],
  };
}

/**
 * Versions before 0.32 act only on Provisioners, and 0.33 and newer only on NodePools. A controller with an unknown
 * version may be Karpenter of another provider, which uses only its own node classes.
 */
function resolveEffect(one: string | null, other: string | null): Pick<Finding, 'level'> & { effect: string } {
  if (one === null || other === null) {
    return { level: 'unknown', effect: 'unknown whether they act on the same NodePools' };
  }
  return (['Provisioner', 'NodePool'] as const).some((kind) => reads(one, kind) && reads(other, kind))
    ? { level: 'fail', effect: 'both launch, disrupt and delete the nodes of the same NodePools' }
    : { level: 'warn', effect: 'both launch nodes for the same pending pods' };
}

/** Where to set the number of replicas permanently. */
function buildReplicasFix(controller: KarpenterController): Advice {
  const owner = resolveOwner(controller);
  if (owner.kind === 'gitops') return advice`Set \`replicas: 0\` in the source of ${gitOpsName(owner)}, too.`;
  return owner.kind === 'helm' ? advice`Set \`replicas: 0\` in the values of release ${owner.release}, too.` : advice``;
}
