import { decidingFindings, type Deciding } from '../../report/deciding.ts';
import { findingLine, fixText } from '../../report/finding-text.ts';
import { grouped } from '../../syntax/grouped.ts';
import { formatCount } from '../../syntax/english.ts';
import type { ReportedFinding, Result } from '../../judge/result.ts';
import type { Report } from '../../report/schema.ts';
import { exitText } from '../text/gate.ts';
import { basisLines, verdictLine } from '../text/headline.ts';
import { element, xmlDocument, type Element } from './xml.ts';

type Outcome = 'pass' | 'failure' | 'error' | 'skipped';

interface Case {
  name: string;
  outcome: Outcome;
  /** One line; not printed if the case passes. */
  message: string;
  /** What was found; for a check that passes, its warnings. */
  text: string;
}

/**
 * JUnit XML: a suite for each area, a case for each check. A check is a failure if the gate counts one of its blockers
 * or warnings, and an error if the gate counts one of its unknowns: either exists only if the exit code is not 0. A
 * check whose blockers, unknowns or accepted findings do not count is skipped, never passed; a check with only warnings
 * that do not count passes. The suite `gate` shows the exit code.
 */
export function reportJunit(report: Report): string {
  const deciding = decidingFindings(report);
  const areas = grouped(report.results, ({ category }) => category);
  const suites = [
    suite('gate', [gateCase(report)], report),
    ...[...areas].map(([area, results]) =>
      suite(
        area,
        results.map((result) => checkCase(result, deciding)),
        report,
      ),
    ),
  ];
  const total = (name: string) => suites.reduce((sum, { attributes }) => sum + Number(attributes[name]), 0);
  const totals = { tests: total('tests'), failures: total('failures'), errors: total('errors') };
  return xmlDocument(element('testsuites', { name: 'eks-preflight', ...totals, time: 0 }, suites));
}

function suite(name: string, cases: readonly Case[], { scannedAt }: Report): Element {
  const count = (outcome: Outcome) => cases.filter((one) => one.outcome === outcome).length;
  const counts = { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
  const attributes = { name, ...counts, time: 0, timestamp: scannedAt.slice(0, 19) };
  return element(
    'testsuite',
    attributes,
    cases.map((one) => caseElement(one, name)),
  );
}

function caseElement({ name, outcome, message, text }: Case, area: string): Element {
  const children = text === '' ? [] : [text];
  const body =
    outcome === 'pass'
      ? text === ''
        ? []
        : [element('system-out', {}, children)]
      : [element(outcome, outcome === 'skipped' ? { message } : { message, type: outcome }, children)];
  return element('testcase', { classname: `eks-preflight.${area}`, name, time: 0 }, body);
}

/** The exit code, and why it is what it is. */
function gateCase(report: Report): Case {
  const message = exitText(report);
  const text = [verdictLine(report), ...basisLines(report), message].join('\n');
  return { name: 'gate', outcome: gateOutcome(report), message, text };
}

/** With exit code 0, a partial result is skipped, not passed: readiness was not judged. */
function gateOutcome({ exitCode, verdict, gate: { result } }: Report): Outcome {
  if (exitCode === 0) return verdict === 'partial' || result === 'partial' ? 'skipped' : 'pass';
  return result === 'incomplete' ? 'error' : 'failure';
}

function checkCase(result: Result, { fails, unknowns }: Deciding): Case {
  const { id: name, findings, reason, status } = result;
  const text = buildSearchText(findings);
  const own = (those: ReadonlySet<ReportedFinding>) => findings.filter((finding) => those.has(finding));
  const [failed, unseen] = [own(fails), own(unknowns)];
  if (failed.length > 0) return { name, outcome: 'failure', message: buildFindingsMessage(failed), text };
  if (unseen.length > 0) return { name, outcome: 'error', message: buildFindingsMessage(unseen), text };
  if (status === 'skip') return { name, outcome: 'skipped', message: reason ?? 'skipped', text };
  const ignored = findings.filter(({ level, accepted }) => accepted !== null || level !== 'warn');
  if (ignored.length > 0)
    return { name, outcome: 'skipped', message: `not counted: ${buildFindingsMessage(ignored)}`, text };
  return { name, outcome: 'pass', message: '', text };
}

function buildFindingsMessage(findings: readonly ReportedFinding[]): string {
  const [first] = findings;
  const rest = findings.length - 1;
  return first === undefined
    ? ''
    : `${findingLine(first)}${rest === 0 ? '' : ` and ${formatCount(rest, 'more finding')}`}`;
}

/** Every finding with its fix; the same fix once. */
function buildSearchText(findings: readonly ReportedFinding[]): string {
  const byFix = grouped(findings, ({ fix }) => fix);
  return [...byFix]
    .map(([fix, alike]) =>
      [...alike.map((finding) => `${finding.level.toUpperCase()} ${findingLine(finding)}`), fixText(fix)].join('\n'),
    )
    .join('\n\n');
}
