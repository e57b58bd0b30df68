import type { ReportedFinding, UnseenThing } from '../judge/result.ts';
import { formatCount, formatList } from '../syntax/english.ts';
import { grouped } from '../syntax/grouped.ts';
import type { Report } from './schema.ts';

/** An unseen fact that one permission would have shown. */
export type MissingPermission = Extract<UnseenThing, { kind: 'fact' }> & { permission: string };

type Unseen = Pick<ReportedFinding, 'unseen'>;

/** The unseen facts of these findings that a missing permission explains. */
export function missingPermissions(findings: readonly Unseen[]): MissingPermission[] {
  return findings.flatMap(({ unseen }) => (unseen !== null && isDenied(unseen) ? [unseen] : []));
}

/** True for the findings of the entry of missing permissions: a missing permission explains the first of them. */
export function isOfPermissions([first]: readonly Unseen[]): boolean {
  return first !== undefined && first.unseen !== null && isDenied(first.unseen);
}

function isDenied(thing: UnseenThing): thing is MissingPermission {
  return thing.kind === 'fact' && thing.permission !== null;
}

interface Denial {
  /** The identity that lacks a permission. */
  who: string;
  /** The policy that denies or does not allow the request; null if a grant is enough. */
  by: string | null;
}

/** The cause if no identity-based policy allows the action. A grant fixes that, so this cause is not shown. */
const plainCause = 'identity-based policy';

/** Parses the message of a denial by AWS or Kubernetes; undefined for any other message. */
export function parseDenial(reason: string): Denial | undefined {
  const aws = /User: (\S{1,500}) is not authorized to perform/.exec(reason)?.[1];
  if (aws === undefined) {
    const user = /User "([^"]{1,500})" cannot /.exec(reason)?.[1];
    return user === undefined ? undefined : { who: `Kubernetes user ${user}`, by: null };
  }
  const denying = /with (an explicit deny in an? [A-Za-z -]{1,60})/.exec(reason)?.[1];
  if (denying !== undefined) return { who: aws, by: denying.trim() };
  const silent = /because no ([A-Za-z -]{1,60}) allows/.exec(reason)?.[1];
  return { who: aws, by: silent === undefined || silent === plainCause ? null : `no ${silent} allows it` };
}

/**
 * Lists which identity lacks which permissions, one line for each identity and cause.
 * @param all whether to add the parts of facts that each permission would have shown
 */
export function denialTexts(findings: readonly Unseen[], { all }: { all: boolean }): string[] {
  const missing = missingPermissions(findings);
  const byDenial = grouped(missing, ({ reason, permission }) => {
    const denial = parseDenial(reason);
    return JSON.stringify(denial === undefined ? reason : [denial, isIam(permission)]);
  });
  return [...byDenial.values()].map((own) => {
    const names = [...grouped(own, ({ permission }) => permission)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([permission, things]) => `${permission}${all ? partsText(things) : ''}`)
      .join(', ');
    const denial = parseDenial(own[0].reason);
    if (denial === undefined) return `${names}: ${own[0].reason}`;
    const { who, by } = denial;
    return by === null ? `${who} lacks ${names}` : `${who} is denied ${names} (${by}: a grant alone does not help)`;
  });
}

function partsText(things: readonly MissingPermission[]): string {
  const parts = [...new Set(things.flatMap(({ part }) => part ?? []))];
  return parts.length === 0 ? '' : ` (${formatList(parts)})`;
}

/** What to grant, in a few words: `eks:ListUpdates`, `16 permissions (15 AWS, 1 Kubernetes)`. */
export function grantText(findings: readonly Unseen[]): string {
  const names = [...new Set(missingPermissions(findings).map(({ permission }) => permission))];
  const [only = ''] = names;
  if (names.length === 1) return only;
  const aws = names.filter(isIam).length;
  const kinds = [`${aws} AWS`, `${names.length - aws} Kubernetes`].filter((kind) => !kind.startsWith('0 '));
  return `${formatCount(names.length, 'permission')} (${kinds.join(', ')})`;
}

/** Where the missing permissions are granted: `IAM`, `RBAC`, or both. */
export function grantPlaces(findings: readonly Unseen[]): ('IAM' | 'RBAC')[] {
  const names = missingPermissions(findings).map(({ permission }) => permission);
  return [...(names.some(isIam) ? (['IAM'] as const) : []), ...(names.every(isIam) ? [] : (['RBAC'] as const))];
}

function isIam(permission: string): boolean {
  return /^[a-z0-9-]+:[A-Z]/.test(permission);
}

/** How many lines of each document are shown without `--show all`. */
const linesShown = 6;

/**
 * The fix of the entry of missing permissions, in Markdown.
 * @param all whether to show the whole policy and manifests; else their first lines, and the command that prints them
 */
export function grantFix(
  findings: readonly ReportedFinding[],
  { entries }: Pick<Report, 'entries'>,
  all: boolean,
): string {
  const [first] = findings;
  const grant = entries.find(({ fingerprints: [own] }) => own === first?.fingerprint)?.grant;
  const texts = { iam: grant?.iamPolicy ?? null, rbac: grant?.rbacManifests ?? null };
  const documents = (['iam', 'rbac'] as const).flatMap((format) => {
    const text = texts[format];
    return text === null ? [] : [documentText(format, text, all)];
  });
  const count = new Set(missingPermissions(findings).map(({ permission }) => permission)).size;
  const which = count === 1 ? 'the permission' : 'the permissions';
  const grantIt = `Grant ${which} and scan again. The next scan may find that more are missing: a denied request hides those that follow it.`;
  return [grantIt, ...hints(findings), ...documents].join('\n');
}

const titles = {
  iam: 'An IAM policy that allows only these actions:',
  rbac: 'Kubernetes roles that allow only these requests. If the identity of the scan is not in the group `eks-preflight`, replace the subject of each binding with its own group or user:',
} as const;

function documentText(format: keyof typeof titles, text: string, all: boolean): string {
  const lines = text.trimEnd().split('\n');
  const rest = lines.length - linesShown;
  const language = format === 'iam' ? 'json' : '';
  const block = (shown: readonly string[]) => `${titles[format]}\n\`\`\`${language}\n${shown.join('\n')}\n\`\`\``;
  if (all || rest <= 1) return block(lines);
  const first = lines.filter((line) => !line.startsWith('#')).slice(0, linesShown);
  return `${block(first)}\nand ${formatCount(rest, 'more line')}: use \`--show all\` or, with a JSON report, \`eks-preflight permissions --report report.json --format ${format}\`.`;
}

/** The hints that the fixes of the findings give besides the grant. */
function hints(findings: readonly ReportedFinding[]): string[] {
  const said = findings.flatMap(({ fix, unseen }) => {
    if (unseen === null || !isDenied(unseen)) return [];
    const hint = fix.replace(`Grant \`${unseen.permission}\` and scan again.`, '').trim();
    return hint === '' ? [] : [`- \`${unseen.permission}\`: ${hint}`];
  });
  return [...new Set(said)];
}
