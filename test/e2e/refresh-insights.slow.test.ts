import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { healthyWorld } from '../world/healthy.ts';
import { runCommand } from '../world/in-process.ts';
import type { Outcome } from '../world/outcome.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

/** `--refresh-insights`: the only write that a scan requests from EKS, and only with this option. */

const start = 'eks:StartInsightsRefresh';
const watch = 'eks:DescribeInsightsRefresh';
const selection = ['--only', 'control-plane/upgrade-insights', '--cluster', 'prod'];
const worlds: Record<'usual' | 'denied' | 'failing' | 'endless', RunningWorld> = {} as never;

beforeAll(async () => {
  const world = healthyWorld();
  const ending = (insightsRefresh: NonNullable<World['aws']['insightsRefresh']>) => ({
    ...world,
    aws: { ...world.aws, insightsRefresh },
  });
  const [usual, denied, failing, endless] = await Promise.all([
    startWorld(world),
    startWorld({ ...world, deny: [start] }),
    startWorld(ending({ status: 'FAILED', message: 'Try again later.' })),
    startWorld(ending({ status: 'IN_PROGRESS' })),
  ]);
  Object.assign(worlds, { usual, denied, failing, endless });
});
afterAll(() => Promise.all(Object.values(worlds).map((world) => world.close())));

async function run(world: RunningWorld, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const before = world.calls.length;
  const outcome = await runCommand(args, { env: { ...world.env, ...env }, cwd: world.folder });
  return { ...outcome, actions: world.calls.slice(before).map(({ action }) => action) };
}

const findInsightsStatus = ({ stdout }: Outcome) =>
  (JSON.parse(stdout) as { results: { id: string; status: string }[] }).results.find(
    ({ id }) => id === 'control-plane/upgrade-insights',
  )?.status;

describe('--refresh-insights', () => {
  it('has EKS refresh its insights, waits, and reads them only then', async () => {
    const { code, stderr, actions } = await run(worlds.usual, ['scan', ...selection, '--refresh-insights']);
    expect([code, stderr]).toEqual([0, '']);
    const own = actions.filter((action) => /insight/i.test(action));
    expect(own.slice(0, 3)).toEqual([start, watch, 'eks:ListInsights']);
  });

  it('never without the option, and not where no chosen check reads insights', async () => {
    const without = await run(worlds.usual, ['scan', ...selection]);
    const others = ['scan', '--only', 'control-plane/health', '--cluster', 'prod', '--refresh-insights'];
    const notNeeded = await run(worlds.usual, others);
    expect([...without.actions, ...notNeeded.actions].filter((action) => action.includes('Refresh'))).toEqual([]);
  });

  it('is an option of collect and a variable, too', async () => {
    const args = ['collect', ...selection, '--output', '-'];
    const { actions } = await run(worlds.usual, args, { EKS_PREFLIGHT_REFRESH_INSIGHTS: 'true' });
    expect(actions).toContain(start);
  });

  it.each([
    ['denied', 'missing permission eks:StartInsightsRefresh'],
    ['failing', 'eks:DescribeInsightsRefresh: FAILED Try again later.'],
  ] as const)('%s: one line, and the insights are judged by their age', async (name, why) => {
    const args = ['scan', ...selection, '--refresh-insights', '--format', 'json'];
    const outcome = await run(worlds[name], args);
    expect(outcome.stderr).toBe(
      `eks-preflight: could not refresh the insights (--refresh-insights), so they are judged by their age: ${why}\n`,
    );
    expect([outcome.code, findInsightsStatus(outcome)]).toEqual([0, 'pass']);
  });

  it('that does not end before --timeout leaves the insights unknown', async () => {
    const args = ['scan', ...selection, '--refresh-insights', '--timeout', '4s', '--format', 'json'];
    const outcome = await run(worlds.endless, args);
    expect([outcome.code, findInsightsStatus(outcome)]).toEqual([2, 'unknown']);
    expect(outcome.stderr).toContain('time limit reached');
  });

  it('needs permissions that `permissions` prints with the option alone', async () => {
    const args = [
      'permissions',
      '--format',
      'iam',
      '--cluster',
      'prod',
      '--region',
      'eu-west-1',
      '--account',
      '1'.repeat(12),
    ];
    const [usual, more] = await Promise.all([
      run(worlds.usual, args),
      run(worlds.usual, [...args, '--refresh-insights']),
    ]);
    expect(usual.stdout).not.toContain('InsightsRefresh');
    const policy = JSON.parse(more.stdout) as { Statement: { Sid: string; Action: string[] }[] };
    expect(policy.Statement.find(({ Sid }) => Sid === 'EksPreflightCluster')?.Action).toEqual(
      expect.arrayContaining([start, watch]),
    );
  });
});
