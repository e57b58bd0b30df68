import { advice, commands } from '../../src/syntax/advice.ts';
import { defineCheck, type Warning } from '../../src/check.ts';
import type { Facts, NodeFact } from '../../src/facts/facts.ts';
import { isFinished } from '../../src/for-checks/drained-pods.ts';
import { byName, groupEvidence, groupPodsByNodeOwner } from '../../src/for-checks/pods-by-group.ts';
import { listRolledGroups } from '../../src/for-checks/rolled-groups.ts';
import { formatCount, formatList, forCount } from '../../src/syntax/english.ts';
import { grouped } from '../../src/syntax/grouped.ts';
import { sh } from '../../src/syntax/shell.ts';

type Pod = Facts['pods'][number];

export default defineCheck({
  id: 'workloads/bare-pods',
  title: 'Pods without a controller on nodes that the update replaces',
  short: 'pods that no controller recreates',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  direction: 'both',
  why: `A pod without a controller (no owner reference with \`controller: true\`) is not recreated after a drain: it
    ends with its node. \`kubectl drain\` rejects a node with such a pod unless you force it; the documentation of EKS
    does not describe what the update of a managed node group does with it.

    The check reports running and pending pods on the nodes that the update replaces. It does not report static pods,
    finished pods, pods that are being deleted, and pods on Fargate, whose nodes are not drained. Some software
    creates pods without a controller and may create them again: CI runners, Airflow, some operators. The check
    cannot determine this.`,
  fix: advice`Run the pods through a Deployment, a StatefulSet or a Job, or create them again after the update.`,
  links: [
    'https://kubernetes.io/docs/concepts/workloads/pods/#pods-and-controllers',
    'https://kubernetes.io/docs/tasks/administer-cluster/safely-drain-node/',
  ],
  needs: ['pods', 'nodes'],
  counts: ['pods', 'nodes'],

  *run({ pods, nodes }, context) {
    const groups = listRolledGroups({ nodes }, context).filter(({ computeType }) => computeType !== 'fargate');
    const replaced = byName(groups.flatMap((group) => group.nodes));
    const bare = pods.filter((pod) => isBare(pod) && replaced.has(pod.node ?? ''));
    for (const [namespace, own] of grouped(bare, (pod) => pod.namespace)) yield toFinding(namespace, own, replaced);
  },
});

function isBare({ controller, phase, terminating }: Pod): boolean {
  return controller === null && !terminating && !isFinished({ phase });
}

/** One warning per namespace: the pods of CI runners come and go. */
function toFinding(namespace: string, pods: readonly Pod[], nodes: ReadonlyMap<string, NodeFact>): Warning {
  const groups = groupPodsByNodeOwner(pods, nodes);
  const count = pods.length;
  const names = formatList(pods.map(({ name }) => `Pod ${name}`).sort());
  return {
    level: 'warn',
    resource: { kind: 'Namespace', name: namespace },
    message: `${names} ${forCount(count, 'has', 'have')} no controller: ${forCount(count, 'it is', 'they are')} not recreated after the drain of ${forCount(count, 'its node', 'their nodes')}`,
    evidence: [
      {
        observed: `${formatCount(count, 'pod')} without a controller`,
        required: 'a controller that recreates the pod',
        fact: 'pods',
      },
      ...groupEvidence(groups),
    ],
    groups: groups.map(({ text }) => text),
    fix: advice`Delete the pods that are no longer needed. Run the others through a Deployment, a StatefulSet or a Job.
      Otherwise, save their manifests, and create them again after the update:\n${commands(
        sh`kubectl -n ${namespace} get pods -o 'custom-columns=NAME:.metadata.name,OWNER:.metadata.ownerReferences[0].kind,NODE:.spec.nodeName'`,
      )}`,
  };
}
