import { usageError } from '../../facts/reason.ts';
import { planEndings, planFormatNames, type PlanFormatName } from '../../formats/plan.ts';
import { formatAlternatives, invalid, shortened } from '../../syntax/quoted.ts';
import { refuseSameFile, type NamedFile } from '../files/files.ts';
import { refuseKubectlWord } from '../kubectl-words.ts';
import { refuseUnwritable } from '../outputs.ts';

/** The options of `plan` that a scan does not have, as the parser returns them. */
export interface PlanFlags {
  task?: unknown;
  since?: unknown;
  format?: unknown;
  output?: unknown;
  /** All options of the command line. */
  flags?: unknown;
}

/** What to show of a plan, and where. */
export interface PlanRequest {
  format: PlanFormatName;
  files: readonly { format: PlanFormatName; file: string }[];
  /** The number or the id of one task. */
  task: string | undefined;
  /** An older plan or report, to compare with. */
  since: string | undefined;
}

/**
 * Reads the options of `plan`.
 * @param read the files that the command reads
 * @throws ScanError (`usage`) for a format that a plan does not have, or a file that cannot be written
 */
export function parsePlanRequest(
  { task, since, format = 'text', output }: PlanFlags,
  read: readonly NamedFile[],
): PlanRequest {
  const files = (Array.isArray(output) ? output.map(String) : []).map(parseOutput);
  const older = typeof since === 'string' ? since : undefined;
  refuseUnwritable(files.map(({ file }) => file));
  refuseSameFile(
    files.map(({ file }) => ({ file, flag: '--output' })),
    [...read, ...(older === undefined ? [] : [{ file: older, flag: '--since' }])],
  );
  const request = {
    format: requireFormat('--format', String(format)),
    files,
    task: typeof task === 'string' ? task : undefined,
    since: older,
  };
  refuseTaskWithSince(request);
  return request;
}

function refuseTaskWithSince({ task, since, format }: PlanRequest): void {
  if (since !== undefined && task !== undefined)
    throw usageError('--since and --task exclude each other', 'Without --task, --since shows what changed.');
  if (since !== undefined && format === 'json')
    throw usageError('--since has no JSON format', `Use --format ${formatAlternatives(['text', 'markdown'])}.`);
}

function parseOutput(value: string): PlanRequest['files'][number] {
  refuseKubectlWord(value, `Choose the format of the plan with --format: ${formatAlternatives(planFormatNames)}.`);
  const [, named, file = value] = /^(\w+)=(.+)$/s.exec(value) ?? [];
  if (named !== undefined) return { format: requireFormat('--output', named), file };
  const format = planFormatNames.find((name) => file.endsWith(planEndings[name]));
  if (format !== undefined) return { format, file };
  throw usageError(
    `--output ${shortened(value)}: the name must end in ${formatAlternatives(Object.values(planEndings))}`,
    'Or name the format: markdown=FILE.',
  );
}

function requireFormat(flag: string, value: string): PlanFormatName {
  const format = planFormatNames.find((name) => name === value);
  if (format !== undefined) return format;
  throw usageError(`${invalid(flag, value, formatAlternatives(planFormatNames))}: these are the formats of a plan`);
}
