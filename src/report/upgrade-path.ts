import type { UpgradePath } from '../judge/compare-findings.ts';
import { clusterNamed } from './cluster-named.ts';
import type { Report } from './schema.ts';

/** The path on which findings are compared: the running versions of a report, and the steps. */
export function buildUpgradePath(
  report: Pick<Report, 'cluster' | 'target' | 'karpenter'>,
  steps: UpgradePath['steps'],
): UpgradePath {
  const serving = report.karpenter.find(({ target }) => target !== null);
  return { kubernetes: clusterNamed(report).version, karpenter: serving?.version ?? null, steps };
}
