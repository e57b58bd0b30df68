import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectors } from '../../../src/collectors/index.ts';
import { healthFacts, sinceFacts, statusFacts, withDependencies } from '../../../src/commands/permissions/needed.ts';
import { permissionText } from '../../../src/facts/reason.ts';
import { statusSchema, type StatusDocument } from '../../../src/report/status/schema.ts';
import { runCommand } from '../../world/in-process.ts';
import { startWorld, type RunningWorld } from '../../world/run.ts';
import { at, before, worldAt } from './planned-world.ts';

/** `status --since` at the end of a plan, with each permission denied in turn. */

const folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-denied-'));
const planFile = path.join(folder, 'plan.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Everything that `status --since` reads, without the checks of conditions, which the denial matrix covers. */
const permissions = [
  ...new Set(
    [...withDependencies(collectors, [...statusFacts, ...sinceFacts, ...healthFacts])].flatMap((fact) =>
      collectors[fact].permissions.map(permissionText),
    ),
  ),
].filter((permission) => permission !== 'eks:DescribeCluster');

describe('at the end, without one permission', () => {
  const world = worldAt({});
  let running: RunningWorld;
  let whole: StatusDocument;
  beforeAll(async () => {
    const planned = await startWorld(worldAt({ patch: before }));
    const made = await runCommand(['plan', 'prod', '--format', 'json'], { env: planned.env, io: at('12:00') });
    await planned.close();
    writeFileSync(planFile, made.stdout);
    running = await startWorld(world);
    whole = await compare([]);
  });
  afterAll(() => running.close());

  async function compare(deny: readonly string[]): Promise<StatusDocument> {
    world.deny = [...deny];
    const args = ['status', 'prod', '--since', planFile, '--format', 'json'];
    const { stdout } = await runCommand(args, { env: running.env, io: at('13:00') });
    return statusSchema.parse(JSON.parse(stdout));
  }

  it.each(permissions)('%s is named, or nothing depends on it', async (permission) => {
    const { exitCode, since, unseen } = await compare([permission]);
    expect(whole.exitCode).toBe(0);
    if (exitCode === 0) return expect([since, unseen]).toEqual([whole.since, []]);
    expect(exitCode).toBe(2);
    expect(JSON.stringify([since, unseen])).toContain(permission);
  });
});
