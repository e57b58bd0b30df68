import { exitCodes } from '../judge/exit-codes.ts';
import { usageError, type ScanError } from '../facts/reason.ts';
import { formatCount } from '../syntax/english.ts';
import { printable } from '../syntax/printable.ts';
import type { TimeLeft } from '../custom-checks/plugins/host.ts';
import { testRuleFile, type TestedRules, type TestOutcome } from '../custom-checks/plugins/rule-tests.ts';
import { flawText, type RuleFlaw } from '../custom-checks/rule-files/flaws.ts';
import type { Io } from './io.ts';
import { loadingPlugins } from './plugins.ts';
import type { LoadCatalog } from './select-checks.ts';

const longest = 300_000;

/**
 * Checks files of rules and runs the tests in them.
 * @returns 0 if all tests pass, 1 if one fails or a file has none, 3 if a file itself is invalid
 * @throws ScanError (`usage`) if a file cannot be read, or if a scan would refuse it
 */
export async function testRules(files: readonly string[], loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const codes: number[] = [];
  for (const file of files) codes.push(await testFile(file, loadCatalog, io));
  return Math.max(...codes);
}

async function testFile(file: string, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  if (!/\.ya?ml$/i.test(file)) throw notRules(file);
  const tested = await testRuleFile(file, { ...loadingPlugins(await loadCatalog(), false, io), time: timeFor(file) });
  if ('flaws' in tested) return reportFlaws(file, tested.flaws, io);
  if (tested.outcomes.length === 0) {
    io.stdout(`${printable(file)}: ${formatCount(tested.rules.length, 'rule')}, no tests: add some under \`tests\`\n`);
    return exitCodes.blocked;
  }
  io.stdout(outcomeText(file, tested));
  return tested.outcomes.every(isPassed) ? exitCodes.ready : exitCodes.blocked;
}

function notRules(file: string): ScanError {
  if (/\.[mc]?[jt]s$/i.test(file))
    return usageError(
      `${file} is a module, not a rule file (.yaml or .yml)`,
      'Test a module with its own tests and `eks-preflight/testing`: see https://github.com/eks-preflight/eks-preflight/blob/main/docs/own-checks/modules.md.',
    );
  return usageError(`${file}: the name of a rule file ends in .yaml or .yml`);
}

/** The time limit for the tests of a file: each test is limited, but a file can have thousands. */
function timeFor(file: string): TimeLeft {
  const endsAt = performance.now() + longest;
  const message = `the tests of ${file} take more than ${longest / 60_000} minutes`;
  return { left: () => endsAt - performance.now(), reason: { kind: 'time-out', message } };
}

function reportFlaws(file: string, flaws: readonly RuleFlaw[], io: Io): number {
  for (const flaw of flaws) io.stderr(`${printable(flawText(file, flaw))}\n`);
  io.stderr(`eks-preflight: ${formatCount(flaws.length, 'error')} in ${printable(file)}\n`);
  return exitCodes.couldNotRun;
}

function outcomeText(file: string, { rules, outcomes }: Extract<TestedRules, { rules: unknown }>): string {
  const failed = outcomes.filter((outcome) => !isPassed(outcome)).length;
  const tests = formatCount(outcomes.length, 'test');
  const shown = new Set(outcomes.flatMap((outcome) => outcome.shown));
  const lines = [
    `${file}: ${formatCount(rules.length, 'rule')}, ${tests}`,
    ...outcomes.flatMap(outcomeLines),
    ...rules.flatMap((id) => (shown.has(id) ? [] : [`  No test shows a finding of ${id}.`])),
    failed === 0 ? `${tests} passed` : `${failed} of ${tests} failed`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function isPassed({ missing, unexpected, flaw }: TestOutcome): boolean {
  return missing.length === 0 && unexpected.length === 0 && flaw === undefined;
}

function outcomeLines(outcome: TestOutcome): string[] {
  const { name, line, missing, unexpected, flaw } = outcome;
  if (isPassed(outcome)) return [`  ok    ${name}`];
  if (flaw !== undefined) return [`  FAIL  ${name} (line ${line})`, `        ${flaw}`];
  return [
    `  FAIL  ${name} (line ${line})`,
    ...missing.map((text) => `        - ${text}`),
    ...unexpected.map((text) => `        + ${text}`),
    '        (- expected and not found, + found and not expected)',
  ];
}
