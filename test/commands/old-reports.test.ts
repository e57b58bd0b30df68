import { link, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { healthyWorld } from '../world/healthy.ts';
import { runCommand, type Ended } from '../world/in-process.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';

/** The reports that an earlier run wrote to the files of `--output`: a scan that fails must not leave them. */

let world: RunningWorld;
let folders = 0;
let cwd: string;

beforeAll(async () => {
  world = await startWorld(healthyWorld());
});
afterAll(() => world.close());
beforeEach(async () => {
  cwd = path.join(world.folder, `folder-${++folders}`);
  await mkdir(cwd);
  for (const name of ['r.json', 'r.xml', 'm.prom', 'rules.yaml']) await writeFile(path.join(cwd, name), 'old');
});

const run = (args: string): Promise<Ended> => runCommand(args.split(' '), { env: world.env, cwd });
const both = '--output r.json --output junit=r.xml';
const read = (name: string) => readFile(path.join(cwd, name), 'utf8');

describe('a scan that cannot run', () => {
  it.each([
    ['no such cluster', `scan gone ${both}`],
    ['an inventory that cannot be read', `scan --inventory rules.yaml ${both}`],
    ['a kubeconfig that cannot be read', `scan prod --kubeconfig rules.yaml ${both}`],
  ])('removes them: %s', async (_why, args) => {
    expect((await run(args)).code).toBe(3);
    expect(await readdir(cwd)).toEqual(['m.prom', 'rules.yaml']);
  });

  it.each([
    ['an unknown option', `scan prod ${both} --nonsense`],
    ['an invalid value', `scan prod ${both} --timeout soon`],
    ['an unknown check', `scan prod ${both} --only nodes/nonsense`],
    ['no cluster', `scan ${both}`],
    ['two connections', `scan prod ${both} --in-cluster --context x`],
    ['a baseline that is no report', `scan prod ${both} --baseline rules.yaml`],
    ['a plug-in that is invalid', `scan prod ${both} --plugin rules.yaml`],
    ['two reports in one file', `scan prod ${both} --output text=r.xml`],
  ])('keeps them if the command line is invalid: %s', async (_why, args) => {
    expect((await run(args)).code).toBe(3);
    expect(await Promise.all(['r.json', 'r.xml'].map(read))).toEqual(['old', 'old']);
  });

  it('keeps metrics, whose timestamps show their age', async () => {
    expect((await run('scan gone --output m.prom --output prometheus=r.xml')).code).toBe(3);
    expect(await Promise.all(['m.prom', 'r.xml'].map(read))).toEqual(['old', 'old']);
  });

  it('keeps a link with its target, and the other name of a file', async () => {
    await symlink('rules.yaml', path.join(cwd, 'link.json'));
    await link(path.join(cwd, 'r.json'), path.join(cwd, 'hard.json'));
    expect((await run('scan gone --output link.json --output hard.json')).code).toBe(3);
    expect((await lstat(path.join(cwd, 'link.json'))).isSymbolicLink()).toBe(true);
    expect(await Promise.all(['rules.yaml', 'r.json'].map(read))).toEqual(['old', 'old']);
    expect(await readdir(cwd)).not.toContain('hard.json');
  });
});

it('a scan that runs replaces them, with the mode of each', async () => {
  await writeFile(path.join(cwd, 'wide.json'), 'old', { mode: 0o644 });
  const { code } = await run('scan prod --output wide.json --output new.json');
  const modes = ['wide.json', 'new.json'].map(async (name) => (await stat(path.join(cwd, name))).mode & 0o777);
  expect([code, ...(await Promise.all(modes))]).toEqual([0, 0o644, 0o600]);
  expect(JSON.parse(await read('wide.json')).verdict).toBe('ready');
});
