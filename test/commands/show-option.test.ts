import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../src/commands/options/command-line.ts';
import { parseOptions } from '../../src/commands/options/options.ts';
import { parseShow } from '../../src/commands/options/show.ts';
import { ScanError } from '../../src/facts/reason.ts';
import { runCommand } from '../world/in-process.ts';

/** `--show`: how much of a report is printed, and what people write instead. */

const run = (...args: readonly string[]) => runCommand(args, { env: { PATH: process.env['PATH'], COLUMNS: '80' } });
const nowhere = { stdout: () => undefined, stderr: () => undefined, columns: 80 };
const findError = (refuse: () => unknown): string => {
  try {
    refuse();
  } catch (error) {
    if (error instanceof ScanError)
      return [error.message, error.reason.hint].filter((line) => line !== undefined).join('\n');
    throw error;
  }
  return 'not refused';
};
const said = (...args: readonly string[]): string => findError(() => readCommandLine(args, '0.1.0', nowhere));

describe('--show', () => {
  it('prints 24 lines, everything, the table of checks, or one entry', async () => {
    const [usual, summary, all, checks, one] = await Promise.all([
      run('demo'),
      run('demo', '--show', 'summary'),
      run('demo', '--show', 'all'),
      run('demo', '--show', 'checks'),
      run('demo', '--show', '1'),
    ]);
    const lines = ({ stdout }: { stdout: string }) => stdout.trimEnd().split('\n').length;
    expect([usual.code, summary.code, all.code, checks.code, one.code]).toEqual([1, 1, 1, 1, 1]);
    expect(lines(summary)).toBeLessThanOrEqual(24);
    expect(lines(all)).toBeGreaterThan(lines(usual));
    expect(checks.stdout).toMatch(/^ kubelet-skew /m);
    expect(one.stdout).toMatch(/^ {2}1 FAIL /);
  });

  it.each([
    ['#7', /Write the number without #\.$/],
    ['sumary', /^invalid --show 'sumary' \(expected summary, all, checks, the number .*\nDid you mean summary\?$/],
    ['zzz', /^invalid --show 'zzz' [^\n]+$/],
  ])('refuses %s', (value, text) => {
    expect(findError(() => parseShow(value))).toMatch(text);
  });

  it.each([
    [
      ['scan', 'prod', '--show'],
      "option '--show <what>' argument missing\nWrite the number without #: a shell reads #7 as a comment. Or write summary, all or checks.",
    ],
    [['fleet', 'reports', '--show'], "option '--show <what>' argument missing\nWrite --show all."],
  ])('says what is missing: %j', (args, text) => {
    expect(said(...args)).toBe(text);
  });
});

describe('an option that --show replaces', () => {
  it.each([
    [['scan', 'prod', '--summary'], "unknown option '--summary'\nWrite --show summary."],
    [['demo', '--all'], "unknown option '--all'\nWrite --show all."],
    [['render', 'r.json', '--checks'], "unknown option '--checks'\nWrite --show checks."],
    [['config', '--finding', '3'], "unknown option '--finding'\nWrite --show 3 (the number of an entry)."],
    [['render', 'r.json', '--finding=3'], "unknown option '--finding=3'\nWrite --show 3 (the number of an entry)."],
    [['fleet', 'reports', '--all'], "unknown option '--all'\nWrite --show all."],
    [['diff', 'a', 'b', '--all'], "unknown option '--all'\nWrite --show all."],
    [['permissions', '--all'], "unknown option '--all'\nSee `eks-preflight permissions --help`."],
  ])('is named once: %j', (args, text) => {
    expect(said(...args)).toBe(text);
  });

  it('is named in a config file, too', () => {
    expect(findError(() => parseOptions({ all: true }, 'own.yaml'))).toBe(
      "unknown key 'all' in own.yaml\nWrite show: all.",
    );
  });
});

describe('what kubectl would understand', () => {
  const inventory = 'For a saved inventory, write --inventory FILE';
  it.each([
    [
      ['scan', '-f', 'prod.json'],
      `unknown option '-f'\n${inventory}; for settings, --config FILE. Manifests are not read.`,
    ],
    [
      ['demo', '-f', 'prod.json'],
      "unknown option '-f'\nThe demo has its own data. For a saved inventory, write scan --inventory FILE.",
    ],
    [['render', '-f', 'report.json'], "unknown option '-f'\nWrite the file without -f."],
    [
      ['diff', 'a', 'b', '-o', 'yaml'],
      "unknown option '-o'\nThe output goes to stdout: choose its format with --format.",
    ],
  ])('has a hint: %j', (args, text) => {
    expect(said(...args)).toBe(text);
  });

  it.each([
    [
      ['scan', './manifests'],
      "invalid --cluster './manifests' (expected a name or an ARN)\nManifests are not read, only clusters.",
    ],
    [['scan', 'prod.json.gz'], "invalid --cluster 'prod.json.gz' (expected a name or an ARN)\nManifests are not read"],
    [['scan', 'pr od'], "invalid --cluster 'pr od' (expected a name or an ARN)\nWrite it as prod, or"],
    [['scan', 'prod', '-o', 'yaml'], '--output yaml: this is a format of kubectl; here, --output names a file\nChoose'],
    [['scan', 'prod', '-o', 'wide'], '--output wide: this is a format of kubectl; here, --output names a file\nChoose'],
    [['fleet', 'reports', '-o', 'wide'], '--output wide: this is a format of kubectl; here, --output names a file\n'],
  ])('has a hint at once: %j', async (args, text) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain(`eks-preflight: ${text}`);
  });
});
