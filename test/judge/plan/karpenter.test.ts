import { describe, expect, it } from 'vitest';
import { jointStates, leastFor, versionsBetween } from '../../../src/karpenter/path.ts';
import { parseKarpenterTarget } from '../../../src/judge/plan/karpenter-target.ts';
import { planKarpenter, servingController } from '../../../src/judge/plan/karpenter.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import { aKarpenter } from '../../checks/cases.ts';

const releases = loadTable('karpenter-releases').rows;
const ranges = loadTable('karpenter-compatibility').rows;
const reading = (...controllers: ReturnType<typeof aKarpenter>[]) => ({ ok: true as const, value: controllers });
const running = (version: string | null) => reading(aKarpenter({ version }));

describe('the stops of a way', () => {
  it.each<[string, string, string[]]>([
    ['1.8.8', '1.8.8', []],
    ['1.5.8', '1.8.8', []],
    ['0.30.0', '0.32.1', ['0.31.5']],
    ['0.31.4', '0.32.10', []],
    ['0.16.3', '0.31.5', []],
    ['0.30.0', '0.33.0', ['0.31.5', '0.32.10']],
    ['0.32.10', '0.37.8', []],
    ['0.32.10', '1.0.14', ['0.37.8']],
    ['0.33.0', '1.0.0', ['0.33.12']],
    ['0.37.7', '1.0.14', []],
    ['0.37.1', '1.8.8', ['0.37.8', '1.0.14']],
    ['1.0.2', '1.1.10', ['1.0.14']],
    ['1.0.6', '1.1.10', []],
    ['0.30.0', '1.8.1', ['0.31.5', '0.32.10', '0.37.8', '1.0.14']],
    ['1.8.8', '0.37.8', []],
  ])('from %s to %s: %j', (from, to, stops) => {
    expect(versionsBetween(from, to, releases)).toEqual(from === to ? [from] : [from, ...stops, to]);
  });
});

describe('the order of both components', () => {
  const order = (kubernetes: readonly number[], karpenter: readonly string[]) =>
    jointStates(kubernetes, karpenter, ranges).map((state) => `${state.kubernetes} ${state.karpenter}`);

  it('takes turns where neither can go all its way first', () => {
    const karpenter = versionsBetween('0.30.0', '1.8.8', releases);
    expect(order([24, 25, 26, 27], karpenter)).toEqual([
      '24 0.30.0',
      '24 0.31.5',
      '24 0.32.10',
      '24 0.37.8',
      '25 0.37.8',
      '25 1.0.14',
      '26 1.0.14',
      '26 1.8.8',
      '27 1.8.8',
    ]);
  });

  it('moves Karpenter first where it may', () => {
    expect(order([33, 34], ['1.5.8', '1.8.8'])).toEqual(['33 1.5.8', '33 1.8.8', '34 1.8.8']);
  });

  it('ends where nothing fits, too', () => {
    expect(order([24], ['0.37.8', '1.0.14'])).toEqual(['24 0.37.8', '24 1.0.14']);
    expect(order([28, 29], ['0.30.0', '0.31.5'])).toEqual(['28 0.30.0', '28 0.31.5', '29 0.31.5']);
  });

  it('never puts a pair that does not fit between two that do, from any release to any', () => {
    const newest = releases.flatMap((row) => (row.rowKind === 'latest' ? [row.version] : []));
    const since = newest.slice(newest.indexOf('0.21.1'));
    for (const from of since) {
      for (const to of since.slice(since.indexOf(from) + 1)) {
        const karpenter = versionsBetween(from, to, releases);
        const [low, high] = [requireRange(from), requireRange(to)];
        const kubernetes = Array.from({ length: Math.max(1, high.max - low.min + 1) }, (_, step) => low.min + step);
        const states = jointStates(kubernetes, karpenter, ranges);
        expect(states).toHaveLength(kubernetes.length + karpenter.length - 1);
        const unfit = states.filter((state) => {
          const { min, max } = requireRange(state.karpenter);
          return state.kubernetes < min || state.kubernetes > max;
        });
        expect(unfit, `${from} -> ${to}`).toEqual([]);
      }
    }
  });
});

