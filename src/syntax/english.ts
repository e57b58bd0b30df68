/** The plural of a word or of a kind: `EC2NodeClasses`, `NetworkPolicies`; `Endpoints` stays as it is. */
export function toPlural(word: string): string {
  if (/(?:ss|x|ch|sh)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return word.endsWith('s') ? word : `${word}s`;
}

/** `1 warning`, `2 warnings`. */
export function formatCount(count: number, singular: string, plural = toPlural(singular)): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** The form that agrees with a count: `is` or `are`. */
export function forCount<Word>(count: number, singular: Word, plural: Word): Word {
  return count === 1 ? singular : plural;
}

/** `a, b, c`; with more than `shown` names: `a, b, c and 4 more`. */
export function formatFirst(names: readonly string[], shown = 3): string {
  const rest = names.length - shown;
  return rest > 0 ? `${names.slice(0, shown).join(', ')} and ${rest} more` : names.join(', ');
}

/**
 * `a`, `a and b`, `a, b and c`; with many names: `a, b, c and 4 more`.
 * @param shown how many to name if more than one would be omitted
 */
export function formatList(names: readonly string[], shown = 3): string {
  const first = names.length > shown + 1 ? names.slice(0, shown) : names;
  const rest = names.length - first.length;
  const parts = rest > 0 ? [...first, `${rest} more`] : first;
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
