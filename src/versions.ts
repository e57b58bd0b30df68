import { coerce, compare } from 'semver';

/** The minor of a Kubernetes 1.x version, as a number: 1.34 is 34. Compare and subtract it as a number. */
export type Minor = number;

/**
 * Reads the minor of a Kubernetes version: `1.34`, `v1.33.5-eks-3025e55`, `1.29+`.
 * @returns undefined where the text is not a version of Kubernetes 1.x
 */
export function parseMinor(text: string): Minor | undefined {
  const match = /^v?1\.(\d{1,3})(?![\d])(?:[.+-].*)?$/.exec(text.trim());
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

/** Writes a minor as Kubernetes does: 34 becomes `1.34`. */
export function format(minor: Minor): string {
  return `1.${minor}`;
}

/**
 * Reads a component's version out of an image tag or a chart version: `v1.18.1-eksbuild.3` becomes `1.18.1`.
 * EKS versions are pre-releases to semver, so everything behind the patch number is dropped before comparing.
 * @returns undefined where the text does not begin with a version number (`latest`, `main-2024`, a digest)
 */
export function parseVersion(text: string): string | undefined {
  if (!/^v?\d+\.\d+/.test(text)) return undefined;
  return coerce(text)?.version;
}

/** True where version a is lower than version b; both as `parseVersion` returns them or as tables write them. */
export function isBelow(a: string, b: string): boolean {
  return compare(a, b) < 0;
}
