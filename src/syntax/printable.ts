/**
 * Makes external text safe for terminals, logs and pages. White space that ends a line or moves a cursor becomes a
 * space; escape sequences, C0 and C1 controls and Unicode format characters (`\p{Cf}`: zero-width characters, marks
 * that reorder text, tags) are removed. A lone surrogate becomes U+FFFD, as in every encoder.
 */

const escapes = /\u001B(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001B]*(?:\u0007|\u001B\\)|[ -/]*[0-~])/g;
const spaces = /[\s\u0085]+/g;
const hidden = /[\0-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\p{Cf}]+/gu;
const loneSurrogate = /\p{Cs}/gu;
/** Tested first, because almost no text contains such a character. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;
/** The same without the line feed. */
const unprintableInBlock = /[\0-\u0009\u000B-\u001F\u007F-\u009F\p{Cf}\p{Cs}\u2028\u2029]/u;

/** Makes external text one line that is safe to print: names, messages, errors. */
export function printable(text: string): string {
  return unprintable.test(text) ? cleaned(text) : text;
}

/** Makes Markdown that contains external text safe to print; keeps its line feeds and its indentation. */
export function printableBlock(text: string): string {
  if (!unprintableInBlock.test(text)) return text;
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  return lines.map((line) => (unprintable.test(line) ? toIndent(line) + cleaned(line) : line)).join('\n');
}

function toIndent(line: string): string {
  return ' '.repeat(line.length - line.trimStart().length);
}

function cleaned(text: string): string {
  const shown = text.replaceAll(escapes, '').replaceAll(hidden, '').replaceAll(loneSurrogate, '\uFFFD');
  return shown.replaceAll(spaces, ' ').trim();
}

/** Fields of a report that may have several lines: Markdown, commands and documents by eks-preflight. */
const blocks: ReadonlySet<string> = new Set([
  'fix',
  'why',
  'how',
  'undo',
  'actions',
  'later',
  'commands',
  'begins',
  'iamPolicy',
  'rbacManifests',
]);

/** Makes all strings of a report, or of a part of it, safe to print; only the fields above keep several lines. */
export function printableData<Data>(data: Data): Data {
  return holds(data, unprintable) ? (mapStrings(data, printed) as Data) : data;
}

/** The field that a name within a field stands for: the text of `how`, `undo`, `actions` and `later` is Markdown, others are one line. */
function fieldIn(key: string, name: string): string {
  return blocks.has(key) && name === 'text' ? key : name;
}

function printed(text: string, key: string): string {
  return blocks.has(key) ? printableBlock(text) : printable(text);
}

/**
 * As {@link printableData}, for data without another owner, such as what JSON.parse returns: replaces its strings in
 * place, which is several times faster. Does not replace keys.
 * @param key the key of the data, which decides whether its strings may have several lines
 */
export function printInPlace<Data extends object>(data: Data, key = '', depth = 0): Data {
  const parts = data as Record<string, unknown>;
  for (const name in parts) {
    const part = parts[name];
    const own = Array.isArray(data) ? key : fieldIn(key, name);
    if (typeof part === 'string') {
      const shown = printed(part, own);
      if (shown !== part) parts[name] = shown;
    } else if (typeof part === 'object' && part !== null) {
      if (depth < deepest) printInPlace(part, own, depth + 1);
      else parts[name] = null;
    }
  }
  return data;
}

/** Facts and reports are not nested this deeply: deeper data is malicious, and is replaced by null. */
const deepest = 100;

/** Tested first: almost no report contains such characters. */
function holds(data: unknown, what: RegExp, depth = 0): boolean {
  if (typeof data === 'string') return what.test(data);
  if (typeof data !== 'object' || data === null) return false;
  if (depth > deepest) return true;
  if (Array.isArray(data)) return data.some((entry) => holds(entry, what, depth + 1));
  for (const key in data) {
    if (what.test(key) || holds((data as Record<string, unknown>)[key], what, depth + 1)) return true;
  }
  return false;
}

function mapStrings(data: unknown, map: (text: string, key: string) => string, key = '', depth = 0): unknown {
  if (typeof data === 'string') return map(data, key);
  if (typeof data !== 'object' || data === null) return data;
  if (depth > deepest) return null;
  if (Array.isArray(data)) return data.map((entry: unknown) => mapStrings(entry, map, key, depth + 1));
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [map(name, ''), mapStrings(value, map, fieldIn(key, name), depth + 1)]),
  );
}

const escapedInJson = /[\u007F-\u009F\p{Cf}\u2028\u2029]/gu;

/** Escapes unprintable characters in JSON; parsing returns the same data. */
export function printableJson(json: string): string {
  return json.replaceAll(escapedInJson, (character) =>
    Array.from({ length: character.length }, (_, at) => formatEscape(character.charCodeAt(at))).join(''),
  );
}

function formatEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
