import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { collectors } from '../../src/collectors/index.ts';
import { grants } from '../../src/facts/optional-grants.ts';
import { neededFacts, neededPermissions } from '../../src/commands/permissions/needed.ts';
import { permissionText } from '../../src/facts/reason.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { checksThatNeed, looksAtKarpenter, mayHideFailure, withoutUpdate } from '../laws/permission-needs.ts';
import { karpenterMatrixWorld } from '../world/karpenter-matrix-world.ts';
import { matrixWorld } from '../world/matrix-world.ts';
import { runCommand } from '../world/in-process.ts';
import { readyAutoModeWorld } from '../world/scenarios/auto-mode.ts';
import { runProcess, startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

/**
 * Denies each permission that `permissions` prints, one at a time, and runs the whole command: every check whose facts
 * need the permission is unknown, no check fails or warns, the report names the permission, and the exit code is right.
 * Most commands run in this process, against one running world for each area.
 */

const permissions = neededPermissions(collectors, checks, grants);

/**
 * Checks of Karpenter run in a separate world: `matrixWorld` is a cluster at 1.24, which no currently recommended
 * Karpenter version supports.
 */
/**
 * Checks that are skipped in both worlds: no node of 1.24 runs Docker; the EBS CSI driver lists no Kubernetes versions; an
 * update is planned.
 */
const skipped = new Set(['addons/controllers-unjudged', 'addons/fluentd-log-format', withoutUpdate]);

/** The check of a cluster with EKS Auto Mode, which neither of them is. */
const autoModeOnly = 'nodes/auto-mode-pools';

const areas = [
  {
    area: 'all but Karpenter',
    make: matrixWorld,
    isOf: (id: string) => !looksAtKarpenter(id) && !skipped.has(id) && id !== autoModeOnly,
  },
  {
    area: 'Karpenter',
    make: karpenterMatrixWorld,
    isOf: (id: string) => looksAtKarpenter(id) && id !== autoModeOnly,
  },
  { area: 'EKS Auto Mode', make: readyAutoModeWorld, isOf: (id: string) => id === autoModeOnly },
];

it('covers every fact that a check reads', () => {
  expect(permissions.length).toBeGreaterThan(15);
  expect(neededFacts(checks).size).toBeGreaterThan(15);
});

/**
 * Permissions by their text. The text does not contain the name of an object, so all objects of one kind that are read
 * by name are denied together.
 */
const byText = new Map(permissions.map((permission) => [permissionText(permission), permission]));

const leftUnasked = new Map([
  ['configmaps: get', ['nodes/node-role-access']],
  // AWS owns the key of the cluster.
  ['kms:DescribeKey', ['control-plane/encryption-key']],
  ['kms:ListGrants', ['control-plane/encryption-key']],
  ['ec2:DescribeLaunchTemplateVersions', ['nodes/kubelet-skew']],
  ['iam:GetInstanceProfile', ['nodes/node-role-access']],
  ['iam:GetRolePolicy', ['karpenter/node-role']],
  // A query that ends in time is not stopped.
  ['logs:StopQuery', ['apis/deprecated', 'apis/removed']],
  ['services: get', ['karpenter/conversion-webhook']],
  // EKS Auto Mode has no Provisioners.
  ['provisioners.karpenter.sh: list', ['nodes/auto-mode-pools']],
]);

describe.each(areas)('$area', ({ make, isOf }) => {
  let world: World;
  let running: RunningWorld;
  beforeAll(async () => {
    world = make();
    running = await startWorld(world);
  });
  afterAll(() => running.close());

  /**
   * True if the check does not need the permission in these worlds; the tests of collectors and checks deny it. The
   * path ends before 1.35, so that cgroup v1 stops no kubelet.
   */
  const isLeftUnasked = (id: string, permission: string): boolean =>
    (leftUnasked.get(permission) ?? []).includes(id) ||
    (id === 'nodes/cgroup-v1' && !['nodes: list', '/apis: get'].includes(permission));
  // The paths lead upward: a check that is only for a rollback is skipped on them.
  const own = checks.filter(({ id, direction }) => isOf(id) && direction !== 'down');
  const chosen = ['--only', own.map(({ id }) => id).join(','), '--with', grants.join(',')];
  const args = ['scan', '--cluster', 'prod', ...chosen, '--format', 'json'];
  const inProcess = () => runCommand(args, { env: running.env, cwd: running.folder });
  const asProcess = () => runProcess(args, { env: running.env, cwd: running.folder });
  const selectOwnResults = (report: Report) => report.results.filter(({ id }) => own.some((check) => check.id === id));

  it.each([
    ['as a process', asProcess],
    ['in this process', inProcess],
  ])('fails nothing of its half, every check judged, where nothing is taken away, %s', async (_where, run) => {
    Object.assign(world, { deny: [] });
    const { stdout, code } = await run();
    const report = reportSchema.parse(JSON.parse(stdout));
    const others = selectOwnResults(report).filter(({ status }) => status !== 'pass');
    expect(others.map(({ id, status, reason, findings }) => [id, status, reason ?? findings])).toEqual([]);
    expect([report.verdict, code]).toEqual(['partial', 0]);
  });

  it('is no scan without eks:DescribeCluster', async () => {
    const text = 'eks:DescribeCluster';
    Object.assign(world, { deny: [text] });
    const { code, stdout, stderr } = await asProcess();
    expect(code).toBe(3);
    expect(stderr).toContain(text);
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, error: { code: 'denied' } });
  });

  const cases = [...byText].flatMap(([text, permission]) => {
    const concerned = checksThatNeed(permission).filter(({ id }) => isOf(id) && !isLeftUnasked(id, text));
    const canFail = concerned.some((check) => mayHideFailure(check, permission));
    return concerned.length === 0 || text === 'eks:DescribeCluster' ? [] : [{ text, concerned, canFail, from: 'all' }];
  });
  const inProtobuf = cases.filter(({ text }) => text === 'pods: list' || text === 'nodes: list');

  it.each([...cases, ...inProtobuf.map((row) => ({ ...row, from: 'a server without protobuf' }))])(
    'without $text nothing passes that needs it, and the report names it, from $from',
    async ({ text, concerned, canFail, from }) => {
      Object.assign(world, { deny: [text] });
      world.kube.jsonOnly = from !== 'all';
      const { code, stdout } = await inProcess();
      const report = reportSchema.parse(JSON.parse(stdout));
      for (const { id } of concerned) {
        const result = report.results.find((candidate) => candidate.id === id);
        expect([id, result?.status]).toEqual([id, 'unknown']);
        expect(
          result?.missing.map((entry) => entry.permission),
          id,
        ).toContain(text);
      }
      expect([report.verdict, report.exitCode, code]).toEqual(canFail ? ['incomplete', 2, 2] : ['partial', 0, 0]);
      const untouched = selectOwnResults(report).filter(({ id }) => !concerned.some((check) => check.id === id));
      for (const { id, status } of untouched) expect([id, status]).toEqual([id, 'pass']);
      const spoken = report.results.flatMap(({ id, findings }) => findings.map((finding) => ({ id, ...finding })));
      expect(spoken.filter(({ level }) => level !== 'unknown').map(({ id, message }) => `${id}: ${message}`)).toEqual(
        [],
      );
    },
  );
});
