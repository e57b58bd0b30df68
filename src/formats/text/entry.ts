import { endedFix, endedTables } from '../../judge/check-tables.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { stopsText } from '../../report/blocks.ts';
import type { Entry } from '../../report/entries.ts';
import { everyFix, jointFix, manyResources, withoutRepeats } from '../../report/entries.ts';
import { findEntryBasis } from '../../report/entry-basis.ts';
import { buildEntryTitle } from '../../report/entry-title.ts';
import { grantFix, isOfPermissions } from '../../report/missing-permissions.ts';
import type { Report } from '../../report/schema.ts';
import { whenText } from '../../report/step-text.ts';
import { paint, wrap, wrapMarkdown, type Layout } from './layout.ts';
import { resourceLines } from './resources-table.ts';

/** Fixes printed so far, and where: a long one is not printed twice. */
export type ShownFixes = Map<string, string>;

const evidenceShown = 5;
const linksShown = 3;

/** The maximum number of findings of a table whose commands are printed, without `--show all`. */
const commandsShown = 3;

export const levelMarks = { fail: 'FAIL', warn: 'WARN', unknown: 'UNKNOWN' } as const;

/**
 * An entry with all its details: its findings, how much the check judged, then what fixes them all.
 * @param number as in the list of entries; undefined if the entry is not in the list
 */
export async function entryLines(
  { findings }: Entry,
  number: number | undefined,
  report: Pick<Report, 'results' | 'entries' | 'steps'>,
  shown: ShownFixes,
  layout: Layout,
): Promise<string[]> {
  const [first] = findings;
  const called = number === undefined ? '' : `${number}  `;
  const isOfOneCheck = findings.every(({ check }) => check === first.check);
  const heading = isOfOneCheck ? `${first.check}, ${effectText({ findings }, report)}` : first.resource.text;
  const links = selectLinks(findings, report.results);
  const basis = findEntryBasis({ findings }, report);
  return [
    ...wrap(`${called}${levelMarks[first.level]} ${heading}`, layout, 2).map((line) => paint(layout, 'bold', line)),
    ...(isOfOneCheck
      ? await findingsLines(findings, layout)
      : findings.flatMap((one) => partLines(one, report, layout))),
    ...(basis === undefined ? [] : wrap(basis, layout, 4)),
    ...wrapMarkdown(fixText({ ...first, fix: buildFix(findings, layout) }, number, shown), layout, 9, '    Fix: '),
    ...links.map((link) => paint(layout, 'dim', `    ${link}`)),
  ];
}

async function findingsLines(findings: Entry['findings'], layout: Layout): Promise<string[]> {
  if (findings.length >= manyResources) {
    return [...wrap(buildEntryTitle(findings), layout, 4), ...(await resourceLines(findings, layout))];
  }
  return findings.flatMap((finding) => [
    ...wrap(`${finding.resource.text}: ${finding.message}`, layout, 4),
    ...evidenceLines(finding, layout),
  ]);
}

/** A finding of an entry that several checks report: `--show all` shows what each saw. */
function partLines(finding: ReportedFinding, report: Pick<Report, 'steps'>, layout: Layout): string[] {
  const { check, message } = finding;
  return [
    ...wrap(`${check}, ${effectText({ findings: [finding] }, report)}: ${message}`, layout, 6, '    - '),
    ...(layout.all ? evidenceLines(finding, layout) : []),
  ];
}

const byVersion = new Intl.Collator('en', { numeric: true });

/**
 * What fixes an entry. If several checks report it, the fix at the worst level that has commands and reaches furthest
 * along the path: an update of a node group to today's version does not give it another operating system, which a later
 * version requires. With `all`, the fixes that add other commands follow, and all fixes if one check reports it.
 */
export function buildFix(findings: Entry['findings'], { all }: Pick<Layout, 'all'> = { all: true }): string {
  const [first] = findings;
  if (first.unseen?.kind === 'table') return endedFix(endedTables(findings)).text;
  const own = findings.filter(({ check }) => check === first.check);
  if (own.length === findings.length) {
    if (all) return everyFix(findings);
    return jointFix(findings, findings.length >= manyResources ? commandsShown : undefined);
  }
  const worst = findings.filter(({ level, commands }) => level === first.level && commands.length > 0);
  const [furthest] = worst.toSorted((a, b) => byVersion.compare(b.at?.version ?? '', a.at?.version ?? ''));
  const shown = furthest ?? findings.find(({ commands }) => commands.length > 0) ?? first;
  if (!all) return shown.fix;
  const isNew = ({ commands }: ReportedFinding) => commands.some((command) => !shown.commands.includes(command));
  return withoutRepeats([shown, ...findings.filter(isNew)].map(({ fix }) => fix));
}

/** What fixes an entry, with the grant from the report if permissions are missing. */
export function entryFix({ findings }: Entry, report: Pick<Report, 'entries'>): string {
  return isOfPermissions(findings) ? grantFix(findings, report, true) : buildFix(findings);
}

/** At most three links of the findings; if they have none, the first of the check. */
export function selectLinks(findings: Entry['findings'], results: Report['results']): string[] {
  const own = new Set(findings.flatMap(({ links }) => links));
  if (own.size > 0) return [...own].slice(0, linksShown);
  return results.find(({ id }) => id === findings[0].check)?.links.slice(0, 1) ?? [];
}

/** Short fixes are repeated, so that each entry stands by itself; long ones refer back. */
function fixText({ fix, resource, check }: ReportedFinding, number: number | undefined, shown: ShownFixes): string {
  const earlier = shown.get(fix);
  if (earlier !== undefined && fix.length > 160) return `the same as for ${earlier} above.`;
  if (earlier === undefined) shown.set(fix, number === undefined ? `${resource.text} (${check})` : `${number}`);
  return fix;
}

/** When an entry takes effect, everything that it stops, and whether it is a warning before that. */
export function effectText(entry: Entry, { steps }: Pick<Report, 'steps'>): string {
  const [{ at, since, level }] = entry.findings;
  const early = since === null ? '' : ` (a warning before that)`;
  return `${whenText(at)}${early}${level === 'fail' ? `, stops ${stopsText(entry, steps)}` : ''}`;
}

/** A sentence of at least this length is in two texts only if one repeats the other. */
const repeatedLength = 30;

/** What was seen, a line each. What only repeats the message, or what the fix says to read, is left out. */
export function evidenceTexts({ evidence, message, fix }: ReportedFinding): string[] {
  const isInFix = (observed: string) => {
    const [, ...said] = observed.split(': ');
    const sentence = said.join(': ');
    return sentence.length >= repeatedLength && fix.includes(sentence);
  };
  const news = evidence.filter(
    ({ observed, required }) =>
      (!message.includes(observed) || !(required === null || message.includes(required))) && !isInFix(observed),
  );
  return news.map(({ resource, observed, required, source }) => {
    const want = required === null ? '' : `; needed: ${required}`;
    const origin = source === 'table' ? ' (from a table, not from AWS)' : '';
    return `${resource ?? 'Seen'}: ${observed}${want}${origin}`;
  });
}

function evidenceLines(finding: ReportedFinding, layout: Layout): string[] {
  const news = evidenceTexts(finding);
  const shown = layout.all ? news : news.slice(0, evidenceShown);
  const lines = shown.flatMap((text) => wrap(text, layout, 8, '      - '));
  const rest = news.length - shown.length;
  return rest > 0 ? [...lines, `      - and ${rest} more (--show all shows them)`] : lines;
}
