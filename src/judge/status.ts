import type { ReportedFinding, Result } from './result.ts';

/** The status of a check that was judged: the worst of its findings that count; `accepted` where none of them does. */
export function statusOf(findings: readonly Pick<ReportedFinding, 'level' | 'accepted'>[]): Result['status'] {
  const counted = findings.filter(({ accepted }) => accepted === null);
  if (counted.some(({ level }) => level === 'fail')) return 'fail';
  if (counted.some(({ level }) => level === 'unknown')) return 'unknown';
  if (counted.length > 0) return 'warn';
  return findings.length > 0 ? 'accepted' : 'pass';
}
