/** A JSON object, or a YAML map, whose values nobody has looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True where the value is a JSON object: no list, no null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
