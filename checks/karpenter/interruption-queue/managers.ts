import type { Context, Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { besideClusterManager } from '../../../src/for-checks/managed-cluster.ts';
import { nameChartManager } from '../shared/chart-manager.ts';

/** The rules of findings whose fix creates or changes the queue or its EventBridge rules, which have no tags here. */
const ofQueue: ReadonlySet<string> = new Set(['no-queue', 'not-sent', 'disabled']);

/** A finding with what manages the cluster, and so probably the queue, or with what manages Karpenter. */
export function nameManager(
  finding: Finding,
  controller: KarpenterController,
  { cluster, tables }: Pick<Context<'managed-changes'>, 'cluster' | 'tables'>,
): Finding {
  const { level, rule, fix } = finding;
  if (!ofQueue.has(rule ?? '')) return nameChartManager(finding, controller);
  if (level === 'unknown' || fix === undefined) return finding;
  return { ...finding, fix: besideClusterManager(fix, cluster, 'interruption-queue', tables) };
}
