import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError } from '../facts/reason.ts';
import { codeOf } from '../sources/whole-file.ts';

const pauseMs = 100;
/** A lock is held for milliseconds. One that nobody touched while we waited so long was left behind by a crash. */
const leftBehindMs = 10_000;
const longestWaitMs = 30_000;

/**
 * Runs a job while no other process that asks for the same lock does.
 * @param file the lock: a file that is there while the job runs
 * @throws SourceError where others hold it too long
 */
export async function underLock<Value>(file: string, job: () => Promise<Value>): Promise<Value> {
  await take(file);
  try {
    return await job();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<void> {
  let watched: { id: string; since: number } | undefined;
  for (const end = performance.now() + longestWaitMs; performance.now() < end; await sleep(pauseMs)) {
    if (await made(file)) return;
    const id = await identity(file);
    if (id === undefined) continue;
    if (watched?.id !== id) watched = { id, since: performance.now() };
    // By the time that we waited, not by the clocks of two machines.
    if (performance.now() - watched.since >= leftBehindMs) await remove(file, id);
  }
  throw new SourceError({ kind: 'time-out', message: `another run holds the lock file ${file}` });
}

async function made(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function identity(file: string): Promise<string | undefined> {
  const stats = await stat(file, { bigint: true }).catch(undefinedIf('ENOENT'));
  return stats === undefined ? undefined : `${stats.ino}-${stats.ctimeNs}`;
}

/** Moved aside first: of several who find it left behind, one removes it. A new lock that was moved by mistake comes back. */
async function remove(file: string, id: string): Promise<void> {
  if ((await identity(file)) !== id) return;
  const aside = `${file}.${randomUUID().slice(0, 8)}`;
  const moved = await rename(file, aside).then(() => aside, undefinedIf('ENOENT'));
  if (moved === undefined) return;
  const isSame = (await identity(aside))?.split('-')[0] === id.split('-')[0];
  if (!isSame) await link(aside, file).catch(undefinedIf('EEXIST'));
  await rm(aside, { force: true });
}

function undefinedIf(code: 'ENOENT' | 'EEXIST'): (error: unknown) => undefined {
  return (error) => {
    if (codeOf(error) === code) return undefined;
    throw error;
  };
}