function requireRange(version: string): { min: number; max: number } {
  const compare = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
  const row = ranges.findLast(({ from }) => compare(from, version) <= 0);
  if (row === undefined) throw new Error(version);
  return row;
}

describe('the target', () => {
  const toTarget = (plan: ReturnType<typeof planKarpenter>) => [
    plan.path.target,
    plan.controllers.find(({ target }) => target !== null)?.targetSource,
  ];

  it.each<[string, string, number[], string | undefined, (string | null | undefined)[]]>([
    ['stays where the running version covers the path', '1.8.1', [33, 34], undefined, ['1.8.1', 'running']],
    ['is the least that covers the end', '1.5.8', [33, 34], undefined, ['1.6.8', 'required']],
    ['stays where the running version is too new', '1.5.8', [25], undefined, ['1.5.8', 'running']],
    [
      'is the least that covers the last one with a release',
      '1.6.2',
      [35, 36, 37, 38],
      undefined,
      ['1.15.3', 'required'],
    ],
    ['stays where it covers that one', '1.15.3', [35, 36, 37, 38], undefined, ['1.15.3', 'running']],
    ['stays where no release is known', '1.15.3', [37, 38], undefined, ['1.15.3', 'running']],
    ['is what was asked for', '1.5.8', [33, 34], '1.8.1', ['1.8.1', 'flag']],
    ['is what was asked for, with a v', '0.30.0', [24], 'v0.32.1', ['0.32.1', 'flag']],
    ['is current where that was asked for', '1.5.8', [33, 34], 'current', ['1.5.8', 'flag']],
  ])('%s', (_it, version, kubernetes, requested, expected) => {
    expect(toTarget(planKarpenter(running(version), 'prod', kubernetes, requested))).toEqual(expected);
  });

  it('has no way from a version that is not known', () => {
    const plan = planKarpenter(running(null), 'prod', [33, 34], '1.8.1');
    expect(plan.path).toEqual({ current: null, target: '1.8.1', versions: [] });
    expect(plan.steps).toEqual([{ component: 'kubernetes', from: '1.33', to: '1.34' }]);
  });

  it('is refused where no Karpenter runs, and not asked for where it could not be seen', () => {
    expect(() => planKarpenter(reading(), 'prod', [33], '1.8.1')).toThrow(/Karpenter does not run in cluster prod/);
    expect(planKarpenter(undefined, 'prod', [33], '1.8.1').controllers).toEqual([]);
    expect(planKarpenter(reading(), 'prod', [33], 'current').controllers).toEqual([]);
  });

  it('is a version', () => {
    expect(() => parseKarpenterTarget('1.8')).toThrow(/invalid --karpenter-target/);
    expect(() => parseKarpenterTarget('latest')).toThrow(/invalid --karpenter-target/);
    expect(parseKarpenterTarget(' v0.32.1 ')).toBe('0.32.1');
  });
});

describe('the controller that serves the cluster', () => {
  it.each([
    ['runs', [aKarpenter({ name: 'old', version: '0.37.8', replicas: 0 }), aKarpenter({ name: 'new' })], 'new'],
    [
      'is of this cluster',
      [aKarpenter({ name: 'other', settings: { CLUSTER_NAME: 'test' } }), aKarpenter({ name: 'own' })],
      'own',
    ],
    ['is the oldest', [aKarpenter({ name: 'a', version: '1.10.0' }), aKarpenter({ name: 'b', version: '1.9.2' })], 'b'],
    ['has a version', [aKarpenter({ name: 'a', version: null }), aKarpenter({ name: 'b' })], 'b'],
  ])('%s', (_what, controllers, name) => {
    expect(servingController(controllers, 'prod')?.name).toBe(name);
  });
});

it('knows the least Karpenter of a Kubernetes at its newest patch', () => {
  expect(leastFor(28, ranges, releases)).toBe('0.31.5');
  expect(leastFor(34, ranges, releases)).toBe('1.6.8');
  expect(leastFor(99, ranges, releases)).toBeUndefined();
});
