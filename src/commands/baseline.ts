import { clusterNamed } from '../report/cluster-named.ts';
import { usageError } from '../facts/reason.ts';
import type { Policy } from '../report/conclusions.ts';
import type { Settings } from './options/settings.ts';

/**
 * Reads the report that `--baseline` names; undefined without that option.
 * @throws ScanError (`usage`) if it cannot be read
 */
export async function readBaseline({ baseline: file }: Settings): Promise<Policy['baseline']> {
  if (file === undefined) return undefined;
  const { readReport } = await import('./files/report-file.ts');
  return { file, report: await readReport(file) };
}

/**
 * Refuses a baseline of another cluster: findings about resources with the same names would count as known.
 * @throws ScanError (`usage`)
 */
export function refuseOtherCluster(baseline: Policy['baseline'], arn: string): void {
  if (baseline === undefined || clusterNamed(baseline.report).arn === arn) return;
  const other = clusterNamed(baseline.report).arn;
  throw usageError(`--baseline ${baseline.file} is a report of another cluster: ${other}, not ${arn}`);
}
