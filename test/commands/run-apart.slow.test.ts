import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runApart } from '../../src/commands/fleet/run-apart.ts';
import type { ApartEnded, ApartOptions } from '../../src/commands/io.ts';

/** A program in a separate process, whatever it does. */

const behaviours = `
  const { spawn } = require('node:child_process');
  const [how] = process.argv.slice(2);
  const flood = (stream) => { const chunk = 'x'.repeat(65536); const go = () => { while (stream.write(chunk)); stream.once('drain', go); }; go(); };
  if (how === 'prints') { process.stdout.write('out ' + process.env.SOME); process.stderr.write('one\\ntwo\\nend'); process.exitCode = 7; }
  if (how === 'floods-stdout') flood(process.stdout);
  if (how === 'floods-stderr') { process.stderr.write('x'.repeat(20_000_000), () => process.stderr.write('\\nlast\\n')); }
  if (how === 'stays') { process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); process.stderr.write('ready\\n'); }
  if (how === 'leaves-a-program') { const { pid } = spawn('sleep', ['100'], { stdio: 'inherit' }); process.stderr.write(pid + '\\n'); setInterval(() => undefined, 1000); }
  if (how === 'is-busy') { process.on('SIGTERM', () => undefined); process.stdout.write('half of a rep'); for (;;); }
  if (how === 'ends-when-told') { process.on('SIGTERM', () => process.exit(3)); setInterval(() => undefined, 1000); }
  if (how === 'dies') process.kill(process.pid, 'SIGKILL');
`;

let folder: string;
const own = process.argv[1];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-apart-'));
  const file = path.join(folder, 'program.cjs');
  writeFileSync(file, behaviours);
  process.argv[1] = file;
});
afterAll(() => {
  if (own !== undefined) process.argv[1] = own;
  rmSync(folder, { recursive: true, force: true });
});

const run = (how: string, options: Partial<ApartOptions> = {}) =>
  runApart([how], {
    env: { PATH: process.env['PATH'] },
    signal: new AbortController().signal,
    longest: 1_000_000,
    ...options,
  });

/** Aborts once the program says that it is ready. */
async function runAndStop(how: string) {
  const stop = new AbortController();
  let stopped = 0;
  const ended = await run(how, {
    signal: stop.signal,
    onNote: () => {
      stopped = performance.now();
      stop.abort();
    },
  });
  return { ...ended, took: performance.now() - stopped };
}

describe('a program in a separate process', () => {
  it('has only the given environment; its output, its notes and its exit code are returned', async () => {
    const notes: string[] = [];
    const ended = await run('prints', { env: { SOME: 'thing' }, onNote: (line) => void notes.push(line) });
    expect(ended).toMatchObject({ stdout: 'out thing', stderr: 'one\ntwo\nend\n', code: 7, signal: null });
    expect([notes, ended.isTooLong]).toEqual([['one', 'two', 'end'], false]);
  });

  it('is ended if it prints too much, and nothing of it is kept', async () => {
    expect(await run('floods-stdout')).toMatchObject({ stdout: '', isTooLong: true, signal: 'SIGTERM' });
  });

  it('may print a line without end on stderr', async () => {
    const { stderr, code } = await run('floods-stderr');
    expect([code, stderr.length < 100_001, stderr.endsWith('x\nlast\n')]).toEqual([0, true, true]);
  });

  it('is killed if it does not end when it is told to', async () => {
    const { code, signal, took } = await runAndStop('stays');
    expect([code, signal]).toEqual([null, 'SIGKILL']);
    expect(took).toBeLessThan(9_000);
  });

  it.each<[string, Partial<ApartEnded>]>([
    ['is-busy', { code: null, signal: 'SIGKILL', isTooLate: true }],
    ['ends-when-told', { code: 3, signal: null, isTooLate: true }],
    ['prints', { code: 7, signal: null, isTooLate: false }],
  ])('is ended at the limit of its time, and killed two seconds later: %s', async (how, end) => {
    const before = performance.now();
    expect(await run(how, { limitMs: 1_000 })).toMatchObject(end);
    expect(performance.now() - before).toBeLessThan(6_000);
  });

  it('is not waited for because of a program that it leaves behind', async () => {
    const { signal, took, stderr } = await runAndStop('leaves-a-program');
    process.kill(Number(stderr));
    expect(signal).toBe('SIGTERM');
    expect(took).toBeLessThan(9_000);
  });

  it('is ended at once if the run was stopped before', async () => {
    const { code, signal } = await run('stays', { signal: AbortSignal.abort() });
    expect([code, signal]).toEqual([null, 'SIGTERM']);
  });

  it('reports the signal that ended it', async () => {
    expect(await run('dies')).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  it('is an error if it cannot be started', async () => {
    await expect(run('prints', { env: { LONG: 'x'.repeat(3_000_000) } })).rejects.toThrow(/E2BIG/);
  });
});
