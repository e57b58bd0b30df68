import { byFingerprint, compareFinding } from '../../judge/compare-findings.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { isAfter } from '../../judge/verdict.ts';
import { listDifferences } from '../differences.ts';
import type { Report } from '../schema.ts';
import { buildUpgradePath } from '../upgrade-path.ts';
import { soughtIn, whyUnseen } from '../why-unseen.ts';

/** A finding that only the old report has, and why its absence does not show that it is fixed. */
export interface Lost {
  finding: ReportedFinding;
  reason: string;
}

/** The differences between two reports of one cluster. A finding that the new report accepts is only in `accepted`. */
export interface Changes {
  new: ReportedFinding[];
  /** Findings at a higher level or an earlier step than in the old report. */
  worse: { finding: ReportedFinding; before: ReportedFinding }[];
  /** Findings that the new scan looked for and did not find. */
  fixed: ReportedFinding[];
  noLongerSeen: Lost[];
  /** Findings that the new report accepts, and the old one did not have or did not accept. */
  accepted: ReportedFinding[];
  /** How the old report was taken, if that differs: see {@link listDifferences}. */
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
    .map((finding) => ({ finding, reason: whyUnseen(soughtIn(finding, before.steps), now) }));
  return {
    new: compared.filter(({ change }) => change === 'new').map(({ finding }) => finding),
    worse: compared.flatMap(({ finding, before: earlier, change }) =>
      change === 'worse' && earlier !== undefined ? [{ finding, before: earlier }] : [],
    ),
    fixed: lost.filter(({ reason }) => reason === undefined).map(({ finding }) => finding),
    noLongerSeen: lost.flatMap(({ finding, reason }) => (reason === undefined ? [] : [{ finding, reason }])),
    accepted: [...found.values()].filter(
      (finding) => !isCounted(finding) && (old.get(finding.fingerprint)?.accepted ?? null) === null,
    ),
    differs: listDifferences(now, before),
  };
}

function listFindings({ results }: Report): ReportedFinding[] {
  return results.flatMap(({ findings }) => findings);
}

/** True if a finding is new or worse. Warnings of phase after do not count. */
export function isWorseThanBefore({ new: added, worse }: Changes): boolean {
  return [...added, ...worse.map(({ finding }) => finding)].some((finding) => !isAfter(finding));
}
