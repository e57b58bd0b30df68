import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from './deliveries/receivers.ts';
import { everythingWrongWorld } from '../world/scenarios/everything-wrong.ts';
import type { Outcome } from '../world/outcome.ts';
import { runProcess, startWorld, type RunningWorld } from '../world/run.ts';

/** The secrets of receivers must not appear in anything that a run prints, stores or sends. */

const planted = 'planted-secret-4711';
const signing = `whsec_${Buffer.from('planted signing key of 32 bytes!').toString('base64')}`;
const words = [planted, signing, signing.slice('whsec_'.length), 'planted signing key', encodeURIComponent(signing)];
const ca = fileURLToPath(new URL('../world/tls/ca.pem', import.meta.url));

let running: RunningWorld;
let receiver: Receiver;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  [running, receiver] = await Promise.all([startWorld(everythingWrongWorld()), startReceiver()]);
  const at = (answer: string) => `https://127.0.0.1:${receiver.port}/${answer}/${planted}`;
  env = {
    ...running.env,
    NODE_EXTRA_CA_CERTS: ca,
    TAKES: at('ok'),
    MOVED: at('redirect-other'),
    ECHOES: at('echo'),
    REFUSES: at('slack'),
    HOOK: at('accepted'),
    HOOK_SECRET: signing,
    DEAD: `https://127.0.0.1:9/${planted}`,
    WRONG: `http://127.0.0.1/${planted}`,
  };
});
afterAll(async () => {
  await receiver?.close();
  await running?.close();
});

/** Runs a new process, because Node reads NODE_EXTRA_CA_CERTS only at startup. */
const run = (args: readonly string[]): Promise<Outcome> => runProcess(args, { env, cwd: running.folder });
const found = (text: string): string[] => words.filter((word) => text.includes(word));

describe('secrets of receivers', () => {
  const targets = ['slack:env:TAKES', 'slack:env:MOVED', 'teams:env:ECHOES', 'teams:env:REFUSES', 'webhook:env:HOOK'];

  it('are in nothing that a scan prints, keeps or sends, whatever the receivers do', async () => {
    const output = path.join(running.folder, 'report.json');
    const args = [
      'scan',
      '--cluster',
      'prod',
      '--target',
      '1.26',
      '--verbose',
      '--show',
      'all',
      '--output',
      `json=${output}`,
    ];
    const { code, stdout, stderr } = await run([...args, '--state', 'kept', '--deliver', targets.join(',')]);
    expect([code, stdout === '']).toEqual([1, false]);
    const failed = stderr.split('\n').filter((line) => line.includes(' failed: '));
    expect(failed.map((line) => line.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')).sort()).toEqual([
      'eks-preflight: delivery to slack (env:MOVED) failed: HOST returned 302, a redirect to attacker.example: redirects are not followed. Set the secret to the URL that accepts messages.',
      'eks-preflight: delivery to teams (env:ECHOES) failed: HOST returned 404. The webhook was deleted, or the URL in the secret is wrong.',
      'eks-preflight: delivery to teams (env:REFUSES) failed: HOST returned 400 (invalid_blocks)',
    ]);
    expect(stderr).toMatch(/webhook \(env:HOOK\): POST 127\.0\.0\.1:\d+: ok, \d+ ms/);
    const kept = path.join(running.folder, 'kept');
    const names = (await readdir(kept, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const files = await Promise.all(names.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'utf8')));
    expect(files.length).toBe(3);
    expect([stdout, stderr, await readFile(output, 'utf8'), ...files].flatMap(found)).toEqual([]);
    expect(receiver.received.length).toBe(5);
    expect(receiver.received.flatMap(({ body }) => found(body))).toEqual([]);
  });

  it.each([
    [
      ['--deliver', `slack:https://127.0.0.1/${planted}`],
      'a secret cannot be given on the command line: use slack:env:NAME or slack:file:PATH',
    ],
    [['--deliver', `webhook:env:${signing}`], 'a secret cannot be given on the command line'],
    [['--deliver', `https://127.0.0.1/${planted}`], "invalid --deliver 'https:...'"],
    [['--deliver', 'slack:env:WRONG'], 'env:WRONG is not an https URL'],
    [['--deliver', 'slack:env:NOT_SET'], 'env:NOT_SET is not set'],
  ])('end a run before it begins: %j', async (options, message) => {
    const before = running.calls.length;
    const args = ['scan', '--cluster', 'prod', '--state', 'kept', '--format', 'json', '--verbose'];
    const { code, stdout, stderr } = await run([...args, ...options]);
    expect(code).toBe(3);
    expect(stderr).toContain(message);
    expect(found(stdout + stderr)).toEqual([]);
    expect(running.calls.length).toBe(before);
  });

  it.each([
    ['slack:env:TAKES', 'slack:env:TAKES'],
    [`slack:https://127.0.0.1/${planted}`, 'slack:***'],
    [`https://127.0.0.1/${planted}`, 'https:***'],
    [planted, '***'],
  ])('are not in the configuration that is shown: %s', async (given, shown) => {
    const { stdout, stderr } = await run(['config', '--state', 'kept', '--deliver', given]);
    expect(stdout + stderr).toContain(shown);
    expect(found(stdout + stderr)).toEqual([]);
  });
});

it('a receiver that is dead costs a line, and no report', async () => {
  const args = ['scan', '--cluster', 'prod', '--only', 'nodes/*', '--fail-on', 'never', '--state', 'other'];
  const { code, stdout, stderr } = await run([...args, '--deliver', 'slack:env:DEAD,slack:env:TAKES']);
  expect([code, stdout.includes('prod')]).toEqual([0, true]);
  expect(stderr).toContain(
    'eks-preflight: delivery to slack (env:DEAD) failed: cannot reach 127.0.0.1:9: connection refused (ECONNREFUSED) (4 attempts).',
  );
});
