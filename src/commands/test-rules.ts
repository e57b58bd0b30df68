import { exitCodes } from '../judge/exit-codes.ts';
import { counted } from '../languages/english.ts';
import { printable } from '../languages/printable.ts';
import { flawText, readRules } from '../rule-files/read.ts';
import { runTests, untested, type TestOutcome } from '../rule-files/run-tests.ts';
import { readNamed } from './files/files.ts';
import type { Io } from './io.ts';

const longest = 2_000_000;

/**
 * Checks a file of rules and runs the tests in it.
 * @returns 0 where all pass, 1 where one fails, 3 where the file itself is wrong
 * @throws SourceError (`usage`) where it cannot be read
 */
export async function testRules(file: string, io: Io): Promise<number> {
  const read = await readRules(await readNamed(file, 'the rule file', longest), file);
  if ('length' in read) {
    for (const flaw of read) io.stderr(`${printable(flawText(file, flaw))}\n`);
    io.stderr(`eks-preflight: ${counted(read.length, 'error')} in ${printable(file)}\n`);
    return exitCodes.couldNotRun;
  }
  const outcomes = runTests(read);
  const failed = outcomes.filter((outcome) => !isPassed(outcome)).length;
  const [rules, tests] = [counted(read.rules.length, 'rule'), counted(outcomes.length, 'test')];
  const summary = failed === 0 ? `${tests} passed` : `${failed} of ${tests} failed`;
  const lines = [
    `${file}: ${rules}, ${tests}`,
    ...outcomes.flatMap(outcomeLines),
    ...untested(read).map((id) => `No test: ${id}`),
    summary,
  ];
  io.stdout(lines.map((line) => `${printable(line)}\n`).join(''));
  return failed === 0 ? exitCodes.ready : exitCodes.blocked;
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
