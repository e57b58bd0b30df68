/** A JSON object or a YAML map with unchecked values. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True if the value is a JSON object, not a list or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
