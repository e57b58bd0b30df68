/**
 * Like `Promise.all`, but throws the first error in the order of the list, not the earliest in time: the same cluster
 * must report the same denied call each time.
 */
export async function allInOrder<const Reads extends readonly unknown[]>(
  reads: Reads,
): Promise<{ -readonly [Place in keyof Reads]: Awaited<Reads[Place]> }> {
  await Promise.allSettled(reads);
  return Promise.all(reads);
}
