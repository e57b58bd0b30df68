import { isBelow } from '../syntax/versions.ts';

/** True for versions in [from, end); without an end, the range is open. */
export function isWithin(version: string, from: string, end: string | null | undefined): boolean {
  return !isBelow(version, from) && (end === null || end === undefined || isBelow(version, end));
}

/** The first version of a path that is at or above a version. */
export function firstFrom(versions: readonly string[], from: string): string | undefined {
  return versions.find((version) => !isBelow(version, from));
}
