const longest = 1_000;

/** The message of what was thrown, whatever it is: also of what throws when it is looked at. */
export function messageOf(thrown: unknown): string {
  try {
    const message: unknown = thrown instanceof Error ? thrown.message : thrown;
    return String(message).slice(0, longest);
  } catch {
    return 'an error without a message';
  }
}
