import type * as z from 'zod/mini';
import { usageError, type ScanError } from '../../facts/reason.ts';
import { isBucketAddress, misplaced } from '../../schedule/history/paths.ts';
import { isDense } from '../../syntax/json.ts';
import { shortened } from '../../syntax/quoted.ts';
import { printable, printInPlace } from '../../syntax/printable.ts';
import type { Report } from '../../report/schema.ts';
import { readNamed } from './files.ts';

/** The maximum size of a report in bytes, against malicious files; a report on 10,000 pods has a few million bytes. */
export const longestReport = 100_000_000;

/** The newest `schemaVersion` of a report that this version reads. */
const readable = 1;

/**
 * Parses a JSON report that a scan wrote, without the rules that need the checks of this build: see `read-report.ts`.
 * @param file its name in messages, and its path in a history
 * @throws ScanError (`usage`) for the reasons of {@link parseReportToShow}, if the verdict depends on a value that this
 *   version does not know, or if the report shows signs of editing
 */
export async function parseReport(text: string, file: string): Promise<Report> {
  const report = await parseReportToShow(text, file);
  const later = await findLaterValue(report, file);
  if (later !== undefined) throw later;
  const { findSignOfEditing: damageOf } = await import('../../report/signs-of-editing.ts');
  const damage = damageOf(report);
  if (damage !== undefined) throw damagedReport(file, damage);
  return report;
}

/** The error if the verdict of a report depends on a value that only a later version knows; else undefined. */
export async function findLaterValue(report: Report, file: string): Promise<ScanError | undefined> {
  const { unknownValueIn } = await import('../../report/unknown-values.ts');
  const found = unknownValueIn(report);
  if (found === undefined) return undefined;
  const [place, value] = [pathText(found.path), shortened(String(found.value))];
  return usageError(`${file}: ${place} is '${value}', which this version does not know; update eks-preflight`);
}

/** The error to throw for a report that is damaged or was edited. */
export function damagedReport(file: string, damage: string): ScanError {
  return usageError(`${file} is damaged or was edited: ${damage}`, 'Use the report as the scan wrote it.');
}

/**
 * Parses a JSON report that a scan wrote, to show it: its values may be those of a later version.
 * @throws ScanError (`usage`) if it is damaged, of a newer schema, or not a report, or if its path in a history belongs
 *   to another cluster or scan time
 */
export async function parseReportToShow(read: string, file: string): Promise<Report> {
  const text = read.replace(/^\uFEFF/, '');
  if (text.trim() === '') throw usageError(`${file} is empty: it is not a report`);
  const { asPartial } = await import('../../report/judge-gate-again.ts');
  const report = asPartial(printInPlace(await validated(parsed(text, file), file)));
  const flaw = misplaced(file, report);
  if (flaw === undefined) return report;
  throw usageError(`${file} does not match its path: ${flaw}`, 'If you trust it, copy it to another path.');
}

/**
 * Reads the text of a report that the user named: a file, a pipe or an `s3://` address.
 * @param longest the maximum size in bytes
 * @throws ScanError (`usage`) if it cannot be read, or is longer
 */
export async function readReportText(file: string, longest: number): Promise<string> {
  if (!isBucketAddress(file)) return readNamed(file, 'the report', longest);
  const { readBucketObject } = await import('./bucket-object.ts');
  return readBucketObject(file, 'the report', longest);
}

/** Ten times those of a report of the maximum size. */
const mostNested = 5_000_000;

function parsed(text: string, file: string): unknown {
  if (isDense(text, mostNested)) throw notAReport(file, `it has more than ${mostNested} objects and arrays`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const flaw = text.trimStart().startsWith('{') ? 'damaged or cut off' : 'not JSON';
    throw usageError(`${file} is not a report: it is ${flaw}; write one with scan --output json=FILE`);
  }
}

async function validated(data: unknown, file: string): Promise<Report> {
  const flaw = findFlaw(data, file);
  if (flaw !== undefined) throw flaw;
  const { reportSchema } = await import('../../report/schema.ts');
  const report = reportSchema.safeParse(data);
  // Fields that this version does not know stay, in their order.
  if (report.success) return data as Report;
  throw notAReport(file, issueText(report.error.issues[0]));
}

/** The error if the data is clearly not a report that this version reads, such as an inventory; else undefined. */
function findFlaw(data: unknown, file: string): ScanError | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return notAReport(file, 'it is not a JSON object');
  const shape = findShapeFlaw(data);
  if (shape !== undefined) return notAReport(file, shape);
  const { schemaVersion, error, readings, clusters, results } = data as Record<string, unknown>;
  if (readings !== undefined) {
    return usageError(`${file} is an inventory, not a report; judge it with scan --inventory ${file}`);
  }
  if (Array.isArray(clusters) && results === undefined)
    return notAReport(file, 'it is a table of several clusters; keep tables out of folders of reports');
  if (typeof schemaVersion !== 'number') return notAReport(file, 'it has no schemaVersion');
  if (schemaVersion > readable) {
    return usageError(
      `${file} has schemaVersion ${schemaVersion}, which is newer than this version reads (${readable}); update eks-preflight`,
    );
  }
  if (error === undefined) return undefined;
  const message: unknown = Object(error)['message'];
  const said = typeof message === 'string' ? `: ${shortened(message, 200)}` : '';
  return usageError(`${file} is not a report: the scan could not run${said}`);
}

const deepest = 64;

/**
 * Finds nesting that is too deep, and keys with invisible characters. `printableData` removes these characters after
 * validation, so that such a key could become one that was never validated.
 */
function findShapeFlaw(data: object): string | undefined {
  return findShapeFlawBelow(data, 0, new Set());
}

/** @param known keys without invisible characters: the objects of a report have few different ones */
function findShapeFlawBelow(data: object, depth: number, known: Set<string>): string | undefined {
  if (depth > deepest) return `it is nested more than ${deepest} levels deep`;
  for (const key in data) {
    if (!Array.isArray(data) && !known.has(key)) {
      if (printable(key) !== key) return `the key ${shortened(key)} has an invisible character`;
      known.add(key);
    }
    const inner = (data as Record<string, unknown>)[key];
    if (typeof inner !== 'object' || inner === null) continue;
    const flaw = findShapeFlawBelow(inner, depth + 1, known);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

function notAReport(file: string, flaw: string): ScanError {
  return usageError(`${file} is not a report of eks-preflight: ${flaw}`);
}

function issueText(issue: z.core.$ZodIssue | undefined): string {
  return `${pathText(issue?.path ?? [])} is missing or invalid`;
}

function pathText(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return shortened(parts.join('').replace(/^\./, ''));
}
