import { describe, expect, it } from 'vitest';
import { demoOptions } from '../../src/commands/demo/bundled.ts';
import { commandLine, readCommandLine } from '../../src/commands/options/command-line.ts';
import { commandTexts } from '../../src/commands/options/command-texts.ts';
import { runCommand } from '../world/in-process.ts';

/** What a person sees first: help, version, and the notes that --quiet hides. */

const names = Object.keys(commandTexts);
const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runCommand(args, { env: { PATH: process.env['PATH'], ...env } });
const nowhere = { stdout: () => undefined, stderr: () => undefined, columns: 80 };

/** The arguments in an example, as a shell splits them, up to the first `>`, `|` or `<`. */
function splitWords(example: string): string[] {
  const words = example.match(/'[^']*'|[^\s']+/g) ?? [];
  const end = words.findIndex((word) => /^[>|<]/.test(word));
  return words.slice(1, end < 0 ? undefined : end).map((word) => word.replaceAll("'", ''));
}

describe('help', () => {
  it('has a text for every command', () => {
    expect(
      commandLine('0.1.0')
        .commands.map((command) => command.name())
        .toSorted(),
    ).toEqual(names.toSorted());
  });

  it.each(names)('of %s is the same with `help` and --help, and fits 80 columns', async (name) => {
    const [first, ...others] = await Promise.all(
      [
        ['help', name],
        [name, '--help'],
      ].map((args) => run(args)),
    );
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first?.stdout).toMatch(new RegExp(`^Usage: eks-preflight ${name} .*\nGeneral:\n`, 's'));
    expect(others.map(({ stdout }) => stdout)).toEqual([first?.stdout]);
    expect(first?.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(first?.stdout).not.toMatch(/^Options:|\(env: /m);
  });

  it.each([...names, ''])('of %s with -h is one screen of 80 x 24, of options that it has', async (name) => {
    const { code, stdout, stderr } = await run([...(name === '' ? [] : [name]), '-h']);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThan(24);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const command = commandLine('0.1.0').commands.find((one) => one.name() === name);
    const known = ['--help', ...(command?.options ?? []).flatMap(({ long, short }) => [long, short])];
    const terms = lines.flatMap((line) => /^ {2}((?:-|[a-z]).*?) {2}/.exec(line)?.[1] ?? []);
    const flags = terms.flatMap((term) => term.match(/(?<= |^)--?[a-z-]+/g) ?? []).filter((flag) => flag !== '-h');
    expect(flags.filter((flag) => !known.includes(flag))).toEqual([]);
  });

  it.each([
    ['scan', 'Exit codes: 0 ready or partial (some checks), 1 blocked, '],
    ['gate', ' 2 incomplete or partial (some checks), 3 not run'],
    ['status', 'Exit codes: 0 idle/done, 1 stuck/failed/worse, 2 running/open/unseen, 3 not run'],
    ['scan', 'only what stops the control plane sets the exit code'],
    ['gate', 'only what stops the control plane sets the exit code'],
  ])('of %s with -h says what an exit code means: %s', async (name, words) => {
    expect((await run([name, '-h'])).stdout).toContain(words);
  });

  it.each(names)('of %s says update in both, as EKS and every report do', async (name) => {
    for (const flag of ['-h', '--help']) {
      const { stdout } = await run([name, flag]);
      expect(stdout.replaceAll(/upgrade (?:and|or) rollback insights/g, '').replaceAll(/\s+/g, ' ')).not.toMatch(
        /\bupgrade\b/,
      );
    }
  });

  it('of the program with -h names every command', async () => {
    const { stdout } = await run(['-h']);
    for (const name of names.filter((one) => !['help', 'version'].includes(one)))
      expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  });

  it.each([
    ['config', /\nAll options of scan: see `eks-preflight scan --help`\.\n/],
    [
      'collect',
      /\nAs in scan \(see `eks-preflight scan --help`\): --cluster, --region, [^]* --verbose and --quiet\.\n/,
    ],
    ['demo', /\nAs in scan \(see `eks-preflight scan --help`\): --target, --only, [^]* --redact and --quiet\.\n/],
  ])('of %s names options of scan once', async (name, text) => {
    const { stdout } = await run([name, '--help']);
    expect(stdout).toMatch(text);
    expect(stdout.split('\n').length).toBeLessThan(40);
    const misspelled = await run([name, '--externl-id', 'x']);
    if (name !== 'demo') expect(misspelled.stderr).toContain('Did you mean --external-id?');
  });

  it.each<[string[], RegExp]>([
    [
      ['help'],
      /^Usage: eks-preflight <command> .*\nCheck a cluster:\n {2}scan .*\nExamples:\n(?: {2}eks-preflight .*\n){3}$/s,
    ],
    [
      ['scan', '--help'],
      /\nCluster and account:\n {2}--cluster .*\nTarget:\n.*\nAPI server connection:\n.*\nScheduled scans:\n/s,
    ],
    [['scan', '--help'], /\n {2}-o, --output .*\n {2}-q, --quiet/s],
    [
      ['scan', '--help'],
      /\nEach option has an environment variable, except for --all-clusters, --plugin,\n--group and/,
    ],
    [['scan', '--help'], /EKS_PREFLIGHT_COLOR=false/],
    [['collect', '--help'], /--output is EKS_PREFLIGHT_SAVE_INVENTORY/],
    [['scan', '--help'], /\(one\s+of:\s+path,\s+next;\s+default:\s+path\)/],
    [['demo', '--help'], /\n {2}--verbose +log what plug-ins print/],
    [['accept', '-h'], /\n {2}eks-preflight accept .* \\\n {6}--owner team-platform --until 2026-12-31\n$/],
    [['version'], /^\d+\.\d+\.\d+\n$/],
  ])('%j', async (args, text) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(text);
  });

  it('of demo names its Karpenter version', async () => {
    expect((await run(['help', 'demo'])).stdout).toContain(`(default: ${demoOptions.karpenterTarget};`);
  });

  it.each([
    ['scna', "unknown command 'scna'\nDid you mean scan?\n"],
    ['xyzzy', "unknown command 'xyzzy'\nCommands: scan, plan, status, demo, collect,"],
  ])('of %s is an error with what was meant', async (name, text) => {
    const { code, stdout, stderr } = await run(['help', name]);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain(text);
  });
});

