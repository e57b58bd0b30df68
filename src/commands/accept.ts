import { usageError } from '../facts/reason.ts';
import { isOver } from '../judge/accept.ts';
import { plainResource } from '../judge/finding.ts';
import type { ReportedFinding } from '../judge/result.ts';
import { exitCodes } from '../judge/exit-codes.ts';
import { grouped } from '../languages/grouped.ts';
import { invalid } from '../languages/quoted.ts';
import type { Report } from '../report/schema.ts';
import { stepOrNow } from '../report/step-text.ts';
import { readReport } from './files/report-file.ts';
import type { Io } from './io.ts';
import { isDay, type AcceptEntry } from './options/policy-keys.ts';

/** What `accept` is told beside the finding. */
export type AcceptOptions = { readonly [Name in 'report' | 'reason' | 'owner' | 'until']?: string };

/** With it, editors that know YAML complete and check the file. */
export const editorLine =
  '# yaml-language-server: $schema=https://raw.githubusercontent.com/eks-preflight/eks-preflight/main/schemas/config.schema.json';

const examples = {
  report: '--report report.json (a JSON report: scan --output report.json)',
  reason: "--reason 'why the finding is accepted'",
  owner: "--owner 'who is responsible for it'",
  until: '--until 2026-12-31 (the last day, UTC)',
} as const;

/**
 * Prints the lines of a config file that accept a finding, or all findings of an entry. Writes nothing.
 * @param id the first 8 or all 16 digits of a fingerprint, or the number of an entry: `3`, `#3`
 * @throws SourceError (`usage`) where the report has no such finding, or several that begin so
 */
export async function accept(id: string, options: AcceptOptions, io: Io): Promise<number> {
  const { report: file, reason, owner, until } = refuseMissing(options);
  if (!isDay(until)) throw usageError(invalid('--until', until, 'a day such as 2026-12-31'));
  if (isOver(until, io.now().toISOString())) throw usageError(`--until ${until} is in the past; choose a future date`);
  const found = findingsNamed(id, await readReport(file), file);
  io.stdout(await entriesText(found, { reason, owner, until }));
  return exitCodes.ready;
}

function refuseMissing({ report, reason, owner, until }: AcceptOptions): Required<AcceptOptions> {
  const given = { report, reason, owner, until };
  for (const name of ['report', 'reason', 'owner', 'until'] as const) {
    if ((given[name] ?? '').trim() === '') throw usageError(`accept needs --${name}; write ${examples[name]}`);
  }
  return { report: report ?? '', reason: reason ?? '', owner: owner ?? '', until: until ?? '' };
}

function findingsNamed(id: string, report: Report, file: string): ReportedFinding[] {
  const findings = report.results.flatMap((result) => result.findings);
  const number = /^(?:#(\d{1,6})|(\d{1,6}))$/.exec(id);
  if (number !== null) return findingsOfEntry(Number(number[1] ?? number[2]), report, findings, file);
  if (!/^(?:[0-9a-f]{8}|[0-9a-f]{16})$/.test(id)) {
    throw usageError(invalid('ID', id, "the first 8 or all 16 digits of a finding, or an entry's number such as 3"));
  }
  const named = findings.filter(({ fingerprint }) => fingerprint.startsWith(id));
  const different = new Map(named.map((finding) => [finding.fingerprint, finding]));
  if (different.size === 0) throw usageError(`${file} has no finding ${id}`);
  if (different.size > 1) {
    const ids = [...different.values()].map(
      ({ fingerprint, check, resource }) => `${fingerprint} (${check}, ${resource.text})`,
    );
    throw usageError(`${id} is ambiguous; write all 16 digits: ${ids.join(' or ')}`);
  }
  return named;
}

function findingsOfEntry(
  number: number,
  { entries }: Report,
  findings: readonly ReportedFinding[],
  file: string,
): ReportedFinding[] {
  const entry = entries.find((one) => one.number === number);
  if (entry === undefined) throw usageError(`${file} has no entry ${number}; it has ${entries.length}`);
  const held = new Set(entry.fingerprints);
  return findings.filter(({ fingerprint }) => held.has(fingerprint));
}

/** A block of YAML, with what each finding says as a comment. */
async function entriesText(
  findings: readonly ReportedFinding[],
  why: Pick<AcceptEntry, 'reason' | 'owner' | 'until'>,
): Promise<string> {
  const { Document, isNode } = await import('../languages/yaml.ts');
  const alike = [...grouped(findings, ({ fingerprint }) => fingerprint).values()];
  const document = new Document({ accept: alike.map((same) => ({ ...entryOf(same), ...why })) });
  document.commentBefore = `${editorLine.slice(1)}\n Add these entries to accept in a config file, and name the file with --config.`;
  for (const [index, [{ message }]] of alike.entries()) {
    const node: unknown = document.getIn(['accept', index], true);
    if (isNode(node)) node.commentBefore = ` ${message}`;
  }
  return document.toString({ lineWidth: 0 });
}

function entryOf(
  same: readonly [ReportedFinding, ...ReportedFinding[]],
): Omit<AcceptEntry, 'reason' | 'owner' | 'until'> {
  const [{ fingerprint, check, resource, level, at }] = same;
  const earliest = same.some((one) => one.at === null) ? null : at;
  return { id: fingerprint, check, resource: plainResource(resource), level, at: stepOrNow(earliest) };
}
