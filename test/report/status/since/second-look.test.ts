import { expect, it } from 'vitest';
import { worseInBoth } from '../../../../src/report/status/since/build-since.ts';
import type { Since } from '../../../../src/report/status/since/schema.ts';

const none = { same: 0, all: 0, removed: 0 };
const since = (...objects: readonly string[]): Since => ({
  plan: { scannedAt: '2026-11-20T12:00:00Z', target: '1.34', direction: 'update', isOtherBuild: false },
  tasks: [],
  worse: objects.map((object) => ({ object, text: '', state: null, since: null, task: null, why: null, actions: [] })),
  same: { workloads: none, budgets: none, addons: none, backends: none, groups: none },
  unseen: [],
});

it.each([
  ['in both looks', ['deploy/a/a'], ['deploy/a/a'], ['deploy/a/a'], []],
  ['in the first look only', ['deploy/a/a'], [], [], []],
  ['in the second look only', ['deploy/a/a'], ['deploy/a/b'], [], ['deploy/a/b']],
])('what is worse %s', (_where, first, second, worse, unseen) => {
  const both = worseInBoth(since(...first), since(...second));
  expect(both.worse.map(({ object }) => object)).toEqual(worse);
  expect(both.unseen.map(({ what }) => what)).toEqual(unseen);
});
