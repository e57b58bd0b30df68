/** True for a text with a `*`, which stands for any text. */
export function isGlob(text: string): boolean {
  return text.includes('*');
}

/** True where a whole text is what a glob describes: `*` is any text, slashes and nothing included. Takes linear time. */
export function matchesGlob(text: string, glob: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  const last = rest.pop();
  if (last === undefined) return text === glob;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
