import { expect, it, onTestFinished, vi } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import { factNames } from '../../src/facts/facts.ts';
import type { Readings } from '../../src/facts/reading.ts';
import { connect } from '../../src/sources/connect.ts';
import { startWorld } from '../world/run.ts';
import { healthyWorld } from '../world/healthy.ts';
import { everythingWrongWorld } from '../world/scenarios/everything-wrong.ts';
import { fargateOnlyWorld } from '../world/scenarios/fargate-only.ts';
import { karpenter16World } from '../world/scenarios/karpenter-1-6.ts';
import type { World } from '../world/world.ts';

/** All readings of a running world, as the collectors leave them in memory. */
async function readingsOf(world: World): Promise<Readings> {
  const running = await startWorld(world);
  onTestFinished(() => running.close());
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(running.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const sources = await connect(
    { cluster: 'prod' },
    {
      env: running.env,
      userAgent: 'test',
      log: () => undefined,
      signal: new AbortController().signal,
    },
  );
  onTestFinished(() => sources.close());
  return collect(collectors, factNames, sources);
}

it('a fact has nothing that an inventory does not store, not even under a symbol key', async () => {
  const read = new Set<string>();
  for (const world of [healthyWorld, everythingWrongWorld, karpenter16World, fargateOnlyWorld]) {
    const readings = await readingsOf(world());
    expect(readings).toStrictEqual(JSON.parse(JSON.stringify(readings)));
    for (const [name, { ok }] of Object.entries(readings)) if (ok) read.add(name);
  }
  expect(factNames.filter((name) => !read.has(name))).toEqual([]);
});
