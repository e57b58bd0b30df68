import { apiServerFailures } from '../facts/reason.ts';
import { endedTables, endedTitle } from '../judge/check-tables.ts';
import type { ReportedFinding, UnseenThing } from '../judge/result.ts';
import { formatCount, formatFirst, forCount } from '../syntax/english.ts';
import { worstStop } from './blocks.ts';
import { missingPermissions } from './missing-permissions.ts';
import { resourceName } from './resource-name.ts';

/** The parts of a finding that the title of its entry needs. */
export interface Titled extends Pick<ReportedFinding, 'check' | 'message' | 'unseen'> {
  resource: Pick<ReportedFinding['resource'], 'text'>;
}

/** The title of an entry, in one line. */
export function buildEntryTitle(findings: readonly [Titled, ...Titled[]]): string {
  const [finding] = findings;
  if (finding.unseen !== null) return unseenTitle(findings, finding.unseen);
  const resources = new Set(findings.map(({ resource }) => resource.text));
  if (resources.size > 1) return `${finding.resource.text} and ${resources.size - 1} more: ${finding.message}`;
  const messages = new Set(findings.map(({ message }) => message));
  return `${finding.resource.text}: ${[...messages].join('; ')}`;
}

/**
 * The object of an entry: its resource, the permission that is missing, what was not seen, or how many checks lack the
 * API server.
 * @param nameFact names a fact that was not seen
 */
export function entryResource(
  findings: readonly [ReportedFinding, ...ReportedFinding[]],
  nameFact: (fact: string) => string = (fact) => fact,
): string {
  if (apiServerFailures.some((short) => short === findings[0].short))
    return formatCount(new Set(findings.map(({ check }) => check)).size, 'check');
  const [first = '', ...others] = new Set(findings.map((finding) => objectOfFinding(finding, nameFact)));
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function objectOfFinding({ unseen, resource }: ReportedFinding, nameFact: (fact: string) => string): string {
  if (unseen?.kind === 'fact') return unseen.permission ?? unseen.part ?? nameFact(unseen.fact);
  if (unseen?.kind === 'table')
    return `${unseen.component === 'karpenter' ? 'Karpenter' : 'Kubernetes'} ${unseen.version}`;
  return resourceName(resource);
}

/** The problem of a finding in a few words. */
export function shortText({ short, message }: Pick<ReportedFinding, 'short' | 'message'>): string {
  return short ?? message;
}

/** The problem of an entry in a few words, without its resource: first the one that stops what matters most. */
export function buildEntryShort(findings: readonly [ReportedFinding, ...ReportedFinding[]]): string {
  const [{ unseen }] = findings;
  if (unseen?.kind === 'fact' && unseen.permission !== null) {
    const names = new Set(missingPermissions(findings).map(({ permission }) => permission));
    return `${formatCount(names.size, 'permission')} ${forCount(names.size, 'is', 'are')} missing`;
  }
  const alike = findings.filter(({ level }) => level === findings[0].level);
  const shorts = [...new Set([worstStop({ findings }), ...alike].map(shortText))];
  const [short = '', ...others] = shorts;
  if (others.length === 0) return short;
  return joinedShorts(shorts) ?? `${short}, and ${others.length} more`;
}

/** Longer texts do not fit into the column of a table on a usual terminal. */
const longestShort = 44;

/** `uses Amazon Linux 2, and kubelet too old`; with more than two problems, the first two; undefined if too long. */
function joinedShorts([first = '', second = '', ...others]: readonly string[]): string | undefined {
  const text = others.length === 0 ? `${first}, and ${second}` : `${first}, ${second}, and ${others.length} more`;
  return text.length <= longestShort ? text : undefined;
}

/** The title of unseen data: the ended tables, the missing permissions or the cause, and the checks that need it. */
function unseenTitle(findings: readonly Titled[], unseen: UnseenThing): string {
  const checks = [...new Set(findings.flatMap(listChecks))].sort();
  const which = checks.length > 2 ? formatCount(checks.length, 'check') : formatFirst(checks);
  if (unseen.kind === 'table') return `${endedTitle(endedTables(findings))} (${which})`;
  if (unseen.permission !== null) return `${permissionsTitle(findings)} (${which})`;
  return `${causeTitle(findings, unseen)} (${which})`;
}

/** The checks that lack what a finding is about. */
export function listChecks({ check, unseen }: Pick<ReportedFinding, 'check' | 'unseen'>): readonly string[] {
  return (unseen?.kind === 'table' ? unseen.checks : undefined) ?? [check];
}

/** `node group a and 2 more not seen: throttled`, `not seen: cut off after 30 s, and 2 more reasons`. */
function causeTitle(findings: readonly Titled[], { part, reason }: Extract<UnseenThing, { kind: 'fact' }>): string {
  const things = findings.flatMap(({ unseen }) => (unseen?.kind === 'fact' ? [unseen] : []));
  const parts = new Set(things.map((one) => one.part)).size - 1;
  const reasons = new Set(things.map((one) => one.reason)).size - 1;
  const what = part === null ? '' : `${part}${parts === 0 ? '' : ` and ${parts} more`} `;
  return `${what}not seen: ${reason}${reasons === 0 ? '' : `, and ${formatCount(reasons, 'more reason')}`}`;
}

const namesShown = 3;

/** `2 permissions are missing: /apis: get, ec2:DescribeSubnets`; for more than {@link namesShown}, only the number. */
export function permissionsTitle(findings: readonly Pick<Titled, 'unseen'>[]): string {
  const missing = missingPermissions(findings).map(({ permission }) => permission);
  const names = [...new Set(missing)].sort();
  const said = `${formatCount(names.length, 'permission')} ${forCount(names.length, 'is', 'are')} missing`;
  return names.length > namesShown ? said : `${said}: ${names.join(', ')}`;
}
