import { expect, it } from 'vitest';
import { matchPlacement } from '../../src/for-checks/placement/match.ts';
import { seeded } from '../fuzz/mutate.ts';
import { startLiveCluster } from './cluster.ts';
import { findDifference } from './placement/compare.ts';
import { generateKinds, generateTemplates } from './placement/generated.ts';
import { scheduleRound } from './placement/rounds.ts';
import { scanner } from './scanned-cluster.ts';
import { startScheduler } from './scheduler.ts';

it('300 generated pod templates on 20 kinds of nodes: as the scheduler places them', async () => {
  const random = seeded(59);
  const [kinds, templates] = [generateKinds(random, 20), generateTemplates(random, 300)];
  const live = await startLiveCluster({ cluster: 'prod', region: 'eu-west-1', credentials: [scanner] });
  const scheduler = await startScheduler(live);
  const differences: string[] = [];
  let matching = 0;
  try {
    for (const kind of kinds) {
      const outcomes = await scheduleRound(live, kind, templates);
      for (const [at, template] of templates.entries()) {
        differences.push(...[findDifference(kind, template, outcomes[at] ?? { message: 'no outcome' }) ?? []].flat());
        if (matchPlacement(template.placement, kind.shape).is === 'matches') matching += 1;
      }
    }
  } finally {
    await scheduler.stop();
    await live.stop();
  }
  expect(differences).toEqual([]);
  // Neither answer is rare.
  expect(matching).toBeGreaterThan(1000);
  expect(matching).toBeLessThan(5000);
});
