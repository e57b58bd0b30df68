import { exitCodes } from '../judge/exit-codes.ts';
import { usageError } from '../facts/reason.ts';
import { counted } from '../languages/english.ts';
import { printable } from '../languages/printable.ts';
import type { RuleFlaw } from '../rule-files/flaws.ts';
import { flawText, readRules, type RuleFile } from '../rule-files/read.ts';
import { runTests, type TestOutcome } from '../rule-files/run-tests.ts';
import { readNamed } from './files/files.ts';
import type { Io } from './io.ts';
import { withCatalog } from './plugins.ts';
import type { LoadCatalog } from './select-checks.ts';

const longest = 2_000_000;

/**
 * Checks files of rules and runs the tests in them.
 * @returns 0 where all pass, 1 where one fails, 3 where a file itself is wrong
 * @throws SourceError (`usage`) where one cannot be read, or a scan would not take it
 */
export async function testRules(files: readonly string[], loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const codes: number[] = [];
  for (const file of files) codes.push(await testFile(file, loadCatalog, io));
  return Math.max(...codes);
}

async function testFile(file: string, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const read = await readRules(await readNamed(file, 'the rule file', longest), file);
  if ('length' in read) return tellFlaws(file, read, io);
  await refuseUnloadable(file, loadCatalog, io);
  const { outcomes, silent } = runTests(read);
  io.stdout(outcomeText(file, read, outcomes, silent));
  return outcomes.every(isPassed) ? exitCodes.ready : exitCodes.blocked;
}

function tellFlaws(file: string, flaws: readonly RuleFlaw[], io: Io): number {
  for (const flaw of flaws) io.stderr(`${printable(flawText(file, flaw))}\n`);
  io.stderr(`eks-preflight: ${counted(flaws.length, 'error')} in ${printable(file)}\n`);
  return exitCodes.couldNotRun;
}

/** What a scan would refuse is no rule file that passes: a name that is taken. */
async function refuseUnloadable(file: string, loadCatalog: LoadCatalog, io: Io): Promise<void> {
  if (!/\.ya?ml$/i.test(file)) throw usageError(`${file}: the name of a rule file ends in .yaml or .yml`);
  await withCatalog(loadCatalog, { plugin: [file] }, io, (load) => load());
}

function outcomeText(
  file: string,
  { rules }: RuleFile,
  outcomes: readonly TestOutcome[],
  silent: readonly string[],
): string {
  const failed = outcomes.filter((outcome) => !isPassed(outcome)).length;
  const tests = counted(outcomes.length, 'test');
  const lines = [
    `${file}: ${counted(rules.length, 'rule')}, ${tests}`,
    ...outcomes.flatMap(outcomeLines),
    ...silent.map((id) => `  No test shows a finding of ${id}.`),
    failed === 0 ? `${tests} passed` : `${failed} of ${tests} failed`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function isPassed({ missing, unexpected }: TestOutcome): boolean {
  return missing.length === 0 && unexpected.length === 0;
}

function outcomeLines(outcome: TestOutcome): string[] {
  const { name, line, missing, unexpected } = outcome;
  if (isPassed(outcome)) return [`  ok    ${name}`];
  return [
    `  FAIL  ${name} (line ${line})`,
    ...missing.map((text) => `        - ${text}`),
    ...unexpected.map((text) => `        + ${text}`),
    '        (- expected and not found, + found and not expected)',
  ];
}
