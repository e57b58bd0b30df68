import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** How many characters of an error's stack are parsed: a module can set the stack to any string. */
const longestStack = 20_000;

/** The folder of our own files, as a URL: an error of our API is about the line that calls it. The build has chunks. */
const ownFolder = new URL('.', import.meta.url).href.replace(/\/chunks\/$/, '/');

/**
 * Adds the file and line to the message of an error that a module threw while it was loaded:
 * `/home/me/spot.mjs:5: ...`. Returns the thrown value unchanged if its stack shows no file.
 */
export function withPlace(thrown: unknown, own = ownFolder): unknown {
  const place = findPlace(thrown, own);
  return place === undefined
    ? thrown
    : new Error(`${place.file}:${place.line}: ${formatError(thrown)}`, { cause: thrown });
}

/**
 * The message of what a module threw while it ran, with the file and line if its stack shows them: `spot.mjs:5: ...`.
 * Reports are shared, so a file below the working directory is named by its path from there.
 */
export function formatCrash(thrown: unknown, own = ownFolder): string {
  const place = findPlace(thrown, own);
  if (place === undefined) return formatError(thrown);
  const below = path.relative(process.cwd(), place.file);
  const isOutside = below.startsWith('..') || path.isAbsolute(below);
  return `${isOutside ? place.file : below}:${place.line}: ${formatError(thrown)}`;
}

const longest = 1_000;

/** The message of any thrown value, shortened. */
export function formatError(thrown: unknown): string {
  return String(thrown instanceof Error ? thrown.message : thrown).slice(0, longest);
}

/** The first line of the module, or of what it imports, in the stack of an error. */
function findPlace(thrown: unknown, own: string): { file: string; line: string } | undefined {
  const stack: unknown = thrown instanceof Error ? thrown.stack : undefined;
  if (typeof stack !== 'string') return undefined;
  const [first] = stack
    .slice(0, longestStack)
    .split('\n')
    .flatMap((line) => parseFrame(line) ?? [])
    .filter(({ file }) => !file.startsWith(own));
  if (first === undefined) return undefined;
  return { ...first, file: first.file.startsWith('/') ? first.file : fileURLToPath(first.file) };
}

const before = '    at ';

/** Parses `    at load (file:///home/me/spot.mjs:5:9)`; undefined if it is not in a file (Node's own modules). */
function parseFrame(text: string): { file: string; line: string } | undefined {
  if (!text.startsWith(before)) return undefined;
  const place = text.slice(Math.max(text.lastIndexOf('(') + 1, before.length)).replace(/^async /, '');
  const parts = place.split(':');
  const [line = '', column = ''] = parts.slice(-2);
  const file = parts.slice(0, -2).join(':');
  const isFile = file.startsWith('/') || (file.startsWith('file:///') && !/%2f/i.test(file));
  return isFile && /^\d+$/.test(line) && /^\d+\)?$/.test(column) ? { file, line } : undefined;
}
