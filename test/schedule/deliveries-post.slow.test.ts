import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import type { Job, Outcome } from './deliveries/child.ts';
import { nights } from './deliveries/messages.ts';
import { startGarbage, startReceiver, startSilence, startStranger, type Receiver } from './deliveries/receivers.ts';
import { startProxy, type RunningProxy } from '../world/proxy.ts';

/** Requests to webhooks, and what their receivers may do with them. Output shows only the host of a URL. */

const secret = 'planted-secret-4711';
const signing = `whsec_${Buffer.from('planted signing key of 32 bytes!').toString('base64')}`;
const root = fileURLToPath(new URL('../..', import.meta.url));
const limits = { tries: 4, allMs: 4_000, tryMs: 700, waitMs: 20 };

let child: ChildProcess;
let jobs = 0;
const shown: string[] = [];
const open = new Map<string, Receiver>();
let proxy: RunningProxy;

beforeAll(async () => {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: `${root}test/world/tls/ca.pem` };
  child = fork(`${root}test/schedule/deliveries/child.ts`, { execArgv: ['--import', 'tsx'], env });
  child.setMaxListeners(0);
  const starts = { kind: startReceiver, stranger: startStranger, garbage: startGarbage, silence: startSilence };
  for (const [name, start] of Object.entries(starts)) open.set(name, await start());
  proxy = await startProxy({ ports: { 'hooks.eks.test': resolvePort('kind') } });
});
afterAll(async () => {
  child?.kill();
  await proxy?.close();
  for (const receiver of open.values()) await receiver.close();
});

function resolvePort(name: string): number {
  return open.get(name)?.port ?? 0;
}

async function run(targets: string[], env: Record<string, string>, more: Partial<Job> = {}): Promise<Outcome> {
  const id = ++jobs;
  const outcome = await new Promise<Outcome>((resolve) => {
    const heard = (one: Outcome): void => {
      if (one.id !== id) return;
      child.off('message', heard);
      resolve(one);
    };
    child.on('message', heard);
    child.send({ id, targets, env, message: nights.changed, limits, ...more } satisfies Job);
  });
  shown.push(JSON.stringify(outcome));
  return outcome;
}

async function send(path: string, receiver = 'kind', more: Partial<Job> = {}) {
  const url = `https://127.0.0.1:${resolvePort(receiver)}/${path}/${secret}-${jobs}`;
  const outcome = await run(['slack:env:HOOK'], { HOOK: url }, more);
  const received = (open.get(receiver)?.received ?? []).filter(({ url: own }) => url.endsWith(own));
  const [failure] = outcome.failures;
  const text = failure?.message.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST');
  return { ...outcome, received, text, kind: failure?.kind };
}

describe('a receiver that takes the message', () => {
  it.each([['ok'], ['accepted'], ['endless-ok'], ['cut'], ['trickle']])('by its status: %s', async (path) => {
    const { failures, received, log } = await send(path);
    expect([failures, received.length]).toEqual([[], 1]);
    expect(log).toEqual([expect.stringMatching(/^slack \(env:HOOK\): POST 127\.0\.0\.1:\d+: ok, \d+ ms$/)]);
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'eks-preflight/0.2.0',
    });
  });

  it.each([
    ['hangup-once', 2],
    ['later-now', 3],
    ['later-nonsense', 2],
    ['failing-thrice', 4],
  ])('after more tries: %s', async (path, tries) => {
    const { failures, received } = await send(path);
    expect([failures, received.length]).toEqual([[], tries]);
  });

  it('however it says so, if it is no chat', async () => {
    const HOOK = `https://127.0.0.1:${resolvePort('kind')}/login/${secret}`;
    expect((await run(['webhook:env:HOOK'], { HOOK, HOOK_SECRET: signing })).failures).toEqual([]);
  });

  it('through the proxy that the environment names', async () => {
    const HOOK = `https://hooks.eks.test:4711/ok/${secret}`;
    const env = { HOOK, HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect((await run(['teams:env:HOOK'], env)).failures).toEqual([]);
    expect(proxy.targets).toEqual(['hooks.eks.test:4711']);
  });
});

