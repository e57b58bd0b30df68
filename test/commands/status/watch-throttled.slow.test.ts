import { expect, it } from 'vitest';
import { aRolledNode, rollWorld } from '../../world/roll-world.ts';
import { playWatch, replaceObjects } from './watched.ts';

/** Each throttled call is tried six times, with waits of up to 20 seconds. */

const newNodes = [aRolledNode('70-11', 'new'), aRolledNode('81-4', 'new')];

it.each(['eks:DescribeCluster', 'eks:DescribeNodegroup'])(
  'a watch goes on while AWS throttles %s',
  async (on) => {
    const world = rollWorld([aRolledNode('1-17', 'cordoned'), aRolledNode('2-17', 'cordoned'), ...newNodes]);
    const { lines, code } = await playWatch(
      world,
      {
        1: (own) => (own.faults = [{ on, does: { awsError: 'ThrottlingException', status: 400 } }]),
        2: (own) => {
          own.faults = [];
          replaceObjects(own, ['Node'], [aRolledNode('2-17', 'cordoned'), ...newNodes]);
        },
      },
      { from: '2026-11-20T12:00:00Z', stopAt: 4 },
    );
    expect(lines).toEqual([
      '12:00:15  AWS throttles the requests; trying again',
      '12:00:30  AWS answers again',
      '12:00:30  general  ip-10-0-1-17 removed; 1 old, 2 new',
    ]);
    expect(code).toBe(3);
  },
  240_000,
);
