import type { PlanDocument } from '../../../report/plan/document.ts';
import type { Task } from '../../../report/plan/draft.ts';
import { closedEntries, disturbsText, drainsText, foldNumbers } from '../../../report/plan/plan-text.ts';
import { fold, paint, tableWidth, wrap, type Layout } from '../layout.ts';

/** The texts of a task in the table of all tasks. */
interface Row {
  number: string;
  title: string;
  cells: readonly Cell[];
}

/** A text in a column, and how a line below has it if it is too long for the column. */
interface Cell {
  text: string;
  below: string;
}

const heads = ['from', 'to', 'by', 'drains'] as const;
const gap = '  ';
/** The title has at least this many columns beside the others. */
const leastTitle = 36;
/** Below this width, there are no columns. */
const shortestTable = 60;
/** How long a text may be in its column if there is little room. */
const short = 10;

/** All tasks under their headings, one line each if it fits; a hold stands apart. */
export function taskTable(document: PlanDocument, layout: Layout): string[] {
  const { tasks } = document.plan;
  const rows = tasks.map((task) => toRow(task, document));
  const widths = columnWidths(rows, layout);
  const start = `${tasks.length}`.length + 2;
  const head = ['', ...heads].map((text, index) => (index === 0 ? '' : text.padEnd(widths.cells[index - 1] ?? 0)));
  const title = 'Task  (closes # of the scan)'.padEnd(start + gap.length + widths.title);
  const lines = tasks.flatMap((task, index): string[] => {
    const row = rows[index];
    if (row === undefined) return [];
    const isNew = tasks[index - 1]?.section !== task.section;
    const own = task.kind === 'hold' ? holdLines(task, row, start, layout) : rowLines(row, start, widths, layout);
    return [...(isNew ? [paint(layout, 'bold', task.section)] : []), ...own];
  });
  if (tasks.length === 0 || tableWidth(layout) < shortestTable) return lines;
  return [paint(layout, 'dim', `${title}${head.join(gap)}`.trimEnd()), ...lines];
}

function toRow(task: Task, document: PlanDocument): Row {
  const closed = closedEntries(task, document);
  const list = foldNumbers(closed, '#').replace(' and ', ', ').replaceAll(' ', noBreak);
  const numbers = closed.length === 0 ? '' : ` (${list})`;
  const { from, to } = shortVersions(task);
  const drains = drainsText(task);
  return {
    number: `${task.number}`,
    title: `${task.title}${numbers}`,
    cells: [
      { text: from, below: `from ${from}` },
      { text: to, below: `to ${to}` },
      { text: task.by, below: `by ${task.by}` },
      { text: drains, below: disturbsText(task) },
    ],
  };
}

/** A space at which a title is not broken. */
const noBreak = '\u00A0';

/** Versions of EKS add-ons without the number of their build, unless they differ in nothing else. */
function shortVersions({ from, to }: Task): { from: string; to: string } {
  const [before, after] = [from ?? '', to ?? ''];
  const [shortFrom, shortTo] = [before, after].map((version) => version.replace(/-eksbuild\.\d+$/, ''));
  if (shortFrom === undefined || shortTo === undefined || shortFrom === shortTo) return { from: before, to: after };
  return { from: shortFrom, to: shortTo };
}

interface Widths {
  title: number;
  cells: readonly number[];
}

/** The widths with which as many texts as possible stand in their columns. */
function columnWidths(rows: readonly Row[], layout: Layout): Widths {
  const room = tableWidth(layout) - `${rows.length}`.length - 2 - gap.length;
  const longest = (most: number) =>
    heads.map((head, index) =>
      Math.max(
        head.length,
        ...rows.map(({ cells }) => cells[index]?.text.length ?? 0).filter((length) => length <= most),
      ),
    );
  const titles = Math.max(leastTitle, ...rows.map(({ title }) => title.length));
  const options = [Infinity, 20, short].map((most) => {
    const cells = longest(most);
    return { cells, title: room - cells.reduce((sum, width) => sum + width + gap.length, 0) };
  });
  const fitting = options.find(({ title }) => title >= leastTitle) ?? options.at(-1);
  return { cells: fitting?.cells ?? [], title: Math.max(16, Math.min(titles, fitting?.title ?? leastTitle)) };
}

