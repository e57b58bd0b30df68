import type { ReportedFinding } from '../../judge/result.ts';
import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import { numberedEntries, type Entry, type NumberedEntry } from '../../report/entries.ts';
import type { Report } from '../../report/schema.ts';
import { entryLines } from './entry.ts';
import type { Layout } from './layout.ts';
import { isUnseen, unseenSection } from './unseen.ts';

/** An entry in full, as a report shows it with `--all`; what has no number stands by itself. */
export async function entryText(entry: Entry | NumberedEntry, report: Report, layout: Layout): Promise<string> {
  const number = 'number' in entry ? entry.number : undefined;
  const whole = { ...layout, all: true };
  const isNumbered = 'number' in entry && isUnseen(entry.findings[0]);
  const lines = isNumbered
    ? unseenSection([entry], report, whole)
    : await entryLines(entry, number, report, new Map(), whole);
  return `${withoutWorkflowCommands(lines.join('\n'))}\n`;
}

/**
 * The entries of the findings that an id means: their fingerprint, or its first 8 digits, or the number of an entry. What follows
 * the update and what is accepted is in no entry: it is one by itself.
 */
export function entriesNamed(id: string, report: Report): (Entry | NumberedEntry)[] {
  const numbered = numberedEntries(report);
  const byNumber = numbered.filter(({ number }) => `${number}` === id);
  if (byNumber.length > 0 || id.length < idDigits) return byNumber;
  const isMeant = ({ fingerprint }: ReportedFinding) => fingerprint === id || fingerprint.slice(0, idDigits) === id;
  const found = report.results.flatMap(({ findings }) => findings).filter(isMeant);
  const entries = numbered.filter(({ findings }) => findings.some(isMeant));
  const alone = found.filter((finding) => !entries.some(({ findings }) => findings.includes(finding)));
  return [...entries, ...alone.map((finding): Entry => ({ findings: [finding] }))];
}

/** How many digits of a fingerprint serve as an id. */
const idDigits = 8;
