import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

/** A phrase that only this project uses, and the documented term. */
interface Phrase {
  /** Case-insensitive; a space matches any white space. */
  pattern: RegExp;
  instead: string;
}

/** Phrases that only this project uses. The documentation of AWS, Kubernetes and Karpenter has a term for each. */
export const phrases: readonly Phrase[] = [
  { pattern: /\bnot known\b/i, instead: 'unknown' },
  { pattern: /\bmanaged by yourself\b/i, instead: 'self-managed' },
  { pattern: /\bno nodes? of it\b/i, instead: 'this NodePool cannot launch nodes' },
  { pattern: /\b(?:starts? no nodes?|no nodes? starts?)\b/i, instead: 'cannot launch nodes' },
  { pattern: /\bmay not do\b/i, instead: 'lacks' },
  { pattern: /\bas asked for\b/i, instead: 'the option by its name' },
  { pattern: /\b(?:not|update|unless) asked for\b/i, instead: 'requested' },
  { pattern: /\bthe least\b/i, instead: 'the minimum' },
  {
    pattern: /\btells\b|\b(?:not|cannot) tell\b|\b(?:is|are|be) (?:not )?told\b/i,
    instead: 'reports; cannot be determined',
  },
  { pattern: /\bin (?:the place|place|the places) of\b/i, instead: 'instead of' },
  { pattern: /\btak(?:e|es|en) (?:its|the|their) places?\b|\btook (?:its|the|their) place\b/i, instead: 'replaces' },
  { pattern: /\bbe it that\b/i, instead: 'or' },
  { pattern: /\bpoints not (?:judged|covered)\b/i, instead: 'topics' },
  {
    pattern:
      /\b(?:is|are) no (?:version|[A-Z]\w+ version|inventory|finding|issue|https?|protocol|text|date|list|map|JSON)\b/,
    instead: 'is not a, invalid',
  },
  { pattern: /\b(?:never|does not) gets? \S+ \S+ off\b|\bnever gets\b/i, instead: 'cannot be evicted' },
  { pattern: /\b(?:lets?) (?:no|one) pods? go\b/i, instead: 'blocks evictions; allow one disruption' },
  { pattern: /\bwithout a word\b/i, instead: 'silently' },
  { pattern: /\b(?:nobody|somebody|whoever)\b/i, instead: 'Karpenter does not; a passive' },
  { pattern: /\bof (?:its|their) own\b(?! (?:\w+ )?version)/i, instead: 'separate, its own X' },
  { pattern: /\b(?:at (?:its|their) start|(?:exits?|panics?|read) at start)\b/i, instead: 'at startup' },
  { pattern: /\bt(?:ak(?:es?|en|ing)|ook) (?:\S+ ){0,3}away\b/i, instead: 'remove' },
  { pattern: /\bways? back\b|\bgo(?:es|ne)? back to\b/i, instead: 'rollback, roll back' },
  { pattern: /\bby way of\b/i, instead: 'with a stop at' },
  { pattern: /\b(?:must be|is|are) gone\b/i, instead: 'is removed, no longer exists' },
  { pattern: /\bgo(?:es)? without\b/i, instead: 'does not have, lacks' },
  {
    pattern: /\b(?:speaks?|stumbles?|fights? with|bears? it)\b/i,
    instead: 'supports, uses, fails with, conflicts with',
  },
  { pattern: /\bleaves? (?:\S+ ){1,2}out\b/i, instead: 'omit' },
  { pattern: /\b(?:null|empty) where\b/i, instead: 'null if' },
  {
    pattern: /\b(?:Not judged|Not reported|Read) (?:is|are)\b|\bJudged (?:is|are)\b/,
    instead: 'the check judges, reports, reads',
  },
  { pattern: /\bhangs? on\b/i, instead: 'depends on' },
  { pattern: /\bmend(?:s|ed)?\b/i, instead: 'fix' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bto come\b/i, instead: 'next, future' },
  { pattern: /\bon its way\b/i, instead: 'in progress' },
  { pattern: /\bof (?:one's|your) own\b/i, instead: 'custom, self-managed' },
  { pattern: /\b(?:goes|go) on (?:to|once|when|only|accepting|running)\b/i, instead: 'continue, still' },
  { pattern: /\bis made for\b/i, instead: 'supports' },
  { pattern: /\bcould not be decided\b/i, instead: 'unknown whether' },
  { pattern: /\b(?:is|are) not readable\b/i, instead: 'cannot read' },
  { pattern: /\b(\d) stays \1\b/, instead: 'exit code 3 is unchanged' },
  { pattern: /\btakes? nothing from\b/i, instead: 'does not affect' },
  { pattern: /[,:] also (?:if|when|those)\b/i, instead: 'even if, including those' },
  { pattern: /\bbest first\b/i, instead: 'in order of preference' },
  { pattern: /\bas you (?:un)?(?:folded|left|had)\b/i, instead: 'as on screen' },
  { pattern: /\bof another cluster than\b/i, instead: 'of a cluster other than' },
  { pattern: /\b(?:each|every|all) but (?:this|that|the) one\b/i, instead: 'except' },
  { pattern: /\bWhat (?:it|they) (?:do|does) not allow\b/i, instead: 'anything that they do not allow' },
];

/** Files whose texts still have to be reworded; the list may only become shorter. */
export const waiting: readonly string[] = [];

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A text for users, and its place. */
export interface Shown {
  place: string;
  text: string;
}

type Node = Record<string, unknown>;

function* walkNodes(value: unknown): Iterable<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Node;
  for (const inner of Object.values(value)) yield* walkNodes(inner);
}

/**
 * Every string and template in the TypeScript files of a folder that contain a phrase. Omits comments and the word
 * lists by which names are redacted.
 */
export function literalsIn(folder: string): Shown[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('redact/'))
    .flatMap((file) => listLiterals(path.posix.join(folder, file)));
}

