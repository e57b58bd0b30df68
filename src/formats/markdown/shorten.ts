/** A text of so many characters at most. Before it is escaped: what is cut afterwards may leave code or a tag open. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
