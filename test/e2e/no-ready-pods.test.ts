import { expect, it } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import { judged, readStoredInventory } from '../judge/judge-stored.ts';

const taken = readStoredInventory('healthy');
const id = 'workloads/no-ready-pods';

const counts = ['shop/cart', 'shop/search', 'lab/cart'].map((path): Facts['workloadPods'][number] => {
  const [namespace = '', name = ''] = path.split('/');
  return { kind: 'Deployment', namespace, name, wanted: 2, ready: 0 };
});
const pods = counts.map(({ namespace, name }): Facts['unreadyPods'][number] => ({
  namespace,
  name: `${name}-1`,
  workload: { kind: 'Deployment', name },
  state: 'CrashLoopBackOff',
  since: '2026-11-20T10:00:00Z',
}));

/** The report about a cluster with these pods, on a path to this version. */
function reportTo(target: string | undefined) {
  const facts = { workloadPods: counts, unreadyPods: pods, pods: [], waitingPods: [] };
  const given = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { ok: true, value }]));
  return judged(
    { ...taken, readings: { ...taken.readings, ...given } },
    { only: [id], ...(target === undefined ? {} : { target }) },
  );
}

it('workloads without a ready pod are one entry with --target current, whatever their namespaces', () => {
  const { entries, results, exitCode } = reportTo('current');
  expect(results.find((result) => result.id === id)).toMatchObject({ status: 'warn', findings: [{}, {}, {}] });
  expect(entries.map(({ level, checks, fingerprints }) => [level, checks, fingerprints.length])).toEqual([
    ['warn', [id], 3],
  ]);
  expect(exitCode).toBe(0);
});

it.each([undefined, '1.34', '1.36'])('none is reported on a path to %s', (target) => {
  const { entries, results } = reportTo(target);
  expect(entries).toEqual([]);
  expect(results.find((result) => result.id === id)).toMatchObject({ status: 'skip', skipped: 'not-applicable' });
});
