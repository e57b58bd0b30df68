import { blocksText } from '../../report/blocks.ts';
import { whenText } from '../../report/step-text.ts';
import { printable } from '../../syntax/printable.ts';
import { cut } from '../../formats/markdown/shorten.ts';
import type { Change, Message } from '../changes/message.ts';
import { ownValue } from '../../syntax/own-value.ts';

/** How much text a receiver accepts. */
export interface Room {
  /** Lines of one section; further ones are only counted. */
  lines: number;
  /** Characters of a title or of a reason. */
  longest: number;
}

/** Changes of one kind. */
export interface Section {
  /** The kind and the number of the changes: `New (3)`. */
  heading: string;
  lines: readonly Line[];
  /** `and 12 more`; null: all are listed. */
  more: string | null;
}

/** One change. The title comes from the cluster: receivers must show it as plain text. */
export interface Line {
  /** Number and level: `#1 blocker`. */
  label: string;
  /** What it stops, and when: `control plane, at 1.34`. */
  stops: string;
  title: string;
}

const headings: { readonly [Kind in Change['kind']]: string } = {
  new: 'New',
  worse: 'Worse',
  fixed: 'Fixed',
  'no-longer-seen': 'No longer seen, still open',
};
const kindsInOrder = Object.keys(headings) as readonly Change['kind'][];

const levels: { readonly [Level in Change['level']]: string } = {
  fail: 'blocker',
  unknown: 'unknown',
  warn: 'warning',
};

/** Groups the changes by kind. Without an earlier state to compare to, there is one section with all open findings. */
export function buildSections({ kind, changes, counts }: Message, room: Room): Section[] {
  const totals: { readonly [Kind in Change['kind']]: number } = {
    new: counts.new,
    worse: counts.worse,
    fixed: counts.fixed,
    'no-longer-seen': counts.noLongerSeen,
  };
  if (kind === 'first' || kind === 'state-lost') return buildSection('Open', changes, changes.length, room);
  return kindsInOrder.flatMap((wanted) => {
    const own = changes.filter((change) => change.kind === wanted);
    return buildSection(headings[wanted], own, Math.max(own.length, totals[wanted]), room);
  });
}

function buildSection(heading: string, changes: readonly Change[], total: number, room: Room): Section[] {
  const toOwnLine = (change: Change) => toLine(change, room.longest);
  return toSection(heading, { items: changes, total, toLine: toOwnLine, toMore: (rest) => `${rest} more` }, room);
}

/** What a section lists. */
interface Listed<Item> {
  items: readonly Item[];
  /** How many there are, listed or not. */
  total: number;
  toLine(item: Item): Line;
  /** How many are not listed: `12 more`. */
  toMore(rest: number): string;
}

/** A section with as many lines as there is room for; none if there is nothing to list. */
export function toSection<Item>(
  heading: string,
  { items, total, toLine: toOwnLine, toMore }: Listed<Item>,
  room: Room,
): Section[] {
  if (total === 0) return [];
  const shown = items.slice(0, total > room.lines ? room.lines : total);
  const rest = total - shown.length;
  const more = shown.length === 0 ? `${rest}, not listed here` : `and ${toMore(rest)}`;
  return [{ heading: `${heading} (${total})`, lines: shown.map(toOwnLine), more: rest === 0 ? null : more }];
}

/** The state may contain a level that only a later version knows. */
function levelWord(level: string): string {
  return ownValue(levels, level) ?? printable(cut(level, 40));
}

function toLine({ kind, level, blocks, at, title, number, reason }: Change, longest: number): Line {
  const label = `${number === null ? '' : `#${number} `}${levelWord(level)}`;
  const isOver = kind === 'fixed';
  const why = reason === null ? '' : ` (${toShownText(reason, longest)})`;
  return {
    label,
    stops: isOver ? '' : `${blocksText(blocks)}, ${whenText(at)}`,
    title: `${toShownText(title, longest)}${why}`,
  };
}

/** Untrusted text as one printable line. Cut first, so that `printable` does not process text that is not shown. */
export function toShownText(text: string, longest: number): string {
  return cut(printable(cut(text, longest * 4)), longest);
}
