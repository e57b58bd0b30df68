import { grants, type Grant } from '../../facts/optional-grants.ts';
import { endedFix, endedTitle, tableEnd } from '../../judge/check-tables.ts';
import type { ReportedFinding, UnseenThing } from '../../judge/result.ts';
import { grouped } from '../../syntax/grouped.ts';
import { formatCount } from '../../syntax/english.ts';
import { pieces, sh } from '../../syntax/shell.ts';
import type { NumberedEntry } from '../../report/entries.ts';
import { listChecks, permissionsTitle } from '../../report/entry-title.ts';
import { denialTexts, grantFix, isOfPermissions, missingPermissions } from '../../report/missing-permissions.ts';
import type { Report } from '../../report/schema.ts';
import { headingIn, paint, wrap, wrapMarkdown, type Layout } from './layout.ts';

/** Something that one check did not see. */
interface Miss<Thing extends UnseenThing = UnseenThing> {
  thing: Thing;
  remedy: string;
  check: string;
  /** The number of the entry. */
  number: number;
}
type MissedTable = Extract<UnseenThing, { kind: 'table' }>;
type Reported = Pick<Report, 'entries' | 'plugins'>;

/**
 * True if the finding is about data that was not seen; false if data was seen but could not be judged, or the check
 * crashed.
 */
export function isUnseen({ unseen }: Pick<ReportedFinding, 'unseen'>): boolean {
  return unseen !== null;
}

function listMisses({ number, findings }: NumberedEntry): Miss[] {
  return findings.flatMap((finding): Miss[] => {
    const { unseen, fix } = finding;
    return unseen === null ? [] : listChecks(finding).map((check) => ({ thing: unseen, remedy: fix, check, number }));
  });
}

/** Of an entry: why something was not seen, and the checks that lack it. */
export function unseenTexts(entry: NumberedEntry): { reasons: string[]; checks: string } {
  const misses = listMisses(entry);
  const { findings } = entry;
  const reasons = isOfPermissions(findings) ? denialTexts(findings, { all: true }) : listReasons(misses);
  return { reasons, checks: `Checks: ${checkNames(misses).join(', ')}` };
}

/** The entries for what was not seen, with the affected checks. */
export function unseenSection(entries: readonly NumberedEntry[], report: Reported, layout: Layout): string[] {
  if (entries.length === 0) return [];
  return [
    headingIn('magenta', `Unknown: not seen (${entries.length})`, layout),
    ...entries.flatMap((entry) => ['', ...unseenLines(entry, report, layout)]),
    ...grantAllLines(
      missingPermissions(entries.flatMap(({ findings }) => findings)).map(({ permission }) => permission),
      report,
    ),
  ];
}

function unseenLines(entry: NumberedEntry, report: Reported, layout: Layout): string[] {
  if (isOfPermissions(entry.findings)) return permissionLines(entry, report, layout);
  const misses = listMisses(entry);
  const tables = misses.filter((miss): miss is Miss<MissedTable> => miss.thing.kind === 'table');
  return tables.length > 0 ? tablesLines(tables, layout) : causeLines(misses, layout);
}

function permissionLines({ number, findings }: NumberedEntry, report: Reported, layout: Layout): string[] {
  const { all } = layout;
  const misses = listMisses({ number, findings });
  return [
    ...headingLines(misses, permissionsTitle(findings), layout),
    ...denialTexts(findings, { all }).flatMap((text) => wrap(text, layout, 4)),
    ...wrapMarkdown(grantFix(findings, report, all), layout, 9, '    Fix: '),
    ...checksLines(misses, layout),
  ];
}

/** A denied call may hide further ones, so the section ends with the command that prints all permissions. */
function grantAllLines(permissions: readonly string[], { plugins }: Reported): string[] {
  return permissions.length === 0 ? [] : ['', `  ${grantAllText(permissions, plugins)}`];
}

/** The command that prints all permissions, for a report in which some are missing. */
function grantAllText(permissions: readonly string[], plugins: Report['plugins'] = []): string {
  const requiredGrants = grants.filter((grant) => permissions.some((permission) => needsGrant(permission, grant)));
  const own = requiredGrants.length === 0 ? [] : [sh`--with ${requiredGrants.join(',')}`];
  const others = plugins.map(({ module }) => sh`--plugin ${module}`);
  const { text } = pieces(sh`eks-preflight permissions`, ...own, ...others);
  return `For all permissions of a full verdict, run \`${text ?? 'eks-preflight permissions'}\`.`;
}

/** True if a permission (`secrets: list`, `logs:StartQuery`, `/metrics: get`) belongs to a grant. */
function needsGrant(permission: string, grant: Grant): boolean {
  return [`${grant}:`, `/${grant}:`].some((start) => permission.startsWith(start));
}

/** The lines about one cause, such as an API server that does not answer. */
function causeLines(misses: readonly Miss[], layout: Layout): string[] {
  const [remedy = ''] = misses.map((miss) => miss.remedy);
  const [first = '', ...others] = listReasons(misses);
  return [
    ...headingLines(misses, first, layout),
    ...others.flatMap((reason) => wrap(reason, layout, 4)),
    ...wrapMarkdown(remedy, layout, 9, '    Fix: '),
    ...checksLines(misses, layout),
  ];
}

/** Why data was not seen, one text for each reason, with the parts of facts that it affects. */
function listReasons(group: readonly Miss[]): string[] {
  const byReason = grouped(group, ({ thing }) => (thing.kind === 'fact' ? thing.reason : tableEnd(thing)));
  return [...byReason].map(([key, misses]) => {
    const ended = misses.flatMap(({ thing }) => (thing.kind === 'table' ? [thing] : []));
    const reason = ended.length === 0 ? key : endedTitle(ended);
    const parts = new Set(misses.flatMap(({ thing }) => (thing.kind === 'fact' ? (thing.part ?? []) : [])));
    return parts.size === 0 ? reason : `${[...parts].join(', ')} not seen: ${reason}`;
  });
}

/** The lines about tables that end before the target. If there are several, each has a line with its checks. */
function tablesLines(misses: readonly Miss<MissedTable>[], layout: Layout): string[] {
  const ended = misses.map(({ thing }) => thing);
  const byTable = [...grouped(misses, ({ thing }) => tableEnd(thing))];
  return [
    ...headingLines(misses, endedTitle(ended), layout),
    ...wrapMarkdown(endedFix(ended).text, layout, 9, '    Fix: '),
    ...(byTable.length === 1
      ? checksLines(misses, layout)
      : byTable.flatMap(([end, own]) => wrap(`${end}: ${checkNames(own).join(', ')}`, layout, 8, '      - '))),
  ];
}

/** Without `--show all`, more checks than this are only counted. */
const checksShown = 10;

function checksLines(misses: readonly Miss[], layout: Layout): string[] {
  const names = checkNames(misses);
  if (layout.all || names.length <= checksShown) return wrap(names.join(', '), layout, 12, '    Checks: ');
  return [`    ${formatCount(names.length, 'check')} (--show all lists them)`];
}

function checkNames(misses: readonly Miss[]): string[] {
  return [...new Set(misses.map(({ check }) => check))].sort();
}

function headingLines([first]: readonly Miss[], text: string, layout: Layout): string[] {
  return wrap(`${first?.number ?? ''}  UNKNOWN ${text}`, layout, 2).map((line) => paint(layout, 'bold', line));
}
