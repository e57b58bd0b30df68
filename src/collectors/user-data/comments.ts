/**
 * A script without comments: lines that begin with `#`, and the end of a line behind a `#` at the start of a word. A
 * `#` in front of a quotation mark may be inside quotes, and stays.
 */
export function withoutComments(script: string): string {
  return script.split('\n').map(withoutComment).join('\n');
}

function withoutComment(line: string): string {
  if (line.trimStart().startsWith('#')) return '';
  const lastQuote = Math.max(line.lastIndexOf('"'), line.lastIndexOf("'"));
  const tail = line.slice(lastQuote + 1);
  const hash = /[ \t]#/.exec(tail);
  return hash === null ? line : line.slice(0, lastQuote + 1 + hash.index);
}
