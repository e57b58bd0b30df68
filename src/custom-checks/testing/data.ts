import { isDeepStrictEqual, inspect } from 'node:util';
import { frozen } from '../plugins/worker/frozen.ts';

/**
 * Returns a deeply frozen copy.
 * @throws Error if the value is not plain data
 */
export function frozenCopy(place: string, value: unknown): unknown {
  try {
    return frozen(structuredClone(value));
  } catch (error) {
    throw new Error(`${place} is not plain data: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Formats a path: `deployments[0].name`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) =>
      typeof part === 'number' || /^\d+$/.test(String(part))
        ? `[${String(part)}]`
        : `${at === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}

/** The path of the first field that validation dropped; undefined if it kept all. */
export function lostPath(given: unknown, kept: unknown): string[] | undefined {
  if (typeof given !== 'object' || given === null || typeof kept !== 'object' || kept === null) return undefined;
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(kept, key)) return [key];
    const below = lostPath(value, (kept as Record<string, unknown>)[key]);
    if (below !== undefined) return [key, ...below];
  }
  return undefined;
}

/** Formats a value for the output of a failed test. */
export function shown(value: unknown): string {
  return inspect(value, { depth: 6, breakLength: 100, maxArrayLength: 20, maxStringLength: 400 });
}

/** Lists the paths at which two values differ, each with both values; empty if they are equal. */
export function differences(expected: unknown, found: unknown, path: readonly string[] = []): string[] {
  if (isDeepStrictEqual(expected, found)) return [];
  if (isContainer(expected) && isContainer(found) && Array.isArray(expected) === Array.isArray(found)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(found)]);
    return [...keys].flatMap((key) => differences(expected[key], found[key], [...path, key]));
  }
  return [`  ${formatPath(path) || 'value'}`, `  - ${shown(expected)}`, `  + ${shown(found)}`];
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
