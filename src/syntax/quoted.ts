/** The most characters of a value that a message shows: a long value could fill the screen. */
const longestShown = 80;

/** A value for messages; if it is longer, its first characters and an ellipsis. */
export function shortened(value: string, longest = longestShown): string {
  return value.length > longest ? `${value.slice(0, longest)}…` : value;
}

/** `a`, `a or b`, `a, b or c`. */
export function formatAlternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** An error message for an invalid value: `invalid --scope 'foo' (expected all or control-plane)`. */
export function invalid(called: string, value: string, expected: string): string {
  return `invalid ${called} '${shortened(value)}' (expected ${expected})`;
}
