import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { NodeFact } from '../../../src/facts/facts.ts';
import { formatCount, forCount, formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh } from '../../../src/syntax/shell.ts';
import type { Minor, PathEnds } from '../../../src/syntax/versions.ts';
import { describeWorkloads, groupEvidence, groupPodsByNodeOwner } from '../../../src/for-checks/pods-by-group.ts';
import { isEnforced, predictEviction, type Budget, type Pod } from '../../../src/for-checks/evictions.ts';
import { waitsText, type Held } from '../../../src/for-checks/held-budgets.ts';

/** A pod that several budgets cover. */
interface SharedPod {
  pod: Pod;
  widest: Budget;
  others: readonly Budget[];
  /** The first version whose eviction API applies at least two of the budgets. */
  from: Minor;
}

/** Findings for pods with several budgets, grouped by the budget that covers the most pods. */
export function* overlapFindings(
  held: readonly Held[],
  nodes: ReadonlyMap<string, NodeFact>,
  path: PathEnds & { readonly versions: readonly Minor[] },
): Iterable<Finding> {
  const guards = held.flatMap((guard) => guard.pods.map((pod) => ({ pod, guard })));
  const shared = [...grouped(guards, ({ pod }) => pod)].flatMap(([pod, own]) => {
    const budgets = own.map(({ guard }) => guard);
    return sharedPod(pod, budgets, path.versions);
  });
  for (const [budget, pods] of grouped(shared, ({ widest }) => widest)) {
    yield { at: Math.min(...pods.map(({ from }) => from)), ...overlapFinding(budget, pods, nodes, path) };
  }
}

/** Empty if the eviction API applies at most one of the pod's budgets. */
function sharedPod(pod: Pod, held: readonly Held[], versions: readonly Minor[]): SharedPod[] {
  const budgets = held.toSorted((a, b) => b.pods.length - a.pods.length).map(({ budget }) => budget);
  const [widest, ...others] = budgets;
  const enforced = (version: Minor): Budget[] => budgets.filter((budget) => isEnforced(budget, version));
  const from = versions.find((version) => predictEviction(pod, enforced(version)) === 500);
  return widest === undefined || from === undefined ? [] : [{ pod, widest, others, from }];
}

function overlapFinding(
  { namespace, name }: Budget,
  shared: readonly SharedPod[],
  nodes: ReadonlyMap<string, NodeFact>,
  path: PathEnds,
): Finding {
  const pods = shared.map(({ pod }) => pod);
  const others = [...new Set(shared.flatMap((one) => one.others.map((budget) => budget.name)))].sort();
  const groups = groupPodsByNodeOwner(pods, nodes);
  const selected = `${formatList(others)} also ${forCount(others.length, 'selects', 'select')} pods of ${describeWorkloads(pods).text}`;
  const onlyAuto = groups.every(({ computeType }) => computeType === 'auto');
  return {
    level: onlyAuto ? 'warn' : 'fail',
    rule: 'overlapping-budgets',
    resource: { kind: 'PodDisruptionBudget', namespace, name },
    message: `${selected}: the eviction API rejects pods with two budgets, so draining their nodes will hang`,
    evidence: [
      {
        observed: `${formatCount(pods.length, 'pod')} with two budgets or more`,
        required: 'one budget per pod',
        fact: 'budgetedPods',
      },
      ...groupEvidence(groups),
    ],
    groups: groups.map(({ text }) => text),
    fix: advice`Narrow the selector of one of the budgets so that each pod has one budget, or save one
      (\`kubectl get pdb NAME -o yaml > NAME.yaml\`) and delete it. Keep the one that an operator owns
      (OWNER): the operator creates it again.\n${commands(
        sh`kubectl -n ${namespace} get pdb ${[name, ...others]} -o custom-columns='NAME:.metadata.name,OWNER:.metadata.ownerReferences[*].name,SELECTOR:.spec.selector'`,
      )}\n${waitsText(groups, path)}`,
  };
}
