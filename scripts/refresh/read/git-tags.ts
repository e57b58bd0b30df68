import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Files } from '../refresher.ts';

const run = promisify(execFile);
const limitSeconds = 60;

/**
 * Asks a repository for its tags.
 * @returns what Git prints, by the address: a line for each tag, with the commit and the name
 * @throws Error with the address, if it does not answer in time
 */
export async function readTags(address: string): Promise<Files> {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
  const limits = { timeout: limitSeconds * 1000, maxBuffer: 64 * 1024 * 1024, env };
  const { stdout } = await run('git', ['ls-remote', '--tags', '--refs', address], limits);
  return new Map([[address, stdout]]);
}

/** The names of the tags: `cluster-autoscaler-1.36.1`. @throws Error if there are none */
export function parseTags(answer: string | undefined): string[] {
  const names = [...(answer ?? '').matchAll(/^[0-9a-f]{40,64}\trefs\/tags\/(\S+)$/gm)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error('the repository names no tags');
  return names;
}
