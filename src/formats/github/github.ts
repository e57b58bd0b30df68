import { workflowCommand } from '../../syntax/workflow-commands.ts';
import { isAfter } from '../../judge/verdict.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { decidingFindings, type Deciding } from '../../report/deciding.ts';
import { numberedEntries } from '../../report/entries.ts';
import { findingLine, fixText } from '../../report/finding-text.ts';
import type { Report } from '../../report/schema.ts';
import { exitText } from '../text/gate.ts';
import { basisLines, verdictLine } from '../text/headline.ts';

/**
 * Annotations for GitHub Actions, one line each: the verdict, then the findings, the most important first, since GitHub
 * shows only ten of a kind for each step. A finding is an `error` if it decides the exit code, a `notice` if it is
 * accepted or a warning of phase after, and otherwise a `warning`.
 */
export function reportGithub(report: Report): string {
  const deciding = decidingFindings(report);
  const all = report.results.flatMap(({ findings }) => findings);
  const before = numberedEntries(report).flatMap(({ findings }) => findings);
  const listed = new Set(before);
  const rest = all.filter((finding) => !listed.has(finding));
  return [verdictAnnotation(report), ...[...before, ...rest].map((finding) => annotation(finding, deciding))]
    .map((line) => `${line}\n`)
    .join('');
}

function verdictAnnotation(report: Report): string {
  const lines = [...basisLines(report), exitText(report)];
  const name = report.exitCode !== 0 ? 'error' : report.gate.result === 'partial' ? 'warning' : 'notice';
  return workflowCommand(name, { title: verdictLine(report) }, lines.join('\n'));
}

function annotation(finding: ReportedFinding, deciding: Deciding): string {
  const { location, fix } = finding;
  const place: Record<string, string> = location === null ? {} : { file: location.file, line: `${location.line}` };
  const text = [findingLine(finding), fixText(fix)].join('\n');
  return workflowCommand(
    toAnnotationLevel(finding, deciding),
    { ...place, title: formatAnnotationTitle(finding) },
    text,
  );
}

function toAnnotationLevel(finding: ReportedFinding, { fails, unknowns }: Deciding): 'error' | 'warning' | 'notice' {
  if (fails.has(finding) || unknowns.has(finding)) return 'error';
  return finding.accepted !== null || isAfter(finding) ? 'notice' : 'warning';
}

function formatAnnotationTitle(finding: ReportedFinding): string {
  if (finding.accepted !== null) return `accepted ${finding.check}`;
  return `${isAfter(finding) ? 'after' : finding.level} ${finding.check}`;
}
