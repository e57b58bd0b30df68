import { usageError } from '../facts/reason.ts';
import { isOver } from '../judge/policy.ts';
import type { ReportedFinding } from '../judge/result.ts';
import { exitCodes } from '../judge/exit-codes.ts';
import { isRollbackPath } from '../judge/direction.ts';
import { isDay } from '../syntax/dates.ts';
import { formatList } from '../syntax/english.ts';
import { invalid } from '../syntax/quoted.ts';
import type { Report } from '../report/schema.ts';
import { buildAcceptEntries } from './accept-entries.ts';
import type { Io } from './io.ts';
import type { AcceptEntry } from './options/policy-keys.ts';
import { loadOwnBuild, readReport } from './read-report.ts';
import type { LoadCatalog } from './select-checks.ts';

/** The options of `accept`. */
export type AcceptOptions = { readonly [Name in 'report' | 'reason' | 'owner' | 'until']?: string };

/** With this line, YAML editors complete and validate the file. */
export const editorLine =
  '# yaml-language-server: $schema=https://raw.githubusercontent.com/eks-preflight/eks-preflight/main/schemas/config.schema.json';

const examples = {
  report: '--report report.json',
  reason: "--reason 'why the finding is accepted'",
  owner: "--owner 'who is responsible for it'",
  until: '--until 2026-12-31',
} as const;

/**
 * Prints the lines of a config file that accept a finding, or all findings of an entry. Writes nothing.
 * @param id the first 8 or all 16 digits of a fingerprint, or the number of an entry: `3`, `#3`
 * @throws ScanError (`usage`) if an option is missing or invalid, or if the report has no such finding, or several that
 *   start with these digits
 */
export async function accept(id: string, options: AcceptOptions, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const { report: file, reason, owner, until } = refuseMissing(options);
  if (!isDay(until)) throw usageError(invalid('--until', until, 'a day such as 2026-12-31'));
  if (isOver(until, io.now().toISOString())) throw usageError(`--until ${until} is in the past; choose a future date`);
  const { report: taken } = await readReport(file, await loadOwnBuild(loadCatalog, io));
  const found = findingsNamed(id, taken, file);
  io.stdout(await entriesText(found, taken, { reason, owner, until }));
  return exitCodes.ready;
}

/** Reports all missing options at once, not one by one. */
function refuseMissing({ report, reason, owner, until }: AcceptOptions): Required<AcceptOptions> {
  const given = { report, reason, owner, until };
  const names = ['report', 'reason', 'owner', 'until'] as const;
  const missing = names.filter((name) => (given[name] ?? '').trim() === '');
  if (missing.length > 0) {
    const options = formatList(
      missing.map((name) => `--${name}`),
      names.length,
    );
    throw usageError(`accept needs ${options}`, `Add ${missing.map((name) => examples[name]).join(' ')}.`);
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

/** From this number of entries on, each entry is one line. */
const manyEntries = 4;

/** A block of YAML, with comments about the findings. */
async function entriesText(
  findings: readonly ReportedFinding[],
  { results, steps }: Report,
  why: Pick<AcceptEntry, 'reason' | 'owner' | 'until'>,
): Promise<string> {
  const { Document, isCollection, isScalar } = await import('../syntax/yaml.ts');
  const named = buildAcceptEntries(
    findings,
    results.flatMap((result) => result.findings),
    isRollbackPath(steps),
  );
  const document = new Document({ accept: named.map(({ entry }) => ({ ...entry, ...why })) });
  document.commentBefore = `${editorLine.slice(1)}\n Add these entries to accept in a config file, and name the file with --config.`;
  const isShort = named.length >= manyEntries;
  for (const [index, { comment }] of named.entries()) {
    const node: unknown = document.getIn(['accept', index], true);
    if (!isCollection(node)) continue;
    node.flow = isShort;
    // As docs/config.md writes them: unquoted, some would be numbers.
    for (const key of ['id', 'until']) {
      const value: unknown = node.get(key, true);
      if (isScalar(value)) value.type = 'QUOTE_SINGLE';
    }
    if (!isShort || comment !== named[index - 1]?.comment) node.commentBefore = ` ${comment}`;
  }
  return document.toString({ lineWidth: 0 });
}
