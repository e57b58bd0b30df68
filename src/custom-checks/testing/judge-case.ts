import type { Result, ReportedFinding } from '../../judge/result.ts';
import type { AnyPluginCheck } from '../api/define.ts';
import type { RawCheckOutcome } from '../plugins/protocol.ts';
import type { AnyCase } from './case.ts';
import { buildCaseInput, withRows, type CaseInput } from './case-input.ts';
import { checkHere, type Around, type CheckHere } from './in-process.ts';

/** A case with its result. */
export interface JudgedCase {
  here: CheckHere;
  input: CaseInput;
  result: Result;
  said: RawCheckOutcome | undefined;
}

/**
 * Judges a case.
 * @throws Error if the check or the case is invalid
 */
export async function judgeCase(check: AnyPluginCheck, entry: AnyCase, around?: Around): Promise<JudgedCase> {
  const here = checkHere(withRows(check, entry), around);
  const input = buildCaseInput(entry, here);
  return { here, input, ...(await here.judge(input)) };
}

/** The check's own findings, without those that the engine adds for unseen data or a crash. */
export function ownFindings({ findings }: Result): ReportedFinding[] {
  return findings.filter(({ unseen, rule }) => unseen === null && rule !== 'crashed');
}

/** The message of a crash, or of an invalid finding; undefined if there is none. */
export function findCrash({ findings }: Result): string | undefined {
  return findings.find(({ rule, resource }) => rule === 'crashed' && resource.kind === 'Check')?.message;
}
