import coerce from 'semver/functions/coerce.js';
import compare from 'semver/functions/compare.js';
import compareBuild from 'semver/functions/compare-build.js';
import parse from 'semver/functions/parse.js';

/** The minor of a Kubernetes 1.x version, as a number: 1.34 is 34. Compare and subtract it as a number. */
export type Minor = number;

/**
 * Parses the minor of a Kubernetes version: `1.34`, `v1.33.5-eks-3025e55`, `1.29+`.
 * @returns undefined if the text is not a version of Kubernetes 1.x
 */
export function parseMinor(text: string): Minor | undefined {
  const match = /^v?1\.(\d{1,3})(?![\d])(?:[.+-].*)?$/.exec(text.trim());
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

/** Formats a minor as Kubernetes does: 34 becomes `1.34`. */
export function format(minor: Minor): string {
  return `1.${minor}`;
}

/** As for semver; a tag of an image has at most 128 characters. */
const longestVersion = 256;

/**
 * Parses the version in an image tag or a chart version: `v1.18.1-eksbuild.3` becomes `1.18.1`. To semver, the suffix
 * of EKS makes it a pre-release, so everything after the patch number is dropped.
 * @returns undefined if the text does not begin with a version number (`latest`, `main-2024`, a digest) or is too long
 */
export function parseVersion(text: string): string | undefined {
  if (text.length > longestVersion) return undefined;
  if (!/^v?\d+\.\d+/.test(text)) return undefined;
  return coerce(text)?.version;
}

/** True if version a is lower than version b; both as `parseVersion` returns them or as tables write them. */
export function isBelow(a: string, b: string): boolean {
  return compare(a, b) < 0;
}

/** The version of an EKS add-on or of an image that EKS builds: `v1.21.2-eksbuild.2`, `v1.33.3-minimal-eksbuild.4`. */
export interface AddonVersion {
  /** The version, unchanged. */
  text: string;
  /** Without the suffix after the patch number: `1.21.2`. */
  version: string;
  /** The number after `eksbuild`; null if there is none. */
  build: number | null;
}

/**
 * Parses the version of an add-on, with its build number.
 * @returns undefined if the text does not begin with a version number
 */
export function parseAddonVersion(text: string): AddonVersion | undefined {
  const version = parseVersion(text);
  if (version === undefined) return undefined;
  const build = /[-.]eksbuild\.(\d+)\b/.exec(text)?.[1];
  return { text, version, build: build === undefined ? null : Number(build) };
}

/** Negative if a is older than b, zero if they are equal. A version without a build comes before its first build. */
export function compareAddonVersions(a: AddonVersion, b: AddonVersion): number {
  const order = compare(a.version, b.version) || (a.build ?? 0) - (b.build ?? 0);
  if (order !== 0 || a.build !== null || b.build !== null) return order;
  return compareBuild(parse(a.text) ?? a.version, parse(b.text) ?? b.version);
}

/** A cluster's version and the last version of a path. */
export interface PathEnds {
  readonly current: Minor;
  readonly target: Minor;
}

/** Whether a path leads to an earlier version. */
export function isRollback({ current, target }: PathEnds): boolean {
  return target < current;
}
