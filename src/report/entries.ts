import { grouped } from '../syntax/grouped.ts';
import { levelRank, type ReportedFinding } from '../judge/result.ts';
import { isAfter } from '../judge/verdict.ts';
import { toBlocksRank, worstStop } from './blocks.ts';
import { buildEntryShort, buildEntryTitle } from './entry-title.ts';
import { toKarpenterPlace } from './karpenter-order.ts';
import type { Report } from './schema.ts';

/**
 * Findings that one action fixes: findings of one check, at one level and step, whose fixes differ at most in their
 * commands; findings of any check with the same remedy; unseen data with the same cause and fix, all data that
 * permissions would have shown, or all versions that tables do not cover.
 */
export interface Entry {
  /** The worst finding first: of the worst level, the one that takes effect first. */
  findings: readonly [ReportedFinding, ...ReportedFinding[]];
}

/** An entry with the number that every format shows. */
export interface NumberedEntry extends Entry {
  number: number;
}

/** From this many on, reports count the objects of an entry, or list them in a table under one sentence. */
export const manyResources = 4;

type Steps = readonly Pick<Report['steps'][number], 'component' | 'to'>[];

const fence = '```';

/** Groups findings into entries, in the order in which each entry first occurs. Omits accepted findings. */
export function toEntries(found: readonly ReportedFinding[], steps: Steps = []): Entry[] {
  const keyed = found.filter(({ accepted }) => accepted === null).map(toKeyed);
  const groups = grouped(keyed, ({ key }) => key);
  const alike = grouped(groups.values(), ([first, ...others]) =>
    others.every(({ fixKey }) => fixKey === first.fixKey) ? first.fixKey : first.key,
  );
  return [...alike.values()].map(([[first, ...others], ...more]) => {
    const all = [first, ...others, ...more.flat()].map(({ finding }) => finding);
    const [worst = first.finding, ...rest] = all.toSorted(
      (a, b) =>
        levelRank(a) - levelRank(b) ||
        toStepNumber(a, steps) - toStepNumber(b, steps) ||
        toBlocksRank(a) - toBlocksRank(b),
    );
    return { findings: [worst, ...rest] };
  });
}

/**
 * Builds the entries of a report: blockers, unknowns, then warnings; within each, by step (now, then the path), inside a
 * step of Karpenter in the order of `karpenterOrder`, then in the order of `blocksInOrder`, then those with the most
 * findings first. Excludes warnings of phase after, which are listed separately.
 */
export function numberedEntries({ results, steps }: { results: Report['results']; steps: Steps }): NumberedEntry[] {
  const before = results.flatMap(({ findings }) => findings).filter((finding) => !isAfter(finding));
  return sortEntries(toEntries(before, steps), steps).map((entry, index) => ({ ...entry, number: index + 1 }));
}

/** Sorts entries as a report does, those of phase after last. */
export function sortEntries<Kind extends Entry>(entries: readonly Kind[], steps: Steps): Kind[] {
  const rank = ({ findings: [first] }: Kind): number => (isAfter(first) ? 1 : 0);
  return entries.toSorted((a, b) => rank(a) - rank(b) || byImportance(a, b, steps));
}

/** Converts the entries to the shape of the JSON report. */
export function reportedEntries(entries: readonly NumberedEntry[]): Report['entries'] {
  return entries.map(({ number, findings }) => {
    const [first] = findings;
    return {
      number,
      level: first.level,
      blocks: worstStop({ findings }).blocks,
      at: findings[0].at,
      title: buildEntryTitle(findings),
      short: buildEntryShort(findings),
      remedy: findings.every(({ remedy }) => remedy === first.remedy) ? first.remedy : null,
      checks: [...new Set(findings.map(({ check }) => check))],
      fingerprints: findings.map(({ fingerprint }) => fingerprint),
    };
  });
}

type Counts = Record<'fail' | 'unknown' | 'warn' | 'after', number>;

/** Counts the entries of findings at each level. */
export function countEntries(found: readonly ReportedFinding[]): Counts {
  return countLevels(toEntries(found));
}

/** Counts entries at each level. */
export function countLevels(entries: readonly Entry[]): Counts {
  const first = entries.map(({ findings: [worst] }) => worst);
  const after = first.filter(isAfter).length;
  const count = (wanted: ReportedFinding['level']) => first.filter(({ level }) => level === wanted).length;
  return { fail: count('fail'), unknown: count('unknown'), warn: count('warn') - after, after };
}

