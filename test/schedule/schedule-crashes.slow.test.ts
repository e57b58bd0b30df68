import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stateSchema } from '../../src/schedule/changes/state.ts';
import { debianProgram, isLeftOut, type Program } from '../packaging/debian.ts';
import { home, scheduled, startNights, type Nights } from './nightly.ts';

/**
 * At-least-once delivery: SIGKILL ends the run at one of its requests, before or after the request takes effect, and
 * before the run gets the answer. The table counts the messages of that run and the next two.
 */

let nights: Nights;
beforeEach(async () => {
  nights = await startNights();
});
afterEach(() => nights.close());

const kept = (name: string): string => nights.bucket.objects.get(`${home}${name}`)?.body ?? '';

/** Rows: the request at which the run is killed, before or after it, and how often the message arrives. */
const rows: readonly [string, 'before' | 'after', number][] = [
  ['PUT report', 'before', 1],
  ['PUT report', 'after', 1],
  ['GET state.json', 'before', 1],
  ['GET state.json', 'after', 1],
  ['POST message', 'after', 2],
  ['PUT state.json', 'before', 2],
  ['PUT state.json', 'after', 1],
  ['GET latest.json', 'before', 1],
  ['PUT latest.json', 'before', 1],
  ['PUT latest.json', 'after', 1],
];

describe('a run that is killed at a write in a bucket', () => {
  it.each(rows)('%s (%s): the message arrives %i times', async (step, when, times) => {
    let kill = (): void => undefined;
    let hasEnded = false;
    const killed = nights.scan(scheduled, { started: (child) => (kill = () => child.kill('SIGKILL')) });
    void killed.then(() => (hasEnded = true));
    const toStepName = (key: string) => (key.includes('T12-') ? 'report' : key.replace(home, ''));
    nights.bucket.onRequest = async ({ method, key }, now) => {
      if (hasEnded || `${method} ${toStepName(key)}` !== step || now !== when) return;
      kill();
      await killed;
    };
    nights.onMessage = () => {
      if (!hasEnded && step === 'POST message') kill();
    };
    expect((await killed).signal).toBe('SIGKILL');
    const left = [...nights.bucket.objects.keys()].filter((key) => key.includes('T12-'));
    expect(await nights.scan()).toMatchObject({ code: 0, stderr: '' });
    expect(await nights.scan()).toMatchObject({ code: 0, stderr: '' });
    expect(nights.messages.map(({ kind }) => kind)).toEqual(Array.from({ length: times }, () => 'first'));
    expect(new Set(nights.messages.map(({ id }) => id)).size).toBe(1);
    expect(left.every((key) => nights.bucket.objects.has(key))).toBe(true);
    expect(stateSchema.parse(JSON.parse(kept('state.json'))).told.scan?.at).toMatch(/^2026-11-22T/);
    expect(JSON.parse(kept('latest.json'))).toMatchObject({ scannedAt: expect.stringMatching(/^2026-11-22T/) });
  });
});

/** strace kills a process at its nth call. Without it, test/schedule/history.test.ts shows the state after a crash. */
describe.skipIf(isLeftOut('strace'))('a run that is killed at a write in a folder', () => {
  let strace: Program;
  beforeAll(async () => {
    strace = await debianProgram('strace');
  });

  /** Rows: the call and its number, the night (0 creates files, 1 replaces two of them), and the lock that remains. */
  const calls = [
    ['link,linkat', 1, 0, null],
    ['link,linkat', 2, 0, null],
    ['link,linkat', 3, 0, null],
    ['fsync', 1, 0, null],
    ['fsync', 2, 0, null],
    ['fsync', 3, 0, null],
    ['rename,renameat2', 1, 1, '.state.json.lock'],
    ['rename,renameat2', 2, 1, '.latest.json.lock'],
  ] as const;
  it.each(calls)(
    '%s, number %i, night %i: told at least once, at most twice, the files are whole, and no lock stays',
    async (...row) => {
      const [call, nth, night, lock] = row;
      const folder = path.join(nights.world.folder, 'history');
      const options = ['--state', folder, '--deliver', 'webhook:env:HOOK'];
      if (night === 1) await nights.scan(options, { day: 0 });
      const inject = `inject=${call}:signal=SIGKILL:when=${nth}`;
      const traced = [strace.file, '-f', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e', inject];
      expect(
        await nights.scan(options, { day: night, under: traced, env: { ...strace.env, UV_THREADPOOL_SIZE: '1' } }),
      ).toMatchObject({ signal: 'SIGKILL' });
      const own = path.join(folder, '111122223333', 'eu-west-1', 'prod');
      const locks = () => readdirSync(own).filter((file) => file.endsWith('.lock'));
      expect(locks()).toEqual(lock === null ? [] : [lock]);
      expect(await nights.scan(options, { day: night + 1 })).toMatchObject({ code: 0, stderr: '' });
      expect(await nights.scan(options, { day: night + 2 })).toMatchObject({ code: 0, stderr: '' });
      expect(night === 1 ? [1] : [1, 2]).toContain(nights.messages.length);
      expect(new Set(nights.messages.map(({ id }) => id)).size).toBe(1);
      expect(locks()).toEqual([]);
      const files = readdirSync(own).filter((file) => !file.startsWith('.'));
      for (const file of files) expect(JSON.parse(readFileSync(path.join(own, file), 'utf8'))).toBeTypeOf('object');
      expect(files).toEqual(expect.arrayContaining(['latest.json', 'state.json']));
    },
  );
});
