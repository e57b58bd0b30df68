const longest = 1_000;

/** The message of what was thrown, whatever it is. */
export function messageOf(thrown: unknown): string {
  return String(thrown instanceof Error ? thrown.message : thrown).slice(0, longest);
}
