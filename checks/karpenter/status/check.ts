import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck } from '../../../src/check.ts';
import { claimFacts, ownObjects, poolFacts } from '../../../src/karpenter/own-objects.ts';
import { whereInstalled } from '../../../src/karpenter/installed.ts';
import { isLivePodOfController, servingController } from '../shared/karpenter-controller.ts';
import { controllerFindings } from './controllers.ts';
import { launchFindings } from './launches.ts';
import { readinessFindings } from './readiness.ts';
import { secondLeaders } from './second-leader.ts';
import { untaintedNodeClasses } from './unregistered-taint.ts';

export default defineCheck({
  id: 'karpenter/status',
  title: 'Karpenter does not run, runs twice, or its NodePools and node classes are not ready',
  short: {
    'not-running': 'is scaled to 0',
    'self-hosted': 'runs on its own nodes',
    upgrading: 'rollout is not complete',
    'second-leader': 'runs beside another Karpenter',
    'not-ready': 'is not ready',
    'not-told': 'unknown whether it is ready',
    launch: 'NodeClaims cannot be launched',
    'unregistered-taint': 'user data lacks a required taint',
    'unregistered-later': 'user data will need a taint',
  },
  task: {
    '': 'Make it ready',
    'not-running': 'Start Karpenter',
    'self-hosted': 'Move Karpenter off its own nodes',
    upgrading: 'Complete the rollout of Karpenter',
    'second-leader': 'Stop the second Karpenter',
  },
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `After the control plane update, Karpenter replaces its nodes one by one, and launches a new node for each of
    them first. It cannot do so if its controller does not run, if the controller runs on nodes that it replaces
    itself, if a pool or its node class is not ready, or if EC2 rejects its requests. Karpenter reports the
    reasons in the conditions of its objects (node classes from 0.37 on, NodePools from 1.0 on, NodeClaims in all
    versions); this check repeats them.

    Two Karpenter controllers in different namespaces are both leaders: the lease is in the namespace of the controller
    (unless \`LEADER_ELECTION_NAMESPACE\`, which is not read, names another one), but NodePools and NodeClaims are
    cluster-scoped. Both launch instances for the same NodeClaims, neither counts the disruptions of the other against a
    budget, and an update of one leaves the other at its old version. Different cluster names do not change this.

    A pool or node class that is not ready is a failure if nodes depend on it, otherwise a warning. A NodeClaim
    that cannot be launched is a warning: the pool may launch others.

    From 1.0 on, the user data of the AMI family Custom must let the kubelet set the taint
    \`karpenter.sh/unregistered:NoExecute\`. Early patches of 1.0, 1.1 and 1.2 do not register a node without it: this is a
    failure if a NodeClaim shows it, and a warning otherwise, because the AMI may set the taint. Each version of the path is judged. Later releases register the
    node, but its first pods may start before Karpenter has set the labels and taints of the NodePool: a warning.`,
  fix: advice`Fix the cause that the condition names; Karpenter retries automatically.`,
  links: [
    'https://karpenter.sh/docs/concepts/nodeclasses/#status-conditions',
    'https://karpenter.sh/docs/troubleshooting/',
  ],
  applies: whereInstalled,
  needs: ['karpenterControllers', ...poolFacts, 'karpenterNodeClasses', ...claimFacts, 'pods', 'nodes'],
  counts: ['karpenterClaims', 'pods'],
  tables: ['karpenter-registration', 'managed-changes'],

  *run({ karpenterControllers, pods, nodes, ...facts }, { cluster, karpenter, tables }) {
    const byName = new Map(nodes.map((node) => [node.name, node]));
    const serving = servingController(karpenterControllers, karpenter);
    for (const controller of karpenterControllers) {
      yield* controllerFindings(controller, pods, byName, controller === serving);
    }
    const running = karpenterControllers.filter((one) =>
      pods.some((pod) => pod.ready && isLivePodOfController(pod, one)),
    );
    yield* secondLeaders(running, serving);
    const objects = ownObjects(facts);
    yield* readinessFindings(objects, karpenter.current);
    yield* launchFindings(objects.claims, { cluster, tables });
    yield* untaintedNodeClasses(objects, karpenter.versions, tables['karpenter-registration']);
  },
});
