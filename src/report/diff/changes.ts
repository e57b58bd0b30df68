import { byFingerprint, compareFinding } from '../../judge/compare-findings.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { isAfter } from '../../judge/verdict.ts';
import { listDifferences } from '../differences.ts';
import type { Report } from '../schema.ts';
import { buildUpgradePath } from '../upgrade-path.ts';
import { soughtIn, whyUnseen } from '../why-unseen.ts';

/** A finding of the old report that the new one does not have, and how that comes. */
export interface Lost {
  finding: ReportedFinding;
  reason: string;
}

/** What is different between two reports of one cluster. What is accepted in the new one is none of it. */
export interface Changes {
  new: ReportedFinding[];
  /** At a higher level or an earlier step than in the old report. */
  worse: { finding: ReportedFinding; before: ReportedFinding }[];
  /** Looked for again, and not found. */
  fixed: ReportedFinding[];
  noLongerSeen: Lost[];
  /** How the old report was taken, where that differs. */
  differs: string[];
}

/** Compares two reports of one cluster by the fingerprints of their findings. */
export function changesBetween(before: Report, now: Report): Changes {
  const path = buildUpgradePath(now, now.steps);
  const [old, found] = [byFingerprint(listFindings(before)), byFingerprint(listFindings(now))];
  const isCounted = (finding: ReportedFinding | undefined) => finding?.accepted === null;
  const counted = [...found.values()].filter(isCounted);
  const compared = counted.map((finding) => {
    const earlier = old.get(finding.fingerprint);
    const known = isCounted(earlier) ? earlier : undefined;
    return { finding, before: known, change: compareFinding(finding, known, path) };
  });
  const lost = [...old.values()]
    .filter(({ fingerprint }) => !found.has(fingerprint))
    .map((finding) => ({ finding, reason: whyUnseen(soughtIn(finding), now) }));
  return {
    new: compared.filter(({ change }) => change === 'new').map(({ finding }) => finding),
    worse: compared.flatMap(({ finding, before: earlier, change }) =>
      change === 'worse' && earlier !== undefined ? [{ finding, before: earlier }] : [],
    ),
    fixed: lost.filter(({ reason }) => reason === undefined).map(({ finding }) => finding),
    noLongerSeen: lost.flatMap(({ finding, reason }) => (reason === undefined ? [] : [{ finding, reason }])),
    differs: listDifferences(now, before),
  };
}

function listFindings({ results }: Report): ReportedFinding[] {
  return results.flatMap(({ findings }) => findings);
}

/** True where something counts that did not before: what follows the update never counts. */
export function isWorseThanBefore({ new: added, worse }: Changes): boolean {
  return [...added, ...worse.map(({ finding }) => finding)].some((finding) => !isAfter(finding));
}
