import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/schema.ts';
import { fleetConfig, mixedMembers, otherAccount, twelve } from '../world/fleet-twelve.ts';
import { homeAccount, startFleet, type RunningFleet } from '../world/fleet-world.ts';
import { runProcess } from '../world/run.ts';

/** A scan beside others reports what it reports alone, in a real separate process. */

let fleet: RunningFleet;

beforeAll(async () => {
  fleet = await startFleet(mixedMembers());
  writeFileSync(path.join(fleet.folder, 'fleet.yaml'), fleetConfig());
});
afterAll(() => fleet?.close());

const scan = (...args: string[]) => runProcess(['scan', ...args], { env: fleet.env, cwd: fleet.folder });

/** Without the requests of the scan and its times: the clock of the worlds starts at noon. */
function timeless(text: string): Report {
  const { apiUsage: _apiUsage, ...report } = JSON.parse(
    text.replaceAll(/2026-11-20T12:\d\d:[\d.]+Z/g, 'now'),
  ) as Report;
  return report;
}

/** The clusters that can be described, each as it is named for a scan alone. */
const named = twelve
  .map(({ name }) => name)
  .filter((name) => !['denied', 'nope', 'twice'].includes(name))
  .map((name) => ({ name, isOther: name === 'payments' || name.includes(otherAccount) }));

describe('the report of a cluster beside others', () => {
  const alone = new Map<string, Report>();

  beforeAll(async () => {
    for (const { name } of named) {
      const { stdout } = await scan(name, '--config', 'fleet.yaml', '--format', 'json');
      alone.set(name, timeless(stdout));
    }
  });

  it.each(['1', '4', '12'])('equals its report alone, with --parallel %s', async (parallel) => {
    const folder = `rep-${parallel}`;
    const { code } = await scan('--config', 'fleet.yaml', '--parallel', parallel, '--output', `json=${folder}/`);
    expect(code).toBe(1);
    for (const { name, isOther } of named) {
      const account = isOther ? otherAccount : homeAccount;
      const file = path.join(fleet.folder, folder, account, 'eu-west-1', `${name.replace(/.*\//, '')}.json`);
      expect(timeless(readFileSync(file, 'utf8')), name).toEqual(alone.get(name));
    }
  });
});
