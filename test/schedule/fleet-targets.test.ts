import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRemoved } from '../../src/commands/fleet/find-removed.ts';
import { planFleetMessages, type ScannedCluster } from '../../src/commands/fleet/fleet-schedule.ts';
import { parseApartMessage, type TargetNews } from '../../src/commands/fleet/apart-messages.ts';
import { folderPlace } from '../../src/schedule/history/folder.ts';
import { notScanned } from '../../src/report/fleet/cluster.ts';
import type { ClusterNews } from '../../src/schedule/changes/fleet-message.ts';
import { buildBlockedNews, buildClusterNews, buildFailedNews } from './deliveries/fleet-messages.ts';

const row = (name: string, status: 'ready' | 'not-scanned' = 'ready'): ScannedCluster['row'] => ({
  ...notScanned(
    { name, region: 'eu-west-1', account: '111122223333', report: null },
    'the scan was ended by the system',
  ),
  status,
  ...(status === 'ready' ? { verdict: 'ready', reason: null } : {}),
});
const scanned = (name: string, messages: readonly TargetNews[], status?: 'not-scanned'): ScannedCluster => ({
  row: row(name, status),
  messages,
  exitCode: status === undefined ? 0 : 3,
  isUndelivered: false,
});
const parts = { version: '0.2.0', now: '2026-11-22T02:00:00.000Z', exitCode: 0, unlisted: [], removed: [], link: null };
const plan = (clusters: readonly ScannedCluster[], targets: readonly string[]) =>
  planFleetMessages(clusters, targets, parts, 'change').map(({ news: { message }, isSent, targets: names }) => ({
    targets: names,
    isSent,
    clusters: message.clusters.map(({ kind, cluster }) => `${cluster.name} ${kind}`),
  }));
const to = (news: ClusterNews, ...targets: string[]): TargetNews => ({ news, targets });

describe('the message about several clusters for each target', () => {
  it('is the same for targets to which the clusters report the same', () => {
    const clusters = [
      scanned('prod', [to(buildBlockedNews('prod'), 'slack', 'sns')]),
      scanned('dev', [to(buildClusterNews('dev'), 'slack', 'sns')]),
    ];
    expect(plan(clusters, ['slack', 'sns'])).toEqual([
      { targets: ['slack', 'sns'], isSent: true, clusters: ['prod changed'] },
    ]);
  });

  it('has what a target missed the night before', () => {
    const clusters = [
      scanned('prod', [
        to(buildClusterNews('prod'), 'sns'),
        to({ ...buildBlockedNews('prod'), message: 'late' }, 'slack'),
      ]),
    ];
    expect(plan(clusters, ['slack', 'sns'])).toEqual([
      { targets: ['slack'], isSent: true, clusters: ['prod changed'] },
      { targets: ['sns'], isSent: false, clusters: [] },
    ]);
  });

  it.each<[string, ScannedCluster, string]>([
    ['a scan that was ended', scanned('prod', [], 'not-scanned'), 'prod could-not-scan'],
    [
      'a report that was lost after the message',
      scanned('prod', [to(buildClusterNews('prod'), 'slack')], 'not-scanned'),
      'prod could-not-scan',
    ],
    ['a scan that sent no message', scanned('prod', []), 'prod not-compared'],
    [
      'a scan that failed after its report',
      scanned('prod', [to(buildFailedNews('prod', 'no space'), 'slack')]),
      'prod could-not-scan',
    ],
  ])('never passes over %s', (_name, one, line) => {
    expect(plan([one], ['slack'])).toEqual([{ targets: ['slack'], isSent: true, clusters: [line] }]);
  });

  it('exists without targets: the page is delivered with it', () => {
    expect(plan([scanned('prod', [to(buildClusterNews('prod'))])], [])).toEqual([
      { targets: [], isSent: false, clusters: [] },
    ]);
  });

  it('is one message for 1,000 clusters and 64 targets', () => {
    const targets = Array.from({ length: 64 }, (_, index) => `events (bus-${index})`);
    const clusters = Array.from({ length: 1_000 }, (_, index) =>
      scanned(`c${index}`, [to(buildBlockedNews(`c${index}`), ...targets)]),
    );
    expect(plan(clusters, targets)).toHaveLength(1);
  });
});

describe('clusters that are no longer found', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-removed-'));
    const at = {
      early: '2026-11-21T01:59:00.000Z',
      before: '2026-11-20T02:00:00.000Z',
      dev: '2026-11-21T02:00:00.000Z',
    };
    for (const [name, updatedAt] of Object.entries(at)) {
      const cluster = { account: '111122223333', region: 'eu-west-1', name };
      const told = { scan: null, findings: [], support: null, trouble: null };
      const state = { schemaVersion: 1, cluster, updatedAt, told, behind: [], destinations: [] };
      mkdirSync(path.join(folder, '111122223333', 'eu-west-1', name), { recursive: true });
      writeFileSync(path.join(folder, '111122223333', 'eu-west-1', name, 'state.json'), JSON.stringify(state));
    }
    mkdirSync(path.join(folder, '111122223333', 'eu-west-1', 'no state'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const compared = (comparedTo: string | null) =>
    scanned('dev', [to({ ...buildClusterNews('dev'), comparedTo }, 'slack')]);
  const find = (one: ScannedCluster, regions = ['eu-west-1']) =>
    findRemoved(folderPlace(folder), { scanned: [one], regions, now: parts.now });

  it.each<[string, ScannedCluster, string[], string[]?]>([
    ['of the previous run, even if it scanned them first', compared('2026-11-21T02:00:00.000Z'), ['early']],
    ['of no run within the hour', compared('2026-11-22T01:00:00.000Z'), []],
    ['of every run if there is nothing to compare with', compared(null), ['before', 'early']],
    ['in Regions that were listed', compared(null), [], ['eu-central-1', '../..']],
    ['of accounts that exist', { ...compared(null), row: { ...row('dev'), account: '..' } }, []],
  ])('are those %s', async (_name, one, expected, regions) => {
    expect((await find(one, regions)).map(({ name }) => name).toSorted()).toEqual(expected);
  });
});

describe('what a scan in a separate process sends', () => {
  const message = { kind: 'news', messages: [to(buildBlockedNews('prod'), 'slack')] };

  it('is read as it was sent', () => {
    expect(parseApartMessage(structuredClone(message))).toEqual(message);
    expect(parseApartMessage({ kind: 'printed', text: 'x' })).toEqual({ kind: 'printed', text: 'x' });
  });

  it.each([[undefined], ['news'], [{ kind: 'other' }], [{ kind: 'news' }], [{ kind: 'printed', text: 1 }]])(
    'is ignored if it is of another kind: %j',
    (data) => {
      expect(parseApartMessage(data)).toBeUndefined();
    },
  );
});
