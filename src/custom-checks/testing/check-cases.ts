import type { Check } from '../../check.ts';
import type { Need } from '../../facts/plugin-objects.ts';
import type { AnyPluginCheck } from '../api/define.ts';
import type { Table } from '../../tables/plugin-table.ts';
import type { AnyCase, Case, Text } from './case.ts';
import { findingDifferences } from './compare.ts';
import { findCrash, judgeCase, ownFindings, type JudgedCase } from './judge-case.ts';
import { resolveRunner, type Runner } from './runner.ts';

/** How to run cases. */
export interface CaseOptions extends Runner {
  /** Allows that none of the cases expects a finding. */
  onlySilent?: boolean | undefined;
}

/**
 * Runs cases of a check, each as a test. Judges the check as in a scan, by the same engine and with the same
 * validation. A failed test names the case, and shows the expected (`-`) and the actual (`+`) findings.
 * @throws Error if there is no test runner
 */
export function checkCases<Needed extends Need, Used extends Need, Of extends Table, Gate extends Need>(
  check: Check<Needed, Used, Of, Gate>,
  cases: readonly Case<Needed | Used | Gate, Of>[],
  options: CaseOptions = {},
): void {
  const { describe, it } = resolveRunner(options);
  describe(check.id, () => {
    it('has cases that show it silent and speaking', async () => refuseOneSided(cases, options));
    it('has no two cases of the same name', async () => refuseSameNames(cases));
    for (const entry of cases) it(entry.name, () => runCase(check, entry));
  });
}

function refuseOneSided(cases: readonly AnyCase[], { onlySilent = false }: CaseOptions): void {
  if (!cases.some(({ finds }) => finds?.length === 0)) throw new Error('no case has finds: []: add one');
  if (!onlySilent && !cases.some(({ finds = [] }) => finds.length > 0))
    throw new Error('no case has a finding: add one, or set onlySilent');
}

function refuseSameNames(cases: readonly AnyCase[]): void {
  const names = cases.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two cases are named '${twice}'`);
}

/**
 * Judges one case.
 * @throws Error with the differences if the check does not report what the case expects
 */
export async function runCase(check: AnyPluginCheck, entry: AnyCase): Promise<void> {
  const lines = await listFlaws(check, entry);
  if (lines.length > 0)
    throw new Error([`${check.id}, case '${entry.name}' (- expected, + found):`, ...lines].join('\n'));
}

async function listFlaws(check: AnyPluginCheck, entry: AnyCase): Promise<string[]> {
  if (entry.finds === undefined && entry.skips === undefined)
    return ['the case expects nothing: give finds, a list of findings, or skips, a reason'];
  try {
    return listDifferences(entry, await judgeCase(check, entry));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function listDifferences({ finds, skips, status }: AnyCase, { result }: JudgedCase): string[] {
  const crash = findCrash(result);
  const reason = result.skipped === null ? null : result.reason;
  return [
    ...(crash === undefined ? [] : [crash]),
    ...skipLines(skips, reason),
    ...(finds === undefined || reason !== null ? [] : findingDifferences(finds, ownFindings(result))),
    ...(status === undefined || status === result.status ? [] : ['status', `- ${status}`, `+ ${result.status}`]),
  ];
}

function skipLines(expected: Text | undefined, found: string | null): string[] {
  const agrees =
    typeof expected === 'object' ? found !== null && found.search(expected) !== -1 : (expected ?? null) === found;
  if (agrees) return [];
  const wanted = expected === undefined ? 'applies' : `skipped: ${String(expected)}`;
  return ['the check', `- ${wanted}`, `+ ${found === null ? 'applies' : `skipped: ${found}`}`];
}
