import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Io } from '../../src/commands/io.ts';
import { createProgress, formatProgress, type Waiting } from '../../src/commands/scan/progress.ts';
import { healthyWorld } from '../world/healthy.ts';
import { runCommand } from '../world/in-process.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';

/** The line of stderr that names what a scan waits for. */

const erase = '\r\u001B[K';

describe('the line', () => {
  const versions = { call: 'eks:DescribeClusterVersions', since: 0 };
  const definitions = { call: 'GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions', since: 1_000 };
  const pods: Waiting['lists'] = new Map([['pods', { read: 12_500, remaining: 17_487 }]]);
  it.each<[string, Partial<Waiting>, number, number, string]>([
    ['before the facts are known', { total: undefined }, 0, 80, 'Reading the cluster'],
    [
      'the first call',
      { total: undefined, calls: [versions] },
      3_400,
      80,
      'Reading the cluster; 3 s: eks:DescribeClusterVersions',
    ],
    ['facts', {}, 0, 80, 'Reading 5 of 60 facts'],
    ['a call that is not slow yet', { calls: [versions] }, 1_999, 80, 'Reading 5 of 60 facts'],
    ['a slow call', { calls: [versions] }, 8_700, 80, 'Reading 5 of 60 facts; 8 s: eks:DescribeClusterVersions'],
    [
      'the slowest call',
      { calls: [definitions, versions] },
      4_000,
      80,
      'Reading 5 of 60 facts; 4 s: eks:DescribeClusterVersions',
    ],
    ['a list', { lists: pods }, 0, 80, 'Reading 5 of 60 facts; pods: 12,500 of about 30,000'],
    [
      'the list with the most remaining objects',
      { lists: new Map([...pods, ['events', { read: 500, remaining: 1_000_000 }]]) },
      0,
      80,
      'Reading 5 of 60 facts; events: 500 of about 1,010,000',
    ],
    [
      'a small list',
      { lists: new Map([['nodes', { read: 500, remaining: 7 }]]) },
      0,
      80,
      'Reading 5 of 60 facts; nodes: 500 of about 507',
    ],
    [
      'both, where they fit',
      { lists: pods, calls: [versions] },
      8_700,
      110,
      'Reading 5 of 60 facts; pods: 12,500 of about 30,000; 8 s: eks:DescribeClusterVersions',
    ],
    [
      'both, where one fits',
      { lists: pods, calls: [versions] },
      8_700,
      80,
      'Reading 5 of 60 facts; pods: 12,500 of about 30,000',
    ],
    ['a long call', { calls: [definitions] }, 9_000, 60, 'Reading 5 of 60 facts; 8 s: GET /apis/apiextensions.k8s.io…'],
    ['a narrow terminal', { lists: pods }, 0, 12, 'Reading 5 …'],
    [
      'a hostile name',
      { lists: new Map([['a\u001B[2J\nb', { read: 1, remaining: 1 }]]) },
      0,
      80,
      'Reading 5 of 60 facts; a b: 1 of about 2',
    ],
  ])('%s', (_, waiting, now, columns, line) => {
    expect(formatProgress({ done: 5, total: 60, calls: [], lists: new Map(), ...waiting }, now, columns)).toBe(line);
    expect(line.length).toBeLessThan(columns);
  });
});

describe('on a terminal', () => {
  afterEach(() => void vi.useRealTimers());

  function open(terminal: boolean, env: NodeJS.ProcessEnv = {}) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const written: string[] = [];
    const io = { stderrIsTerminal: terminal, columns: 80, env, stderr: (text: string) => written.push(text) };
    return { written, progress: createProgress(io as unknown as Io, false) };
  }

  it('names a slow call every second, until it ends', () => {
    const { written, progress } = open(true);
    progress.start(3);
    const end = progress.begin('eks:DescribeClusterVersions');
    vi.advanceTimersByTime(3_000);
    end();
    progress.done();
    progress.print('eks-preflight: a line\n');
    vi.advanceTimersByTime(1_000);
    progress.end();
    vi.advanceTimersByTime(9_000);
    progress.done();
    progress.end();
    expect(written).toEqual([
      `${erase}Reading the cluster`,
      `${erase}Reading 0 of 3 facts`,
      `${erase}Reading 0 of 3 facts; 2 s: eks:DescribeClusterVersions`,
      `${erase}Reading 0 of 3 facts; 3 s: eks:DescribeClusterVersions`,
      `${erase}Reading 1 of 3 facts`,
      `${erase}eks-preflight: a line\n`,
      `${erase}Reading 1 of 3 facts`,
      erase,
    ]);
  });

  it.each<[string, boolean, NodeJS.ProcessEnv]>([
    ['a pipe', false, {}],
    ['CI', true, { CI: 'true' }],
    ['a terminal that cannot erase', true, { TERM: 'dumb' }],
  ])('nothing but other lines: %s', (_, terminal, env) => {
    const { written, progress } = open(terminal, env);
    progress.start(3);
    progress.begin('eks:DescribeCluster')();
    progress.page('pods', 500, 500);
    progress.print('a line\n');
    vi.advanceTimersByTime(5_000);
    progress.end();
    expect(written).toEqual(['a line\n']);
  });
});

describe('a scan', () => {
  let running: RunningWorld;
  beforeAll(async () => {
    running = await startWorld(healthyWorld());
  });
  afterAll(() => running.close());

  it('counts the objects of lists, stays within the terminal and leaves nothing behind', async () => {
    const env = { ...running.env, CI: undefined, COLUMNS: '50' };
    const { stderr } = await runCommand(['scan', '--cluster', 'prod'], { env, terminal: true });
    const lines = stderr.split(erase);
    expect([lines[0], lines[1], lines.at(-1)]).toEqual(['', 'Reading the cluster', '']);
    expect(lines.filter((line) => line.length >= 50 || line.includes('\n'))).toEqual([]);
    expect(lines).toContainEqual(expect.stringMatching(/^Reading \d+ of \d+ facts; \w+: \d+ of about \d+$/));
    const piped = await runCommand(['scan', '--cluster', 'prod'], { env });
    expect(piped.stderr).toBe('');
  });
});
