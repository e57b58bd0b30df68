import { tableEnd } from './check-tables.ts';
import { byLevelThenResource, mergeFindings } from './finding.ts';
import { karpenterTables, type ReportedFinding, type Result, type UnseenThing } from './result.ts';
import { toStatus } from './verdict.ts';

/** The check that reports what the tables of Karpenter lack, where it is judged: every Karpenter needs it. */
const preferred = 'karpenter/kubernetes-compatibility';

type UnreadMinor = ReportedFinding & { unseen: Extract<UnseenThing, { kind: 'table' }> };

/**
 * Makes one finding of what the tables of Karpenter lack of a minor version: one entry, which one acceptance covers. It
 * stays with one check that can fail, and names the others, which do not pass: those that found nothing else are
 * skipped. It is made of what the checks report, so that a check that is judged alone is unknown.
 */
export function foldUnreadMinors(results: readonly Result[]): Result[] {
  const unread = results.filter(({ findings }) => findings.some(isUnreadMinor));
  if (unread.length === 0) return [...results];
  const findings = unread.toSorted(byRank).flatMap((result) => result.findings.filter(isUnreadMinor));
  const folded = mergeFindings(findings).map((finding) => nameChecks(finding, findings));
  return results.map((result) => (unread.includes(result) ? withoutUnread(result, folded) : result));
}

/** True for a finding about a minor version of Karpenter that the built-in tables do not cover. */
export function isUnreadMinor(finding: ReportedFinding): finding is UnreadMinor {
  return finding.unseen?.kind === 'table' && finding.unseen.table === karpenterTables;
}

function byRank(a: Result, b: Result): number {
  const rank = ({ id, severity }: Result): number => (id === preferred ? 0 : severity === 'fail' ? 1 : 2);
  return rank(a) - rank(b);
}

function nameChecks(finding: ReportedFinding, all: readonly UnreadMinor[]): ReportedFinding {
  if (!isUnreadMinor(finding)) return finding;
  const { fingerprint, unseen } = finding;
  const checks = all.filter((one) => one.fingerprint === fingerprint).map(({ check }) => check);
  return { ...finding, unseen: { ...unseen, checks: [...new Set(checks)].sort() } };
}

function withoutUnread(result: Result, folded: readonly ReportedFinding[]): Result {
  const own = result.findings.filter((finding) => !isUnreadMinor(finding));
  const findings = [...own, ...folded.filter(({ check }) => check === result.id)].sort(byLevelThenResource);
  const ends = new Set(result.findings.filter(isUnreadMinor).map(({ unseen }) => tableEnd(unseen)));
  const reason = [`not judged in full: ${[...ends].join(', ')}`, ...(result.reason === null ? [] : [result.reason])];
  const judged = { ...result, findings, reason: reason.join('; ') };
  if (findings.length > 0) return { ...judged, status: toStatus(findings) };
  return { ...judged, status: 'skip', skipped: 'table-ended' };
}
