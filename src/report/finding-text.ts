import type { ReportedFinding } from '../judge/result.ts';
import { stepText } from './step-text.ts';

/** What a finding says, in one line: `Node a: kubelet 1.30 (at 1.34)`. */
export function findingLine(finding: ReportedFinding): string {
  const { resource, message, at } = finding;
  const when = at === null ? '' : ` (at ${stepText(at)})`;
  return `${resource.text}: ${message}${when}${acceptedText(finding)}`;
}

/** ` (accepted until 2026-12-31 by team: reason)`; empty where it is not. */
function acceptedText({ accepted }: ReportedFinding): string {
  if (accepted === null) return '';
  const { reason, owner, until } = accepted;
  return ` (accepted until ${until} by ${owner}: ${reason})`;
}

/** What mends a finding, without the fences of its code: for where no Markdown is shown. */
export function fixText(fix: string): string {
  const lines = fix.split('\n').filter((line) => !line.startsWith('```'));
  return `Fix: ${lines.join('\n')}`;
}
