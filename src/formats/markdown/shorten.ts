/**
 * Cuts text to `most` characters, followed by an ellipsis. Cut before escaping: a later cut may leave code or a tag
 * open.
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
