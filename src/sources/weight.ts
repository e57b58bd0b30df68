/** An object's header, and a field or an element: V8's, on 64 bits. */
const OBJECT_BYTES = 24;
const FIELD_BYTES = 8;
const TEXT_BYTES = 24;

/**
 * About how many bytes a value takes in memory. By a stack of its own: JSON may be deeper than the program's.
 * @param seen objects that were counted before: what many values share takes its room once
 */
export function weightOf(value: unknown, seen: Set<object>): number {
  const waiting: unknown[] = [value];
  let weight = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') weight += TEXT_BYTES + next.length;
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const fields = next as Record<PropertyKey, unknown>;
    let count = 0;
    for (const key in fields) {
      waiting.push(fields[key]);
      count++;
    }
    for (const key of Object.getOwnPropertySymbols(next)) {
      waiting.push(fields[key]);
      count++;
    }
    weight += OBJECT_BYTES + count * FIELD_BYTES;
  }
  return weight;
}
