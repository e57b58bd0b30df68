import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/schema.ts';
import { aLogGroup, healthyWorld } from '../world/healthy.ts';
import { runCommand } from '../world/in-process.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

/** `--with logs`: one query of the audit log, announced beforehand, limited by `--logs-max`, and stopped in time. */

const group = '/aws/eks/prod/cluster';
const selection = ['--only', 'apis/removed', '--cluster', 'prod', '--format', 'json'];
/** The log group is younger than 30 days, so all of its data is from the last 30 days. */
const creationTime = Date.parse('2026-11-10T00:00:00Z');
const groups = [aLogGroup(group, { creationTime, storedBytes: 12_000_000_000 })];
const caller = {
  requests: '12',
  last: String(Date.parse('2026-11-19T08:00:00Z')),
  'user.username': 'system:serviceaccount:shop:scaler',
  userAgent: 'scaler/1.2',
  verb: 'list',
  'objectRef.apiGroup': 'autoscaling',
  'objectRef.apiVersion': 'v2beta2',
  'objectRef.resource': 'horizontalpodautoscalers',
};

/** A cluster at 1.25, whose API server serves a version that 1.26 removes. EKS has no insights about it. */
function worldWith(logs: Partial<NonNullable<World['aws']['logs']>>): World {
  const world = healthyWorld();
  const cluster = { ...world.aws.clusters['prod'], version: '1.25' };
  const versions = ['1.25', '1.26'].map((clusterVersion) => ({
    clusterVersion,
    clusterType: 'eks',
    versionStatus: 'STANDARD_SUPPORT',
    endOfStandardSupportDate: 1900000000,
    endOfExtendedSupportDate: 1950000000,
  }));
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: { prod: cluster },
      clusterVersions: versions,
      insights: {},
      logs: { groups, ...logs },
    },
    kube: {
      ...world.kube,
      version: 'v1.25.16-eks-3025e55',
      served: [
        ...world.kube.served,
        {
          group: 'autoscaling',
          version: 'v2beta2',
          kind: 'HorizontalPodAutoscaler',
          resource: 'horizontalpodautoscalers',
          namespaced: true,
        },
      ],
    },
  };
}

const worlds: Record<'called' | 'endless', RunningWorld> = {} as never;
beforeAll(async () => {
  const [called, endless] = await Promise.all([
    startWorld(worldWith({ rows: [caller] })),
    startWorld(worldWith({ status: 'Running' })),
  ]);
  Object.assign(worlds, { called, endless });
});
afterAll(() => Promise.all(Object.values(worlds).map((world) => world.close())));

async function run(world: RunningWorld, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const before = world.calls.length;
  const outcome = await runCommand(args, { env: { ...world.env, ...env }, cwd: world.folder });
  const actions = world.calls.slice(before).map(({ action }) => action);
  return { ...outcome, logs: actions.filter((action) => action.startsWith('logs:')) };
}

const parseFindings = (stdout: string) =>
  reportSchema
    .parse(JSON.parse(stdout))
    .results.flatMap(({ findings }) => findings)
    .map(({ level, rule, message }) => ({ level, rule, message }));

describe('--with logs', () => {
  it('says what the query scans, and fails for the caller that it finds', async () => {
    const { code, stdout, stderr, logs } = await run(worlds.called, ['scan', ...selection, '--with', 'logs']);
    expect(stderr).toBe(
      `eks-preflight: --with logs: querying the last 10 days of ${group}; CloudWatch Logs scans about 12 GB and charges for it\n`,
    );
    expect(parseFindings(stdout)).toContainEqual({
      level: 'fail',
      rule: 'called',
      message: '1.26 no longer serves it; 1 client calls it, last on 2026-11-19',
    });
    expect([code, logs]).toEqual([
      1,
      ['logs:DescribeLogGroups', 'logs:FilterLogEvents', 'logs:StartQuery', 'logs:GetQueryResults'],
    ]);
  });

  it('never without the option, which the unknown callers name', async () => {
    const { code, stdout, logs } = await run(worlds.called, ['scan', ...selection]);
    expect([code, logs]).toEqual([2, []]);
    expect(stdout).toContain('scan with `--with logs`');
  });

  it('starts no query that scans more than --logs-max, or its variable', async () => {
    const args = ['scan', ...selection, '--with', 'logs'];
    for (const outcome of [
      await run(worlds.called, [...args, '--logs-max', '10GB']),
      await run(worlds.called, args, { EKS_PREFLIGHT_LOGS_MAX: '10GB' }),
    ]) {
      expect([outcome.code, outcome.stderr, outcome.logs]).toEqual([
        2,
        '',
        ['logs:DescribeLogGroups', 'logs:FilterLogEvents'],
      ]);
      expect(parseFindings(outcome.stdout)).toContainEqual({
        level: 'unknown',
        rule: 'missing:auditedCalls',
        message: `not seen: the query would scan about 12 GB of ${group}, more than --logs-max 10 GB`,
      });
    }
  });

  it('stops a query that is not done before --timeout', async () => {
    const args = ['scan', ...selection, '--with', 'logs', '--timeout', '20s'];
    const { code, stdout, logs } = await run(worlds.endless, args);
    expect([code, logs.at(-1)]).toEqual([2, 'logs:StopQuery']);
    expect(parseFindings(stdout)).toContainEqual({
      level: 'unknown',
      rule: 'missing:auditedCalls',
      message: 'not seen: cut off by --timeout 20s',
    });
  });

  it('says of a stored inventory that it was taken without', async () => {
    const file = 'facts.json';
    await run(worlds.called, ['collect', '--only', 'apis/removed', '--cluster', 'prod', '--output', file]);
    const { stderr } = await run(worlds.called, ['scan', '--inventory', file, '--with', 'logs,metrics']);
    expect(stderr).toContain(`${file} was taken without --with logs,metrics: take a new inventory with it`);
  });
});
