import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverWithin } from '../../src/schedule/deliveries/deliver.ts';
import { deliveryLimits, type DeliveryContext } from '../../src/schedule/deliveries/contract.ts';
import { parseTargets } from '../../src/schedule/deliveries/targets.ts';
import { createAwsSource } from '../../src/sources/aws/source.ts';
import type { AwsSource } from '../../src/sources/aws/contract.ts';
import { nights } from './deliveries/messages.ts';

/** An AWS endpoint that denies, fails, does not answer, or is a different server: moto can do none of these. */

const account = '111122223333';
const place = `${account}/eu-west-1/prod/2026-11-22T02-00-00.000Z`;
const targets = {
  s3: 's3://reports',
  sns: `sns:arn:aws:sns:eu-west-1:${account}:nights`,
  events: 'events:ops',
} as const;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let answer: Answer = () => undefined;
let source: AwsSource;
let requests: string[] = [];
const before = { ...process.env };
const names = ['AWS_ENDPOINT_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    request.resume().on('end', () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const values = [url, 'AKIAIOSFODNN7EXAMPLE', 'planted4711', 'eu-west-1'];
  for (const [index, name] of names.entries()) process.env[name] = values[index];
  const extra = { userAgent: 'eks-preflight/test', env: process.env, maxAttempts: 2 };
  source = await createAwsSource({ cluster: 'prod' }, extra);
});
afterAll(async () => {
  source?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  for (const name of names) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

async function deliver(target: keyof typeof targets, how: Answer, allMs = 10_000) {
  requests = [];
  answer = how;
  const context: DeliveryContext = {
    env: {},
    userAgent: 'eks-preflight/test',
    aws: () => Promise.resolve(source),
    encryption: null,
    signal: new AbortController().signal,
    log: () => undefined,
    stdout: () => undefined,
  };
  const delivery = { message: nights.changed, needsMessage: true, page: { html: '<p>' }, place };
  const failures = await deliverWithin(
    { ...deliveryLimits, allMs },
    delivery,
    parseTargets([targets[target]], {}),
    context,
  );
  return failures.map(({ reason }) => reason);
}

const say =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
const aws = { 'x-amz-request-id': 'R1', 'x-amzn-requestid': 'R1' };
const s3Error = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Access Denied</Message></Error>`;
const snsError =
  '<ErrorResponse><Error><Type>Sender</Type><Code>AuthorizationError</Code><Message>not authorized</Message></Error></ErrorResponse>';
const login = '<!doctype html><title>Sign in</title>';

describe('AWS', () => {
  it.each([
    ['s3', say(403, s3Error('AccessDenied'), aws), 's3:PutObject'],
    ['sns', say(403, snsError, aws), 'sns:Publish'],
    ['events', say(400, '{"__type":"AccessDeniedException","message":"no"}', aws), 'events:PutEvents'],
  ] as const)('that denies %s is named by the action', async (target, how, permission) => {
    expect(await deliver(target, how)).toEqual([expect.objectContaining({ kind: 'denied', permission })]);
  });

  it.each(['s3', 'sns', 'events'] as const)('that is a login page takes nothing of %s', async (target) => {
    const [reason] = await deliver(target, say(200, login, { 'content-type': 'text/html' }));
    expect(reason).toMatchObject({ kind: 'unreadable' });
    expect(reason?.message).toContain('not an answer of AWS');
  });

  it('takes a page by an answer that only S3 gives', async () => {
    expect(await deliver('s3', say(200, '', { ...aws, etag: '"1"' }))).toEqual([]);
    const below = `/reports/${account}/eu-west-1/prod`;
    expect(requests.map((request) => request.split('?')[0])).toEqual([
      `PUT ${below}/2026-11-22T02-00-00.000Z.html`,
      `HEAD ${below}/latest.html`,
      `PUT ${below}/latest.html`,
    ]);
  });

  /**
   * Answers like S3 while other runs change latest.html. The n-th HEAD request gets the n-th state in `there`: the time
   * of the scan, null for a missing page, 403 for denied access. A PUT request fails until HEAD has returned the last
   * state.
   */
  const shelf =
    (there: readonly (string | null | 403)[], puts: string[]): Answer =>
    (request, response) => {
      const { method, url = '', headers } = request;
      const seen = requests.filter((one) => one.startsWith('HEAD')).length;
      if (!url.includes('latest')) return say(200, '', { ...aws, etag: '"1"' })(request, response);
      const one = there[seen - 1] ?? null;
      if (method === 'HEAD') {
        const meta = one === null || one === 403 ? {} : { 'x-amz-meta-scanned-at': one, etag: `"${seen}"` };
        return say(one === 403 ? 403 : one === null ? 404 : 200, '', { ...aws, ...meta })(request, response);
      }
      const isRaced = seen < there.length;
      puts.push(`${String(headers['if-none-match'] ?? headers['if-match'])} ${isRaced ? 'raced' : 'written'}`);
      return say(isRaced ? 412 : 200, isRaced ? s3Error('PreconditionFailed') : '', { ...aws, etag: '"2"' })(
        request,
        response,
      );
    };

  it.each<[string, (string | null | 403)[], string[]]>([
    ['nothing', [null], ['* written']],
    ['an older page', ['2026-11-21T02:00:00.000Z'], ['"1" written']],
    ['a newer page', ['2026-11-22T02:00:01.000Z'], []],
    ['a page of the future', ['2999-01-01T00:00:00.000Z'], ['"1" written']],
    ['a page of no moment', ['yesterday'], ['"1" written']],
    ['nothing, then a newer page', [null, '2026-11-22T02:00:01.000Z'], ['* raced']],
    [
      'an older page, then another',
      ['2026-11-20T02:00:00.000Z', '2026-11-21T02:00:00.000Z'],
      ['"1" raced', '"2" written'],
    ],
    ['what may not be read', [403], ['undefined written']],
  ])('keeps latest.html of the newest run: there is %s', async (_name, there, expected) => {
    const puts: string[] = [];
    expect(await deliver('s3', shelf(there, puts))).toEqual([]);
    expect(puts).toEqual(expected);
  });

  it.each(['s3', 'sns', 'events'] as const)('that fails is asked again for %s, and given up', async (target) => {
    const [reason] = await deliver(target, say(503, '', aws));
    expect([reason?.kind, requests.length]).toEqual(['unreachable', 2]);
  });

  it.each(['s3', 'sns', 'events'] as const)('that says nothing costs %s its time, and no more', async (target) => {
    const started = performance.now();
    expect(await deliver(target, () => undefined, 500)).toEqual([{ kind: 'time-out', message: expect.any(String) }]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
