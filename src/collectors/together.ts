/**
 * What several reads give, as `Promise.all` does. Where some fail, the first in the order of the list is thrown, not the
 * first to come back: the same cluster must tell the same denied call each time.
 */
export async function together<const Reads extends readonly unknown[]>(
  reads: Reads,
): Promise<{ -readonly [Place in keyof Reads]: Awaited<Reads[Place]> }> {
  await Promise.allSettled(reads);
  return Promise.all(reads);
}
