import { readFileSync } from 'node:fs';
import { parseInventory } from '../../src/inventory/inventory.ts';
import type { JudgeInput } from '../../src/judge/engine.ts';
import { planKarpenter } from '../../src/judge/plan/karpenter.ts';
import { planPath } from '../../src/judge/plan/target.ts';
import { storedInventory } from '../world/stored.ts';

/** The facts and context for judging a stored inventory, as for a scan. */
export function readStoredInput(name: string): JudgeInput {
  const { takenAt, readings } = parseInventory(readFileSync(storedInventory(name), 'utf8'), name, '0.0.0');
  if (readings.cluster?.ok !== true) throw new Error(`${name} holds no cluster`);
  const cluster = readings.cluster.value;
  const { current, target, versions } = planPath(cluster, readings.clusterVersions, undefined);
  const { path } = planKarpenter(readings.karpenterControllers, cluster.name, versions, karpenterTargets[name]);
  return { readings, context: { cluster, current, target, versions, karpenter: path, now: takenAt }, source: 'live' };
}

/** Targets that add update steps of Karpenter. */
export const karpenterTargets: Readonly<Record<string, string>> = {
  demo: '1.8.8',
  'karpenter-0.30': '0.32.1',
  'karpenter-0.31': '0.32.10',
  'karpenter-0.37': '1.1.10',
  'karpenter-0.37-without-ca': '1.1.10',
  'karpenter-1.6': '1.8.8',
  'everything-wrong': '1.8.8',
};
