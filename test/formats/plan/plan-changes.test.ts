import { describe, expect, it } from 'vitest';
import { planChangesText } from '../../../src/formats/text/plan/changes.ts';
import { isUnchanged, planChanges } from '../../../src/report/plan/changes.ts';
import type { Task } from '../../../src/report/plan/draft.ts';
import { aPlan, asShown, aTask } from './a-plan.ts';

/** What changed since an older plan: tasks are the same if they have the same id. */

const narrow = { columns: 80, color: false, all: false };
const ids = (tasks: readonly Task[]) => tasks.map(({ id }) => id);
const [one, two] = [aTask('fix:a'), aTask('control-plane:1.34', { from: '1.33', to: '1.34' })];
const lower = aTask('lower:pdb/shop/cart:1.34', { kind: 'lower' });
const restore = aTask('restore:pdb/shop/cart:1.34', {
  kind: 'restore',
  title: 'Set pdb/shop/cart back to maxUnavailable 0',
});
const text = (before: readonly Task[], now: readonly Task[]) =>
  planChangesText(asShown(aPlan(now)), { document: aPlan(before), file: 'old.json' }, narrow);

describe('two plans of one cluster', () => {
  it.each([
    ['a task is gone', [one, two], [two], { gone: ['fix:a'] }],
    ['a task is new', [two], [one, two], { new: ['fix:a'] }],
    ['versions changed', [two], [{ ...two, from: '1.32' }], { changed: ['control-plane:1.34'] }],
    ['commands changed', [one], [{ ...one, how: { text: '', commands: ['x'] } }], { changed: ['fix:a'] }],
    ['protection was lowered', [lower, restore], [], { gone: [lower.id], restore: [restore.id] }],
    ['protection is to be lowered', [lower, restore], [lower, restore], {}],
    ['only the lowering is done', [lower, restore], [restore], { gone: [lower.id] }],
    ['the restore is no longer planned, the lowering is', [lower, restore], [lower], { gone: [restore.id] }],
    [
      'the number of nodes changed',
      [{ ...one, disturbs: { nodes: 9, pods: 0, text: [] } }],
      [{ ...one, disturbs: { nodes: 2, pods: 0, text: [] } }],
      { changed: ['fix:a'] },
    ],
    [
      'the version to update to changed',
      [aTask('add-on:coredns:v2', { from: 'v1', to: 'v2' })],
      [aTask('add-on:coredns:v3', { from: 'v1', to: 'v3' })],
      { changed: ['add-on:coredns:v3'] },
    ],
    [
      'one update is done, and the next is due',
      [aTask('add-on:coredns:v2', { from: 'v1', to: 'v2' })],
      [aTask('add-on:coredns:v3', { from: 'v2', to: 'v3' })],
      { gone: ['add-on:coredns:v2'], new: ['add-on:coredns:v3'] },
    ],
    ['numbers changed', [one, two], [two, one], {}],
  ])('%s', (_name, before, now, expected) => {
    const changes = planChanges(aPlan(before), aPlan(now));
    expect({
      gone: ids(changes.gone),
      restore: ids(changes.restore),
      new: ids(changes.new),
      changed: ids(changes.changed.map((each) => each.now)),
    }).toEqual({ gone: [], restore: [], new: [], changed: [], ...expected });
    expect(isUnchanged(changes)).toBe(Object.keys(expected).length === 0);
  });

  it('say first if nothing changed', () => {
    expect(text([one, two], [one, two])).toMatch(
      /^Nothing changed since 2026-11-20 12:00 UTC \(old\.json\): prod 1\.33 -> 1\.34\n/,
    );
  });

  it('show how to restore what only the older plan knows', () => {
    expect(text([lower, restore], [two])).toMatch(
      /^STILL TO DO, unless it is done: restore\..*\(1\)\n {2}2 {2}Set pdb\/shop\/cart back to maxUnavailable 0\n {5}Run it:\n {7}aws eks list-clusters$/m,
    );
  });

  it('say how many nodes were drained before', () => {
    const drain = (nodes: number) => ({ ...one, disturbs: { nodes, pods: 0, text: [] } });
    expect(text([drain(9)], [drain(2)])).toMatch(/^ {5}other drains \(9 nodes before, 2 nodes now\)$/m);
  });

  it('say of unchanged tasks only how many there are', () => {
    expect(text([one, two], [one])).toMatch(/^1 task is unchanged\.$/m);
    expect(text([one, two], [one])).not.toContain('as before');
  });

  it('say what was before', () => {
    expect(text([two], [{ ...two, from: null }])).toMatch(
      /^Changed \(1\)\n {2}1 {2}Do control-plane:1\.34, to 1\.34\n {5}other versions \(were 1\.33 -> 1\.34\)$/m,
    );
  });
});

it('names the accounts of two clusters with one name', () => {
  const { cluster, ...others } = aPlan([restore]);
  const copy = {
    ...others,
    cluster: cluster && { ...cluster, account: '444455556666', arn: 'arn:aws:eks:::cluster/x' },
  };
  const printed = planChangesText(
    asShown(aPlan([one])),
    { document: copy, file: 's.json' },
    { ...narrow, columns: 200 },
  );
  expect(printed).toMatch(
    /prod \(111122223333, eu-west-1\) 1\.33 -> 1\.34 with prod \(444455556666, eu-west-1\) 1\.33/,
  );
  expect(printed).toMatch(/^Only prod \(444455556666, eu-west-1\) \(1\)$/m);
});

it('compares the plans of two clusters under both names', () => {
  const { cluster, ...others } = aPlan([one, restore]);
  const staging = { ...others, cluster: cluster && { ...cluster, name: 'staging', arn: 'arn:aws:eks:::cluster/x' } };
  const printed = planChangesText(asShown(aPlan([one, two])), { document: staging, file: 's.json' }, narrow);
  expect(printed).toMatch(/^COMPARED prod 1\.33 -> 1\.34 with staging 1\.33 -> 1\.34, /);
  expect(printed).toMatch(/^Only prod \(1\)\n {2}2 {2}Do control-plane:1\.34/m);
  expect(printed).toMatch(/^Only staging \(1\)\n {2}2 {2}Set pdb/m);
  expect(printed).not.toContain('STILL TO DO');
});
