import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import { parseAst } from 'rolldown/parseAst';

/** A regular expression of the product, and the files that contain it. */
export interface Pattern {
  source: string;
  flags: string;
  files: string[];
}

export interface Patterns {
  literals: Pattern[];
  /** `new RegExp(...)` calls: the file and the expression, whose parts are known only at run time. */
  made: { file: string; text: string }[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every regular expression in the TypeScript files of these folders. */
export function patternsIn(folders: readonly string[]): Patterns {
  const literals = new Map<string, Pattern>();
  const made: Patterns['made'] = [];
  for (const file of folders.flatMap(sourcesIn)) {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const node of walkNodes(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' }))) {
      const { regex } = node;
      if (isLiteral(regex)) {
        const key = `/${regex.pattern}/${regex.flags}`;
        const found = literals.get(key) ?? { source: regex.pattern, flags: regex.flags, files: [] };
        if (!found.files.includes(file)) found.files.push(file);
        literals.set(key, found);
      } else if (makesPattern(node)) made.push({ file, text: text.slice(Number(node['start']), Number(node['end'])) });
    }
  }
  return { literals: [...literals.values()], made };
}

export function sourcesIn(folder: string): string[] {
  const entries = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  return entries.filter((name) => /\.tsx?$/.test(name)).map((name) => path.posix.join(folder, name));
}

type Node = Record<string, unknown>;

function* walkNodes(value: unknown): Iterable<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Node;
  for (const inner of Object.values(value)) yield* walkNodes(inner);
}

function isLiteral(regex: unknown): regex is { pattern: string; flags: string } {
  return typeof regex === 'object' && regex !== null && 'pattern' in regex;
}

function makesPattern({ type, callee }: Node): boolean {
  const isCall = type === 'NewExpression' || type === 'CallExpression';
  return isCall && (callee as Node)['type'] === 'Identifier' && (callee as Node)['name'] === 'RegExp';
}

/**
 * The expressions that product files build from other constants while they are loaded.
 * @param load imports the files; files that were imported before do not count
 */
export async function madeWhileLoading(load: () => Promise<unknown>): Promise<Pattern[]> {
  const found = new Map<string, Pattern>();
  const own = globalThis.RegExp;
  globalThis.RegExp = new Proxy(own, {
    construct(target, [source, flags = '']: [string, string?]) {
      const [, file] =
        /\/((?:src|checks)\/[\w./-]+\.ts)/.exec((new Error('where').stack ?? '').split('\n')[2] ?? '') ?? [];
      if (file !== undefined) {
        const known = found.get(`/${source}/${flags}`) ?? { source, flags, files: [] };
        found.set(`/${source}/${flags}`, { ...known, files: [...new Set([...known.files, file])] });
      }
      return Reflect.construct(target, [source, flags]);
    },
  });
  try {
    await load();
  } finally {
    globalThis.RegExp = own;
  }
  return [...found.values()];
}

const recheck = JSON.parse(readFileSync(path.join(root, 'node_modules/recheck/package.json'), 'utf8')) as Node;
const cacheFile = path.join(root, `node_modules/.cache/eks-preflight/patterns-${String(recheck['version'])}.json`);

/** Verdicts of earlier runs, by pattern and flags: a verdict depends on nothing else. */
function readCache(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(cacheFile, 'utf8')) as Record<string, string>;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return {};
    throw error;
  }
}

/** Checks how each pattern's longest search grows with the text. @returns for each pattern, `safe` or what is wrong */
export async function judgePatterns(patterns: readonly Pattern[]): Promise<Map<Pattern, string>> {
  const cache = readCache();
  const verdicts = new Map<Pattern, string>();
  for (const pattern of patterns) {
    const key = `/${pattern.source}/${pattern.flags}`;
    const verdict = cache[key] ?? (await judge(pattern));
    verdicts.set(pattern, verdict);
    if (!verdict.startsWith('unknown')) cache[key] = verdict;
  }
  mkdirSync(path.dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(cache, null, 1));
  return verdicts;
}

/**
 * True if the pattern has no unlimited quantifier: then each attempt to match ends after a limited number of
 * characters.
 */
function isBounded(source: string): boolean {
  const quantifiers = source.replaceAll(/\\./g, '').replaceAll(/\[[^\]]*\]/g, '');
  return !/[*+]|\{\d+,\}/.test(quantifiers);
}

/** No time limits: a verdict must not depend on the machine's load. */
const noClock = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null } as const;

async function judge({ source, flags }: Pattern): Promise<string> {
  if (isBounded(source)) return 'safe';
  const { status, ...more } = await check(source, flags, noClock);
  if (status === 'safe') return status;
  if ('complexity' in more && more.complexity !== undefined) return `${status}: ${more.complexity.summary}`;
  return `${status}: ${'error' in more ? (more.error?.kind ?? '') : ''}`;
}
