import type { KarpenterMove } from '../../for-checks/update-commands.ts';
import { loadTable } from '../../tables/tables.ts';
import type { Known } from './draft.ts';
import { readValue } from './read.ts';

/** An update of Karpenter, with its place on the path. */
export interface KarpenterStep extends KarpenterMove {
  /** The place among all steps of the path. */
  index: number;
}

/**
 * The updates of the Karpenter that serves the cluster, in order. Relies on the plan listing the controllers in the
 * order of the fact.
 */
export function listKarpenterSteps({ cluster, karpenter, readings, steps }: Known): KarpenterStep[] {
  const serving = karpenter.controllers.findIndex(({ target }) => target !== null);
  const controller = readValue(readings.karpenterControllers)?.[serving] ?? {
    namespace: 'kube-system',
    name: 'karpenter',
  };
  const found = readValue(readings.karpenterCrds);
  const crds = found === undefined ? undefined : { found, rows: loadTable('karpenter-crds').rows };
  return steps.flatMap(({ component, from, to }, index) =>
    component === 'karpenter' ? [{ index, from, to, controller, crds, autoMode: cluster.autoMode }] : [],
  );
}
