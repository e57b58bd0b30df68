import { usageError } from '../../facts/reason.ts';
import { planSchema, type PlanDocument } from '../../report/plan/document.ts';
import { isBucketAddress } from '../../schedule/history/paths.ts';
import { isDense } from '../../syntax/json.ts';
import { printInPlace } from '../../syntax/printable.ts';
import { readNamedBytes } from '../files/files.ts';
import { isGzip, longestInventory } from '../files/inventory-file.ts';
import { longestReport, readReportText } from '../files/report-file.ts';

/** A file that a plan can be made from or that holds one, by its content. */
export type PlanFile =
  | { kind: 'inventory'; bytes: Buffer }
  | { kind: 'report'; text: string }
  | { kind: 'plan'; document: PlanDocument };

/** The name of such a file in messages. */
const what = 'the report, inventory or plan';

/**
 * Reads a file and recognizes by its content whether it is an inventory, a report or a plan. Anything else counts as a
 * report: its reader says what is wrong.
 * @param file a path or an `s3://` address
 * @throws ScanError (`usage`) if it cannot be read
 */
export async function readPlanFile(file: string): Promise<PlanFile> {
  if (isBucketAddress(file)) return recognized(Buffer.from(await readReportText(file, longestReport)), file);
  return recognized(await readNamedBytes(file, what, longestInventory), file);
}

function recognized(bytes: Buffer, file: string): PlanFile {
  // A report is never compressed, nor as long.
  if (isGzip(bytes) || bytes.length > longestReport) return { kind: 'inventory', bytes };
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const data = parsed(text, file);
  if ('readings' in data) return { kind: 'inventory', bytes };
  if ('plan' in data && !('results' in data)) return { kind: 'plan', document: validated(data, file) };
  return { kind: 'report', text };
}

/** More objects than a report of the maximum size has. */
const mostNested = 5_000_000;

function parsed(text: string, file: string): object {
  const about = `${file} is not a report, an inventory or a plan of eks-preflight`;
  const hint = 'Name a cluster, or a file that `scan --output json=FILE` or `collect --output FILE` wrote.';
  if (isDense(text, mostNested)) throw usageError(`${about}: it has more than ${mostNested} objects`, hint);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    const flaw = text.trim() === '' ? 'empty' : text.trimStart().startsWith('{') ? 'damaged or cut off' : 'not JSON';
    throw usageError(`${about}: it is ${flaw}`, hint);
  }
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data;
  throw usageError(`${about}: it is not a JSON object`, hint);
}

function validated(data: object, file: string): PlanDocument {
  const version: unknown = 'schemaVersion' in data ? data.schemaVersion : undefined;
  if (typeof version === 'number' && version > 1)
    throw usageError(
      `${file} has schemaVersion ${version}, which is newer than this version reads (1); update eks-preflight`,
    );
  const result = planSchema.safeParse(printInPlace(data));
  if (result.success) return data as PlanDocument;
  const place = (result.error.issues[0]?.path ?? []).map(String).join('.');
  throw usageError(`${file} is not a plan of eks-preflight: ${place === '' ? 'it' : place} is missing or invalid`);
}
