import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { Files } from '../refresher.ts';

const run = promisify(execFile);
const packed = z.array(z.object({ filename: z.string(), version: z.string() }));

/**
 * Reads files of the newest version of an npm package. Nothing of it runs.
 * @param day the last day to take a version from: `2026-11-21`
 * @returns the texts by package and path: `@aws-sdk/client-eks@3.1175.0/package.json`
 * @throws Error if the registry does not answer, or the package has no such file
 */
export async function readPackage(name: string, paths: readonly string[], day: string | undefined): Promise<Files> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-refresh-'));
  try {
    const before = day === undefined ? [] : [`--before=${day}T23:59:59Z`];
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', ...before, name], { cwd: folder });
    const [archive] = z.parse(packed, JSON.parse(stdout));
    if (archive === undefined) throw new Error(`npm has no ${name}`);
    await run('tar', ['-xzf', archive.filename, ...paths.map((one) => `package/${one}`)], { cwd: folder });
    const texts = paths.map(async (one) => {
      return [`${name}@${archive.version}/${one}`, await readFile(path.join(folder, 'package', one), 'utf8')] as const;
    });
    return new Map(await Promise.all(texts));
  } finally {
    await rm(folder, { recursive: true });
  }
}
