/** A JSON object or a YAML map with unchecked values. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True if the value is a JSON object, not a list or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * True if JSON has more objects and arrays than these: each takes many times its size in memory. Counts the brackets in
 * texts, too.
 */
export function isDense(json: string, most: number): boolean {
  if (json.length <= 2 * most) return false;
  let nested = 0;
  for (let at = 0; at < json.length && nested <= most; at += 1) {
    const code = json.charCodeAt(at);
    if (code === openBrace || code === openBracket) nested += 1;
  }
  return nested > most;
}

const [openBrace, openBracket] = [0x7b, 0x5b];