/** A finding with its keys; the key of its fix, a long text, is built once. */
function toKeyed(finding: ReportedFinding): { finding: ReportedFinding; key: string; fixKey: string } {
  const fixKey = toFixKey(finding);
  return { finding, fixKey, key: toSharedKey(finding) ?? fixKey };
}

/** The key of findings of any check that one action fixes; undefined if the fix itself is the key. */
function toSharedKey(finding: ReportedFinding): string | undefined {
  const { unseen, fix, remedy } = finding;
  if (unseen?.kind === 'table') return 'tables';
  if (unseen?.kind === 'fact') return unseen.permission === null ? `unseen ${unseen.cause} ${fix}` : 'permissions';
  if (unseen !== null) return `unseen ${fix}`;
  return remedy === null ? undefined : `remedy ${isAfter(finding) ? 'after' : 'before'} ${remedy}`;
}

/** The key of findings of one check with one fix, even if their remedies differ: old node groups are one entry. */
function toFixKey({ check, unseen, level, phase, blocks, at, since, fix }: ReportedFinding): string {
  return JSON.stringify([unseen === null ? check : unseen, level, phase, blocks, at, since, withoutCommands(fix)]);
}

function byImportance(a: Entry, b: Entry, steps: Steps): number {
  const [first, second] = [a.findings[0], b.findings[0]];
  return (
    levelRank(first) - levelRank(second) ||
    toStepNumber(first, steps) - toStepNumber(second, steps) ||
    toKarpenterPlace(first) - toKarpenterPlace(second) ||
    toBlocksRank(worstStop(a)) - toBlocksRank(worstStop(b)) ||
    b.findings.length - a.findings.length
  );
}

/** The position of a finding's step in the path; 0: today. */
function toStepNumber({ at }: Pick<ReportedFinding, 'at'>, steps: Steps): number {
  if (at === null) return 0;
  const index = steps.findIndex(({ component, to }) => component === at.component && to === at.version);
  return index < 0 ? steps.length + 1 : index + 1;
}

/** A fix without its command block. A fix with several blocks stays whole: the order of their commands matters. */
export function withoutCommands(fix: string): string {
  const parts = aroundBlock(fix);
  return parts === undefined ? fix : `${parts.before}${fence}${parts.after}`;
}

/**
 * Joins fixes into one: the text once, then the commands of each; fixes with another text are omitted.
 * @param most how many command blocks to show; the rest are only counted
 */
export function jointFix(
  alike: readonly [{ fix: string }, ...{ fix: string }[]],
  most = Number.POSITIVE_INFINITY,
): string {
  const [{ fix }] = alike;
  const parts = aroundBlock(fix);
  if (parts === undefined) return fix;
  const same = alike.filter((one) => withoutCommands(one.fix) === withoutCommands(fix));
  const blocks = [...new Set(same.flatMap((one) => aroundBlock(one.fix)?.block ?? []))];
  const rest = blocks.length - most;
  const lines = rest > 0 ? [...blocks.slice(0, most), `# and so on for ${rest} more (--show all shows them)`] : blocks;
  return `${parts.before}${fence}sh\n${lines.join('\n')}\n${fence}${parts.after}`;
}

/** All fixes of an entry, one after the other; those with the same text are joined, and no paragraph is repeated. */
export function everyFix(findings: Entry['findings']): string {
  const alike = grouped(findings, ({ fix }) => withoutCommands(fix));
  return withoutRepeats([...alike.values()].map((same) => jointFix(same)));
}

/** Joins fixes. A paragraph that an earlier one has, such as a command to run once, is left out. */
export function withoutRepeats(fixes: readonly string[]): string {
  return [...new Set(fixes.flatMap(splitParagraphs))].join('\n\n');
}

/** The paragraphs of a fix; a block of commands with an empty line stays whole. */
function splitParagraphs(fix: string): string[] {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const part of fix.split('\n\n')) {
    if (isOpen) paragraphs.push(`${paragraphs.pop() ?? ''}\n\n${part}`);
    else paragraphs.push(part);
    if ((part.split(fence).length - 1) % 2 === 1) isOpen = !isOpen;
  }
  return paragraphs;
}

/** Splits a fix around its command block; undefined if it does not have exactly one. */
function aroundBlock(fix: string): { before: string; block: string; after: string } | undefined {
  const [before, block, after, ...more] = fix.split(fence);
  if (before === undefined || block === undefined || after === undefined || more.length > 0) return undefined;
  return block.startsWith('sh\n') ? { before, block: block.slice(3).trimEnd(), after } : undefined;
}
