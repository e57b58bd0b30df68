import { chmod, lstat, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCompileCacheFolder } from '../../src/commands/compile-cache.ts';

const uid = process.getuid?.();
let home: string;
let kept: string;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'eks-preflight-home-'));
  kept = path.join(home, '.cache/eks-preflight/compile/1.2.3');
});

afterEach(() => rm(home, { recursive: true, force: true }));

const make = (env: NodeJS.ProcessEnv, user = uid) => makeCompileCacheFolder({ env, version: '1.2.3', uid: user });
const exists = async (file: string) => (await lstat(file).catch(() => undefined)) !== undefined;

describe('the folder of compiled code', () => {
  it('is in the home, and only its owner can enter each part that was made', async () => {
    expect(make({ HOME: home })).toBe(kept);
    expect(make({ HOME: home })).toBe(kept);
    for (const part of ['', 'eks-preflight', 'eks-preflight/compile', 'eks-preflight/compile/1.2.3']) {
      const { mode } = await lstat(path.join(home, '.cache', part));
      expect(mode & 0o777).toBe(0o700);
    }
  });

  it('is in XDG_CACHE_HOME if that is set', () => {
    const cache = path.join(home, 'other');
    expect(make({ HOME: home, XDG_CACHE_HOME: cache })).toBe(path.join(cache, 'eks-preflight/compile/1.2.3'));
    expect(make({ HOME: home, XDG_CACHE_HOME: 'relative' })).toBe(kept);
  });

  it.each<[string, NodeJS.ProcessEnv]>([
    ['NODE_DISABLE_COMPILE_CACHE', { NODE_DISABLE_COMPILE_CACHE: '1' }],
    ['NODE_COMPILE_CACHE, which Node itself obeys', { NODE_COMPILE_CACHE: '/tmp/mine' }],
    ['CI, where a home is used once', { CI: 'true' }],
  ])('is not made with %s', async (_, env) => {
    expect(make({ HOME: home, ...env })).toBeUndefined();
    expect(await exists(path.join(home, '.cache'))).toBe(false);
  });

  it('is not made without a home, or where users have no numbers', () => {
    expect(make({})).toBeUndefined();
    expect(make({ HOME: '' })).toBeUndefined();
    expect(makeCompileCacheFolder({ env: { HOME: home }, version: '1.2.3', uid: undefined })).toBeUndefined();
  });

  it.each<[string, (folder: string) => Promise<unknown>]>([
    ['the group may write to the user cache', () => chmod(path.join(home, '.cache'), 0o770)],
    ['others may write to the home', () => chmod(home, 0o777)],
    ['others may read it', (folder) => chmod(folder, 0o755)],
    ['others may write to a folder above it', (folder) => chmod(path.dirname(folder), 0o777)],
    ['it is a link', (folder) => replace(folder, () => symlink(home, folder))],
    ['a folder above it is a link', (folder) => replace(path.dirname(folder), () => linkTo(path.dirname(folder)))],
    ['it is a file', (folder) => replace(folder, () => writeFile(folder, ''))],
  ])('is not used if %s', async (_, change) => {
    expect(make({ HOME: home })).toBe(kept);
    await change(kept);
    expect(make({ HOME: home })).toBeUndefined();
  });

  it('is not used if another user owns it', () => {
    expect(make({ HOME: home })).toBe(kept);
    expect(make({ HOME: home }, (uid ?? 0) + 1)).toBeUndefined();
  });

  it('is not used if it cannot be made', async () => {
    await writeFile(path.join(home, '.cache'), '');
    expect(make({ HOME: home })).toBeUndefined();
    expect(make({ HOME: '/dev/null' })).toBeUndefined();
  });
});

async function replace(folder: string, by: () => Promise<unknown>): Promise<void> {
  await rm(folder, { recursive: true });
  await by();
}

async function linkTo(folder: string): Promise<void> {
  const elsewhere = path.join(home, 'elsewhere');
  await mkdir(elsewhere, { mode: 0o700 });
  await symlink(elsewhere, folder);
}
