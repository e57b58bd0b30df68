import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/schema.ts';
import { aDescribedCluster, healthyWorld } from '../world/healthy.ts';
import { asMember, homeAccount, startFleet, type RunningFleet } from '../world/fleet-world.ts';
import { startManyPods } from '../world/many-pods.ts';
import { runProcess } from '../world/run.ts';

/** A cluster of 150,000 pods beside a small one: neither changes the report or the memory of the other. */

const pods = 150_000;
const preload = fileURLToPath(new URL('../../bench/usage.cjs', import.meta.url));
let fleet: RunningFleet;
let front: { url: string; close(): void };

beforeAll(async () => {
  const large = asMember('large', healthyWorld());
  fleet = await startFleet([large, asMember('small', healthyWorld())]);
  front = await startManyPods(fleet.member('large'), pods);
  large.world.aws.clusters = { large: aDescribedCluster('large', '1.33', { endpoint: front.url }) };
});
afterAll(async () => {
  front?.close();
  await fleet?.close();
});

interface Used {
  args: string[];
  memory: number;
}

/** Runs `scan`; returns the peak memory in MiB of the process itself as `run`, and of each that it started by its cluster. */
async function scan(folder: string, ...args: string[]): Promise<Record<string, number>> {
  const usage = path.join(fleet.folder, `${folder}-%p.usage`);
  const options = `${fleet.env['NODE_OPTIONS']} --require "${preload}"`;
  const env = { ...fleet.env, NODE_OPTIONS: options, EKS_PREFLIGHT_BENCH_USAGE: usage };
  await runProcess(['scan', ...args, '--output', `json=${folder}/`], { env, cwd: fleet.folder });
  const files = readdirSync(fleet.folder).filter((name) => name.startsWith(`${folder}-`));
  const used = files.map((name) => JSON.parse(readFileSync(path.join(fleet.folder, name), 'utf8')) as Used);
  return Object.fromEntries(
    used.map(({ args: [, named = ''], memory }) => [parseClusterOption(named) ?? 'run', memory / 1024]),
  );
}

const parseClusterOption = (option: string) => /^--cluster=(.*)$/.exec(option)?.[1];

const timelessReport = (folder: string, name: string): unknown => {
  const file = path.join(fleet.folder, folder, homeAccount, 'eu-west-1', `${name}.json`);
  const text = readFileSync(file, 'utf8').replaceAll(/2026-11-20T12:\d\d:[\d.]+Z/g, 'now');
  const { apiUsage: _apiUsage, ...report } = JSON.parse(text) as Report;
  return report;
};

describe(`a cluster of ${pods} pods beside a small one`, () => {
  it('has the report and the memory that it has alone, and so has the small one', async () => {
    const { run: large = 0 } = await scan('alone-large', 'large');
    const { run: small = 0 } = await scan('alone-small', 'small');
    const both = await scan('both', 'large', 'small');
    expect(timelessReport('both', 'large')).toEqual(timelessReport('alone-large', 'large'));
    expect(timelessReport('both', 'small')).toEqual(timelessReport('alone-small', 'small'));
    expect(both['large']).toBeLessThan(large * 1.5);
    expect(both['small']).toBeLessThan(small * 1.5);
    expect(both['run']).toBeLessThan(150);
  });
});
