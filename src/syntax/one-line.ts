import { stripVTControlCharacters } from 'node:util';

/** External text as one line without control and invisible characters, cut to `longest` characters plus an ellipsis. */
export function oneLine(text: string, longest = Infinity): string {
  const line = stripVTControlCharacters(text)
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
