import { afterEach, describe, expect, it } from 'vitest';
import { checks } from '../checks/index.ts';
import { collectors } from '../src/collectors/index.ts';
import { grants } from '../src/optional-facts.ts';
import { neededFacts, neededPermissions, withDependencies } from '../src/permissions.ts';
import { permissionText } from '../src/reason.ts';
import { reportSchema, type Report } from '../src/report.ts';
import { checksThatNeed } from './needs.ts';
import { karpenterMatrixWorld } from './world/karpenter-matrix-world.ts';
import { matrixWorld } from './world/matrix-world.ts';
import { runCommand, startWorld, type RunningWorld } from './world/run.ts';

/**
 * Each permission that `permissions` prints, taken away in turn, from the command's argv to its exit code: no check
 * whose facts need it passes, the permission is named in the report, the exit code is right.
 */
const permissions = neededPermissions(collectors, checks, grants);
let running: RunningWorld | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

/** They are judged in a world of their own: no Karpenter that one should run today runs on 1.24. */
const areas = [
  { area: 'all but Karpenter', world: matrixWorld, isOf: (id: string) => !isKarpenter(id) },
  { area: 'Karpenter', world: karpenterMatrixWorld, isOf: isKarpenter },
];

function isKarpenter(id: string): boolean {
  const own = checks.filter((check) => check.id === id);
  return withDependencies(collectors, neededFacts(own)).has('karpenterControllers');
}

type Area = (typeof areas)[number];

async function scanWithout(
  { world, isOf }: Area,
  denied: readonly string[],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  running = await startWorld({ ...world(), deny: denied });
  const only = checks.map(({ id }) => id).filter(isOf);
  return runCommand(['scan', '--cluster', 'prod', '--only', only.join(','), '--with', 'secrets', '--format', 'json'], {
    env: running.env,
    cwd: running.folder,
  });
}

function resultsOf(report: Report, { isOf }: Area): Report['results'] {
  return report.results.filter(({ id }) => isOf(id));
}

describe('the whole', () => {
  it.each(areas)('is ready, every check judged, where nothing is taken away: $area', async (area) => {
    const { stdout, code } = await scanWithout(area, []);
    const report = reportSchema.parse(JSON.parse(stdout));
    const others = resultsOf(report, area).filter(({ status }) => status !== 'pass');
    expect(others.map(({ id, status, reason, findings }) => [id, status, reason ?? findings])).toEqual([]);
    expect([report.verdict, code]).toEqual(['ready', 0]);
  });

  it('covers every fact that a check reads', () => {
    expect(permissions.length).toBeGreaterThan(15);
    expect(neededFacts(checks).size).toBeGreaterThan(15);
  });
});

/** Objects of one kind that are read by name are denied together. */
const byText = new Map(permissions.map((permission) => [permissionText(permission), permission]));
const cases = [...byText].flatMap(([text, permission]) =>
  areas.flatMap((area) => {
    const concerned = checksThatNeed(permission).filter(({ id }) => area.isOf(id));
    return concerned.length === 0 ? [] : [{ text, area, concerned, name: `${text} (${area.area})` }];
  }),
);

describe.each(cases)('without $name', ({ text, area, concerned }) => {
  it('nothing passes that needs it, and the report names it', async () => {
    const { code, stdout, stderr } = await scanWithout(area, [text]);
    if (text === 'eks:DescribeCluster') {
      expect(code).toBe(3);
      expect(stderr).toContain(text);
      expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, error: { code: 'denied' } });
      return;
    }
    const report = reportSchema.parse(JSON.parse(stdout));
    for (const { id } of concerned) {
      const result = report.results.find((candidate) => candidate.id === id);
      expect([id, result?.status]).toEqual([id, 'unknown']);
      expect(
        result?.missing.map((entry) => entry.permission),
        id,
      ).toContain(text);
    }
    const canFail = concerned.some(({ severity }) => severity === 'fail');
    expect([report.verdict, report.exitCode, code]).toEqual(canFail ? ['incomplete', 2, 2] : ['ready', 0, 0]);
    const untouched = resultsOf(report, area).filter(({ id }) => !concerned.some((check) => check.id === id));
    for (const { id, status } of untouched) expect([id, status]).toEqual([id, 'pass']);
  });
});
