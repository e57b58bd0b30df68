import type { Document } from 'yaml';
import { ScanError, usageError } from '../facts/reason.ts';
import { shortened } from '../syntax/quoted.ts';

/** YAML that users write: only data. No directive or tag changes how it is read, and nothing is dropped silently. */

/** A position in a text; both numbers start at 1. */
export interface TextPlace {
  line: number;
  column: number;
}

/** A parsed YAML text. */
export interface PlainYaml {
  data: unknown;
  /**
   * The position of a character of a scalar's value: exact in a literal block, and on the first line of a plain or
   * quoted scalar without escapes; on a later line, or in a folded block, where the scalar begins.
   * @param path keys and indexes, from the root; if there is nothing at the path, the nearest parent counts
   * @param inside the character's position in the value; if omitted, the position is where the scalar begins
   */
  findPlace(path: readonly (string | number)[], inside?: TextPlace): TextPlace;
  /** The position of the key at the end of a path. */
  findKeyPlace(path: readonly (string | number)[]): TextPlace;
}

/**
 * Reads one YAML document.
 * @param called how messages name the text: `config file ci.yaml`
 * @param deepest the maximum depth of nesting
 * @throws ScanError `usage` if it is not one document of plain data
 */
export async function readPlainYaml(text: string, called: string, deepest: number): Promise<PlainYaml> {
  const { LineCounter, parseAllDocuments, visit } = await import('../syntax/yaml.ts');
  const lines = new LineCounter();
  if (rowOfIndicators.test(text) || farIndented.test(text) || hasManyOpen(text)) throw tooDeep(called);
  try {
    const options = { version: '1.2', schema: 'core', logLevel: 'error', lineCounter: lines } as const;
    const [document, ...others] = parseAllDocuments(text, options);
    if (others.length > 0) throw usageError(`${called} contains more than one document`);
    if (document === undefined) return { data: {}, findPlace: begin, findKeyPlace: begin };
    const [flaw] = [...document.errors, ...document.warnings];
    if (flaw !== undefined) throw flaw;
    if (/^%(?!YAML 1\.2[ \t\r]{0,20}$)/m.test(text.slice(0, document.range[0])))
      throw usageError(`${called} begins with a YAML directive`, 'Remove it: the file is read as YAML 1.2.');
    visit(document, {
      Value: (_key, { tag }, ancestors) => {
        if (ancestors.length > deepest) throw tooDeep(called);
        if (tag !== undefined) throw usageError(`${called} contains a YAML tag: ${shortened(tag)}`, 'Remove it.');
      },
    });
    const placeAt = (offset: number): TextPlace => {
      const { line, col } = lines.linePos(offset);
      return { line, column: col };
    };
    return {
      data: document.toJS({ maxAliasCount: 20 }) ?? {},
      findPlace: (path, inside) => findPlace({ document, text, placeAt }, path, inside),
      findKeyPlace: (path) => findKeyPlace({ document, text, placeAt }, path),
    };
  } catch (error) {
    if (error instanceof ScanError) throw error;
    const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    // The parser sometimes catches its own stack overflow, and reports it as an error in the text.
    if (detail.startsWith('Maximum call stack')) throw tooDeep(called);
    throw usageError(`${called} is not valid YAML: ${shortened(detail.replace(/:$/, ''), 200)}`);
  }
}

/** `- - - -`: the parser builds a pattern as long as the row, and a row of 400 kB ends the process. */
const rowOfIndicators = /^[ \t]*(?:[-?][ \t]+){20}/m;

/** As deep as that, rows of indicators nest more than the stack of the parser holds. */
const farIndented = /^[ \t]{500}/m;

/** Thousands of open brackets exhaust the stack of the parser, and then end the process. No real text has so many. */
const mostOpen = 500;

function hasManyOpen(text: string): boolean {
  let open = 0;
  for (const character of text) {
    if (character === '[' || character === '{') open += 1;
    else if (open > 0 && (character === ']' || character === '}')) open -= 1;
    if (open > mostOpen) return true;
  }
  return false;
}

function tooDeep(called: string): ScanError {
  return usageError(`${called} is nested too deeply`);
}

function begin(): TextPlace {
  return { line: 1, column: 1 };
}

interface Read {
  document: Document;
  text: string;
  placeAt(offset: number): TextPlace;
}

function findPlace(read: Read, path: readonly (string | number)[], inside: TextPlace | undefined): TextPlace {
  const { document, text, placeAt } = read;
  const node: unknown = document.getIn(path, true);
  const { range, type } = Object(node) as { range?: readonly number[]; type?: string };
  const [start] = range ?? [];
  if (start === undefined)
    return path.length === 0 ? { line: 1, column: 1 } : findPlace(read, path.slice(0, -1), undefined);
  const begins = placeAt(start);
  if (inside === undefined) return begins;
  if (type === 'BLOCK_LITERAL')
    return { line: begins.line + inside.line, column: indentBelow(text, begins.line) + inside.column };
  if (inside.line !== 1) return begins;
  const quote = type === 'QUOTE_SINGLE' || type === 'QUOTE_DOUBLE' ? 1 : 0;
  return type === 'BLOCK_FOLDED' ? begins : { line: begins.line, column: begins.column + quote + inside.column - 1 };
}

function findKeyPlace(read: Read, path: readonly (string | number)[]): TextPlace {
  const above: unknown = path.length === 1 ? read.document.contents : read.document.getIn(path.slice(0, -1), true);
  const { items = [] } = Object(above) as {
    items?: readonly { key?: { value?: unknown; range?: readonly number[] } }[];
  };
  const [start] = items.find(({ key }) => key?.value === path.at(-1))?.key?.range ?? [];
  return start === undefined ? findPlace(read, path.slice(0, -1), undefined) : read.placeAt(start);
}

/** The indentation of a block: that of its first non-blank line. */
function indentBelow(text: string, header: number): number {
  const first = text
    .split('\n')
    .slice(header)
    .find((line) => line.trim() !== '');
  return (first?.length ?? 0) - (first?.trimStart().length ?? 0);
}
