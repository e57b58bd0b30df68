import compare from 'semver/functions/compare.js';
import parse from 'semver/functions/parse.js';
import { parseMinor } from '../../../syntax/versions.ts';
import { overloads } from '../signature.ts';
import { failure, isFailure, type Failure, type Special } from '../values.ts';

type Version = Extract<Special, { kind: 'semver' }>;

/** Parses a version that has three numbers, without `v` or spaces. */
function strict(text: string): Version | Failure {
  const version = /^\d\S{0,250}$/.test(text) ? parse(text) : null;
  return version === null ? failure('not a semantic version') : { kind: 'semver', version };
}

/**
 * Parses a version; with `normalize`, also `v1`, `1.2` and `01.02.03`.
 * Source: normalizeAndParse of k8s.io/apiserver/pkg/cel/library/semverlib.go
 */
function read(text: string, normalize: boolean): Version | Failure {
  if (!normalize) return strict(text);
  const [major = '', ...rest] = text.replace(/^v/, '').split('.');
  const [minor, ...patch] = rest;
  const parts = [major, ...(minor === undefined ? [] : [minor]), ...(patch.length === 0 ? [] : [patch.join('.')])];
  const plain = parts.map((part) => part.replace(/^0{1,250}(?=\d)/, ''));
  if (plain.length < 3 && /[+-]/.test(plain.at(-1) ?? '')) return failure('not a semantic version');
  return strict([...plain, '0', '0'].slice(0, 3).join('.'));
}

function order(a: Version, b: Version): bigint {
  return BigInt(compare(a.version, b.version));
}

/** Source: k8s.io/apiserver/pkg/cel/library/semverlib.go, except `minor(text)`: 34 for '1.34' or 'v1.34.2-eks-abc'. */
export const versions = overloads({
  'semver(string): semver': strict,
  'semver(string, bool): semver': read,
  'isSemver(string): bool': (text: string) => !isFailure(strict(text)),
  'isSemver(string, bool): bool': (text: string, normalize: boolean) => !isFailure(read(text, normalize)),
  'semver.major(): int': ({ version }: Version) => BigInt(version.major),
  'semver.minor(): int': ({ version }: Version) => BigInt(version.minor),
  'semver.patch(): int': ({ version }: Version) => BigInt(version.patch),
  'semver.isLessThan(semver): bool': (a: Version, b: Version) => order(a, b) < 0n,
  'semver.isGreaterThan(semver): bool': (a: Version, b: Version) => order(a, b) > 0n,
  'semver.compareTo(semver): int': order,
  'minor(string): int': (text: string) => {
    const minor = parseMinor(text);
    return minor === undefined ? failure('not a version of Kubernetes') : BigInt(minor);
  },
});