describe('a receiver that does not', () => {
  it.each([
    ['slack', 'unreadable', 'HOST returned 400 (invalid_blocks)', 1],
    ['not-ok', 'unreadable', 'HOST returned 200 with an error (not_authed)', 1],
    ['not-delivered', 'unreadable', 'HOST returned 200 with an error', 1],
    ['login', 'unreadable', 'HOST returned 200 with a web page', 1],
    ['teams', 'unreadable', 'HOST returned 400 (WorkflowTriggerIsNotEnabled)', 1],
    ['echo', 'absent', 'HOST returned 404', 1],
    ['gone', 'absent', 'HOST returned 410', 1],
    ['denied', 'denied', 'HOST returned 403 (action_prohibited)', 1],
    ['redirect-same', 'unreadable', 'HOST returned 307, a redirect: redirects are not followed', 1],
    [
      'redirect-other',
      'unreadable',
      'HOST returned 302, a redirect to attacker.example: redirects are not followed',
      1,
    ],
    ['redirect-http', 'unreadable', 'HOST returned 308, a redirect to 127.0.0.1: redirects are not followed', 1],
    ['redirect-file', 'unreadable', 'HOST returned 301, a redirect to file:: redirects are not followed', 1],
    ['redirect-nowhere', 'unreadable', 'HOST returned 303, a redirect: redirects are not followed', 1],
    ['endless-error', 'unreadable', 'HOST returned 400', 1],
    ['slow-error', 'unreadable', 'HOST returned 400', 1],
    ['cut-error', 'unreadable', 'HOST returned 400', 1],
    ['headers', 'unreadable', 'HOST sent an invalid HTTP response (HPE_HEADER_OVERFLOW)', 1],
    ['garbage', 'unreadable', expect.stringMatching(/^HOST sent an invalid HTTP response \(HPE_/), 1],
    ['failing', 'unreachable', 'HOST returned 500 (4 attempts)', 4],
    ['hangup', 'unreachable', 'cannot reach HOST: connection reset (ECONNRESET) (4 attempts)', 4],
    ['silent', 'time-out', 'HOST does not answer within 0.7 s (4 attempts)', 4],
    ['later-forever', 'time-out', 'HOST returned 429; Retry-After is 1000000000 s, a delivery takes at most 4 s', 1],
    [
      'later-date',
      'unreachable',
      expect.stringMatching(/^HOST returned 503; Retry-After is \d+ s, a delivery takes at most 4 s/),
      1,
    ],
  ])('%s: is named, and tried again where it helps', async (path, kind, text, tries) => {
    const outcome = await send(path);
    expect({ kind: outcome.kind, text: outcome.text, tries: outcome.received.length }).toEqual({ kind, text, tries });
  });

  it.each([
    ['stranger', 'TLS to HOST failed (UNABLE_TO_VERIFY_LEAF_SIGNATURE)'],
    ['garbage', expect.stringMatching(/^TLS to HOST failed \((?:EPROTO|ERR_SSL_\w+)\)$/)],
    ['silence', 'HOST does not answer within 0.7 s (4 attempts)'],
    ['closed', 'cannot reach HOST: connection refused (ECONNREFUSED) (4 attempts)'],
  ])('%s: no message leaves', async (receiver, text) => {
    if (receiver === 'closed') {
      const closing = await startSilence();
      open.set('closed', closing);
      await closing.close();
    }
    const outcome = await send('ok', receiver);
    expect([outcome.text, outcome.received]).toEqual([text, []]);
  });

  it('is given up when the time is over, however many tries are left', async () => {
    const { milliseconds, text } = await send('silent', 'kind', { limits: { ...limits, tries: 100, allMs: 1_500 } });
    expect(text).toContain('does not answer within');
    expect(milliseconds).toBeLessThan(2_600);
  });

  it('is given up at once when the run is stopped', async () => {
    const { milliseconds, kind } = await send('silent', 'kind', {
      limits: { ...limits, tryMs: 60_000 },
      stopAfter: 200,
    });
    expect(kind).toBe('time-out');
    expect(milliseconds).toBeLessThan(2_000);
  });

  it('does not keep the others from theirs', async () => {
    const at = (path: string) => `https://127.0.0.1:${resolvePort('kind')}/${path}/${secret}`;
    const env = { DEAD: at('silent'), GOOD: at('ok'), HOOK: at('accepted'), HOOK_SECRET: signing };
    const targets = ['slack:env:DEAD', 'teams:env:GOOD', 'webhook:env:HOOK', 'stdout'];
    const { failures, stdout } = await run(targets, env);
    expect(failures.map(({ target }) => target)).toEqual(['slack (env:DEAD)']);
    expect(JSON.parse(stdout)).toEqual(nights.changed);
    expect(stdout.split('\n').length).toBe(2);
  });
});

describe('a signed webhook', () => {
  const receivedBy = async () => {
    const HOOK = `https://127.0.0.1:${resolvePort('kind')}/later-now/${secret}-signed-${jobs}`;
    await run(['webhook:env:HOOK'], { HOOK, HOOK_SECRET: signing });
    return (open.get('kind')?.received ?? []).filter(({ url }) => HOOK.endsWith(url));
  };

  it('is what the package of Standard Webhooks takes, with the same ID in each try', async () => {
    const all = await receivedBy();
    expect(all.map(({ headers }) => headers['webhook-id'])).toEqual(Array(3).fill(nights.changed.id));
    for (const { body, headers } of all) {
      expect(new Webhook(signing).verify(body, headers as Record<string, string>)).toEqual(nights.changed);
    }
  });

  it('is refused with another key, body or ID', async () => {
    const [first] = await receivedBy();
    const { body = '', headers = {} } = first ?? {};
    const named = headers as Record<string, string>;
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    expect(() => new Webhook(other).verify(body, named)).toThrow('No matching signature');
    expect(() => new Webhook(signing).verify(`${body} `, named)).toThrow('No matching signature');
    expect(() => new Webhook(signing).verify(body, { ...named, 'webhook-id': 'x' })).toThrow('No matching signature');
  });
});

it('shows no secret: not in failures, hints, logs or on stdout', () => {
  expect(shown.length).toBeGreaterThan(30);
  expect(shown.filter((text) => [secret, ':4711', signing, 'planted'].some((word) => text.includes(word)))).toEqual(
    shown.filter((text) => text.includes('hooks.eks.test:4711')),
  );
});
