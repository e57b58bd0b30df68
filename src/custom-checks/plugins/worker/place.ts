import { fileURLToPath } from 'node:url';
import { formatError } from './judge.ts';

const frame = /(?:\(|at (?:async )?)((?:file:\/\/)?\/[^()]*):(\d+):\d+\)?$/;
/** An author changes the stack as they like: no more of it is read. */
const longestStack = 20_000;

/**
 * What a module threw while it was loaded, with the place where it did: `/home/me/spot.mjs:5: ...`.
 * @param own the folder of our own files, as a URL: an error of our API is about the line that calls it
 */
export function withPlace(thrown: unknown, own: string): unknown {
  const place = findPlace(thrown, own);
  return place === undefined ? thrown : new Error(`${place}: ${formatError(thrown)}`, { cause: thrown });
}

function findPlace(thrown: unknown, own: string): string | undefined {
  const stack: unknown = thrown instanceof Error ? thrown.stack : undefined;
  if (typeof stack !== 'string') return undefined;
  const frames = stack
    .slice(0, longestStack)
    .split('\n')
    .flatMap((line) => {
      const [, file, number] = line.startsWith('    at ') ? (frame.exec(line) ?? []) : [];
      return file === undefined || file.startsWith(own) ? [] : [{ file, number }];
    });
  const [first] = frames;
  if (first === undefined) return undefined;
  return `${first.file.startsWith('file:') ? fileURLToPath(first.file) : first.file}:${first.number ?? ''}`;
}
