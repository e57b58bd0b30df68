import type { ReportedFinding } from '../judge/result.ts';
import { stepText } from './step-text.ts';

/** A finding in one line: `Node a: kubelet 1.30 (at 1.34)`. */
export function findingLine(finding: ReportedFinding): string {
  const { resource, message, at } = finding;
  const when = at === null ? '' : ` (at ${stepText(at)})`;
  return `${resource.text}: ${message}${when}${acceptedText(finding)}`;
}

/** ` (accepted until 2026-12-31 by team: reason)`; empty if it is not accepted. */
function acceptedText({ accepted }: ReportedFinding): string {
  if (accepted === null) return '';
  const { reason, owner, until } = accepted;
  return ` (accepted until ${until} by ${owner}: ${reason})`;
}

/** `Fix:` and a fix without its code fences, for output that does not render Markdown. */
export function fixText(fix: string): string {
  const lines = fix.split('\n').filter((line) => !line.startsWith('```'));
  return `Fix: ${lines.join('\n')}`;
}
