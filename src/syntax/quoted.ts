/** Values and lists of words in messages to the user. */

/** A message shows no more of a value: what is longer was made to fill a screen. */
const longestShown = 80;

/** A value as a message shows it: its first characters, and an ellipsis where there are more. */
export function shortened(value: string, longest = longestShown): string {
  return value.length > longest ? `${value.slice(0, longest)}…` : value;
}

/** `a`, `a or b`, `a, b or c`. */
export function formatAlternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** An invalid value and what was expected, in one line: `invalid --scope 'foo' (expected all or control-plane)`. */
export function invalid(called: string, value: string, expected: string): string {
  return `invalid ${called} '${shortened(value)}' (expected ${expected})`;
}
