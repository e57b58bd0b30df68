import { advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { forCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { besideChartManager } from '../shared/chart-manager.ts';
import { isLivePodOfController, toDeploymentResource } from '../shared/karpenter-controller.ts';

type Pod = Facts['pods'][number];

/**
 * Findings for a controller that does not run, runs on its own nodes, or is being updated.
 * @param isServing true for the active controller, the only one that blocks the update if it does not run
 */
export function* controllerFindings(
  controller: KarpenterController,
  pods: readonly Pod[],
  nodes: ReadonlyMap<string, NodeFact>,
  isServing: boolean,
): Generator<Finding> {
  const wanted = controller.replicas;
  if (wanted === 0) {
    yield scaledToZero(controller, isServing);
    return;
  }
  const own = pods.filter((pod) => isLivePodOfController(pod, controller));
  const ready = own.filter((pod) => pod.ready);
  if (ready.length < wanted) yield notReady(controller, own, ready.length, isServing);
  const hosts = [...new Set(own.flatMap(({ node }) => (node === null ? [] : [node])))].toSorted();
  const selfMade = hosts.filter((node) => nodes.get(node)?.computeType === 'karpenter');
  if (selfMade.length > 0) yield selfHosted(controller, selfMade, selfMade.length === hosts.length, nodes);
  if (controller.upgrading) yield upgrading(controller, own);
}

function scaledToZero(controller: KarpenterController, isServing: boolean): Finding {
  const { name, namespace } = controller;
  return {
    level: isServing ? 'fail' : 'warn',
    rule: 'not-running',
    resource: toDeploymentResource(controller),
    message: isServing
      ? 'is scaled to 0: no nodes are launched, replaced or removed'
      : 'is scaled to 0 beside another Karpenter',
    evidence: [{ observed: 'replicas: 0', required: '2' }],
    fix: isServing
      ? besideChartManager(
          advice`Scale it up: ${sh`kubectl scale deployment ${name} --namespace ${namespace} --replicas 2`}.`,
          controller,
        )
      : advice`Delete it if it is no longer needed: its settings and role are not maintained.`,
  };
}

function selfHosted(
  controller: KarpenterController,
  selfMade: readonly string[],
  all: boolean,
  nodes: ReadonlyMap<string, NodeFact>,
): Finding {
  const effect = all
    ? 'if they are deleted, nothing launches new ones'
    : 'its pods there are deleted when it removes the node';
  return {
    level: 'warn',
    rule: 'self-hosted',
    resource: toDeploymentResource(controller),
    message: `runs on ${all ? '' : 'some of '}its own nodes (${selfMade.join(', ')}): ${effect}`,
    evidence: selfMade.map((node) => ({
      observed: `node of ${nodes.get(node)?.group ?? 'Karpenter'}`,
      required: 'a node group or Fargate',
      resource: `Node ${node}`,
      fact: 'nodes' as const,
    })),
    fix: advice`Run the controller on a managed node group or on Fargate: its chart keeps it off nodes with
      \`karpenter.sh/nodepool\` unless \`affinity\` is overwritten.`,
  };
}

function upgrading(controller: KarpenterController, own: readonly Pod[]): Finding {
  return {
    level: 'warn',
    rule: 'upgrading',
    resource: toDeploymentResource(controller),
    message: 'has pods of more than one ReplicaSet: an update of Karpenter is in progress or stuck',
    evidence: [{ observed: own.map(({ name }) => name).join(', '), required: 'pods of one ReplicaSet' }],
    fix: advice`Wait until it completes, or check what blocks it:
      ${sh`kubectl rollout status deployment ${controller.name} --namespace ${controller.namespace}`}.`,
  };
}

function notReady(controller: KarpenterController, own: readonly Pod[], ready: number, isServing: boolean): Finding {
  const wanted = controller.replicas;
  const stops = ready === 0 && isServing;
  const pending = own.filter(({ phase, node }) => phase === 'Pending' && node === null).length;
  const waits = pending === 0 ? '' : `, ${pending} Pending`;
  const effect = stops ? ': no nodes are launched, replaced or removed' : '';
  const describe = sh`kubectl describe pods --namespace ${controller.namespace} --selector app.kubernetes.io/name=karpenter`;
  return {
    level: stops ? 'fail' : 'warn',
    rule: 'not-running',
    short: `${ready} of ${wanted} pods ready`,
    resource: toDeploymentResource(controller),
    message: `${ready} of ${wanted} pods ${forCount(wanted, 'is', 'are')} ready${waits}${effect}`,
    evidence: [
      { observed: `${own.length} of ${wanted} pods exist, ${ready} ready`, required: `${wanted} ready` },
      ...own
        .filter((pod) => !pod.ready)
        .map(({ name, phase, node }) => ({
          observed: `${phase}${node === null ? ', on no node' : ` on ${node}`}, not ready`,
          required: 'ready',
          resource: `Pod ${controller.namespace}/${name}`,
          fact: 'pods' as const,
        })),
    ],
    fix: advice`Check what blocks them: ${describe}. From 1.0 on, its chart spreads the pods over zones and keeps them
      off its own nodes, so two replicas need two nodes in two zones.`,
  };
}
