import { byFingerprint, changeOf } from '../../judge/baseline.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { isAfter } from '../../judge/verdict.ts';
import { isBelow, parseMinor } from '../../languages/versions.ts';
import { differencesOf } from '../differences.ts';
import type { Report } from '../schema.ts';
import { wayOf } from '../way.ts';

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
  const way = wayOf(now, now.steps);
  const [old, found] = [byFingerprint(findingsOf(before)), byFingerprint(findingsOf(now))];
  const isCounted = (finding: ReportedFinding | undefined) => finding?.accepted === null;
  const counted = [...found.values()].filter(isCounted);
  const compared = counted.map((finding) => {
    const earlier = old.get(finding.fingerprint);
    const known = isCounted(earlier) ? earlier : undefined;
    return { finding, before: known, change: changeOf(finding, known, way) };
  });
  const lost = [...old.values()]
    .filter(({ fingerprint }) => !found.has(fingerprint))
    .map((finding) => ({ finding, reason: whyUnseen(finding, now) }));
  return {
    new: compared.filter(({ change }) => change === 'new').map(({ finding }) => finding),
    worse: compared.flatMap(({ finding, before: earlier, change }) =>
      change === 'worse' && earlier !== undefined ? [{ finding, before: earlier }] : [],
    ),
    fixed: lost.filter(({ reason }) => reason === undefined).map(({ finding }) => finding),
    noLongerSeen: lost.flatMap(({ finding, reason }) => (reason === undefined ? [] : [{ finding, reason }])),
    differs: differencesOf(now, before),
  };
}

function findingsOf({ results }: Report): ReportedFinding[] {
  return results.flatMap(({ findings }) => findings);
}

/** Why a report that does not have a finding does not tell that its problem is gone; undefined: it does. */
function whyUnseen(finding: ReportedFinding, now: Report): string | undefined {
  const result = now.results.find(({ id }) => id === finding.check);
  if (result === undefined) return 'the newer version has no such check';
  if (result.skipped === 'not-selected' || result.skipped === 'not-asked') return result.reason ?? 'not judged';
  if (isBeyond(finding.at, now)) return `${finding.at?.version ?? ''} is beyond the new target`;
  const { unseen } = finding;
  const blind = result.findings.find((one) =>
    hidesFrom(one, finding, unseen?.kind === 'fact' ? unseen.fact : undefined),
  );
  if (blind === undefined) return undefined;
  return blind.unseen?.kind === 'fact' ? blind.unseen.reason : blind.message;
}

/** True where the new report has not looked there: what it did not see, a crash, the resource itself that could not be judged. */
function hidesFrom(one: ReportedFinding, finding: ReportedFinding, missed: string | undefined): boolean {
  if (one.level !== 'unknown') return false;
  // A fact that was not seen is seen now, whatever else is not.
  if (missed !== undefined) return one.unseen?.kind === 'fact' && one.unseen.fact === missed;
  return one.unseen !== null || one.rule === 'crashed' || one.resource.text === finding.resource.text;
}

function isBeyond(at: ReportedFinding['at'], { target, karpenter }: Report): boolean {
  if (at === null) return false;
  if (at.component === 'kubernetes') return (parseMinor(at.version) ?? 0) > (parseMinor(target) ?? 0);
  const serving = karpenter.flatMap((one) => one.target ?? []);
  return karpenter.length > 0 && serving.every((one) => isBelow(one, at.version));
}

/** True where something counts that did not before: what follows the update never counts. */
export function isWorseThanBefore({ new: added, worse }: Changes): boolean {
  return [...added, ...worse.map(({ finding }) => finding)].some((finding) => !isAfter(finding));
}
