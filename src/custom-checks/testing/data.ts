import { isDeepStrictEqual, inspect } from 'node:util';
import { frozen } from '../plugins/worker/frozen.ts';

/** Plain data of cases: copies, places in it, differences. */

/**
 * A copy that nothing changes.
 * @throws Error where the value is not plain data
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

/** `deployments[0].name` of a path. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) =>
      typeof part === 'number' || /^\d+$/.test(String(part))
        ? `[${String(part)}]`
        : `${at === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}

/** The first field of the given data that the kept data lacks. */
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

/** A value as people read it in a failed test. */
export function shown(value: unknown): string {
  return inspect(value, { depth: 6, breakLength: 100, maxArrayLength: 20, maxStringLength: 400 });
}

/** The places where two values differ, with both sides as lines; none: they are equal. */
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
