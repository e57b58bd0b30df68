import { spawn } from 'node:child_process';
import { link, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { healthyWorld } from './world/healthy.ts';
import { runCommand, startWorld, type Outcome, type RunningWorld } from './world/run.ts';

/** What the command writes: stdout wholly or with exit code 3, files for their owner only, none over another. */
vi.setConfig({ testTimeout: 60_000 });

let world: RunningWorld;
let folders = 0;
let cwd: string;

const cli = process.env['EKS_PREFLIGHT_TEST_CLI'] ?? fileURLToPath(new URL('../dist/cli.js', import.meta.url));

beforeAll(async () => {
  world = await startWorld(healthyWorld());
});
afterAll(() => world?.close());
beforeEach(async () => {
  cwd = path.join(world.folder, `folder-${++folders}`);
  await mkdir(cwd);
});

const run = (...args: string[]): Promise<Outcome> => runCommand(args, { env: world.env, cwd });

/** Runs a line of bash in which `$CLI` is the command; its exit code comes last on stderr. */
function shell(script: string): Promise<{ stdout: string; stderr: string }> {
  const env = { ...world.env, PATH: process.env['PATH'], CLI: `${process.execPath} ${cli}` };
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', script], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const outcome = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
    child.on('error', reject);
    child.on('close', () => resolve(outcome));
  });
}

describe('A2: stdout that cannot be written', () => {
  const commands = [
    '--version',
    '--help',
    'demo',
    'demo --format json',
    'checks',
    'checks apis/removed',
    'permissions',
    'config',
    'scan --cluster prod',
    'collect --cluster prod --output -',
    'scan --format json --target 1.x',
  ];

  it.each(commands)('is exit code 3 and one line: %s > /dev/full', async (command) => {
    const { stderr } = await shell(`$CLI ${command} > /dev/full; echo "ended with $?" >&2`);
    expect(stderr).toMatch(/eks-preflight: cannot write to stdout: no space left on device\nended with 3\n$/);
  });

  it.each(['demo', 'checks', '--help'])('is exit code 3 where it is open for reading only: %s', async (command) => {
    const { stderr } = await shell(`$CLI ${command} 1< /dev/null; echo "ended with $?" >&2`);
    expect(stderr).toBe('eks-preflight: cannot write to stdout: it is closed, or not open for writing\nended with 3\n');
  });

  it('is said of a disk that takes a part of the report', async () => {
    const { stderr } = await shell(
      `ulimit -f 16; trap '' XFSZ; $CLI demo --format json > out.json; echo "ended with $?" >&2; wc -c < out.json >&2`,
    );
    expect(stderr).toMatch(/^eks-preflight: cannot write to stdout: [^\n]+\nended with 3\n16384\n$/);
  });

  it('`| head` stays quiet, and keeps the code', async () => {
    const { stderr } = await shell(`{ $CLI demo --format json; echo "ended with $?" >&2; } | head -c 1 > /dev/null`);
    expect(stderr).toBe('ended with 1\n');
  });

  it.each(['demo --format json', 'collect --cluster prod --output -'])(
    'comes whole through a slow pipe: %s',
    async (command) => {
      const slow = await shell(`$CLI ${command} | { sleep 1; cat; }`);
      const quick = await shell(`$CLI ${command}`);
      const untimed = ({ stdout }: { stdout: string }) => stdout.replaceAll(/"takenAt": "[^"]+"/g, '');
      expect(slow.stdout.length).toBeGreaterThan(command.startsWith('demo') ? 65_536 : 30_000);
      expect(untimed(slow)).toBe(untimed(quick));
      expect(slow.stderr).toBe('');
    },
  );

  it('a broken stderr changes no verdict', async () => {
    const { stdout } = await shell(`EKS_PREFLIGHT_MOON=full $CLI demo 2> /dev/full > out.txt; echo "ended with $?"`);
    expect(stdout).toBe('ended with 1\n');
  });
});

describe('S7: the mode of what is written', () => {
  const modeOf = async (name: string) => ((await stat(path.join(cwd, name))).mode & 0o777).toString(8);
  const all = ['--output', 'r.json', '--output', 'r.txt', '--save-inventory', 'i.json.gz'];

  it("is the owner's only, whatever the umask", async () => {
    await shell(`umask 000; $CLI scan --cluster prod ${all.join(' ')}; $CLI collect prod --output c.json`);
    const modes = ['r.json', 'r.txt', 'i.json.gz', 'c.json'].map(modeOf);
    expect(await Promise.all(modes)).toEqual(['600', '600', '600', '600']);
  });

  it.each(['400', '640', '644'])('stays %s where the old file had that', async (mode) => {
    await shell(`echo old > r.json; echo old > i.json.gz; chmod ${mode} r.json i.json.gz; umask 077`);
    expect((await run('scan', '--cluster', 'prod', ...all)).code).toBe(0);
    expect(await Promise.all(['r.json', 'i.json.gz', 'r.txt'].map(modeOf))).toEqual([mode, mode, '600']);
  });
});

