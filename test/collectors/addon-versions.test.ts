import { describe, expect, it } from 'vitest';
import { compareAddonVersions, parseAddonVersion, type AddonVersion } from '../../src/syntax/versions.ts';

function read(text: string): AddonVersion {
  const version = parseAddonVersion(text);
  if (version === undefined) throw new Error(`not a version: ${text}`);
  return version;
}

describe('parseAddonVersion', () => {
  it.each([
    ['v1.21.2-eksbuild.2', '1.21.2', 2],
    ['v1.33.3-minimal-eksbuild.14', '1.33.3', 14],
    ['1.18.1', '1.18.1', null],
    ['v1.29.2-hashicorp.1', '1.29.2', null],
    ['v0.7.2-eksbuild.3', '0.7.2', 3],
    ['v1.11', '1.11.0', null],
  ])('reads %s', (text, version, build) => {
    expect(parseAddonVersion(text)).toEqual({ text, version, build });
  });

  it.each(['', 'latest', 'main-2024', 'eksbuild.2', 'sha256:0f0f'])('takes unknown from %j', (text) => {
    expect(parseAddonVersion(text)).toBeUndefined();
  });
});

describe('compareAddonVersions', () => {
  it('puts versions in their order, builds as numbers', () => {
    const sorted = [
      'v1.9.3-eksbuild.11',
      'v1.21.2',
      'v1.21.2-eksbuild.2',
      'v1.21.2-minimal-eksbuild.9',
      'v1.21.2-eksbuild.10',
      'v1.21.14-eksbuild.1',
      'v2.0.0-rc.1',
      'v2.0.0',
      'v2.0.1-vendor.2',
      'v2.0.1-vendor.10',
    ];
    const shuffled = [...sorted].reverse().map(read);
    expect(shuffled.sort(compareAddonVersions).map(({ text }) => text)).toEqual(sorted);
  });

  it('knows the same version in two spellings', () => {
    expect(compareAddonVersions(read('v1.21.2-eksbuild.2'), read('1.21.2-minimal-eksbuild.2'))).toBe(0);
    expect(compareAddonVersions(read('v1.21.2'), read('1.21.2'))).toBe(0);
  });
});