/** On a narrow terminal, the columns stand below the title. */
function stackedLines({ number, title, cells }: Row, start: number, layout: Layout): string[] {
  const below = cells.filter(({ text }) => text !== '').map((cell) => cell.below);
  const indent = start + gap.length;
  return [
    ...wrap(title, layout, indent, `${number.padStart(start)}${gap}`),
    ...wrap(below.join(', '), layout, indent),
  ].map((line) => line.replaceAll(noBreak, ' '));
}

/** The first line of a task has its columns; what does not fit into them stands below, and no name is cut. */
function rowLines(row: Row, start: number, widths: Widths, layout: Layout): string[] {
  if (tableWidth(layout) < shortestTable) return stackedLines(row, start, layout);
  const { number, title, cells } = row;
  const { room, from } = titleRoom(cells, widths);
  const [first, rest] = splitTitle(title, room);
  const fits = ({ text }: Cell, index: number) => text.length <= (widths.cells[index] ?? 0);
  const shown = cells.map((cell, index) => (fits(cell, index) ? cell.text : '').padEnd(widths.cells[index] ?? 0));
  const long = cells.filter((cell, index) => !fits(cell, index)).map(({ below }) => below);
  const below = [...(rest === '' ? [] : [rest]), ...(long.length === 0 ? [] : [long.join(', ')])];
  const indent = start + gap.length;
  return [
    `${number.padStart(start)}${gap}${[first.padEnd(room), ...shown.slice(from)].join(gap)}`.trimEnd(),
    ...below.flatMap((text) => wrap(text, { ...layout, columns: tableWidth(layout) }, indent)),
  ].map((line) => line.replaceAll(noBreak, ' '));
}

/** The columns of a title: a task without versions takes theirs, too. `from`: the first column after it. */
function titleRoom(cells: readonly Cell[], { title, cells: widths }: Widths): { room: number; from: number } {
  const from = cells.findIndex(({ text }) => text !== '');
  const taken = widths.slice(0, Math.max(0, from)).reduce((sum, width) => sum + gap.length + width, 0);
  return { room: title + taken, from: Math.max(0, from) };
}

/** The words of a title that fit into its column, and the others; the first line may be empty. */
function splitTitle(title: string, width: number): [string, string] {
  const words = title.split(' ');
  const [first = ''] = fold(words, width);
  if (first.length > width) return ['', title];
  return [first, title.slice(first.length).trimStart()];
}

/** A hold is no line among others: here someone decides. */
function holdLines(task: Task, { number }: Row, start: number, layout: Layout): string[] {
  const wide = { ...layout, columns: tableWidth(layout) };
  const indent = start + gap.length;
  const { how, notes, undo, title } = task;
  const texts = [lastProse(how.text), ...notes, undo?.text ?? ''].filter((text) => text !== '');
  const mark = `${number.padStart(start)}${gap}`;
  const rule = '-'.repeat(Math.max(4, Math.min(80, tableWidth(layout)) - indent - title.length - 1));
  return [
    paint(layout, 'bold', `${mark}${title} ${rule}`),
    ...texts.flatMap((text) => wrap(text, wide, indent)),
    ...(undo?.commands ?? []).flatMap((one) => one.split('\n')).map((line) => `${' '.repeat(indent)}${line}`),
  ];
}

/** What follows the last block of commands; empty without a block. */
function lastProse(text: string): string {
  const parts = text.split('```');
  return parts.length < 3 ? '' : (parts.at(-1) ?? '').replaceAll(/\s+/g, ' ').replaceAll('`', '').trim();
}
