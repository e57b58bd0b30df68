import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';

/** A part of a page. */
export interface Part {
  /** A function is called only if there is room left: most details of a large report are not shown. */
  text: string | (() => string);
  kind: 'frame' | 'row' | 'details';
  /** Parts of a lower rank get room first; those of rank 0 are always shown. */
  rank: number;
}

/** Headings, and other lines that a page always needs. */
export function frame(...texts: readonly string[]): Part[] {
  return texts.map((text) => ({ text, kind: 'frame', rank: 0 }));
}

/** Lines of a table or of a list. */
export function rows(rank: number, ...texts: readonly string[]): Part[] {
  return texts.map((text) => ({ text, kind: 'row', rank }));
}

/** A page, and how many parts of each kind were left out. */
export interface Page {
  parts: readonly string[];
  left: Readonly<Record<'row' | 'details', number>>;
}

/** Fits parts into a page of limited length, safely for logs: of each rank those up to the first that does not fit. */
export function fitted(parts: readonly Part[], longest: number): Page {
  const shown = new Map<Part, string>();
  let room = longest;
  for (const wanted of [...new Set([0, ...parts.map(({ rank }) => rank)])].toSorted((a, b) => a - b)) {
    for (const part of parts.filter(({ rank }) => rank === wanted)) {
      const text = withoutWorkflowCommands(typeof part.text === 'string' ? part.text : part.text());
      if (wanted > 0 && text.length + 1 > room) break;
      room -= text.length + 1;
      shown.set(part, text);
    }
  }
  const left = (kind: Part['kind']) => parts.filter((part) => part.kind === kind && !shown.has(part)).length;
  return {
    parts: parts.flatMap((part) => shown.get(part) ?? []),
    left: { row: left('row'), details: left('details') },
  };
}
