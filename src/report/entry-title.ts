import { endedMessage } from '../judge/ended-tables.ts';
import type { ReportedFinding, UnseenThing } from '../judge/result.ts';
import { counted, firstOf } from '../languages/english.ts';

/** As much of a finding as its title is made of. */
export interface Titled extends Pick<ReportedFinding, 'check' | 'message' | 'unseen'> {
  resource: Pick<ReportedFinding['resource'], 'text'>;
}

/** What an entry is about, in one line. */
export function titleOf(findings: readonly [Titled, ...Titled[]]): string {
  const [finding] = findings;
  if (finding.unseen !== null) return unseenTitle(findings, finding.unseen);
  const resources = new Set(findings.map(({ resource }) => resource.text));
  if (resources.size > 1) return `${finding.resource.text} and ${resources.size - 1} more: ${finding.message}`;
  const messages = new Set(findings.map(({ message }) => message));
  return `${finding.resource.text}: ${[...messages].join('; ')}`;
}

/** What would have shown it, else why it was not seen; and which checks lack it. */
function unseenTitle(findings: readonly Titled[], unseen: UnseenThing): string {
  const checks = [...new Set(findings.map(({ check }) => check))].sort();
  const which = checks.length > 2 ? counted(checks.length, 'check') : firstOf(checks);
  if (unseen.kind === 'table') return `${endedMessage(unseen)} (${which})`;
  const { permission, part, reason } = unseen;
  if (permission !== null) return `grant ${permission} (${which})`;
  return `${part === null ? '' : `${part} `}not seen: ${reason} (${which})`;
}
