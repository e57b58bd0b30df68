import { drainCells, drainColumns, drainHeading, drainNotes } from '../../report/drain-text.ts';
import type { DrainedGroup } from '../../report/drain.ts';
import { cell, inline } from './escape.ts';
import { frame, rows, type Part } from './room.ts';
import { cut } from './shorten.ts';

const longestGroup = 200;

/** The groups of nodes that the update replaces, as a table; empty without groups. */
export function drainParts(drain: readonly DrainedGroup[]): Part[] {
  if (drain.length === 0) return [];
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [
    ...frame(`### ${drainHeading(drain)}`, ''),
    ...frame(line(['group', ...drainColumns]), '| --- | ---: | ---: | ---: | ---: | --- |'),
    ...drain.flatMap((one) =>
      rows(3, line([one.group, ...Object.values(drainCells(one))].map((text) => cell(cut(text, longestGroup))))),
    ),
    ...frame(''),
    ...drainNotes(drain).flatMap((note) => rows(3, `${inline(note)}\n`)),
  ];
}
