import { grouped } from '../syntax/grouped.ts';
import { setFields } from '../syntax/set-fields.ts';
import { isBelow, parseMinor } from '../syntax/versions.ts';
import { levelRank, type ReportedFinding } from './result.ts';

const mostMessages = 3;

/**
 * Merges findings with the same fingerprint into one: at the worst level and its first step, with the evidence, fixes and
 * commands of all. Examples: a group whose nodes have two versions, a role that lacks permissions at two steps.
 */
export function oneOfEach(findings: readonly ReportedFinding[]): ReportedFinding[] {
  const alike = grouped(findings, ({ fingerprint }) => fingerprint);
  return [...alike.values()].map(([first, ...others]) => (others.length === 0 ? first : joined([first, ...others])));
}

function joined(alike: readonly [ReportedFinding, ...ReportedFinding[]]): ReportedFinding {
  const worst = alike.reduce((best, one) => (isWorse(one, best) ? one : best));
  const all = [worst, ...alike.filter((one) => one !== worst)];
  const earliest = alike.reduce((best, { at }) => (isEarlier(at, best) ? at : best), worst.at);
  return {
    ...worst,
    phase: all.some(({ phase }) => phase === 'before') ? 'before' : 'after',
    since: isEarlier(earliest, worst.at) && earliest !== null ? earliest : worst.since,
    message: messageOf(all),
    remedy: all.find(({ remedy }) => remedy !== null)?.remedy ?? null,
    evidence: distinct(all.flatMap(({ evidence }) => evidence)),
    fix: distinct(all.map(({ fix }) => fix)).join('\n\n'),
    commands: distinct(all.flatMap(({ commands }) => commands)),
    ...setFields({ undo: undoOf(all) }),
    links: distinct(all.flatMap(({ links }) => links)),
  };
}

function undoOf(all: readonly ReportedFinding[]): ReportedFinding['undo'] {
  const undos = all.flatMap(({ undo }) => undo ?? []);
  if (undos.length === 0) return undefined;
  return {
    fix: distinct(undos.map(({ fix }) => fix)).join('\n\n'),
    commands: distinct(undos.flatMap(({ commands }) => commands)),
  };
}

function messageOf(all: readonly ReportedFinding[]): string {
  const messages = distinct(all.map(({ message }) => message));
  const rest = messages.length - mostMessages;
  return [...messages.slice(0, mostMessages), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

function isWorse(a: ReportedFinding, b: ReportedFinding): boolean {
  return levelRank(a) < levelRank(b) || (a.level === b.level && isEarlier(a.at, b.at));
}

/** Steps of different components keep the order in which the check returned them, which is that of the path. */
function isEarlier(a: ReportedFinding['at'], b: ReportedFinding['at']): boolean {
  if (a === null || b === null) return a === null && b !== null;
  if (a.component !== b.component) return false;
  return a.component === 'kubernetes'
    ? (parseMinor(a.version) ?? 0) < (parseMinor(b.version) ?? 0)
    : isBelow(a.version, b.version);
}

function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
