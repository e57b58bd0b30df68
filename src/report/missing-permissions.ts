import type { ReportedFinding, UnseenThing } from '../judge/result.ts';
import { formatCount, formatList } from '../syntax/english.ts';
import { grouped } from '../syntax/grouped.ts';
import type { Report } from './schema.ts';

/** A fact that one permission would have shown. */
export type MissingPermission = Extract<UnseenThing, { kind: 'fact' }> & { permission: string };

type Unseen = Pick<ReportedFinding, 'unseen'>;

/** What was not seen of these findings because a permission is missing. */
export function missingPermissions(findings: readonly Unseen[]): MissingPermission[] {
  return findings.flatMap(({ unseen }) => (unseen !== null && isDenied(unseen) ? [unseen] : []));
}

/** True for the entry of all missing permissions. */
export function isOfPermissions([first]: readonly Unseen[]): boolean {
  return first !== undefined && first.unseen !== null && isDenied(first.unseen);
}

function isDenied(thing: UnseenThing): thing is MissingPermission {
  return thing.kind === 'fact' && thing.permission !== null;
}

/** Who lacks a permission, and what denies it if a grant alone does not help. */
interface Denial {
  who: string;
  by: string | null;
}

/** The cause that a grant removes, so it is not shown: no identity-based policy allows the action. */
const plainCause = 'identity-based policy';

/** Read from an error message of AWS or Kubernetes; undefined for any other message. */
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
 * Who lacks what, a line for each identity and cause.
 * @param all the parts of facts, too, that each permission would have shown
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

function isIam(permission: string): boolean {
  return /^[a-z0-9-]+:[A-Z]/.test(permission);
}

/** Lines of each document that are shown unless all are. */
const linesShown = 6;

/**
 * What to do about an entry of missing permissions, in Markdown.
 * @param all the whole policy and manifests; else their first lines, and the command that prints them
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
  return `${block(first)}\nand ${formatCount(rest, 'more line')}: use \`--all\` or, with a JSON report, \`eks-preflight permissions --report report.json --format ${format}\`.`;
}

/** What helps beside a grant, as the fix of each finding ends with it. */
function hints(findings: readonly ReportedFinding[]): string[] {
  const said = findings.flatMap(({ fix, unseen }) => {
    if (unseen === null || !isDenied(unseen)) return [];
    const hint = fix.replace(`Grant \`${unseen.permission}\` and scan again.`, '').trim();
    return hint === '' ? [] : [`- \`${unseen.permission}\`: ${hint}`];
  });
  return [...new Set(said)];
}
