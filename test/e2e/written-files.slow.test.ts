import { spawn } from 'node:child_process';
import { link, lstat, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { healthyWorld } from '../world/healthy.ts';
import { runCommand } from '../world/in-process.ts';
import type { Outcome } from '../world/outcome.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';

/** Output: stdout is complete or the exit code is 3; only the owner can read a new file; an old one keeps its mode. */

let world: RunningWorld;
let folders = 0;
let cwd: string;

const cli = process.env['EKS_PREFLIGHT_TEST_CLI'] ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

beforeAll(async () => {
  world = await startWorld(healthyWorld());
});
afterAll(() => world?.close());
beforeEach(async () => {
  cwd = path.join(world.folder, `folder-${++folders}`);
  await mkdir(cwd);
});

const run = (...args: string[]): Promise<Outcome> => runCommand(args, { env: world.env, cwd });

/** Runs a line of bash in which `$CLI` is the command. */
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

describe('stdout that cannot be written', () => {
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

describe('the mode of what is written', () => {
  const readMode = async (name: string) => ((await stat(path.join(cwd, name))).mode & 0o777).toString(8);
  const all = ['--output', 'r.json', '--output', 'r.txt', '--save-inventory', 'i.json.gz'];

  it("is the owner's only, whatever the umask", async () => {
    await shell(`umask 000; $CLI scan --cluster prod ${all.join(' ')}; $CLI collect prod --output c.json`);
    const modes = ['r.json', 'r.txt', 'i.json.gz', 'c.json'].map(readMode);
    expect(await Promise.all(modes)).toEqual(['600', '600', '600', '600']);
  });

  it.each(['400', '640', '644'])('stays %s where the old file had that', async (mode) => {
    await shell(`echo old > r.json; echo old > i.json.gz; chmod ${mode} r.json i.json.gz; umask 077`);
    expect((await run('scan', '--cluster', 'prod', ...all)).code).toBe(0);
    expect(await Promise.all(['r.json', 'i.json.gz', 'r.txt'].map(readMode))).toEqual([mode, mode, '600']);
  });
});

describe('a link, a device or a stream in the place of a file', () => {
  const script = (line: string) => shell(`${line}; echo "ended with $?" >&2`);
  const isSymlink = async (name: string) => (await lstat(path.join(cwd, name))).isSymbolicLink();

  it.each([
    ['--output json=L', 'demo'],
    ['--output L', 'demo'],
    ['--save-inventory L', 'demo'],
    ['--output L', 'collect prod'],
  ])('a link into /proc is refused, and stays: %s of %s', async (option, command) => {
    await symlink('/proc/self/fd/1', path.join(cwd, 'L'));
    const calls = world.calls.length;
    const { stderr } = await script(`$CLI ${command} ${option} > out.txt`);
    expect(stderr).toBe(
      'eks-preflight: cannot write L: not a regular file\nName a regular file in an existing, writable directory.\nended with 3\n',
    );
    expect([await readlink(path.join(cwd, 'L')), await readFile(path.join(cwd, 'out.txt'), 'utf8')]).toEqual([
      '/proc/self/fd/1',
      '',
    ]);
    expect(world.calls.length).toBe(calls);
  });

  it('a link to a file stays a link, and the file behind it is replaced where it lies, with its mode', async () => {
    await mkdir(path.join(cwd, 'sub'));
    await writeFile(path.join(cwd, 'sub', 'real.json'), 'old', { mode: 0o640 });
    await symlink('sub/real.json', path.join(cwd, 'one'));
    await symlink(path.join(cwd, 'one'), path.join(cwd, 'two'));
    const before = await stat(path.join(cwd, 'sub', 'real.json'));
    expect((await run('demo', '--output', 'json=two')).code).toBe(1);
    expect([await isSymlink('one'), await isSymlink('two'), await isSymlink('sub/real.json')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(JSON.parse(await readFile(path.join(cwd, 'sub', 'real.json'), 'utf8')).verdict).toBe('blocked');
    const after = await stat(path.join(cwd, 'sub', 'real.json'));
    expect([after.mode & 0o777, after.ino === before.ino]).toEqual([0o640, false]);
    expect(await readdir(cwd, { recursive: true })).toHaveLength(4);
  });

  it.each([
    ['leads nowhere', 'ln -s nowhere L', 'no such file or directory'],
    ['leads in a circle', 'ln -s M L; ln -s L M', 'too many levels of symbolic links'],
    ['leads to a folder', 'mkdir D; ln -s D L', 'it is a directory'],
    ['leads to a pipe', 'mkfifo P; ln -s P L', 'not a regular file'],
    ['is a pipe', 'mkfifo L', 'not a regular file'],
    ['leads to the report of stdout', 'ln -s out.txt L', "it is the process's own stdout"],
    ['is the report of stdout', 'ln out.txt L', "it is the process's own stdout"],
  ])('what %s is refused, and stays', async (_what, make, flaw) => {
    const listing = `find . -printf '%p %y %i %l\\n' | sort`;
    const { stdout, stderr } = await script(
      `touch out.txt; ${make}; ${listing}; $CLI demo --output L > out.txt; echo "ended with $?" >&2; echo; ${listing}`,
    );
    expect(stderr.split('\n')).toEqual([
      `eks-preflight: cannot write L: ${flaw}`,
      'Name a regular file in an existing, writable directory.',
      'ended with 3',
      'ended with 0',
      '',
    ]);
    const [before, after] = stdout.split('\n\n');
    expect(after?.trimEnd()).toBe(before?.trimEnd());
  });

  it('the file of stderr is refused, too, and a name that ends in a slash', async () => {
    await script(`$CLI demo --output err.txt 2> err.txt`);
    expect(await readFile(path.join(cwd, 'err.txt'), 'utf8')).toMatch(
      /cannot write err\.txt: it is the process's own stderr/,
    );
    expect((await run('demo', '--output', 'x/')).code).toBe(3);
    expect(await readdir(cwd)).toEqual(['err.txt']);
  });
});

it('a umask that takes everything leaves the owner his file', async () => {
  await shell(`umask 777; $CLI demo --output r.json --save-inventory i.json.gz`);
  const modes = ['r.json', 'i.json.gz'].map(async (name) => (await stat(path.join(cwd, name))).mode & 0o777);
  expect(await Promise.all(modes)).toEqual([0o600, 0o600]);
});

describe('what names no file', () => {
  const formats =
    '(expected FILE, text=FILE, json=FILE, markdown=FILE, html=FILE, junit=FILE, sarif=FILE, github=FILE or prometheus=FILE)';
  it.each([
    [['--output', '-'], '--output -: stdout is already used for the report\nChoose its format with --format.'],
    [
      ['--output', 'json=-'],
      '--output json=-: stdout is already used for the report\nChoose its format with --format.',
    ],
    [
      ['--save-inventory', '-'],
      '--save-inventory -: stdout is used for the report\nName a file, or run `eks-preflight collect --output -`.',
    ],
    [['--output', 'JSON=x.json'], `invalid --output 'JSON=x.json' ${formats}`],
    [['--output', ' json=x'], `invalid --output ' json=x' ${formats}`],
    [['--output', 'pdf=x.pdf'], `invalid --output 'pdf=x.pdf' ${formats}`],
    [['--output', `x${'y'.repeat(1_000)}=x`], `invalid --output 'x${'y'.repeat(79)}…' ${formats}`],
  ])('%j', async (args, message) => {
    for (const command of [['scan', 'prod'], ['demo']]) {
      const { code, stdout, stderr } = await run(...command, ...args);
      expect([code, stdout, stderr]).toEqual([3, '', `eks-preflight: ${message}\n`]);
    }
    expect(await readdir(cwd)).toEqual([]);
  });

  it('collect refuses a format in any case, and takes a file of that name by its folder', async () => {
    expect((await run('collect', 'prod', '--output', 'JSON=x.json')).stderr).toMatch(
      /collect writes facts, in one format\n/,
    );
    expect((await run('collect', 'prod', '--output', './JSON=x.json')).code).toBe(0);
    expect(await readdir(cwd)).toEqual(['JSON=x.json']);
  });
});

describe('two files that are one', () => {
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

it('demo saves its inventory, redacted where asked', async () => {
  const plain = await run('demo', '--save-inventory', 'demo.json');
  expect([plain.code, plain.stderr]).toEqual([1, '']);
  const again = await run('scan', '--inventory', 'demo.json', '--karpenter-target', '1.8.8');
  const planned = 'eks-preflight plan demo.json --karpenter-target 1.8.8';
  expect(again.stdout).toBe(plain.stdout.replace('eks-preflight demo plan', planned));
  await run('demo', '--save-inventory', 'shared.json', '--redact');
  expect(await readFile(path.join(cwd, 'shared.json'), 'utf8')).not.toContain('111122223333');
  expect((await run('demo', '--redact')).stderr).toMatch(/--redact needs --save-inventory/);
});
