import { buildFindingKey } from './notified.ts';
import type { NotifiedContent, State } from './state.ts';

type Scan = NonNullable<NotifiedContent['scan']>;

/**
 * When a scan last found something else than the scan before it. The first scan counts: nothing was known before.
 * @param current the state before the scan
 * @param notified what is open after the scan
 * @returns ISO 8601; undefined for a state of an older version, until a scan finds something else
 */
export function findChangedAt(current: State | null, { scan, findings }: NotifiedContent): string | undefined {
  if (scan === null) return current?.changedAt;
  const before = current?.told.scan ?? null;
  if (current === null || before === null) return scan.at;
  const isSame = isSameScan(before, scan) && hasSameFindings(current.told.findings, findings);
  return isSame ? current.changedAt : scan.at;
}

function isSameScan(before: Scan, now: Scan): boolean {
  return before.verdict === now.verdict && before.target === now.target && before.rollback === now.rollback;
}

type Findings = NotifiedContent['findings'];

function hasSameFindings(before: Findings, now: Findings): boolean {
  const known = new Set(before.map(toKey));
  return before.length === now.length && now.every((finding) => known.has(toKey(finding)));
}

function toKey(finding: Findings[number]): string {
  return `${finding.level}\n${buildFindingKey(finding)}`;
}