describe('S10: two files that are one', () => {
  beforeEach(async () => {
    await Promise.all(['in.json', 'ci.yaml', 'kc'].map((name) => writeFile(path.join(cwd, name), '')));
    await mkdir(path.join(cwd, 'sub'));
    await symlink(path.join(cwd, 'in.json'), path.join(cwd, 'sub', 'link.json'));
    await link(path.join(cwd, 'in.json'), path.join(cwd, 'hard.json'));
    await symlink(path.join(cwd, 'sub'), path.join(cwd, 'alias'));
  });

  it.each<[string, string[], string]>([
    ['an inventory twice', ['--save-inventory', 'x', '--output', 'json=x'], '--output x and --save-inventory x'],
    ['two reports', ['--output', 'a.json', '--output', 'text=./a.json'], '--output a.json and --output ./a.json'],
    [
      'two reports by a linked folder',
      ['--output', 'sub/a', '--output', 'alias/a'],
      '--output sub/a and --output alias/a',
    ],
    [
      'what is read',
      ['--inventory', 'in.json', '--output', 'json=in.json'],
      '--inventory in.json and --output in.json',
    ],
    [
      'what is read, saved',
      ['--inventory', 'in.json', '--save-inventory', 'in.json'],
      '--inventory in.json and --save-inventory in.json',
    ],
    [
      'what is read, by a link',
      ['--inventory', 'in.json', '--output', 'sub/link.json'],
      '--inventory in.json and --output sub/link.json',
    ],
    [
      'what is read, by a hard link',
      ['--inventory', 'hard.json', '--output', 'in.json'],
      '--inventory hard.json and --output in.json',
    ],
    [
      'what is read, by another name',
      ['--inventory', 'sub/../in.json', '--output', 'in.json'],
      '--inventory sub/../in.json and --output in.json',
    ],
    ['the config', ['--config', 'ci.yaml', '--output', 'text=ci.yaml'], '--config ci.yaml and --output ci.yaml'],
    ['the kubeconfig', ['--kubeconfig', 'kc', '--save-inventory', './kc'], '--kubeconfig kc and --save-inventory ./kc'],
  ])('are refused before anything is read: %s', async (_what, args, files) => {
    const calls = world.calls.length;
    const listing = await readdir(cwd, { recursive: true });
    const { code, stdout, stderr } = await run('scan', '--cluster', 'prod', ...args);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr.replace(/^eks-preflight: using config file [^\n]*\n/, '')).toBe(
      `eks-preflight: ${files} are the same file\nGive each its own file: one would replace the other.\n`,
    );
    expect(world.calls.length).toBe(calls);
    expect(await readdir(cwd, { recursive: true })).toEqual(listing);
    expect(await readFile(path.join(cwd, 'in.json'), 'utf8')).toBe('');
  });

  it('are refused by collect and demo, too', async () => {
    const collect = await run('collect', 'prod', '--kubeconfig', 'kc', '--output', 'kc');
    expect([collect.code, collect.stderr.split('\n')[0]]).toEqual([
      3,
      'eks-preflight: --kubeconfig kc and --output kc are the same file',
    ]);
    const demo = await run('demo', '--save-inventory', 'd.json', '--output', 'd.json');
    expect([demo.code, demo.stderr.split('\n')[0]]).toEqual([
      3,
      'eks-preflight: --output d.json and --save-inventory d.json are the same file',
    ]);
  });

  it('the kubeconfig of the environment counts where a context is named', async () => {
    const env = { ...world.env, KUBECONFIG: `nowhere:${path.join(cwd, 'kc')}` };
    const args = ['scan', 'prod', '--context', 'x', '--output', 'kc'];
    const { code, stderr } = await runCommand(args, { env, cwd });
    expect([code, stderr.split('\n')[0]]).toEqual([
      3,
      `eks-preflight: KUBECONFIG ${path.join(cwd, 'kc')} and --output kc are the same file`,
    ]);
  });

  it('two names of different files are none of that', async () => {
    expect((await run('scan', 'prod', '--output', 'a.json', '--output', 'sub/a.json')).code).toBe(0);
  });
});

it('A10: demo saves its inventory, redacted where asked', async () => {
  const plain = await run('demo', '--save-inventory', 'demo.json');
  expect([plain.code, plain.stderr]).toEqual([1, '']);
  const again = await run('scan', '--inventory', 'demo.json', '--karpenter-target', '1.8.8');
  expect(again.stdout).toBe(plain.stdout);
  await run('demo', '--save-inventory', 'shared.json', '--redact');
  expect(await readFile(path.join(cwd, 'shared.json'), 'utf8')).not.toContain('111122223333');
  expect((await run('demo', '--redact')).stderr).toMatch(/--redact needs --save-inventory/);
});
