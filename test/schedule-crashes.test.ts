import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateSchema } from '../src/changes/state.ts';
import { home, scheduled, startNights, type Nights } from './schedule/nightly.ts';

/**
 * At least once: the run is killed (SIGKILL) at each of its writes, once before it is done and once after it is done and before the
 * run learns of it. The table says what is told by that run and the next two.
 */

let nights: Nights;
beforeEach(async () => {
  nights = await startNights();
});
afterEach(() => nights.close());

const kept = (name: string): string => nights.bucket.objects.get(`${home}${name}`)?.body ?? '';

/** Rows: the request at which the run is killed, when, how often the message arrives. */
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
    const nameOf = (key: string) => (key.includes('T12-') ? 'report' : key.replace(home, ''));
    nights.bucket.onRequest = async ({ method, key }, now) => {
      if (hasEnded || `${method} ${nameOf(key)}` !== step || now !== when) return;
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

/** strace stops a process at its nth call; where it is not installed, a folder is shown by what a crash can leave behind. */
const strace = ['/usr/bin/strace', '/bin/strace'].find((file) => existsSync(file));

describe.runIf(strace !== undefined)('a run that is killed at a write in a folder', () => {
  const calls = ['link:1', 'link:2', 'link:3', 'fsync:1', 'fsync:2', 'fsync:3'] as const;
  it.each(calls)('%s: told at least once, at most twice, and the files are whole', async (at) => {
    const folder = path.join(nights.world.folder, 'history');
    const options = ['--state', folder, '--deliver', 'webhook:env:HOOK'];
    const [call = '', nth = ''] = at.split(':');
    const calling = call === 'link' ? 'link,linkat' : 'fsync';
    await new Promise((resolve) => {
      const cli = process.env['EKS_PREFLIGHT_TEST_CLI'] ?? path.resolve('dist/cli.js');
      const inject = `inject=${calling}:signal=SIGKILL:when=${nth}`;
      const env = { ...nights.env, EKS_PREFLIGHT_TEST_CLOCK: '2026-11-20T12:00:00.000Z' };
      const args = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${calling}`, '-e', inject, process.execPath, cli];
      const child = spawn(strace ?? '', [...args, 'scan', '--cluster', 'prod', ...options], {
        env,
        cwd: nights.world.folder,
      });
      child.on('close', resolve);
    });
    expect(await nights.scan(options, { day: 1 })).toMatchObject({ code: 0, stderr: '' });
    expect(await nights.scan(options, { day: 2 })).toMatchObject({ code: 0, stderr: '' });
    expect([1, 2]).toContain(nights.messages.length);
    expect(new Set(nights.messages.map(({ id }) => id)).size).toBe(1);
    const own = path.join(folder, '111122223333', 'eu-west-1', 'prod');
    for (const name of readdirSync(own).filter((file) => file.endsWith('.json') && !file.startsWith('.')))
      expect(() => JSON.parse(readFileSync(path.join(own, name), 'utf8')) as unknown).not.toThrow();
  });
});
