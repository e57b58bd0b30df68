/** True if the text contains the wildcard `*`. */
export function isGlob(text: string): boolean {
  return text.includes('*');
}

/**
 * True if the glob matches the whole text; `*` matches any string, including slashes and the empty string. Linear time.
 */
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