const lines = Object.values(commandTexts).flatMap((text): readonly string[] => text.examples);

describe('the examples', () => {
  it.each(lines.filter((line) => line.startsWith('eks-preflight ')))('%s', (line) => {
    expect(readCommandLine(splitWords(line), '0.1.0', nowhere)).toBeDefined();
  });

  it.each(['scan', 'collect', 'demo', 'gate', 'permissions'] as const)('of %s are three', (name) => {
    expect(commandTexts[name].examples).toHaveLength(3);
  });
});

describe('--quiet', () => {
  const env = { EKS_PREFLIGHT_CLUSTR: 'x' };

  it.each([['-q'], ['--quiet']])('%s hides notes', async (flag) => {
    expect((await run(['checks'], env)).stderr).toContain('ignoring unknown environment variable');
    expect(await run(['checks', flag], env)).toMatchObject({ code: 0, stderr: '' });
    expect(await run(['demo', flag], env)).toMatchObject({ code: 1, stderr: '' });
  });

  it('shows errors', async () => {
    expect(await run(['checks', '-q', 'nodes/skew'], env)).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^eks-preflight: unknown check 'nodes\/skew'\nDid you mean [^\n]+\n$/) as string,
    });
  });

  it('excludes --verbose', async () => {
    expect((await run(['scan', 'prod', '-q', '--verbose'])).stderr).toBe(
      "eks-preflight: option '-q, --quiet' cannot be used with option '--verbose'\nSee `eks-preflight scan --help`.\n",
    );
  });
});
