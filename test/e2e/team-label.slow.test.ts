import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/schema.ts';
import { demoWorld } from '../world/demo-world.ts';
import { runCommand } from '../world/in-process.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

/** `--team-label`: reads only the value of that label; the report names the teams of namespaces with findings. */

function labelled(world: World): World {
  const namespaces = ['shop', 'quiet'].map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'example.com/team': `${name}-team`, secret: 'hidden-label' } },
  }));
  const others = world.kube.objects.filter(
    ({ kind, metadata }) => kind !== 'Namespace' || (metadata as { name: string }).name !== 'shop',
  );
  return { ...world, kube: { ...world.kube, objects: [...others, ...namespaces] } };
}

describe('--team-label', () => {
  const worlds: RunningWorld[] = [];
  const scan = async (world: World, ...args: string[]) => {
    const running = await startWorld(world);
    worlds.push(running);
    const given = ['scan', '--cluster', 'prod', '--format', 'json', ...args];
    return runCommand(given, { env: running.env, cwd: running.folder });
  };
  let whole: Awaited<ReturnType<typeof scan>>;
  beforeAll(async () => {
    whole = await scan(labelled(demoWorld()), '--team-label', 'example.com/team', '--save-inventory', 'facts.json');
  });
  afterAll(() => Promise.all(worlds.map((world) => world.close())));

  it('names the team of each namespace that a finding names', () => {
    expect(reportSchema.parse(JSON.parse(whole.stdout)).teams).toEqual([{ namespace: 'shop', team: 'shop-team' }]);
  });

  it('is said by the inventory, too, and no other label is', async () => {
    const [running] = worlds;
    const { readFile } = await import('node:fs/promises');
    const stored = await readFile(`${running?.folder}/facts.json`, 'utf8');
    expect(stored).toContain('shop-team');
    expect(stored).not.toContain('hidden-label');
    const judged = await runCommand(['scan', '--inventory', 'facts.json', '--format', 'json'], {
      env: running?.env ?? {},
      cwd: running?.folder ?? '',
    });
    expect(reportSchema.parse(JSON.parse(judged.stdout)).teams).toEqual([{ namespace: 'shop', team: 'shop-team' }]);
  });

  it('is left out without the label, and where namespaces are denied', async () => {
    const plain = await scan(labelled(demoWorld()));
    const denied = await scan(
      { ...labelled(demoWorld()), deny: ['namespaces: list'] },
      '--team-label',
      'example.com/team',
    );
    expect([
      reportSchema.parse(JSON.parse(plain.stdout)).teams,
      reportSchema.parse(JSON.parse(denied.stdout)).teams,
    ]).toEqual([undefined, undefined]);
  });

  it('is read whichever checks are selected, by collect, too', async () => {
    const running = await startWorld(labelled(demoWorld()));
    worlds.push(running);
    const given = ['--cluster', 'prod', '--only', 'workloads', '--team-label', 'example.com/team'];
    const command = ['collect', ...given, '--output', '-'];
    expect((await runCommand(command, { env: running.env, cwd: running.folder })).stdout).toContain('shop-team');
  });

  it.each(['', 'a b', 'Example.com/', '/team', '-x'])('refuses %j', async (label) => {
    const { code, stderr } = await scan(demoWorld(), `--team-label=${label}`);
    expect([code, stderr]).toEqual([3, expect.stringContaining("invalid --team-label '")]);
  });
});
