import { grants, type Grant } from '../../facts/grants.ts';
import { endedMessage, tableEnd, unknownChanges } from '../../judge/ended-tables.ts';
import type { ReportedFinding, UnseenThing } from '../../judge/result.ts';
import { grouped } from '../../languages/grouped.ts';
import type { NumberedEntry } from '../entries.ts';
import { headingIn, paint, wrap, wrapMarkdown, type Layout } from './layout.ts';

/** Something that one check did not see. */
interface Miss<Thing extends UnseenThing = UnseenThing> {
  thing: Thing;
  remedy: string;
  check: string;
  /** Of the entry. */
  number: number;
}
type MissedFact = Extract<UnseenThing, { kind: 'fact' }>;
type MissedTable = Extract<UnseenThing, { kind: 'table' }>;

/** True for the engine's own unknowns: what was not seen, not what was seen but could not be read. */
export function isUnseen({ unseen }: Pick<ReportedFinding, 'unseen'>): boolean {
  return unseen !== null;
}

function missesOf({ number, findings }: NumberedEntry): Miss[] {
  return findings.flatMap(({ unseen, fix, check }): Miss[] =>
    unseen === null ? [] : [{ thing: unseen, remedy: fix, check, number }],
  );
}

/** Of an entry: why something was not seen, and the checks that lack it. */
export function unseenTexts(entry: NumberedEntry): { reasons: string[]; checks: string } {
  const misses = missesOf(entry);
  return { reasons: reasonsOf(misses), checks: `Checks: ${checksOf(misses)}` };
}

/** What was not seen, folded by what would have shown it, each with the affected checks. */
export function unseenSection(entries: readonly NumberedEntry[], layout: Layout): string[] {
  const misses = entries.flatMap(missesOf);
  if (misses.length === 0) return [];
  const groups = [...grouped(misses, ({ remedy }) => remedy).values()];
  const heading = headingIn('magenta', `Not seen (${entries.length})`, layout);
  return [
    heading,
    ...groups.flatMap((group) => ['', ...groupLines(group, layout)]),
    ...grantAllLines(misses.flatMap(({ thing }) => (isDenied(thing) ? [thing.permission] : []))),
  ];
}

function isDenied(thing: UnseenThing): thing is MissedFact & { permission: string } {
  return thing.kind === 'fact' && thing.permission !== null;
}

/** A denied call may hide the next one, so the complete list is named once. */
function grantAllLines(permissions: readonly string[]): string[] {
  return permissions.length === 0 ? [] : ['', `  ${grantAllText(permissions)}`];
}

/** How to learn of all permissions, where some are missing. */
export function grantAllText(permissions: readonly string[]): string {
  const asked = grants.filter((grant) => permissions.some((permission) => isOf(permission, grant)));
  const option = asked.length === 0 ? '' : ` --with ${asked.join(',')}`;
  return `For all permissions of a full verdict, run \`eks-preflight permissions${option}\`.`;
}

/** `secrets: list`, `logs:StartQuery`, `/metrics: get`. */
function isOf(permission: string, grant: Grant): boolean {
  return [`${grant}:`, `/${grant}:`].some((start) => permission.startsWith(start));
}

/** One remedy: a permission that is missing, a table that ends, an API server that does not answer. */
function groupLines(group: readonly Miss[], layout: Layout): string[] {
  const tables = group.filter((miss): miss is Miss<MissedTable> => miss.thing.kind === 'table');
  if (new Set(tables.map(({ thing }) => tableEnd(thing))).size > 1) return tablesLines(tables, layout);
  const [remedy = ''] = group.map((miss) => miss.remedy);
  const reasons = reasonsOf(group);
  const [first = '', ...others] = reasons;
  const isGrant = group.some(({ thing }) => isDenied(thing));
  return [
    ...headingLines(group, isGrant ? remedy : first, layout),
    ...(isGrant ? reasons : others).flatMap((reason) => wrap(reason, layout, 4)),
    ...(isGrant ? [] : wrapMarkdown(remedy, layout, 9, '    Fix: ')),
    ...wrap(checksOf(group), layout, 12, '    Checks: '),
  ];
}

/** Why it was not seen; one reason may hide many parts of facts. */
function reasonsOf(group: readonly Miss[]): string[] {
  const byReason = grouped(group, ({ thing }) => reasonOf(thing));
  return [...byReason].map(([reason, misses]) => {
    const parts = new Set(misses.flatMap(({ thing }) => (thing.kind === 'fact' ? (thing.part ?? []) : [])));
    return parts.size === 0 ? reason : `${[...parts].join(', ')} not seen: ${reason}`;
  });
}

function reasonOf(thing: UnseenThing): string {
  return thing.kind === 'fact' ? thing.reason : endedMessage(thing);
}

/** Tables that end before the same version: one line for each. */
function tablesLines(group: readonly Miss<MissedTable>[], layout: Layout): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const byTable = [...grouped(group, ({ thing }) => tableEnd(thing))];
  return [
    ...headingLines(group, `${unknownChanges(first.thing)}: ${byTable.length} tables do not cover it`, layout),
    ...wrapMarkdown(first.remedy, layout, 9, '    Fix: '),
    ...byTable.flatMap(([end, misses]) => wrap(`${end}: ${checksOf(misses)}`, layout, 8, '      - ')),
  ];
}

function checksOf(misses: readonly Miss[]): string {
  return [...new Set(misses.map(({ check }) => check))].sort().join(', ');
}

function headingLines(group: readonly Miss[], text: string, layout: Layout): string[] {
  const numbers = [...new Set(group.map(({ number }) => number))].toSorted((a, b) => a - b);
  return wrap(`${numbersText(numbers)}  UNKNOWN ${text}`, layout, 2).map((line) => paint(layout, 'bold', line));
}

/** `3`, `3-5`, `3, 5`. */
function numbersText(numbers: readonly number[]): string {
  const [first = 0] = numbers;
  const isRow = numbers.every((number, index) => number === first + index);
  return isRow && numbers.length > 1 ? `${first}-${numbers.at(-1) ?? first}` : numbers.join(', ');
}
