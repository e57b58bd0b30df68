import type { Result, ReportedFinding } from '../../judge/result.ts';
import type { AnyPluginCheck } from '../api/define.ts';
import type { SaidOfCheck } from '../plugins/protocol.ts';
import type { AnyCase } from './case.ts';
import { groundsOf, withRows, type CaseGrounds } from './grounds.ts';
import { checkHere, type Around, type CheckHere } from './in-process.ts';

/** A case that was judged as a scan judges. */
export interface JudgedCase {
  here: CheckHere;
  grounds: CaseGrounds;
  result: Result;
  said: SaidOfCheck | undefined;
}

/**
 * Judges a case.
 * @throws Error that says what is wrong with the check or the case
 */
export async function judgeCase(check: AnyPluginCheck, entry: AnyCase, around?: Around): Promise<JudgedCase> {
  const here = checkHere(withRows(check, entry), around);
  const grounds = groundsOf(entry, here);
  return { here, grounds, ...(await here.judged(grounds)) };
}

/** What the check itself found: without what the engine adds for what was not seen. */
export function ownFindings({ findings }: Result): ReportedFinding[] {
  return findings.filter(({ unseen, rule }) => unseen === null && rule !== 'crashed');
}

/** What the check threw, or what is wrong with what it reports; undefined: nothing. */
export function crashOf({ findings }: Result): string | undefined {
  return findings.find(({ rule, resource }) => rule === 'crashed' && resource.kind === 'Check')?.message;
}
