import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateSchema, type State } from '../../src/schedule/changes/state.ts';
import { messageSchema } from '../../src/schedule/changes/message.ts';
import { reportSchema } from '../../src/report/schema.ts';
import { runCommand } from '../world/in-process.ts';
import { home, scheduled, startNights, type Nights } from './nightly.ts';

/** The schedule as a user runs it: the built command, a loopback cluster, a loopback bucket, a loopback receiver. */

let nights: Nights;
beforeEach(async () => {
  nights = await startNights();
});
afterEach(() => nights.close());

const keys = () => [...nights.bucket.objects.keys()].map((key) => key.replace(home, '')).sort();
const kept = (name: string): string => nights.bucket.objects.get(`${home}${name}`)?.body ?? '';
const state = (): State => stateSchema.parse(JSON.parse(kept('state.json')));
const kinds = () => nights.messages.map(({ kind }) => kind);
const put = (name: string, body: string) =>
  nights.bucket.objects.set(`${home}${name}`, { body, etag: `"${name}"`, headers: {} });
const broken = { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' };

describe('a scheduled scan', () => {
  it('keeps its report, tells, keeps the state, and sends nothing the night after', async () => {
    const first = await nights.scan();
    const sent = 'message sent to webhook (env:HOOK); report kept in s3://reports/eks';
    expect(first).toMatchObject({ code: 0, stderr: '', said: `eks-preflight: prod: exit code 0; ${sent}\n` });
    const [name = ''] = keys();
    expect(keys()).toEqual([
      expect.stringMatching(/^2026-11-20T12-00-\d\d\.\d{3}Z\.json$/),
      'latest.json',
      'state.json',
    ]);
    expect(kept('latest.json')).toBe(kept(name));
    expect(reportSchema.parse(JSON.parse(kept(name))).verdict).toBe('partial');
    expect(nights.bucket.requests.map(({ method, key }) => `${method} ${key.replace(home, '')}`)).toEqual([
      `PUT ${name}`,
      'GET state.json',
      'PUT state.json',
      'GET latest.json',
      'PUT latest.json',
    ]);
    const quiet = await nights.scan();
    expect(quiet).toMatchObject({ code: 0, stderr: '' });
    expect(quiet.said).toMatch(
      /^eks-preflight: prod: nothing changed since 2026-11-20 12:00 UTC, exit code 0; no message sent; report kept in s3:\/\/reports\/eks\n$/,
    );
    expect(kinds()).toEqual(['first']);
    expect(keys()).toHaveLength(4);
    const written = nights.bucket.requests.filter(({ method }) => method === 'PUT');
    expect(
      written.map(({ headers }) => headers['if-none-match'] ?? headers['if-match']?.replace(/".+"/, 'etag')),
    ).toEqual(['*', '*', '*', '*', 'etag', 'etag']);
  });

  it('encrypts as it is told to', async () => {
    const key = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';
    await nights.scan([...scheduled, '--sse', 'aws:kms', '--sse-kms-key-id', key]);
    for (const { headers } of nights.bucket.objects.values()) {
      expect(headers).toMatchObject({
        'x-amz-server-side-encryption': 'aws:kms',
        'x-amz-server-side-encryption-aws-kms-key-id': key,
      });
    }
    expect(nights.bucket.objects.size).toBe(3);
  });

  it('keeps the same in a folder', async () => {
    const folder = path.join(nights.world.folder, 'history');
    const options = ['--state', folder, '--deliver', 'webhook:env:HOOK'];
    await nights.scan(options);
    await nights.scan(options);
    const own = path.join(folder, '111122223333', 'eu-west-1', 'prod');
    expect(readdirSync(own).sort()).toEqual([
      expect.stringMatching(/^2026-11-20T.*\.json$/),
      expect.stringMatching(/^2026-11-21T.*\.json$/),
      'latest.json',
      'state.json',
    ]);
    expect(kinds()).toEqual(['first']);
    const latest = path.join(own, 'latest.json');
    expect(
      await runCommand(['gate', latest, '--allow-partial'], {
        env: { ...nights.env, EKS_PREFLIGHT_TEST_CLOCK: '2026-11-22T12:00:00.000Z' },
      }),
    ).toMatchObject({ code: 0, stderr: '' });
  });

  it('writes through no link below the folder, and says so', async () => {
    const [folder, elsewhere] = [
      path.join(nights.world.folder, 'history'),
      path.join(nights.world.folder, 'elsewhere'),
    ];
    for (const made of [folder, elsewhere]) mkdirSync(made);
    symlinkSync(elsewhere, path.join(folder, '111122223333'));
    const options = ['--state', folder, '--deliver', 'webhook:env:HOOK', '--require-delivery'];
    const { code, stderr } = await nights.scan(options);
    const flaw = `${folder}/111122223333 is a symbolic link`;
    expect({ code, lines: stderr.split('\n') }).toEqual({
      code: 3,
      lines: [`eks-preflight: ${folder}: ${flaw}`, `eks-preflight: ${folder}: state not saved: ${flaw}`, ''],
    });
    expect(nights.messages.map(({ stateError }) => stateError)).toEqual([flaw]);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('tells at once that it could not scan, then every 7 days, then that scans run again', async () => {
    await nights.scan();
    for (let day = 1; day <= 8; day += 1) {
      const outcome = await nights.scan(scheduled, { day, env: { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' } });
      expect(outcome.code).toBe(3);
    }
    await nights.scan(scheduled, { day: 9 });
    expect(kinds()).toEqual(['first', 'could-not-scan', 'could-not-scan', 'changed']);
    const [, once, again, back] = nights.messages;
    expect(once).toMatchObject({
      cluster: { name: 'prod', region: 'eu-west-1', account: '111122223333' },
      error: { code: 'unreachable', lastSuccess: expect.stringMatching(/^2026-11-20T/) },
      exitCode: 3,
    });
    expect(again?.id).not.toBe(once?.id);
    expect(back?.couldNotScanSince).toMatch(/^2026-11-21T/);
  });

  it('tells without a state what it could not scan, every night, where the place cannot be reached either', async () => {
    const env = { ...broken, AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' };
    const outcomes = [await nights.scan(scheduled, { env }), await nights.scan(scheduled, { env })];
    expect(outcomes.map(({ code }) => code)).toEqual([3, 3]);
    expect(kinds()).toEqual(['could-not-scan', 'could-not-scan']);
    expect(nights.messages[0]?.stateError).toContain('127.0.0.1:9');
    expect(new Set(nights.messages.map(({ id }) => id)).size).toBe(2);
  });

  it('leaves the metrics of the last scan that could run', async () => {
    const options = [...scheduled, '--output', 'prometheus=preflight.prom'];
    await nights.scan(options);
    const file = path.join(nights.world.folder, 'preflight.prom');
    const before = readFileSync(file, 'utf8');
    await nights.scan(options, { env: broken });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(nights.messages[1]?.error?.lastSuccess).toMatch(/^2026-11-20T/);
  });

  it('prints the message in place of the report', async () => {
    const options = ['--state', 's3://reports/eks', '--deliver', 'stdout'];
    const first = await nights.scan(options);
    expect(messageSchema.parse(JSON.parse(first.stdout)).kind).toBe('first');
    expect((await nights.scan(options)).stdout).toBe('');
    const failed = await nights.scan([...options, '--format', 'json'], { env: broken });
    expect(messageSchema.parse(JSON.parse(failed.stdout)).kind).toBe('could-not-scan');
  });

  it('of an older clock changes nothing, and says so', async () => {
    await nights.scan(scheduled, { day: 5 });
    const before = [kept('state.json'), kept('latest.json')];
    const env = { EKS_PREFLIGHT_TEST_CLOCK: '2026-11-25T11:30:00.000Z' };
    const older = await nights.scan([...scheduled, '--require-delivery'], { env });
    expect([kept('state.json'), kept('latest.json')]).toEqual(before);
    expect(older.code).toBe(3);
    expect(older.stderr).toBe(
      'eks-preflight: s3://reports/eks: this scan (2026-11-25 11:30 UTC) is older than the state (2026-11-25 12:00 UTC): no message is sent, and the state is not changed. A newer scan finished first, or the clock of a machine is wrong.\n',
    );
    expect(kinds()).toEqual(['first']);
    expect(keys()).toHaveLength(4);
  });
});

describe('a clock that was ahead', () => {
  it.each(['s3://reports/eks', 'folder'])('silences nothing in %s, and is told', async (place) => {
    const folder = path.join(nights.world.folder, 'ahead');
    const at = place === 'folder' ? folder : place;
    const pages = place === 'folder' ? `file:${folder}` : 's3://reports/eks';
    const options = ['--state', at, '--deliver', `webhook:env:HOOK,${pages}`, '--require-delivery'];
    const read = (name: string): string =>
      place === 'folder' ? readFileSync(path.join(folder, '111122223333/eu-west-1/prod', name), 'utf8') : kept(name);
    await nights.scan(options, { day: 0 });
    await nights.scan(options, { day: 365 });
    expect(read('latest.json')).toContain('"scannedAt": "2027-11-20T');
    expect(read('latest.html')).toContain('2027-11-20');
    const after = await nights.scan(options, { day: 1 });
    expect(after).toMatchObject({
      code: 0,
      stderr: `eks-preflight: ${at}: the state is of a scan of 2027-11-20 12:00 UTC, in the future: check the clocks of the machines that scan\n`,
    });
    expect(nights.messages.slice(1)).toEqual([expect.objectContaining({ kind: 'changed' })]);
    expect(nights.messages[1]?.stateAhead).toMatch(/^2027-11-20T/);
    expect(read('latest.json')).toContain('"scannedAt": "2026-11-21T');
    expect(read('latest.html')).not.toContain('2027-11-20');
    expect(await nights.scan(options, { day: 2 })).toMatchObject({ code: 0, stderr: '' });
    expect(nights.messages).toHaveLength(2);
  });
});

describe('targets that are down', () => {
  it('cost the time of one, though each is behind with a message of its own', async () => {
    const dead = Object.fromEntries(['A', 'B', 'C', 'D'].map((name) => [name, 'https://127.0.0.1:9/hook']));
    const options = ['--state', 's3://reports/eks', '--deliver', 'slack:env:A,slack:env:B,slack:env:C,slack:env:D'];
    expect((await nights.scan(options, { env: dead })).stderr.match(/failed: /g)).toHaveLength(4);
    expect(state().behind).toHaveLength(4);
    const started = performance.now();
    expect((await nights.scan(options, { env: dead })).stderr.match(/failed: /g)).toHaveLength(4);
    // Four tries take some eight seconds.
    expect(performance.now() - started).toBeLessThan(25_000);
    expect(state().behind).toHaveLength(4);
  });
});

describe('a bucket in another Region', () => {
  it('is followed there', async () => {
    nights.bucket.region = 'eu-central-1';
    expect(
      await nights.scan([...scheduled.slice(0, 2), '--deliver', 'webhook:env:HOOK,s3://reports/eks']),
    ).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(keys()).toHaveLength(5);
  });
});

describe('a bucket that denies', () => {
  it.each([
    ['s3:GetObject', ['state-lost', 'state-lost'], 3],
    ['s3:PutObject', ['first', 'first'], 3],
    ['s3:ListBucket', ['first'], 0],
  ] as const)(
    '%s: the report is written, the message sent, and stderr says it',
    async (action, notifiedKinds, code) => {
      nights.bucket.denied.add(action);
      const outcomes = [
        await nights.scan([...scheduled, '--output', 'report.json']),
        await nights.scan([...scheduled, '--require-delivery']),
      ];
      expect(outcomes.map((one) => one.code)).toEqual([0, code]);
      expect(outcomes[0]?.stdout).toContain('PARTIAL');
      expect(readFileSync(path.join(nights.world.folder, 'report.json'), 'utf8')).toContain('"verdict": "partial"');
      expect(kinds()).toEqual(notifiedKinds);
      const lines = outcomes[0]?.stderr.split('\n').filter(Boolean) ?? [];
      expect(lines.every((line) => line.startsWith('eks-preflight: s3://reports/eks: ') && line.includes(action))).toBe(
        true,
      );
      expect(lines.length > 0).toBe(code === 3);
    },
  );
});

describe('what lies in the place is not trusted', () => {
  const other = (more: object) => JSON.stringify({ ...state(), ...more });
  it.each<[string, () => string, string]>([
    ['no JSON', () => 'hello', 'state.json is damaged: invalid JSON'],
    ['nothing', () => '', 'state.json is damaged: invalid JSON'],
    ['a list', () => '[]', 'state.json is damaged: not a state'],
    ['deep JSON', () => '['.repeat(200_000) + ']'.repeat(200_000), 'state.json is damaged'],
    [
      'prototype keys',
      () => '{"__proto__":{"schemaVersion":1},"constructor":{"prototype":{"state":1}}}',
      'state.json is damaged',
    ],
    [
      'another cluster',
      () => other({ cluster: { account: '111122223333', region: 'eu-west-1', name: 'dev' } }),
      'state.json belongs to another cluster',
    ],
    [
      'an endless text',
      () => other({ updatedAt: 'x'.repeat(1_000_000) }),
      'state.json is damaged: updatedAt is invalid',
    ],
  ])('a state.json of %s is told, and replaced', async (_name, text, said) => {
    await nights.scan();
    put('state.json', text());
    expect(await nights.scan()).toMatchObject({ code: 0, stderr: '' });
    expect(kinds()).toEqual(['first', 'state-lost']);
    expect(nights.messages[1]?.stateError).toContain(said);
    expect(state().told.scan?.at).toMatch(/^2026-11-21T/);
  });

  it('a state of a newer version is told, and stays', async () => {
    put('state.json', '{"schemaVersion":2}');
    const { code, stderr } = await nights.scan();
    expect(code).toBe(0);
    expect(stderr).toBe(
      'eks-preflight: s3://reports/eks: state not saved: state.json was written by a newer version of eks-preflight\n',
    );
    expect(kept('state.json')).toBe('{"schemaVersion":2}');
    expect(kinds()).toEqual(['state-lost']);
  });

  it.each(['hello', '{"cluster":null}', '[]', '{"scannedAt":"9999-12-31T00:00:00.000Z"}'])(
    'a latest.json that is none of this cluster is replaced: %s',
    async (text) => {
      put('latest.json', text);
      expect(await nights.scan()).toMatchObject({ code: 0, stderr: '' });
      expect(kept('latest.json')).toContain('"verdict": "partial"');
    },
  );

  it('gate, render, diff and --baseline read a bucket, and refuse a report that is not of its path', async () => {
    await nights.scan();
    const [name = ''] = keys();
    const address = `s3://reports/eks/111122223333/eu-west-1/prod/latest.json`;
    const env = { ...nights.env, EKS_PREFLIGHT_TEST_CLOCK: '2026-11-20T13:00:00.000Z' };
    const run = (...args: string[]) => runCommand(args, { env, cwd: nights.world.folder });
    expect(await run('gate', address, '--allow-partial')).toMatchObject({ code: 0, stderr: '' });
    expect(await run('render', address, '--format', 'markdown')).toMatchObject({ code: 0, stderr: '' });
    expect(await run('diff', address.replace('latest.json', name), address)).toMatchObject({ code: 0, stderr: '' });
    expect(await nights.scan(['--baseline', address])).toMatchObject({ code: 0, stderr: '' });
    nights.bucket.objects.set('reports/eks/111122223333/eu-west-1/dev/latest.json', {
      body: kept('latest.json'),
      etag: '"a"',
      headers: {},
    });
    const moved = address.replace('prod', 'dev');
    expect(await run('gate', moved)).toMatchObject({
      code: 3,
      stderr: `eks-preflight: ${moved} does not match its path: it is a report of prod in account 111122223333, Region eu-west-1\nIf you trust it, copy it to another path.\n`,
    });
    expect((await run('gate', 's3://reports/none.json')).stderr).toBe(
      'eks-preflight: cannot read the report s3://reports/none.json: no such object\n',
    );
    put('latest.json', 'x');
    expect((await run('gate', address, '--allow-partial')).code).toBe(3);
  });
});

const at12 = (minutes: number) => ({
  env: { EKS_PREFLIGHT_TEST_CLOCK: new Date(Date.UTC(2026, 10, 20, 12, minutes)).toISOString() },
});

describe('two runs at once', () => {
  it.each(['s3://reports/eks', 'folder'])('in %s lose nothing', async (place) => {
    const at = place === 'folder' ? mkdtempSync(path.join(nights.world.folder, 'two-')) : place;
    const options = ['--state', at, '--deliver', 'webhook:env:HOOK'];
    const outcomes = await Promise.all([
      nights.scan(options, at12(0)),
      nights.scan(options, at12(15)),
      nights.scan(options, at12(30)),
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    const read = (name: string) =>
      place === 'folder' ? readFileSync(path.join(at, '111122223333/eu-west-1/prod', name), 'utf8') : kept(name);
    expect(stateSchema.parse(JSON.parse(read('state.json'))).told.scan?.at).toMatch(/^2026-11-20T12:3/);
    expect(JSON.parse(read('latest.json'))).toMatchObject({ scannedAt: expect.stringMatching(/^2026-11-20T12:3/) });
    await nights.scan(options, { day: 3 });
    expect(kinds().every((kind) => kind === 'first')).toBe(true);
    expect(new Set(nights.messages.map(({ id }) => id)).size).toBe(1);
  });
});

describe('options that mean nothing here', () => {
  it.each<[string[], string]>([
    [['--state', 's3://reports', '--inventory', 'a.json'], '--state cannot be combined with --inventory'],
    [['--notify-on', 'always'], '--notify-on needs --deliver'],
    [['--require-delivery'], '--require-delivery needs --deliver or --state'],
    [['--sse', 'AES256'], '--sse needs --deliver or --state'],
    [['--state', 'gs://reports'], "invalid --state 'gs://reports' (expected a folder or s3://BUCKET/PREFIX)"],
    [['--state', 's3:/reports/eks'], "invalid --state 's3:/reports/eks' (expected s3://BUCKET or s3://BUCKET/PREFIX)"],
    [['--state', 'file:reports'], "invalid --state 'file:reports' (expected a folder or s3://BUCKET/PREFIX)"],
    [
      [...scheduled, '--report-url', 'https://reports.example.com/eks'],
      '--report-url needs --deliver file:FOLDER or s3://BUCKET\nOnly these write the HTML reports to which messages link.\n',
    ],
    [['--state', 's3://Reports'], "invalid --state 's3://Reports' (expected s3://BUCKET or s3://BUCKET/PREFIX)"],
    [['--state', 's3://reports/../x'], 'invalid --state'],
    [['--deliver', 'webhook:env:HOOK'], '--deliver webhook (env:HOOK) needs --state'],
    [['--state', 's3://reports', '--deliver', 'webhook:env:NONE'], '--deliver webhook:env:NONE: env:NONE is not set'],
    [['--deliver', 'stdout', '--notify-on', 'fail', '--report-url', 'ftp://x'], "invalid --report-url 'ftp://x'"],
    [
      ['--deliver', 'stdout', '--notify-on', 'fail', '--report-url', 'https://x/?'],
      "invalid --report-url 'https://x/?'",
    ],
    [
      ['--deliver', 'stdout', '--notify-on', 'fail', '--report-url', 'https://u:p@x'],
      'invalid --report-url (expected e.g.',
    ],
  ])('%s', async (options, said) => {
    writeFileSync(path.join(nights.world.folder, 'a.json'), '{}');
    const outcome = await nights.scan(options);
    expect([outcome.code, outcome.stderr]).toEqual([3, expect.stringContaining(said)]);
    expect(nights.bucket.requests).toEqual([]);
    expect(nights.messages).toEqual([]);
  });
});
