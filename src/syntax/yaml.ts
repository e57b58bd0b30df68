import {
  LineCounter,
  isAlias,
  isScalar,
  parseAllDocuments,
  visit,
  type Document,
  type DocumentOptions,
  type ParseOptions,
  type SchemaOptions,
} from 'yaml';

/**
 * The exports of `yaml` that are in use, and a reader that bounds what a text costs. Import this module, not `yaml`
 * itself: in a lazy import of a CommonJS package, the bundler would drop the names of its exports.
 */
export { Document, LineCounter, isCollection, isNode, isScalar, visit } from 'yaml';
export type { Tags } from 'yaml';

/** The options of `yaml` that a caller chooses. */
export type YamlOptions = Pick<ParseOptions, 'lineCounter' | 'strict' | 'stringKeys'> &
  Pick<DocumentOptions, 'version'> &
  Pick<SchemaOptions, 'customTags' | 'merge' | 'schema'>;

/** Why a text is not parsed. */
export type YamlRefusal = 'is nested too deeply' | 'has too many aliases';

/**
 * Parses the documents of a text whose author is not trusted. Errors in the text are in each document's `errors`,
 * without a place in their message. A repeated key is no error here: see {@link findRepeatedKey}.
 * @returns why the text is refused, if parsing it could end the process, or cost more than its length allows
 */
export function parseDocuments(text: string, options: YamlOptions = {}): readonly Document.Parsed[] | YamlRefusal {
  if (isDeep(text)) return 'is nested too deeply';
  try {
    // `uniqueKeys` compares each key with all others, and `prettyErrors` reads the whole line for each error.
    const bounded = { ...options, uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;
    const documents = parseAllDocuments(text, bounded);
    if ('empty' in documents) return [];
    return documents.reduce((sum, document) => sum + countAliases(document), 0) > mostAliases
      ? 'has too many aliases'
      : documents;
  } catch (error) {
    if (error instanceof RangeError) return 'is nested too deeply';
    throw error;
  }
}

/**
 * The data of a text that is one document. Tags and merges are resolved as the options say.
 * @param repeated `allowed`: of a repeated key, the last counts
 * @returns what is wrong with the text, with its place, if it is not one valid document
 */
export function parseData(
  text: string,
  { repeated, ...options }: Omit<YamlOptions, 'lineCounter'> & { repeated?: 'allowed' } = {},
): { data: unknown } | { flaw: string } {
  const lines = new LineCounter();
  const documents = parseDocuments(text, { ...options, lineCounter: lines });
  if (typeof documents === 'string') return { flaw: documents };
  const [document, other] = documents;
  if (document === undefined) return { data: null };
  const flawed = (message: string, offset: number) => ({ flaw: `${message}${describePlace(lines, offset)}` });
  const [error] = document.errors;
  if (error !== undefined) return flawed(error.message, error.pos[0]);
  if (other !== undefined) return flawed('there is more than one document', other.range[0]);
  const again = repeated === 'allowed' ? undefined : findRepeatedKey(document);
  if (again !== undefined) return flawed('Map keys must be unique', again);
  try {
    return { data: document.toJS() as unknown };
  } catch (error) {
    return { flaw: error instanceof Error ? error.message : String(error) };
  }
}

/** The place of a character, as messages end with it. */
export function describePlace(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return ` at line ${line}, column ${col}`;
}

/**
 * The first key of a mapping that an earlier one repeats.
 * @returns the offset of the key in the text; undefined if no key is repeated
 */
export function findRepeatedKey(document: Document.Parsed): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map: (_key, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const value = isScalar(key) ? key.value : key;
        if (seen.has(value)) {
          found = isScalar(key) ? key.range?.[0] : undefined;
          return visit.BREAK;
        }
        seen.add(value);
      }
      return undefined;
    },
  });
  return found;
}

/** Resolving one reads the whole document. */
const mostAliases = 200;

function countAliases(document: Document.Parsed): number {
  let count = 0;
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) count += 1;
    },
  });
  return count;
}

/** `- - - -`: the parser builds a pattern as long as the row, and a row of 400 kB ends the process. */
const rowOfIndicators = /^[ \t]*(?:[-?][ \t]+){20}/m;

/** As deep as that, rows of indicators nest more than the stack of the parser holds. */
const farIndented = /^[ \t]{500}/m;

/** Thousands of open brackets exhaust the stack of the parser, and then end the process. No real text has so many. */
const mostOpen = 500;

function isDeep(text: string): boolean {
  return rowOfIndicators.test(text) || farIndented.test(text) || hasManyOpen(text);
}

function hasManyOpen(text: string): boolean {
  let open = 0;
  for (const character of text) {
    if (character === '[' || character === '{') open += 1;
    else if (open > 0 && (character === ']' || character === '}')) open -= 1;
    if (open > mostOpen) return true;
  }
  return false;
}
