import { fileURLToPath } from 'node:url';
import { formatError } from './judge.ts';

/** How many characters of an error's stack are parsed: a module can set the stack to any string. */
const longestStack = 20_000;

/**
 * Adds the file and line to the message of an error that a module threw while it was loaded:
 * `/home/me/spot.mjs:5: ...`. Returns the thrown value unchanged if its stack shows no file.
 * @param own the folder of our own files, as a URL: an error of our API is about the line that calls it
 */
export function withPlace(thrown: unknown, own: string): unknown {
  const stack: unknown = thrown instanceof Error ? thrown.stack : undefined;
  const place = typeof stack === 'string' ? findPlace(stack.slice(0, longestStack), own) : undefined;
  return place === undefined ? thrown : new Error(`${place}: ${formatError(thrown)}`, { cause: thrown });
}

function findPlace(stack: string, own: string): string | undefined {
  const [first] = stack
    .split('\n')
    .flatMap((line) => parseFrame(line) ?? [])
    .filter(({ file }) => !file.startsWith(own));
  if (first === undefined) return undefined;
  return `${first.file.startsWith('/') ? first.file : fileURLToPath(first.file)}:${first.line}`;
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
