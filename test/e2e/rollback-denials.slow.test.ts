import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { neededPermissions } from '../../src/commands/permissions/needed.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { FactName } from '../../src/facts/facts.ts';
import { permissionText } from '../../src/facts/reason.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { runCommand } from '../world/in-process.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import { neverFails } from '../laws/permission-needs.ts';
import { introducedApisWorld } from '../world/scenarios/introduced-apis.ts';
import { rollbackOpenWorld } from '../world/scenarios/rollback.ts';
import type { World } from '../world/world.ts';

/**
 * Denies each permission that a scan of a rollback needs, one at a time: no check passes or is skipped that read more
 * before, and a rollback is not ready if the permission could show a failure.
 */

const judged = checks.filter(({ direction = 'up' }) => direction !== 'up');
const permissions = new Set(neededPermissions(collectors, judged, []).map(permissionText));
permissions.delete('eks:DescribeCluster');

/** 1.35 introduced no API version, so that nothing has to be listed. */
const notNeeded: ReadonlyMap<string, readonly string[]> = new Map([['/apis: get', ['apis/introduced']]]);

describe.each([
  ['two days after an update', rollbackOpenWorld],
  ['with objects of a new API version', introducedApisWorld],
])('a rollback %s', (_title, make) => {
  let world: World;
  let running: RunningWorld;
  let before: Report;
  beforeAll(async () => {
    world = make();
    running = await startWorld(world);
    before = await scan([]);
  });
  afterAll(() => running.close());

  async function scan(deny: readonly string[]): Promise<Report> {
    Object.assign(world, { deny });
    const args = ['scan', '--cluster', 'prod', '--rollback', '--format', 'json'];
    const { stdout } = await runCommand(args, { env: running.env, cwd: running.folder });
    return reportSchema.parse(JSON.parse(stdout));
  }

  /** The facts of which less was read than before. */
  function listLost({ coverage }: Report): FactName[] {
    const names = (Object.keys(coverage.facts) as FactName[]).filter((name) => !neverFails.includes(name));
    return names.filter((name) => JSON.stringify(coverage.facts[name]) !== JSON.stringify(before.coverage.facts[name]));
  }

  it.each([...permissions].toSorted())('passes nothing by a denied %s', async (text) => {
    const report = await scan([text]);
    const lost = new Set(listLost(report));
    const statuses = new Map(before.results.map(({ id, status }) => [id, status]));
    for (const { id, needs, uses = [], warnsBy = [], applies } of judged) {
      const status = report.results.find((result) => result.id === id)?.status;
      const own = [...needs, ...uses, ...(applies?.needs ?? [])].filter((fact) => lost.has(fact));
      const isDecided = applies?.needs.every((fact) => !lost.has(fact)) === true && statuses.get(id) === 'skip';
      if (own.length === 0 || isDecided) expect([id, status]).toEqual([id, statuses.get(id)]);
      else if (!(notNeeded.get(text) ?? []).includes(id)) {
        expect([id, status === 'unknown' || status === 'fail']).toEqual([id, true]);
        const hidesFailure =
          own.some((fact) => !warnsBy.includes(fact)) && checks.find((one) => one.id === id)?.severity === 'fail';
        if (hidesFailure) expect(report.verdict).not.toBe('ready');
      }
    }
  });
});
