import { grouped } from '../languages/grouped.ts';
import type { ReportedFinding, Result } from '../judge/result.ts';
import { isAfter } from '../judge/verdict.ts';

/** A finding with the result it belongs to. */
export interface Found {
  finding: ReportedFinding;
  result: Result;
}

/** What one action mends: findings of one check, at one level and step, whose fixes differ in their commands at most. */
export interface Entry {
  result: Result;
  findings: readonly [ReportedFinding, ...ReportedFinding[]];
}

const fence = '```';

/** The entries of findings, in the order in which each first occurs. */
export function entriesOf(found: readonly Found[]): Entry[] {
  const groups = grouped(found, ({ finding, result }) =>
    JSON.stringify([
      result.id,
      finding.level,
      finding.phase,
      finding.blocks,
      finding.at,
      finding.since,
      wordsOf(finding.fix),
    ]),
  );
  return [...groups.values()].map(([first, ...others]) => ({
    result: first.result,
    findings: [first.finding, ...others.map(({ finding }) => finding)],
  }));
}

/**
 * How many entries there are at each level. What was not seen counts once for all checks that lack it: by what would show
 * it, or by the table that ends.
 */
export function countEntries(found: readonly Found[]): Record<'fail' | 'unknown' | 'warn' | 'after', number> {
  const entries = entriesOf(found).map(({ findings: [first] }) => first);
  const warn = entries.filter(({ level }) => level === 'warn');
  const after = warn.filter(isAfter).length;
  return {
    fail: entries.filter(({ level }) => level === 'fail').length,
    unknown: entries.filter(({ level, unseen }) => level === 'unknown' && unseen === null).length + unseenThings(found),
    warn: warn.length - after,
    after,
  };
}

function unseenThings(found: readonly Found[]): number {
  const things = found.flatMap(({ finding: { unseen, fix } }) => {
    if (unseen === null) return [];
    return [unseen.kind === 'table' ? `table ${unseen.component} ${unseen.table}` : fix];
  });
  return new Set(things).size;
}

/** The words of a fix. Of several blocks of commands the order matters: such a fix is one with its equals alone. */
export function wordsOf(fix: string): string {
  const parts = aroundBlock(fix);
  return parts === undefined ? fix : `${parts.before}${fence}${parts.after}`;
}

/** One fix for all of them: the words once, the commands one after the other. */
export function jointFix(alike: readonly [{ fix: string }, ...{ fix: string }[]]): string {
  const [{ fix }] = alike;
  const parts = aroundBlock(fix);
  if (parts === undefined) return fix;
  const blocks = new Set(alike.flatMap((one) => aroundBlock(one.fix)?.block ?? []));
  return `${parts.before}${fence}sh\n${[...blocks].join('\n')}\n${fence}${parts.after}`;
}

/** A fix with one block of commands, taken apart; undefined for any other. */
function aroundBlock(fix: string): { before: string; block: string; after: string } | undefined {
  const [before, block, after, ...more] = fix.split(fence);
  if (before === undefined || block === undefined || after === undefined || more.length > 0) return undefined;
  return block.startsWith('sh\n') ? { before, block: block.slice(3).trimEnd(), after } : undefined;
}
