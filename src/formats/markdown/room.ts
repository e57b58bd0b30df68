/** A part of a page. */
export interface Part {
  text: string;
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

/** Fits parts into a page of limited length: of each rank those up to the first that does not fit. */
export function fitted(parts: readonly Part[], longest: number): Page {
  const countCharacters = ({ text }: Part) => text.length + 1;
  const shown = new Set(parts.filter(({ rank }) => rank === 0));
  let room = longest - [...shown].reduce((sum, part) => sum + countCharacters(part), 0);
  const ranks = [...new Set(parts.map(({ rank }) => rank))].toSorted((a, b) => a - b);
  for (const wanted of ranks.slice(ranks.indexOf(0) + 1)) {
    for (const part of parts.filter(({ rank }) => rank === wanted)) {
      if (countCharacters(part) > room) break;
      room -= countCharacters(part);
      shown.add(part);
    }
  }
  const left = (kind: Part['kind']) => parts.filter((part) => part.kind === kind && !shown.has(part)).length;
  return {
    parts: parts.flatMap((part) => (shown.has(part) ? part.text : [])),
    left: { row: left('row'), details: left('details') },
  };
}
