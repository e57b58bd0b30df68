import { describe, expect, it } from 'vitest';
import { renderFleet } from '../../src/formats/fleet/formats.ts';
import type { FleetCluster } from '../../src/report/fleet/schema.ts';
import { aFleet, aFleetCluster } from '../world/fleet.ts';

const tagged = (name: string, env: string | undefined, more: Partial<FleetCluster> = {}) =>
  aFleetCluster({ name, tags: env === undefined ? {} : { env }, ...more });

const clusters = [
  tagged('a', 'prod', { status: 'blocked' }),
  tagged('b', 'dev'),
  tagged('c', undefined),
  tagged('d', undefined, { tags: null, status: 'not-scanned', region: null }),
  tagged('e', 'prod', { region: 'us-east-1', account: '444455556666' }),
  tagged('f', 'canary', { region: 'us-east-1' }),
];

/** The headings of the groups, each followed by the names of its clusters. */
async function groupsIn(groupBy: string, columns: number): Promise<string[]> {
  const text = await renderFleet(aFleet(clusters, { groupBy }), 'text', { columns, color: false, all: false });
  return text
    .split('\n\n')
    .slice(1)
    .filter((section) => /^[^\n]*: \d+ clusters?, /.test(section))
    .map(
      (section) =>
        `${section.split('\n')[0]}: ${[...section.matchAll(/^ {2}(\w)\b/gm)].map(([, name]) => name).join(' ')}`,
    );
}

describe('a grouped fleet', () => {
  it.each([
    [
      'tag:env=dev,prod',
      [
        'env=dev: 1 cluster, all ready: b',
        'env=prod: 2 clusters, 1 blocked: a e',
        'env=canary: 1 cluster, all ready: f',
        'without tag env: 1 cluster, all ready: c',
        'tags not read: 1 cluster, 1 not scanned: d',
      ],
    ],
    [
      'tag:env',
      [
        'env=canary: 1 cluster, all ready: f',
        'env=dev: 1 cluster, all ready: b',
        'env=prod: 2 clusters, 1 blocked: a e',
        'without tag env: 1 cluster, all ready: c',
        'tags not read: 1 cluster, 1 not scanned: d',
      ],
    ],
    [
      'account',
      [
        'account 111122223333: 5 clusters, 1 blocked, 1 not scanned: a d b c f',
        'account 444455556666: 1 cluster, all ready: e',
      ],
    ],
    [
      'region',
      [
        'eu-west-1: 3 clusters, 1 blocked: a b c',
        'us-east-1: 2 clusters, all ready: f e',
        'Region unknown: 1 cluster, 1 not scanned: d',
      ],
    ],
  ])('by %s has a table for each group', async (groupBy, expected) => {
    expect(await groupsIn(groupBy, 160)).toEqual(expected);
  });

  it('has a list for each group at 80 columns', async () => {
    const text = await renderFleet(aFleet(clusters, { groupBy: 'tag:env' }), 'text', {
      columns: 80,
      color: false,
      all: false,
    });
    expect(text).toContain(
      'env=prod: 2 clusters, 1 blocked\nBlocked (1)\n  a (111122223333, eu-west-1): 1.33 -> 1.34, 1 blocker\n',
    );
    expect(text).toContain('without tag env: 1 cluster, all ready\nReady (1)\n  c\n');
  });

  it('names the group in the order of updates if the option lists the groups', async () => {
    const order = async (groupBy: string) => {
      const text = await renderFleet(aFleet(clusters, { groupBy }), 'text', { columns: 80, color: false, all: false });
      return [...text.matchAll(/^ {2}\d {2}(\w) [^:]+: (.*), standard/gm)].map(([, name, why]) => `${name} ${why}`);
    };
    expect(await order('tag:env=dev,prod')).toEqual([
      'b dev, ready',
      'e prod, ready',
      'a prod, 1 blocker',
      'c ready',
      'f canary, ready',
    ]);
    expect(await order('tag:env')).toEqual(['b ready', 'c ready', 'f ready', 'e ready', 'a 1 blocker']);
  });

  it('has as many headings in Markdown', async () => {
    const text = await renderFleet(aFleet(clusters, { groupBy: 'tag:env' }), 'markdown', {
      columns: 80,
      color: false,
      all: false,
    });
    expect(text.match(/^### .*$/gm)).toEqual([
      '### env=canary: 1 cluster, all ready',
      '### env=dev: 1 cluster, all ready',
      '### env=prod: 2 clusters, 1 blocked',
      '### without tag env: 1 cluster, all ready',
      '### tags not read: 1 cluster, 1 not scanned',
      '### Suggested order of updates',
    ]);
  });
});
