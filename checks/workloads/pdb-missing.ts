import { advice, commands, joinAdvice, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { forCount } from '../../src/syntax/english.ts';
import { grouped } from '../../src/syntax/grouped.ts';
import { sh } from '../../src/syntax/shell.ts';
import { drainable, namespaceFindings } from './shared/by-namespace.ts';
import { resolveOwner } from '../../src/for-checks/owners.ts';

type Budgeted = Facts['budgetedWorkloads'][number];

/** The name of the AWS Load Balancer Controller in its chart and manifests. */
const loadBalancers = /(^|-)aws-load-balancer-controller$/;

export default defineCheck({
  id: 'workloads/pdb-missing',
  title: 'Workloads with replicas and no PodDisruptionBudget',
  short: 'no PodDisruptionBudget',
  severity: 'warn',
  blocks: 'workloads',
  phase: 'before',
  why: `An upgrade drains several nodes at once: \`maxUnavailable\` of a node group, the drift of Karpenter, or a
    manual drain. Two replicas do not help a workload whose pods all run on these nodes: only a PodDisruptionBudget
    makes the second drain wait until the first pod is available again.

    The check judges Deployments and StatefulSets with two or more replicas of which no budget of the namespace selects
    the pod template or a pod, also in kube-system: the add-ons that EKS installs include budgets. It skips single replicas
    (another check judges them), DaemonSets, workloads on Fargate only, where no node is drained, and the AWS Load
    Balancer Controller: its chart has no budget by default, and targets stay registered while it is unavailable.`,
  fix: advice`Create a PodDisruptionBudget that allows one disruption at a time.`,
  links: [
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
    'https://docs.aws.amazon.com/eks/latest/best-practices/application.html',
  ],
  needs: ['budgetedWorkloads'],
  uses: ['fargateWorkloads'],
  counts: ['budgetedWorkloads'],

  *run({ budgetedWorkloads, fargateWorkloads }) {
    // Without this fact, any of the workloads may be on Fargate, where no node is drained.
    if (fargateWorkloads === undefined) return;
    const without = budgetedWorkloads.filter(
      ({ replicas, budgets, name }) => replicas > 1 && budgets.length === 0 && !loadBalancers.test(name),
    );
    yield* namespaceFindings(drainable(without, fargateWorkloads), {
      message(names, count) {
        const [have, their] = forCount(count, ['has', 'its'], ['have', 'their']);
        return `${names} ${have} no PodDisruptionBudget: draining several nodes can stop all ${their} pods at once`;
      },
      observed: ({ replicas }) => `${replicas} replicas, no budget`,
      required: 'a PodDisruptionBudget that selects its pods',
      fix: budgetFix,
    });
  },
});

/** How to add a budget for the first workload of each kind of owner; names the workloads if there are several kinds. */
function budgetFix(_first: Budgeted, workloads: readonly Budgeted[]): Advice {
  const firsts = [...grouped(workloads, (workload) => resolveOwner(workload).kind).values()].map(
    ([workload]) => workload,
  );
  const instructions = firsts.map((workload) => {
    const { kind, name } = workload;
    return firsts.length === 1 ? budgetBy(workload) : advice`\n${kind} ${name}: ${budgetBy(workload)}`;
  });
  return advice`For each workload, create a PodDisruptionBudget that allows one disruption at a time (\`maxUnavailable: 1\`),
    with the labels of its selector; many charts have a value for it. The commands name the first workload of a
    namespace.
    ${joinAdvice(instructions, '\n')}`;
}

/**
 * The text outside the commands names no release and no application: the report merges findings whose texts are the
 * same into one entry.
 */
function budgetBy(workload: Budgeted): Advice {
  const { kind, namespace, name } = workload;
  const owner = resolveOwner(workload);
  if (owner.kind === 'gitops') {
    return advice`${owner.tool} manages it: add the budget in its repository, and sync it. It may revert manual changes.`;
  }
  if (owner.kind === 'helm') {
    const list = sh`helm list --namespace ${owner.namespace ?? namespace} --filter ${`^${owner.release}$`}`;
    return advice`Helm installed it: set the budget in the chart or the values of its release, and update it with
      \`helm upgrade\`. This names the release and its chart:\n${commands(list)}`;
  }
  const first =
    owner.kind === 'controller'
      ? advice`A custom resource controls it: if that object or its operator has a setting for a budget, use only that, because a pod with two
        budgets cannot be evicted. Otherwise:`
      : advice`Where a chart, a manifest or a module defines it, set the budget there first. Then:`;
  return advice`${first}\n${commands(
    sh`kubectl -n ${namespace} get ${kind.toLowerCase()} ${name} -o jsonpath='{.spec.selector.matchLabels}'`,
    sh`kubectl -n ${namespace} create poddisruptionbudget ${name} --max-unavailable=1 --selector=KEY=VALUE`,
  )}\nReplace KEY=VALUE with the labels that the first command prints, separated by commas.`;
}
