import type { ReportedFinding } from '../../judge/result.ts';
import { parseMinor } from '../../syntax/versions.ts';
import { findingsGone, updateSuccessful } from './conditions.ts';
import { indexPods, listDrainedWorkloads, workloadConditions } from './drained-workloads.ts';
import type { Draft, Known } from './draft.ts';
import { readMovedNodes } from './moved-nodes.ts';
import { stopText } from './move-task.ts';
import { describeDisturbance } from './node-disturbance.ts';
import { undoMove } from './node-undo.ts';
import { isAbout, type PlannedMove } from './planned-moves.ts';

type Own = Pick<Draft, 'done'> & Partial<Pick<Draft, 'disturbs' | 'notes' | 'stopIf' | 'undo'>>;

/**
 * What a task of a rollback that replaces nodes has like every other task for nodes: which pods move, when to stop, how
 * to undo it, and what shows that it is done.
 * @param findings about one group of nodes, or about nodes without one
 * @returns undefined if the nodes were not read, or if no group has them
 */
export function describeNodes(
  known: Known,
  findings: readonly [ReportedFinding, ...ReportedFinding[]],
): Own | undefined {
  const { current, target } = known.path;
  const owners = readMovedNodes(known.cluster, known.readings)?.owners ?? [];
  const owner = owners.find((one) => findings.some((finding) => isAbout(finding, one)));
  if (owner === undefined) return undefined;
  const move = { index: 0, from: current, to: target };
  const planned: PlannedMove = { owner, move, mode: 'update', closes: findings };
  const nodes = owner.nodes.filter(({ kubeletVersion }) => (parseMinor(kubeletVersion) ?? 0) > target);
  const index = indexPods(known.readings);
  const workloads = listDrainedWorkloads(nodes, index);
  const isManaged = owner.computeType === 'managed';
  const undo = undoMove(planned, known);
  return {
    done: [
      ...(isManaged ? [updateSuccessful(known.cluster, { kind: 'nodegroup', name: owner.resource.name })] : []),
      ...workloadConditions(workloads),
      findingsGone(known, findings),
    ],
    ...(nodes.length === 0
      ? {}
      : {
          disturbs: describeDisturbance(planned, nodes, { workloads, drain: known.drain, index, surge: undefined }),
          stopIf: stopText(planned),
        }),
    ...(isManaged && nodes.length > 0
      ? { notes: ['Do not use `--force`: it deletes pods regardless of budgets.'] }
      : {}),
    ...(undo === undefined ? {} : { undo }),
  };
}
