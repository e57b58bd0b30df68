import type { ControllingObject } from '../facts/owner.ts';
import { controllerName, controllerPath } from './owners.ts';
import { advice, commands, type Advice } from '../syntax/advice.ts';
import { sh } from '../syntax/shell.ts';
import { isRollback, type PathEnds } from '../syntax/versions.ts';

/**
 * What opens the budget of an operator, by the API group of its custom resource. Sources:
 * https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s/pod-disruption-budget,
 * https://postgres-operator.readthedocs.io/en/latest/reference/operator_parameters/ (enable_pod_disruption_budget),
 * https://cloudnative-pg.io/documentation/current/cloudnative-pg.v1/ (enablePDB),
 * https://strimzi.io/docs/operators/latest/configuring#type-PodDisruptionBudgetTemplate-reference
 */
const openedBy: Readonly<Record<string, Advice>> = {
  'elasticsearch.k8s.elastic.co': advice`ECK allows one disruption at a time while the health of the cluster is green: make it
    green first. \`spec.podDisruptionBudget\` of the Elasticsearch replaces this budget.`,
  'acid.zalan.do': advice`The budget holds the primary. Move the primary off the node first, or set
    \`enable_pod_disruption_budget: false\` in the configuration of the operator for the update.`,
  'postgresql.cnpg.io': advice`With a single instance, set \`spec.enablePDB: false\` in the Cluster for the update.`,
  'kafka.strimzi.io': advice`Set \`maxUnavailable\` in \`template.podDisruptionBudget\` of the component in the custom resource.`,
};

const otherwise = advice`The documentation of the operator says when it opens the budget, and which field of that object sets it.`;

/**
 * How to let a drain finish where an operator sets the budget. No command changes the budget: the operator holds it closed
 * on purpose, or reverts the change.
 */
export function ownedBudgetFix(namespace: string, name: string, owner: ControllingObject, path: PathEnds): Advice {
  return advice`${controllerName(owner)} owns the budget: do not change the budget itself, because the operator may hold it closed
    to protect the data, or revert the change. ${openedBy[owner.apiGroup] ?? otherwise} Do this before the
    ${isRollback(path) ? 'rollback' : 'node update'}, then check that the budget allows a disruption:\n${commands(
      sh`kubectl -n ${namespace} get ${controllerPath(owner)}`,
      sh`kubectl -n ${namespace} get pdb ${name}`,
    )}`;
}
