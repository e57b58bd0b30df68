import { afterEach, describe, expect, it } from 'vitest';
import { checks } from '../checks/index.ts';
import { collectors } from '../src/collectors/index.ts';
import { neededFacts, neededPermissions } from '../src/permissions.ts';
import { permissionText } from '../src/reason.ts';
import { reportSchema } from '../src/report.ts';
import { checksThatNeed } from './needs.ts';
import { matrixWorld } from './world/matrix-world.ts';
import { runCommand, startWorld, type RunningWorld } from './world/run.ts';

/**
 * Each permission that `permissions` prints, taken away in turn, from the command's argv to its exit code: no check
 * whose facts need it passes, the permission is named in the report, the exit code is right.
 */
const permissions = neededPermissions(collectors, checks);
let running: RunningWorld | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function scanWithout(denied: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  running = await startWorld({ ...matrixWorld(), deny: [denied] });
  return runCommand(['scan', '--cluster', 'prod', '--format', 'json'], { env: running.env, cwd: running.folder });
}

describe('the whole', () => {
  it('is ready, every check judged, where nothing is taken away', async () => {
    running = await startWorld(matrixWorld());
    const outcome = await runCommand(['scan', '--cluster', 'prod', '--format', 'json'], {
      env: running.env,
      cwd: running.folder,
    });
    const report = reportSchema.parse(JSON.parse(outcome.stdout));
    expect(
      report.results.filter(({ status }) => status !== 'pass').map(({ id, status, reason }) => [id, status, reason]),
    ).toEqual([]);
    expect([report.verdict, outcome.code]).toEqual(['ready', 0]);
  });

  it('covers every fact that a check reads', () => {
    expect(permissions.length).toBeGreaterThan(15);
    expect(neededFacts(checks).size).toBeGreaterThan(15);
  });
});

/** Objects of one kind that are read by name are denied together. */
const byText = new Map(permissions.map((permission) => [permissionText(permission), permission]));

describe.each([...byText])('without %s', (text, permission) => {
  it('nothing passes that needs it, and the report names it', async () => {
    const { code, stdout, stderr } = await scanWithout(text);
    if (text === 'eks:DescribeCluster') {
      expect(code).toBe(3);
      expect(stderr).toContain(text);
      expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, error: { code: 'denied' } });
      return;
    }
    const report = reportSchema.parse(JSON.parse(stdout));
    const concerned = checksThatNeed(permission);
    expect(concerned.length).toBeGreaterThan(0);
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
    const untouched = report.results.filter(({ id }) => !concerned.some((check) => check.id === id));
    for (const { id, status } of untouched) expect([id, status]).toEqual([id, 'pass']);
  });
});
