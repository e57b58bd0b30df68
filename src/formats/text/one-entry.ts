import type { ReportedFinding } from '../../judge/result.ts';
import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import { numberedEntries, type Entry, type NumberedEntry } from '../../report/entries.ts';
import type { Report } from '../../report/schema.ts';
import { entryLines } from './entry.ts';
import type { Layout } from './layout.ts';
import { isUnseen, unseenSection } from './unseen.ts';

/**
 * An entry in full, as a report shows it with `--show all`; one without a number is a finding that no entry of the report
 * contains.
 */
async function partLines(entry: Entry | NumberedEntry, report: Report, layout: Layout): Promise<string[]> {
  const number = 'number' in entry ? entry.number : undefined;
  const whole = { ...layout, all: true };
  const isNumbered = 'number' in entry && isUnseen(entry.findings[0]);
  if (isNumbered) return unseenSection([entry], report, whole);
  // The one entry that is shown is the first of its check.
  return entryLines(entry, number, { ...report, entries: [] }, new Map(), whole);
}

/** The entries that an id names, in full. */
export async function findingText(id: string, report: Report, layout: Layout): Promise<string> {
  const parts: string[] = [];
  for (const entry of entriesNamed(id, report)) parts.push((await partLines(entry, report, layout)).join('\n'));
  return `${withoutWorkflowCommands(parts.join('\n\n'))}\n`;
}

/**
 * The entries that an id names: a number, the fingerprint of a finding, or its first 8 digits. Findings that
 * are accepted, and warnings of phase after, are in no entry of the report: each becomes a separate entry.
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
