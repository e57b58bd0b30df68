import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchPlacement } from '../../src/for-checks/placement/match.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { findDifference, toTable } from './placement/compare.ts';
import { kinds } from './placement/kinds.ts';
import { scheduleRound } from './placement/rounds.ts';
import { templates } from './placement/templates.ts';
import { scanner } from './scanned-cluster.ts';
import { startScheduler } from './scheduler.ts';

/** Which pods fit which nodes, by the program and by a real kube-scheduler of 1.34.1. */
describe('pod templates on kinds of nodes', () => {
  let live: LiveCluster;
  let scheduler: Awaited<ReturnType<typeof startScheduler>> | undefined;

  beforeAll(async () => {
    live = await startLiveCluster({ cluster: 'prod', region: 'eu-west-1', credentials: [scanner] });
    scheduler = await startScheduler(live);
  });
  afterAll(async () => {
    await scheduler?.stop();
    await live?.stop();
  });

  it.each(kinds.map((kind) => [kind.name, kind] as const))('%s: as the scheduler places them', async (_name, kind) => {
    const outcomes = await scheduleRound(live, kind, templates);
    const differences = templates.flatMap((template, at) => {
      const outcome = outcomes[at] ?? { message: 'no outcome' };
      return findDifference(kind, template, outcome) ?? [];
    });
    expect(differences).toEqual([]);
  });

  it('has a template for each kind that no other kind matches, and the stored table', async () => {
    for (const [at, kind] of kinds.entries()) {
      const [name] = [templates[at]?.name];
      const matching = kinds.filter(
        ({ shape }) => matchPlacement(templates[at]?.placement ?? {}, shape).is === 'matches',
      );
      expect([name, ...matching.map((one) => one.name)]).toEqual([name, kind.name]);
    }
    await expect(toTable(kinds, templates)).toMatchFileSnapshot('placement/table.txt');
  });
});
