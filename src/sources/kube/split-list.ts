const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const KEY = Buffer.from('"items"');

/** The bytes of some consecutive objects of a list: from `start` up to `end`. */
export interface Run {
  start: number;
  end: number;
  /** The number of objects and arrays in the run: each takes more memory than its bytes. */
  nested: number;
}

/** A list in parts. Parsing a part shows whether it is JSON; if all are, the whole list is. */
export interface Split {
  /** The positions of the brackets of `items`. */
  open: number;
  close: number;
  runs: Run[];
}

/**
 * Finds the objects of a list without parsing it. A run has about `runBytes`; a larger object is a separate run.
 * @param body JSON in UTF-8
 * @returns undefined if it has no complete array `items` at the top level
 */
export function splitList(body: Buffer, runBytes: number): Split | undefined {
  const open = findItems(body)?.open;
  if (open === undefined) return undefined;
  const runs = createRuns(open + 1, runBytes);
  let depth = 0;
  for (let at = open + 1; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) at = stringEnd(body, at);
    else if (byte === COMMA && depth === 0) runs.itemEnds(at);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth++;
      runs.nest();
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (depth === 0) return { open, close: at, runs: runs.all(at) };
      depth--;
    }
  }
  return undefined;
}

/** Counts a text's objects and arrays. */
export function nestedIn(body: Buffer): number {
  let count = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) at = stringEnd(body, at);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) count++;
  }
  return count;
}

/** The position of the list's own key `items`; undefined if its value is not an array. */
export function itemsKeyAt(body: Buffer): number | undefined {
  return findItems(body)?.key;
}

/** The positions of the list's own key `items`, and of the bracket that opens its array. */
function findItems(body: Buffer): { key: number; open: number } | undefined {
  let depth = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) {
      const end = stringEnd(body, at);
      const isKey = depth === 1 && end + 1 - at === KEY.length && body.subarray(at, end + 1).equals(KEY);
      const open = isKey ? /^\s*:\s*\[/.exec(body.toString('latin1', end + 1, end + 33)) : null;
      if (open !== null) return { key: at, open: end + open[0].length };
      at = end;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
  }
  return undefined;
}

function createRuns(first: number, runBytes: number) {
  const runs: Run[] = [];
  let [start, itemStart] = [first, first];
  let [nested, nestedBefore] = [0, 0];
  const close = (end: number, inRun: number): void => {
    if (end > start) runs.push({ start, end, nested: inRun });
  };
  const itemEnds = (at: number): void => {
    if (at - itemStart >= runBytes && itemStart > start) {
      close(itemStart - 1, nestedBefore);
      start = itemStart;
      nested -= nestedBefore;
    }
    if (at - start >= runBytes) {
      close(at, nested);
      start = at + 1;
      nested = 0;
    }
    itemStart = at + 1;
    nestedBefore = nested;
  };
  return {
    nest: () => {
      nested++;
    },
    itemEnds,
    /** All runs, including the last one up to the closing bracket. */
    all(end: number): Run[] {
      itemEnds(end);
      close(end, nested);
      return runs;
    },
  };
}

/** The index of the quote that closes the string opened at `start`; an index past the body's end if none does. */
export function stringEnd(body: Buffer, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}
