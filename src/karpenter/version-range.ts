import { isBelow } from '../syntax/versions.ts';

/** True for versions from `from` on that are below `end`; without an end, for all later versions. */
export function isWithin(version: string, from: string, end: string | null | undefined): boolean {
  return !isBelow(version, from) && (end === null || end === undefined || isBelow(version, end));
}

/** The first version of a path that is at or above a version. */
export function firstFrom(versions: readonly string[], from: string): string | undefined {
  return versions.find((version) => !isBelow(version, from));
}
