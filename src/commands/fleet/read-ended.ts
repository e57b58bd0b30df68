import { clusterNamed } from '../../report/cluster-named.ts';
import { ScanError } from '../../facts/reason.ts';
import { exitCodes } from '../../judge/exit-codes.ts';
import type { Report } from '../../report/schema.ts';
import { oneLine } from '../../syntax/one-line.ts';
import type { ApartEnded } from '../io.ts';
import { longestReport, parseReport } from '../files/report-file.ts';
import { reasonText } from './reason-text.ts';

/** The report of a scan that ran in a separate process, or why there is none that counts. */
export type EndedScan = { report: Report } | { reason: string };

/**
 * Reads the report that a scan printed: it must be of the cluster, and the exit code must be that of the report, or 3 if
 * the report could not be delivered.
 */
export async function readEnded(ended: ApartEnded, cluster: string): Promise<EndedScan> {
  const reason = findViolentEnd(ended) ?? findFailure(ended);
  if (reason !== undefined) return { reason };
  const { code, stdout } = ended;
  try {
    const report = await parseReport(stdout, 'the scan');
    const { name } = clusterNamed(report);
    if (name !== cluster) return { reason: `its report is of another cluster: ${name}` };
    if (code === report.exitCode || code === exitCodes.couldNotRun) return { report };
    return { reason: `its process ended with exit code ${code}, its report has ${report.exitCode}` };
  } catch (error) {
    if (error instanceof ScanError) return { reason: error.reason.message };
    throw error;
  }
}

const fewer = 'Scan fewer clusters at the same time with --parallel.';
const tooLate = `the scan was still running after its --timeout and was stopped. ${fewer}`;

/** Why a process did not end by itself; undefined if it did. */
function findViolentEnd({ isTooLong, isTooLate, code, signal, stderr }: ApartEnded): string | undefined {
  if (isTooLate === true) return tooLate;
  if (isTooLong === true) return `its report is larger than ${longestReport / 1_000_000} MB`;
  if (code !== null) return undefined;
  if (/heap out of memory/.test(stderr)) return `its process ran out of memory (the heap of Node.js is full). ${fewer}`;
  if (signal === 'SIGKILL') return `its process was killed (SIGKILL), perhaps because memory ran out. ${fewer}`;
  return `its process was ended by ${signal ?? 'a signal'}`;
}

/** The error that a scan printed instead of a report; undefined if it printed something else. */
function findFailure({ stdout, stderr, code }: ApartEnded): string | undefined {
  const error = findError(stdout);
  if (error !== undefined) return error;
  if (stdout.trim() !== '') return undefined;
  const lines = stderr.split('\n').filter((line) => line.startsWith('eks-preflight: '));
  const said = lines.at(-1)?.slice('eks-preflight: '.length);
  return said === undefined ? `its process ended with exit code ${code} and printed no report` : oneLine(said, 500);
}

function findError(stdout: string): string | undefined {
  try {
    const { error } = Object(JSON.parse(stdout)) as { error?: unknown };
    const { code, message, hint } = Object(error) as Record<string, unknown>;
    if (typeof message !== 'string') return undefined;
    return reasonText({ code: String(code), message, hint: typeof hint === 'string' ? hint : undefined });
  } catch {
    return undefined;
  }
}
