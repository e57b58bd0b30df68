import type { NodeFact } from '../../facts/facts.ts';
import { replaceFix } from '../../for-checks/node-replacement.ts';
import { loadTable } from '../../tables/tables.ts';
import { advice, commands, type Advice } from '../../syntax/advice.ts';
import { sh } from '../../syntax/shell.ts';
import { format, type Minor } from '../../syntax/versions.ts';
import { everyFix } from '../entries.ts';
import type { Draft, Known } from './draft.ts';
import { toHow } from './draft-task.ts';
import { hybridHow } from './hybrid-how.ts';
import type { MovedNodes } from './moved-nodes.ts';
import { needsItsOwnFix, type PlannedMove } from './planned-moves.ts';
import { poolFix } from './pool-how.ts';
import { selfManagedHow } from './self-managed-how.ts';

type How = Draft['how'];

/**
 * How to make a move. The fix of a blocker replaces the plain update: with both, the nodes would be drained twice.
 * @param nodes that the move replaces
 */
export function howToMove(planned: PlannedMove, nodes: readonly NodeFact[], known: Known): How {
  const { owner, move, mode, closes } = planned;
  const [fix, ...more] = closes.filter(needsItsOwnFix);
  const how = { known, mode, isBehind: closes.length > 0 };
  if (fix === undefined) return ofVersion(owner, nodes, move.to, how);
  if (owner.computeType === 'self-managed') {
    const own = ofVersion(owner, nodes, move.to, how);
    const first = [fix, ...more].map((one) => one.fix.split('\n')[0] ?? '');
    return { ...own, text: [...new Set(first), own.text].join('\n\n') };
  }
  const intro =
    mode === 'replace' ? '' : `With AMIs for ${format(move.to)}, do this instead of another update of the nodes. `;
  return {
    text: `${intro}${everyFix([fix, ...more])}`,
    commands: [...new Set([fix, ...more].flatMap((one) => one.commands))],
  };
}

function ofVersion(
  owner: MovedNodes,
  nodes: readonly NodeFact[],
  to: Minor,
  { known, mode, isBehind }: { known: Known; mode: PlannedMove['mode']; isBehind: boolean },
): How {
  const { cluster, readings, steps } = known;
  const tables = { 'amazon-linux-2': loadTable('amazon-linux-2').rows, 'ami-variants': loadTable('ami-variants').rows };
  const own = { ...owner, nodes };
  if (owner.computeType === 'self-managed') return toHow(selfManagedHow(owner, nodes, to, { known, tables }));
  if (owner.computeType === 'auto' && mode === 'follow') return toHow(autoHow(owner, isBehind));
  if (owner.computeType === 'karpenter' && to > known.path.current) {
    const karpenter = steps.findLast(({ component }) => component === 'karpenter')?.to;
    return toHow(withList(poolFix(own, to, { readings, karpenter }), owner));
  }
  if (owner.computeType !== 'hybrid') {
    return toHow(replaceFix(own, cluster, to, tables));
  }
  return toHow(hybridHow(nodes, to));
}

/** EKS begins by itself, within the disruption budgets. Source: docs/automode/auto-upgrade of the user guide. */
function autoHow(owner: MovedNodes, isBehind: boolean): Advice {
  const blocked = isBehind
    ? advice` Nodes are behind already: find out what blocks it (a NodePool that is not ready, a disruption budget of \`nodes: "0"\`, the annotation \`karpenter.sh/do-not-disrupt\`, a PodDisruptionBudget that blocks evictions), and remove that first.`
    : advice` No action is needed.`;
  return withList(
    advice`EKS replaces the nodes after the update of the control plane, as disruption budgets and PodDisruptionBudgets allow.${blocked}`,
    owner,
  );
}

function withList(fix: Advice, owner: MovedNodes): Advice {
  const selector = nodeSelector(owner);
  return selector === undefined
    ? fix
    : advice`${fix}\nThis shows the versions of the nodes:\n${commands(sh`kubectl get nodes -l ${selector}`)}`;
}

/** The label that selects the nodes of an owner; undefined if none does. */
export function nodeSelector({ computeType, resource: { kind, name } }: MovedNodes): string | undefined {
  if (kind === 'NodeGroup') return `eks.amazonaws.com/nodegroup=${name}`;
  if (kind === 'NodePool') return `karpenter.sh/nodepool=${name}`;
  if (kind === 'Provisioner') return `karpenter.sh/provisioner-name=${name}`;
  if (kind === 'SelfManagedNodeGroup') return `alpha.eksctl.io/nodegroup-name=${name}`;
  return computeType === 'hybrid' || computeType === 'fargate'
    ? `eks.amazonaws.com/compute-type=${computeType}`
    : undefined;
}
