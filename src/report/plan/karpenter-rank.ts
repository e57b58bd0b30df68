import type { JointStep } from '../../karpenter/path.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { karpenterOrder } from '../karpenter-order.ts';

/** The ranks of the tasks of one step of Karpenter, as the documents of Karpenter and of AWS order them. */
export const karpenterRanks = { role: 0, save: 10, crds: 20, settings: 30, objects: 35, controller: 40 } as const;

/** The rank of a step of Karpenter among the steps of a path; its tasks add their own. Of no step: that of the first. */
export function rankOfStep(version: string | undefined, steps: readonly Pick<JointStep, 'component' | 'to'>[]): number {
  const own = steps.filter(({ component }) => component === 'karpenter');
  return (
    Math.max(
      0,
      own.findIndex(({ to }) => to === version),
    ) * 100
  );
}

/** The rank of the task that fixes what stops a step of Karpenter. */
export function karpenterRank(
  { at, check }: Pick<ReportedFinding, 'at' | 'check'>,
  steps: readonly Pick<JointStep, 'component' | 'to'>[],
): number {
  const index = karpenterOrder.findIndex((names) => names.some((name) => check === `karpenter/${name}`));
  const { role, crds, settings, objects } = karpenterRanks;
  const ranks = [role, crds - 1, settings, objects];
  return rankOfStep(at?.component === 'karpenter' ? at.version : undefined, steps) + (ranks[index] ?? role);
}
