import type { Document } from 'yaml';
import type * as yaml from '../syntax/yaml.ts';
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

/** Reads one YAML document: see {@link readPlainYaml}. */
export type PlainYamlReader = (text: string, called: string, deepest: number) => PlainYaml;

/**
 * Reads one YAML document.
 * @param called how messages name the text: `config file ci.yaml`
 * @param deepest the maximum depth of nesting
 * @throws ScanError `usage` if it is not one document of plain data
 */
export async function readPlainYaml(text: string, called: string, deepest: number): Promise<PlainYaml> {
  return (await loadPlainYaml())(text, called, deepest);
}

/** Loads the parser: the reader that it returns waits for nothing. */
export async function loadPlainYaml(): Promise<PlainYamlReader> {
  const parser = await import('../syntax/yaml.ts');
  return (text, called, deepest) => {
    try {
      return readDocument(parser, text, { called, deepest });
    } catch (error) {
      if (error instanceof ScanError) throw error;
      throw invalid(called, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
    }
  };
}

function readDocument(
  parser: typeof yaml,
  text: string,
  { called, deepest }: { called: string; deepest: number },
): PlainYaml {
  const lines = new parser.LineCounter();
  const parsed = parser.parseDocuments(text, { version: '1.2', schema: 'core', lineCounter: lines });
  if (typeof parsed === 'string') throw usageError(`${called} ${parsed}`);
  const [document, ...others] = parsed;
  if (others.length > 0) throw usageError(`${called} contains more than one document`);
  if (document === undefined) return { data: {}, findPlace: begin, findKeyPlace: begin };
  const placeAt = (offset: number): TextPlace => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const at = (offset: number): string => parser.describePlace(lines, offset);
  const [flaw] = [...document.errors, ...document.warnings];
  if (flaw !== undefined) throw invalid(called, `${flaw.message}${at(flaw.pos[0])}`);
  const repeated = parser.findRepeatedKey(document);
  if (repeated !== undefined) throw invalid(called, `Map keys must be unique${at(repeated)}`);
  if (/^%(?!YAML 1\.2[ \t\r]{0,20}$)/m.test(text.slice(0, document.range[0])))
    throw usageError(`${called} begins with a YAML directive`, 'Remove it: the file is read as YAML 1.2.');
  parser.visit(document, {
    Value: (_key, { tag }, ancestors) => {
      if (ancestors.length > deepest) throw usageError(`${called} is nested too deeply`);
      if (tag !== undefined) throw usageError(`${called} contains a YAML tag: ${shortened(tag)}`, 'Remove it.');
    },
  });
  return {
    data: document.toJS({ maxAliasCount: 20 }) ?? {},
    findPlace: (path, inside) => findPlace({ document, text, placeAt }, path, inside),
    findKeyPlace: (path) => findKeyPlace({ document, text, placeAt }, path),
  };
}

/** The parser reports an exhausted stack as an error of the text. */
function invalid(called: string, detail: string): ScanError {
  if (detail.startsWith('Maximum call stack size exceeded')) return usageError(`${called} is nested too deeply`);
  return usageError(`${called} is not valid YAML: ${shortened(detail.replace(/:$/, ''), 200)}`);
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