/** Parses only a file that contains a phrase: a tenth of a second instead of two. */
function listLiterals(file: string): Shown[] {
  const { text } = readText(file);
  if (foundIn({ place: file, text }).length === 0) return [];
  return [...walkNodes(parseFile(file, text))].flatMap((node): Shown[] => {
    const place = () => `${file}:${text.slice(0, Number(node['start'])).split('\n').length}`;
    if (node['type'] === 'Literal' && typeof node['value'] === 'string') {
      return [{ place: place(), text: node['value'] }];
    }
    if (node['type'] !== 'TemplateLiteral') return [];
    const quasis = node['quasis'] as { value: { cooked: string } }[];
    return [{ place: place(), text: quasis.map(({ value }) => value.cooked).join('…') }];
  });
}

/** The comments in the TypeScript files of a folder that contain a phrase. */
export function commentsIn(folder: string): Shown[] {
  return codeFiles(folder).flatMap(listComments);
}

export function codeFiles(folder: string): string[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.tsx?$/.test(file)).map((file) => path.posix.join(folder, file));
}

/** Finds comments after blanking out strings and regular expressions, which may look like comments. */
function listComments(file: string): Shown[] {
  const { text } = readText(file);
  if (foundIn({ place: file, text }).length === 0) return [];
  let rest = text;
  for (const { type, start, end } of walkNodes(parseFile(file, text))) {
    if (type !== 'Literal' && type !== 'TemplateElement' && type !== 'JSXText') continue;
    const length = Number(end) - Number(start);
    rest = `${rest.slice(0, Number(start))}${' '.repeat(length)}${rest.slice(Number(end))}`;
  }
  return Array.from(rest.matchAll(/\/\*[^]*?\*\/|\/\/.*/g), ({ 0: comment, index }) => ({
    place: `${file}:${text.slice(0, index).split('\n').length}`,
    text: comment.replaceAll(/\n\s*\* ?/g, ' '),
  }));
}

export function readText(file: string): Shown {
  return { place: file, text: readFileSync(path.join(root, file), 'utf8') };
}

/** The lines of the tables in `rules/`, except `about`, which is for maintainers. */
export function rulesTexts(): Shown[] {
  const files = readdirSync(path.join(root, 'rules')).filter((file) => file.endsWith('.json'));
  return files.flatMap((file) =>
    readText(`rules/${file}`)
      .text.split('\n')
      .map((text, index) => ({ place: `rules/${file}:${index + 1}`, text }))
      .filter(({ text }) => !text.startsWith('  "about"')),
  );
}

/** Each phrase in a text: its place, the phrase, and the replacement. */
export function foundIn({ place, text }: Shown): string[] {
  const words = text.replaceAll(/\s+/g, ' ');
  return phrases.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(words);
    if (found === null) return [];
    const around = words.slice(Math.max(0, found.index - 40), found.index + found[0].length + 40);
    return [`${place}: "${found[0]}" in "${around}": ${instead}`];
  });
}

/**
 * Words that names must not contain: the documentation of AWS, Kubernetes and Karpenter does not use them like that.
 */
const bannedWord = /^(?:told|untold|asked|speaks|telling|surroundings|grounds|roads?|ways?)$/i;
/** Keys of stored data: the state of scheduled scans, and tables. */
const storedKeys: ReadonlySet<string> = new Set(['told', 'toldAt', 'askedFrom', 'unlessTold']);

/** The names in a TypeScript file that contain a banned word, each with its line. */
export function bannedNames(file: string): string[] {
  const { text } = readText(file);
  return [...walkNodes(parseFile(file, text))].flatMap((node): string[] => {
    const name = node['type'] === 'Identifier' ? String(node['name']) : '';
    const isBanned = name.split(/(?=[A-Z])|_/).some((word) => bannedWord.test(word)) && !storedKeys.has(name);
    return isBanned ? [`${file}:${text.slice(0, Number(node['start'])).split('\n').length} ${name}`] : [];
  });
}

/** The functions in a TypeScript file that are named `xOf`. */
export function functionsNamedOf(file: string): string[] {
  return [...walkNodes(parseFile(file, readText(file).text))].flatMap((node): string[] => {
    const value = Object(node['type'] === 'FunctionDeclaration' ? node : node['init'])['type'];
    const isFunction = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(value);
    const name = String(Object(node['id'])['name']);
    return isFunction && name.endsWith('Of') ? [`${file} ${name}`] : [];
  });
}

function parseFile(file: string, text: string) {
  return parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' });
}
