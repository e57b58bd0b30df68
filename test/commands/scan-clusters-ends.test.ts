import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApartEnded, ApartOptions } from '../../src/commands/io.ts';
import type { Fleet } from '../../src/report/fleet/schema.ts';
import { runCommand, type Place } from '../world/in-process.ts';
import { storedInventory } from '../world/stored.ts';

/** How the scan of one of several clusters may end. The other one always ends well. */

let folder: string;
let good: ApartEnded;
let goodToo: ApartEnded;

beforeAll(async () => {
  good = await scanStored(readFileSync(storedInventory('healthy'), 'utf8'));
  goodToo = await scanStored(
    readFileSync(storedInventory('healthy'), 'utf8')
      .replaceAll('cluster/prod"', 'cluster/bad"')
      .replaceAll('"name": "prod"', '"name": "bad"'),
  );
});

async function scanStored(inventory: string): Promise<ApartEnded> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'eks-preflight-stored-')), 'inventory.json');
  writeFileSync(file, inventory);
  const { code, stdout } = await runCommand(['scan', '--inventory', file, '--format', 'json'], { env: {} });
  rmSync(path.dirname(file), { recursive: true });
  return { stdout, stderr: '', code, signal: null };
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-ends-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const env = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'x' };
type Apart = (args: readonly string[], options: ApartOptions) => Promise<ApartEnded>;

/** Scans two clusters: the scan of `bad` ends as given. */
async function scanTwo(ends: Partial<ApartEnded> | Apart, more: readonly string[] = [], place: Partial<Place> = {}) {
  const outcome = await runCommand(['scan', 'prod', 'bad', '--format', 'json', ...more], {
    env,
    cwd: folder,
    ...place,
    runApart: async (args, options) => {
      if (!args.includes('--cluster=bad') && !args.some((arg) => arg.endsWith(':cluster/bad'))) return good;
      if (typeof ends === 'function') return ends(args, options);
      const ended = { stdout: '', stderr: '', code: 3, signal: null, ...ends };
      for (const line of ended.stderr.split('\n').slice(0, -1)) options.onNote?.(line);
      return ended;
    },
  });
  const fleet = JSON.parse(outcome.stdout) as Fleet;
  const bad = fleet.clusters.find(({ name }) => name === 'bad');
  expect(fleet.clusters.find(({ name }) => name === 'prod')?.status).toBe('ready');
  return { ...outcome, fleet, bad };
}

const late =
  'the scan was still running after its --timeout and was stopped. Scan fewer clusters at the same time with --parallel.';
const failed = (error: object) => ({ stdout: JSON.stringify({ schemaVersion: 1, error }), code: 3 });
const denied = 'User: x is not authorized to perform: eks:DescribeCluster';

describe('a scan beside others that has no report', () => {
  it.each<[string, Partial<ApartEnded>, string | RegExp]>([
    [
      'it is denied',
      failed({ code: 'denied', message: denied }),
      `${denied}. \`eks-preflight permissions\` prints all that a scan needs.`,
    ],
    [
      'it has a hint',
      failed({ code: 'absent', message: 'No cluster.', hint: 'Pass --region' }),
      'No cluster. Pass --region.',
    ],
    ['it crashed', { stderr: 'note\neks-preflight: crashed: x is not a function\n' }, 'crashed: x is not a function'],
    ['it said nothing', { code: 0 }, 'its process ended with exit code 0 and printed no report'],
    [
      'it said nothing known',
      { code: 7, stderr: 'Segmentation fault\n' },
      'its process ended with exit code 7 and printed no report',
    ],
    ['it printed garbage', { stdout: 'moon', code: 0 }, /^the scan is not a report: it is not JSON/],
    [
      'it printed half of a report',
      { stdout: '{"schemaVersion": 1, "too', code: 0 },
      /^the scan is not a report: it is damaged or cut off/,
    ],
    [
      'it printed other JSON',
      { stdout: '{}', code: 0 },
      'the scan is not a report of eks-preflight: it has no schemaVersion',
    ],
    [
      'it printed too much',
      { isTooLong: true, code: 3, stderr: 'eks-preflight: stopped by SIGTERM\n' },
      'its report is larger than 100 MB',
    ],
    [
      'it was killed',
      { code: null, signal: 'SIGKILL' },
      'its process was killed (SIGKILL), perhaps because memory ran out. Scan fewer clusters at the same time with --parallel.',
    ],
    [
      'its heap was full',
      {
        code: null,
        signal: 'SIGABRT',
        stderr: 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n#1 0x0\n',
      },
      'its process ran out of memory (the heap of Node.js is full). Scan fewer clusters at the same time with --parallel.',
    ],
    ['it was too late', { isTooLate: true, code: null, signal: 'SIGKILL', stdout: '{"schemaVersion": 1' }, late],
    ['it was too late, and ended when told', { isTooLate: true, code: 3, stderr: 'eks-preflight: stopped\n' }, late],
    ['a signal ended it', { code: null, signal: 'SIGSEGV' }, 'its process was ended by SIGSEGV'],
  ])('is a row with the reason: %s', async (_what, ends, reason) => {
    const { code, bad, stderr } = await scanTwo(ends);
    expect(bad).toMatchObject({ status: 'not-scanned', version: null, verdict: null, report: null });
    if (typeof reason === 'string') expect(bad?.reason).toBe(reason);
    else expect(bad?.reason).toMatch(reason);
    expect(code).toBe(2);
    expect(stderr).not.toContain('#1');
  });

  it.each<[string[], number]>([
    [[], 15 * 60_000 + 15_000],
    [['--timeout', '20s'], 35_000],
    [['--timeout', '20s', '--state', 'kept'], 10 * 60_000 + 35_000],
    [['--timeout', '20s', '--deliver', 'file:pages'], 10 * 60_000 + 35_000],
  ])('has 15 seconds more than --timeout, and the time of deliveries: %j', async (more, limitMs) => {
    const limits: unknown[] = [];
    const bad: Apart = async (_args, options) => {
      limits.push(options.limitMs);
      return { stdout: '', stderr: '', code: null, signal: 'SIGKILL', isTooLate: true };
    };
    const { code } = await scanTwo(bad, more);
    expect([limits, code]).toEqual([[limitMs], 2]);
  });

  it('is a row if its process cannot be started, and others go on', async () => {
    const { bad, code } = await scanTwo(() => Promise.reject(new Error('spawn EAGAIN')));
    expect([bad?.reason, code]).toEqual(['the scan crashed: spawn EAGAIN', 2]);
  });

  it('is a row without control characters', async () => {
    const { bad } = await scanTwo(failed({ code: 'x', message: 'a\u001B[2Jb\n::error::c\u202E' }));
    expect(bad?.reason).toBe('ab ::error::c');
  });

  it('does not pass with the exit code of another verdict', async () => {
    const { bad } = await scanTwo({ ...goodToo, code: 2 });
    expect(bad).toMatchObject({
      status: 'not-scanned',
      reason: 'its process ended with exit code 2, its report has 0',
    });
  });

  it('gives exit code 3 only if no other was scanned', async () => {
    const outcome = await runCommand(['scan', 'a', 'b'], {
      env,
      cwd: folder,
      runApart: () => Promise.resolve({ stdout: '', stderr: '', code: 3, signal: null }),
    });
    expect(outcome.code).toBe(3);
    expect(outcome.stdout).toContain('a ');
  });

  it('does not open the gate with --fail-on never alone', async () => {
    expect((await scanTwo({ code: 3 }, ['--fail-on', 'never'])).code).toBe(0);
  });
});

