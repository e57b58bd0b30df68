import type { Result, ReportedFinding } from '../../judge/result.ts';
import type { AnyPluginCheck } from '../api/define.ts';
import type { RawCheckOutcome } from '../plugins/protocol.ts';
import type { AnyCase } from './case.ts';
import { buildCaseInput, withRows, type CaseInput } from './case-input.ts';
import { checkHere, type Around, type CheckHere } from './in-process.ts';

/** A case that was judged as a scan judges. */
export interface JudgedCase {
  here: CheckHere;
  input: CaseInput;
  result: Result;
  said: RawCheckOutcome | undefined;
}

/**
 * Judges a case.
 * @throws Error that says what is wrong with the check or the case
 */
export async function judgeCase(check: AnyPluginCheck, entry: AnyCase, around?: Around): Promise<JudgedCase> {
  const here = checkHere(withRows(check, entry), around);
  const input = buildCaseInput(entry, here);
  return { here, input, ...(await here.judge(input)) };
}

/** What the check itself found: without what the engine adds for what was not seen. */
export function ownFindings({ findings }: Result): ReportedFinding[] {
  return findings.filter(({ unseen, rule }) => unseen === null && rule !== 'crashed');
}

/** What the check threw, or what is wrong with what it reports; undefined: nothing. */
export function findCrash({ findings }: Result): string | undefined {
  return findings.find(({ rule, resource }) => rule === 'crashed' && resource.kind === 'Check')?.message;
}
