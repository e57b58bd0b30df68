import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import compare from 'semver/functions/compare.js';
import prerelease from 'semver/functions/prerelease.js';
import * as z from 'zod/mini';
import type { Files } from '../refresher.ts';

const execute = promisify(execFile);

/** Runs Go outside of any module. A module that asks for a newer Go gets it: an older one refuses to download. */
async function run(args: readonly string[]): Promise<string> {
  const { stdout } = await execute('go', [...args], { cwd: '/', env: { ...process.env, GOTOOLCHAIN: 'auto' } });
  return stdout;
}

const downloaded = z.object({ Dir: z.string() });
const described = z.object({ Time: z.string() });

/**
 * Reads files of a Go module from the module proxy. Go compares what it downloads with the checksum database, and keeps it.
 * @param module `k8s.io/kubernetes@v1.37.0`
 * @param paths files, or folders, of which all files except tests are read; those that do not exist are left out. A part
 * of a path that is `*` stands for every folder
 * @returns the texts by module and path: `k8s.io/kubernetes@v1.37.0/go.mod`
 * @throws Error if Go is missing, or the proxy does not have the version
 */
export async function readModule(module: string, paths: readonly string[]): Promise<Files> {
  const stdout = await run(['mod', 'download', '-json', module]);
  const { Dir } = z.parse(downloaded, JSON.parse(stdout));
  const found = paths.flatMap((one) => listFiles(Dir, one));
  return new Map(found.map((one) => [`${module}/${one}`, readFileSync(path.join(Dir, one), 'utf8')]));
}

function listFiles(folder: string, inside: string): string[] {
  const [before, ...after] = inside.split('*/');
  if (before !== undefined && after.length > 0) {
    const within = readdirSync(path.join(folder, before), { withFileTypes: true }).filter((one) => one.isDirectory());
    return within.flatMap(({ name }) => listFiles(folder, `${before}${name}/${after.join('*/')}`));
  }
  const full = path.join(folder, inside);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [inside];
  const names = readdirSync(full).filter((name) => /\.\w+$/.test(name) && !name.endsWith('_test.go'));
  return names.map((name) => path.posix.join(inside, name));
}

/** The releases of a Go module that the module proxy lists, oldest first, without pre-releases: `v1.37.0`. */
export async function listVersions(module: string): Promise<string[]> {
  const stdout = await run(['list', '-m', '-versions', module]);
  const [, ...versions] = stdout.trim().split(' ');
  return versions.filter((version) => prerelease(version) === null).toSorted(compare);
}

/** The day of a version of a Go module: `2026-10-10`. */
export async function readVersionDay(module: string): Promise<string> {
  const stdout = await run(['list', '-m', '-json', module]);
  return z.parse(described, JSON.parse(stdout)).Time.slice(0, 10);
}

/** All files of several readings. */
export function combineFiles(readings: readonly Files[]): Files {
  return new Map(readings.flatMap((files) => [...files]));
}
