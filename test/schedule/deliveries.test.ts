import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { mkfifoSync } from './deliveries/fifo.ts';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Delivery, DeliveryContext } from '../../src/schedule/deliveries/contract.ts';
import { deliverAll } from '../../src/schedule/deliveries/deliver.ts';
import { deliveryGrants } from '../../src/schedule/deliveries/grants.ts';
import { parseTargets } from '../../src/schedule/deliveries/targets.ts';
import { ScanError } from '../../src/facts/reason.ts';
import { nights } from './deliveries/messages.ts';

const secret = 'https://hooks.slack.com/services/T000/B000/planted4711';
const signing = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let folder: string;
beforeAll(async () => (folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-deliver-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

function refusal(value: string, env: NodeJS.ProcessEnv = {}): string {
  try {
    parseTargets([value], env);
    return 'no error';
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    expect(error.reason.kind).toBe('usage');
    return error.message;
  }
}

describe('targets', () => {
  const env = { HOOK: secret, HOOK_SECRET: signing };

  it.each([
    ['stdout', { kind: 'stdout', name: 'stdout' }],
    ['file:reports', { kind: 'file', name: 'file (reports)', folder: 'reports' }],
    ['s3://a-bucket', { kind: 's3', name: 's3 (s3://a-bucket)', bucket: 'a-bucket', prefix: '' }],
    [
      's3://b.example/eks/prod/',
      { kind: 's3', bucket: 'b.example', prefix: 'eks/prod', name: 's3 (s3://b.example/eks/prod)' },
    ],
    [
      'sns:arn:aws:sns:eu-west-1:111122223333:nights.fifo',
      { kind: 'sns', topicArn: 'arn:aws:sns:eu-west-1:111122223333:nights.fifo' },
    ],
    ['events:default', { kind: 'events', name: 'events (default)', bus: 'default' }],
    ['events:arn:aws-cn:events:cn-north-1:111122223333:event-bus/ops', { kind: 'events' }],
    ['slack:env:HOOK', { kind: 'slack', name: 'slack (env:HOOK)' }],
    ['teams:env:HOOK', { kind: 'teams', name: 'teams (env:HOOK)' }],
    ['webhook:env:HOOK', { kind: 'webhook', name: 'webhook (env:HOOK)' }],
  ])('%s', (value, target) => {
    expect(parseTargets([value], env)).toEqual([expect.objectContaining(target)]);
  });

  it.each([
    [
      '',
      'invalid --deliver (expected file:FOLDER, s3://BUCKET[/PREFIX], stdout, sns:TOPIC_ARN, events:BUS, slack:SECRET, teams:SECRET or webhook:SECRET)',
    ],
    ['mail:me', expect.stringMatching(/^invalid --deliver 'mail:\.\.\.' \(expected file:FOLDER/)],
    [secret, expect.stringMatching(/^invalid --deliver 'https:\.\.\.' \(expected file:FOLDER/)],
    ['constructor:x', expect.stringMatching(/^invalid --deliver 'constructor:\.\.\.'/)],
    ['file:', '--deliver file: has no folder'],
    ['file:a\0b', expect.stringContaining('is not a folder')],
    [`file:${'a'.repeat(300)}`, expect.stringContaining('is not a folder')],
    [`slack:file:${'a/'.repeat(600)}b`, expect.any(String)],
    ['s3://A', 'invalid --deliver s3 destination (expected s3://BUCKET or s3://BUCKET/PREFIX)'],
    ['s3:bucket', 'invalid --deliver s3 destination (expected s3://BUCKET or s3://BUCKET/PREFIX)'],
    ['s3://bucket/../x', 'invalid --deliver s3 destination (expected s3://BUCKET or s3://BUCKET/PREFIX)'],
    ['sns:nights', 'invalid --deliver sns destination (expected sns: and the ARN of a topic)'],
    ['events:a b', 'invalid --deliver events destination (expected the name or the ARN of an event bus)'],
  ])('%s is refused', (value, message) => {
    expect(refusal(value)).toEqual(message);
  });

  it('are as many as the state keeps names', () => {
    const many = Array.from({ length: 65 }, (_, index) => `events:bus-${index}`);
    expect(() => parseTargets(many, {})).toThrow('--deliver names more than 64 destinations');
    expect(parseTargets(many.slice(1), {})).toHaveLength(64);
  });

  it('of one kind and place are one', () => {
    expect(() => parseTargets(['slack:env:HOOK', 'slack:env:HOOK'], env)).toThrow(
      '--deliver names slack (env:HOOK) twice',
    );
  });
});

describe('secrets', () => {
  it.each(['slack', 'teams', 'webhook'])('of %s cannot be given on the command line', (kind) => {
    const message = `--deliver ${kind}: a secret cannot be given on the command line: use ${kind}:env:NAME or ${kind}:file:PATH`;
    for (const value of [secret, 'hooks.slack.com/planted4711', `env:${secret}`, 'env:', '', 'file:']) {
      expect(refusal(`${kind}:${value}`)).toBe(message);
    }
  });

  it.each(['toString', '__proto__'])('of env:%s are not set', (name) => {
    expect(refusal(`slack:env:${name}`)).toBe(`--deliver slack:env:${name}: env:${name} is not set`);
  });

  it.each([
    ['', 'env:HOOK is not set'],
    ['http://hooks.example/planted4711', 'env:HOOK is not an https URL'],
    ['file:///planted4711', 'env:HOOK is not an https URL'],
    ['hooks.example/planted4711', 'env:HOOK is not a URL'],
    ['https://user:planted4711@hooks.example/', 'env:HOOK contains a user name or a password'],
    ['https://hooks.example/\nplanted4711', 'env:HOOK contains white space or more than one line'],
    [`https://hooks.example/${'planted4711'.repeat(1_000)}`, 'env:HOOK is longer than 8192 characters'],
  ])('%j is no webhook, and not shown', (value, flaw) => {
    expect(refusal('slack:env:HOOK', { HOOK: value })).toBe(`--deliver slack:env:HOOK: ${flaw}`);
  });

  it.each([
    [undefined, 'env:HOOK_SECRET is not set'],
    ['planted4711', 'env:HOOK_SECRET is not a signing secret (expected whsec_ and 24 to 64 random bytes in base64)'],
    [
      `whsec_${Buffer.alloc(16).toString('base64')}`,
      'env:HOOK_SECRET is not a signing secret (expected whsec_ and 24 to 64 random bytes in base64)',
    ],
  ])('%j signs nothing', (value, flaw) => {
    const env = { HOOK: secret, ...(value === undefined ? {} : { HOOK_SECRET: value }) };
    expect(refusal('webhook:env:HOOK', env)).toBe(`--deliver webhook:env:HOOK: ${flaw}`);
  });

  it('of a file are read without its last line feed, through the links of a mounted Secret', async () => {
    const [file, link] = [path.join(folder, 'real'), path.join(folder, 'hook')];
    await writeFile(file, `${secret}\n`);
    await symlink(file, link);
    await writeFile(`${link}.secret`, `${signing}\r\n`);
    const [target] = parseTargets([`webhook:file:${link}`], {});
    if (target?.kind !== 'webhook') throw new Error('no webhook');
    expect([target.url().href, target.secret().length]).toEqual([secret, 32]);
    expect(JSON.stringify(target)).toBe(`{"kind":"webhook","name":"webhook (file:${link})"}`);
  });

  it('of a file that is no regular file or too large are refused', async () => {
    const [large, pipe] = [path.join(folder, 'large'), path.join(folder, 'pipe')];
    await writeFile(large, 'x'.repeat(1_000_000));
    mkfifoSync(pipe);
    const said = (file: string) => refusal(`slack:file:${file}`).replaceAll(folder, '');
    expect(said(folder)).toBe('--deliver slack:file:: file: is not a regular file');
    expect(said('/dev/zero')).toBe('--deliver slack:file:/dev/zero: file:/dev/zero is not a regular file');
    expect(said(pipe)).toBe('--deliver slack:file:/pipe: file:/pipe is not a regular file');
    expect(said(large)).toBe('--deliver slack:file:/large: file:/large is longer than 8192 characters');
    expect(said(path.join(folder, 'none'))).toBe(
      '--deliver slack:file:/none: file:/none cannot be read: no such file or directory',
    );
  });
});

describe('pages in a folder', () => {
  const place = '111122223333/eu-west-1/prod/2026-11-22T02-00-00.000Z';
  const context: DeliveryContext = {
    env: {},
    userAgent: 'eks-preflight/0.2.0',
    aws: () => Promise.reject(new Error('no AWS here')),
    encryption: null,
    signal: new AbortController().signal,
    log: () => undefined,
    stdout: () => undefined,
  };
  const deliver = (target: string, more: Partial<Delivery> = {}) => {
    const delivery = { message: nights.quiet, needsMessage: false, page: { html: '<p>page</p>' }, place, ...more };
    return deliverAll(delivery, parseTargets([target], {}), context);
  };

  it('are written for their owner, and latest.html beside them', async () => {
    const target = path.join(folder, 'pages');
    expect(await deliver(`file:${target}`)).toEqual([]);
    const below = path.join(target, path.dirname(place));
    expect((await readdir(below)).sort()).toEqual(['2026-11-22T02-00-00.000Z.html', 'latest.html']);
    for (const name of await readdir(below)) {
      expect(await readFile(path.join(below, name), 'utf8')).toBe('<p>page</p>');
      expect((await stat(path.join(below, name))).mode & 0o777).toBe(0o600);
    }
    expect(await deliver(`file:${target}`, { page: { html: 'later' } })).toEqual([]);
    expect(await readFile(path.join(below, 'latest.html'), 'utf8')).toBe('later');
  });

  it('leave latest.html to the newest run, but not to one that is dated in the future', async () => {
    const target = path.join(folder, 'order');
    const home = path.join(target, path.dirname(place));
    const run = (at: string) =>
      deliver(`file:${target}`, { page: { html: at }, place: `${path.dirname(place)}/${at}` });
    const latest = () => readFile(path.join(home, 'latest.html'), 'utf8');
    const [older, newer, future] = ['2026-11-21T02-00-00.000Z', '2026-11-22T02-00-00.000Z', '2999-11-22T02-00-00.000Z'];
    await run(newer);
    expect(await run(older)).toEqual([]);
    expect(await latest()).toBe(newer);
    await run(future);
    expect(await latest()).toBe(future);
    await run(newer);
    expect(await latest()).toBe(newer);
    // A symbolic link with the name of a page is not read.
    await symlink('/etc/hostname', path.join(home, '2026-11-22T03-00-00.000Z.html'));
    await run(newer);
    expect([await latest(), (await readdir(home)).length]).toEqual([newer, 5]);
  });

  it('of many runs at once leave the newest one', async () => {
    const target = path.join(folder, 'many');
    const times = Array.from({ length: 12 }, (_, index) => `2026-11-22T02-00-${`${index}`.padStart(2, '0')}.000Z`);
    const outcomes = await Promise.all(
      times.map((at) => deliver(`file:${target}`, { page: { html: at }, place: `${path.dirname(place)}/${at}` })),
    );
    expect(outcomes.flat()).toEqual([]);
    expect(await readFile(path.join(target, path.dirname(place), 'latest.html'), 'utf8')).toBe(times.at(-1));
  });

  it.each(['../../../../etc/x', '/etc/x', '111122223333/eu-west-1/../2026-11-22T02-00-00.000Z', `${place}\n`, ''])(
    'are not written at %j',
    async (strange) => {
      const target = path.join(folder, 'strange');
      const failures = await deliver(`file:${target}`, { place: strange });
      expect(failures.map(({ reason }) => reason.message)).toEqual([
        'the account, region or name of the cluster is invalid',
      ]);
      await expect(stat(target)).rejects.toThrow('ENOENT');
    },
  );

  it.each(['111122223333', '111122223333/eu-west-1', '111122223333/eu-west-1/prod'])(
    'are not written through a link below the folder: %s',
    async (link) => {
      const [target, elsewhere] = [path.join(folder, 'linked', link), path.join(folder, 'elsewhere', link)];
      await mkdir(path.dirname(path.join(target, link)), { recursive: true });
      await mkdir(elsewhere, { recursive: true });
      await symlink(elsewhere, path.join(target, link));
      const failures = await deliver(`file:${target}`);
      expect(failures.map(({ reason }) => reason.message)).toEqual([`${target}/${link} is a symbolic link`]);
      expect(await readdir(elsewhere)).toEqual([]);
    },
  );

  it('that cannot be written leave nothing behind', async () => {
    const target = path.join(folder, 'full');
    await mkdir(path.join(target, `${place}.html`), { recursive: true });
    const [failure] = await deliver(`file:${target}`);
    expect(failure?.reason.message).toBe(`cannot write ${target}/${place}.html: it is a directory`);
    expect(await readdir(path.join(target, path.dirname(place)))).toEqual(['2026-11-22T02-00-00.000Z.html']);
    await chmod(target, 0o700);
  });

  it('are none where there is no report', async () => {
    expect(await deliver(`file:${path.join(folder, 'none-here')}`, { page: null })).toEqual([]);
    await expect(stat(path.join(folder, 'none-here'))).rejects.toThrow('ENOENT');
  });
});

describe('what the targets need of AWS', () => {
  const place = { partition: 'aws', region: 'eu-west-1', account: '111122223333' };
  const topic = 'arn:aws:sns:eu-central-1:444455556666:nights';

  it('is to write where they write, without their secrets', () => {
    const values = ['s3://reports/eks', `sns:${topic}`, 'events:ops', 'slack:env:NOT_SET', 'file:pages', 'stdout'];
    expect(deliveryGrants(values, place)).toEqual([
      {
        sid: 'EksPreflightDeliverPages',
        actions: ['s3:GetObject', 's3:PutObject'],
        resources: ['arn:aws:s3:::reports/eks/*'],
      },
      { sid: 'EksPreflightDeliverTopic', actions: ['sns:Publish'], resources: [topic] },
      {
        sid: 'EksPreflightDeliverEvents',
        actions: ['events:PutEvents'],
        resources: ['arn:aws:events:eu-west-1:111122223333:event-bus/ops'],
      },
    ]);
  });

  it('is a key, if one is named', () => {
    const key = 'arn:aws:kms:eu-west-1:111122223333:key/0123';
    const findKeyResources = (kmsKeyId: string) =>
      deliveryGrants(['s3://reports'], place, { sse: 'aws:kms', kmsKeyId }).find(({ sid }) => sid.endsWith('Key'))
        ?.resources;
    expect(findKeyResources(key)).toEqual([key]);
    expect(findKeyResources('01234567-89ab-cdef-0123-456789abcdef')).toEqual([
      'arn:aws:kms:eu-west-1:111122223333:key/01234567-89ab-cdef-0123-456789abcdef',
    ]);
    expect(findKeyResources('alias/reports')).toEqual(['arn:aws:kms:eu-west-1:111122223333:key/*']);
  });

  it('is nothing without them', () => {
    expect(deliveryGrants(['stdout', 'webhook:env:NOT_SET'], place)).toEqual([]);
  });
});