describe('a scan beside others whose delivery failed', () => {
  it('keeps its row and its notes, and 0 becomes 3', async () => {
    const { bad, code, stderr } = await scanTwo({ ...goodToo, code: 3, stderr: 'eks-preflight: slack: no answer\n' });
    expect([bad?.status, code]).toEqual(['ready', 3]);
    expect(stderr).toContain('bad: slack: no answer\n');
  });
});

describe('two names of one cluster', () => {
  it('are one row and a note', async () => {
    const arn = 'arn:aws:eks:eu-west-1:111122223333:cluster/prod';
    const clusters = [{ name: 'prod' }, { name: arn, roleArn: 'arn:aws:iam::111122223333:role/x' }];
    writeFileSync(path.join(folder, 'f.yaml'), JSON.stringify({ clusters }));
    const { code, stdout, stderr } = await runCommand(['scan', '--config', 'f.yaml', '--format', 'json'], {
      env,
      cwd: folder,
      runApart: () => Promise.resolve(good),
    });
    expect([code, (JSON.parse(stdout) as Fleet).clusters.map(({ name }) => name)]).toEqual([0, ['prod']]);
    expect(stderr).toContain(`eks-preflight: prod was listed twice, as ${arn}\n`);
  });

  it('are two rows if the ARN is of another account', async () => {
    const other = 'arn:aws:eks:eu-west-1:999955556666:cluster/prod';
    const { code, stdout } = await runCommand(['scan', 'prod', other, '--format', 'json'], {
      env,
      cwd: folder,
      runApart: (args) =>
        Promise.resolve(args.includes('--cluster=prod') ? good : { ...good, stdout: '', code: 3, stderr: '' }),
    });
    const rows = (JSON.parse(stdout) as Fleet).clusters.map(({ account, status }) => [account, status]);
    expect(rows).toEqual([
      ['111122223333', 'ready'],
      ['999955556666', 'not-scanned'],
    ]);
    expect(code).toBe(2);
  });

  it('a report of another cluster does not count', async () => {
    expect((await scanTwo(good)).bad?.reason).toBe('its report is of another cluster: prod');
  });
});

describe('the report of an earlier scan', () => {
  const bad = 'arn:aws:eks:eu-west-1:111122223333:cluster/bad';
  const place = () => path.join(folder, 'rep', '111122223333', 'eu-west-1');
  const fails = (more: readonly string[]) =>
    runCommand(['scan', 'prod', bad, ...more], {
      env,
      cwd: folder,
      runApart: (args) => Promise.resolve(args.includes('--cluster=prod') ? good : { ...good, stdout: '', code: 3 }),
    });

  it('does not stay if the cluster was not scanned; metrics and others stay', async () => {
    mkdirSync(place(), { recursive: true });
    for (const name of ['bad.json', 'bad.html', 'bad.prom', 'other.json'])
      writeFileSync(path.join(place(), name), 'old');
    await fails(['--output', 'json=rep/', '--output', 'html=rep/', '--output', 'prometheus=rep/']);
    expect(readdirSync(place()).toSorted()).toEqual(['bad.prom', 'other.json']);
  });

  it('stays, and is named, behind a link', async () => {
    mkdirSync(path.join(folder, 'away', 'eu-west-1'), { recursive: true });
    mkdirSync(path.join(folder, 'rep'));
    symlinkSync('../away', path.join(folder, 'rep', '111122223333'));
    writeFileSync(path.join(folder, 'away', 'eu-west-1', 'bad.json'), 'old');
    const { stderr } = await fails(['--output', 'json=rep/']);
    expect(stderr).toMatch(/^bad: the report of an earlier scan is still there: .* is a symbolic link$/m);
    expect(readdirSync(path.join(folder, 'away', 'eu-west-1'))).toEqual(['bad.json']);
  });
});
