import type { ReportedFinding } from '../../judge/result.ts';
import { isAfter } from '../../judge/verdict.ts';
import { grouped } from '../../syntax/grouped.ts';
import { sortEntries, toEntries, type Entry } from '../entries.ts';
import { buildEntryTitle } from '../entry-title.ts';
import type { Report } from '../schema.ts';
import { bareWhen } from '../step-text.ts';
import type { Changes } from './changes.ts';

/** Changed findings that one action fixes, with their level, step and title as text. */
export interface ChangedEntry extends Entry {
  /** `FAIL`; `WARN -> FAIL` if the level changed. */
  level: string;
  /** `now`, `1.34`; `1.35 -> 1.34` if the step changed. */
  when: string;
  title: string;
  /**
   * Why the later report could not look for the findings, or why it accepts them, until when and by whom; undefined for
   * all other changes.
   */
  reason: string | undefined;
}

/** The entries of one kind of change, the worst first; those with reasons are grouped by them. */
export interface ChangedSection {
  change: Exclude<keyof Changes, 'differs'>;
  entries: readonly ChangedEntry[];
}

type Steps = Report['steps'];

interface Changed {
  finding: ReportedFinding;
  before?: ReportedFinding;
  reason?: string | undefined;
}

/**
 * Groups changed findings into entries, as in a report. Findings whose earlier levels or steps differ, or that were not
 * seen for different reasons, are in separate entries.
 * @param steps the steps of the earlier and of the later report
 */
export function buildChangedSections(changes: Changes, steps: { old: Steps; new: Steps }): ChangedSection[] {
  const { new: added, worse, fixed, noLongerSeen, accepted } = changes;
  const sections: ChangedSection[] = [
    { change: 'new', entries: toChangedEntries(added.map(toChanged), steps.new) },
    { change: 'worse', entries: toChangedEntries(worse, steps.new) },
    { change: 'fixed', entries: toChangedEntries(fixed.map(toChanged), steps.old) },
    {
      change: 'noLongerSeen',
      entries: byReason(
        toChangedEntries(
          noLongerSeen.map(({ finding, reason }) => ({ finding, reason: `Not seen now: ${reason}` })),
          steps.old,
        ),
      ),
    },
    { change: 'accepted', entries: byReason(toChangedEntries(accepted.map(toAccepted), steps.new)) },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

function toChanged(finding: ReportedFinding): Changed {
  return { finding };
}

function toAccepted(finding: ReportedFinding): Changed {
  const { accepted } = finding;
  if (accepted === null) return { finding };
  return { finding, reason: `Until ${accepted.until}, by ${accepted.owner}: ${accepted.reason}` };
}

function toChangedEntries(changed: readonly Changed[], steps: Steps): ChangedEntry[] {
  // The changes are in the reverse order of the report; titles must name the first resource of the report.
  const noted = grouped(changed.toReversed(), ({ finding, before, reason }) =>
    JSON.stringify([reason, before === undefined ? null : [before.level, before.at, finding.at]]),
  );
  const entries = [...noted.values()].flatMap((alike) => {
    const [{ before, reason }] = alike;
    // Findings that the earlier report accepted are listed, too.
    const found = alike.map(({ finding }) => ({ ...finding, accepted: null }));
    return toEntries(found, steps).map(({ findings }) => ({ findings, before, reason }));
  });
  return sortEntries(entries, steps).map(({ findings, before, reason }) => ({
    findings,
    level: describeLevel(findings[0], before),
    when: describeStep(findings[0].at, before),
    title: buildEntryTitle(findings),
    reason,
  }));
}

/** Entries with the same reason follow each other. */
function byReason(entries: readonly ChangedEntry[]): ChangedEntry[] {
  return [...grouped(entries, ({ reason }) => reason).values()].flat();
}

function describeLevel(finding: ReportedFinding, before: ReportedFinding | undefined): string {
  return describeMove(levelText(finding), before === undefined ? undefined : levelText(before));
}

function describeStep(at: ReportedFinding['at'], before: ReportedFinding | undefined): string {
  return describeMove(bareWhen(at), before === undefined ? undefined : bareWhen(before.at));
}

function describeMove(now: string, before: string | undefined): string {
  return before === undefined || before === now ? now : `${before} -> ${now}`;
}

/** `TASK`: a warning whose fix follows the update. */
function levelText(finding: ReportedFinding): string {
  return isAfter(finding) ? 'TASK' : finding.level.toUpperCase();
}
