import { statusOf } from '../judge/status.ts';
import type { Report } from './schema.ts';

/**
 * What is missing from a report that was shortened or edited after the scan: nothing may pass because its result was taken out.
 * @returns undefined where the results are whole
 */
export function damageOf({ scannedAt, judgedAt, results, selection }: Report): string | undefined {
  for (const [name, moment] of Object.entries({ scannedAt, judgedAt })) {
    if (Number.isNaN(Date.parse(moment))) return `${name} is not a date`;
  }
  if (results.length !== selection.total) return `it has ${results.length} of ${selection.total} results`;
  const other = results.find(({ status, findings }) => status !== 'skip' && status !== statusOf(findings));
  return other === undefined
    ? undefined
    : `the status of ${other.id} is ${other.status}, which does not match its findings`;
}
