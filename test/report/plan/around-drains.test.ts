import { describe, expect, it } from 'vitest';
import { aroundDrains } from '../../../src/report/plan/around-drains.ts';
import type { Draft } from '../../../src/report/plan/draft.ts';
import { draftTask } from '../../../src/report/plan/draft-task.ts';
import { expectRestored, lastTasks } from '../../../src/report/plan/last-tasks.ts';
import { aFinding } from '../reported-finding.ts';
import { makeKnown } from './nodes-known.ts';

const cart = aFinding({
  fingerprint: 'p1',
  check: 'workloads/pdb-blocks-drain',
  resource: { kind: 'PodDisruptionBudget', namespace: 'shop', name: 'cart', text: 'PodDisruptionBudget shop/cart' },
  groups: ['node group a', 'node group c'],
  fix: 'Open it.',
  commands: ['kubectl patch open'],
  undo: { fix: 'Close it.', commands: ['kubectl patch close'] },
});

function drains(name: string, more: Partial<Draft> = {}): Draft {
  const how = { text: '', commands: [] };
  return draftTask({
    id: `nodes:managed/${name}:1.34`,
    kind: 'nodes',
    title: name,
    hop: 0,
    stage: 'nodes',
    how,
    area: 'nodes',
    groups: [`node group ${name}`],
    to: '1.34',
    disturbs: { nodes: 1, pods: 0, text: [] },
    ...more,
  });
}

const update = draftTask({
  id: 'control-plane:1.34',
  kind: 'control-plane',
  title: '',
  hop: 0,
  stage: 'control-plane',
  how: { text: '', commands: [] },
  stops: ['nodes'],
});

function ids(tasks: readonly Draft[], found = [cart]): string[] {
  return aroundDrains(tasks, makeKnown({}, { found })).map(({ id }) => id);
}

describe('protection that is lowered', () => {
  it('is lowered directly before the first drain that needs it, and restored directly after the last', () => {
    const tasks = [update, drains('0'), drains('a'), drains('b'), drains('c'), drains('d')];
    expect(ids(tasks)).toEqual([
      'control-plane:1.34',
      'nodes:managed/0:1.34',
      'lower:pdb/shop/cart:1.34',
      'nodes:managed/a:1.34',
      'nodes:managed/b:1.34',
      'nodes:managed/c:1.34',
      'nodes:managed/d:1.34',
      'restore:pdb/shop/cart:1.34',
    ]);
  });

  it('is restored before each update of the control plane', () => {
    const before = drains('a', { id: 'nodes:managed/a:1.33', stage: 'nodes-before', to: '1.33' });
    const tasks = aroundDrains([before, update, drains('c')], makeKnown({}, { found: [cart] }));
    expect(tasks.map(({ id, closes }) => [id, closes])).toEqual([
      ['lower:pdb/shop/cart:1.33', ['p1']],
      ['nodes:managed/a:1.33', []],
      ['restore:pdb/shop/cart:1.33', []],
      ['control-plane:1.34', []],
      ['lower:pdb/shop/cart:1.34', []],
      ['nodes:managed/c:1.34', []],
      ['restore:pdb/shop/cart:1.34', []],
    ]);
  });

  it('waits for what its drain waits for, and the drain for it', () => {
    const [, lower, drain, restore] = aroundDrains([update, drains('a')], makeKnown({}, { found: [cart] }));
    expect(lower).toMatchObject({
      kind: 'lower',
      after: ['control-plane:1.34'],
      stops: ['nodes'],
      how: { text: 'Open it.' },
    });
    expect(lower?.notes.join(' ')).toMatch(/directly before "a", .*until "Restore pdb\/shop\/cart".*Keep this plan/);
    expect(drain?.after).toEqual(['lower:pdb/shop/cart:1.34']);
    expect(restore).toMatchObject({
      kind: 'restore',
      after: ['lower:pdb/shop/cart:1.34', 'nodes:managed/a:1.34'],
      how: { text: 'Close it.', commands: ['kubectl patch close'] },
    });
  });

  it.each([
    ['no blocker, and nothing new', 'no blocker, and', []],
    ['no blocker except pdb/shop/cart', 'no blocker except the restored pdb/shop/cart, and', [cart]],
    [
      'no blocker except what is restored',
      'no blocker except the restored pdb/shop/basket and pdb/shop/cart, and',
      [cart, { ...cart, fingerprint: 'p2', resource: { ...cart.resource, name: 'basket' } }],
    ],
  ])('is expected by the last scan: %s', (title, done, found) => {
    const known = makeKnown({}, { found });
    const end = expectRestored(aroundDrains([drains('a'), ...lastTasks(known)], known)).at(-1);
    expect(end?.title).toBe(`Scan again: ${title}`);
    expect(end?.done.map(({ text }) => text)).toEqual([
      `the scan reports ${done} nothing that it did not report before`,
    ]);
  });

  it.each<[string, Draft[], Parameters<typeof ids>[1], string[]]>([
    [
      'for the first drain, if it names no group',
      [drains('x')],
      [{ ...cart, groups: undefined }],
      ['lower:pdb/shop/cart:1.34', 'nodes:managed/x:1.34', 'restore:pdb/shop/cart:1.34'],
    ],
    [
      'as a fix, if no task drains',
      [update, drains('a', { disturbs: null })],
      [cart],
      ['fix:workloads/pdb-blocks-drain:p1', 'control-plane:1.34', 'nodes:managed/a:1.34'],
    ],
    ['not for a warning', [drains('a')], [{ ...cart, level: 'warn' }], ['nodes:managed/a:1.34']],
  ])('%s', (_, tasks, found, expected) => {
    expect(ids(tasks, found)).toEqual(expected);
  });

  it('of several budgets has one order', () => {
    const other = { ...cart, fingerprint: 'p2', resource: { ...cart.resource, name: 'basket' } };
    expect(ids([drains('a')], [cart, other])).toEqual(ids([drains('a')], [other, cart]));
  });
});
