import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ScanError } from '../../facts/reason.ts';
import { codeOf, undefinedIfGone } from '../../sources/whole-file.ts';

const pauseMs = 100;
/** A lock is held for milliseconds: one that stays the same for this time is left over from a crash. */
const leftBehindMs = 10_000;
const longestWaitMs = 30_000;

/**
 * Runs a job while no other process holds the lock.
 * @param file the lock: a file that exists while the job runs
 * @throws ScanError (`time-out`) if others hold it for 30 seconds
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
  let seen: string | undefined;
  let since = 0;
  for (const end = performance.now() + longestWaitMs; performance.now() < end; await sleep(pauseMs)) {
    if (await isMade(file)) return;
    const id = await readIdentity(file);
    // Measured by our own clock: the clocks of two machines may differ.
    if (id !== seen) [seen, since] = [id, performance.now()];
    else if (id !== undefined && performance.now() - since >= leftBehindMs) await removeLeftBehind(file, id);
  }
  throw new ScanError({ kind: 'time-out', message: `other runs held the lock file ${file} for 30 seconds` });
}

/** Takes a second lock: otherwise, a process that found the same stale lock could remove a newly taken one. */
function removeLeftBehind(file: string, id: string): Promise<void> {
  return underLock(`${file}.${id}`, async () => {
    if ((await readIdentity(file)) === id) await rm(file, { force: true });
  });
}

async function isMade(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Identifies this lock file; undefined if it no longer exists. */
async function readIdentity(file: string): Promise<string | undefined> {
  const stats = await stat(file, { bigint: true }).catch(undefinedIfGone);
  return stats === undefined ? undefined : `${stats.ino}-${stats.mtimeNs}`;
}
