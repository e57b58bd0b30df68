import type { ClusterNews, FleetMessage } from '../../../src/schedule/changes/fleet-message.ts';
import { buildFleetNews, type FleetNews, type FleetParts } from '../../../src/schedule/changes/fleet-news.ts';

const none = { fail: 0, unknown: 0, warn: 0 } as const;

/** The counts of a message; tests override them. */
export const counted = (counts: Partial<ClusterNews['counts']> = {}): ClusterNews['counts'] => ({
  new: none,
  worse: 0,
  fixed: 0,
  noLongerSeen: 0,
  open: none,
  ...counts,
});

/** A cluster that is ready, and in which nothing changed; tests override its fields. */
export function buildClusterNews(name: string, fields: Partial<ClusterNews> = {}): ClusterNews {
  return {
    kind: 'unchanged',
    message: `id of ${name}`,
    changed: false,
    cluster: {
      name,
      region: 'eu-west-1',
      account: '111122223333',
      arn: `arn:aws:eks:eu-west-1:111122223333:cluster/${name}`,
      version: '1.33',
    },
    comparedTo: '2026-11-21T02:00:00.000Z',
    verdict: 'ready',
    verdictBefore: null,
    exitCode: 0,
    counts: counted(),
    storms: [],
    support: null,
    error: null,
    stateError: null,
    link: null,
    ...fields,
  };
}

/** A cluster in which something changed. */
export const buildChangedNews = (name: string, fields: Partial<ClusterNews> = {}): ClusterNews =>
  buildClusterNews(name, { kind: 'changed', changed: true, ...fields });

/** A cluster that became blocked. */
export const buildBlockedNews = (name: string, counts: Partial<ClusterNews['counts']> = {}): ClusterNews =>
  buildChangedNews(name, {
    verdict: 'blocked',
    verdictBefore: 'ready',
    exitCode: 1,
    counts: counted({ new: { ...none, fail: 1 }, open: { ...none, fail: 1 }, ...counts }),
  });

/** A cluster that could not be scanned. */
export const buildFailedNews = (name: string, message: string, fields: Partial<ClusterNews> = {}): ClusterNews =>
  buildClusterNews(name, {
    kind: 'could-not-scan',
    changed: true,
    verdict: null,
    exitCode: 3,
    error: { code: 'unreachable', message, lastSuccess: '2026-11-21T02:00:00.000Z' },
    ...fields,
  });

export function buildFleet(clusters: readonly ClusterNews[], parts: Partial<FleetParts> = {}): FleetNews {
  return buildFleetNews({
    version: '0.2.0',
    now: '2026-11-22T02:00:00.000Z',
    exitCode: 0,
    unlisted: [],
    removed: [],
    link: null,
    ...parts,
    clusters,
  });
}

/** The message that docs/messages.md shows: of three clusters, one is blocked, and one could not be scanned. */
export const fleetExample: FleetMessage = buildFleet(
  [
    {
      ...buildBlockedNews('prod', {
        new: { fail: 1, unknown: 0, warn: 0 },
        fixed: 1,
        open: { fail: 1, unknown: 0, warn: 3 },
      }),
      message: '7d9f3a61c2b84e0f7d9f3a61c2b84e0f',
      link: 'https://reports.example.com/eks/111122223333/eu-west-1/prod/2026-11-22T02-00-00.000Z.html',
    },
    buildFailedNews('stage', 'No cluster found for name: stage', {
      message: '1b0e52cf94d73a68c10e52cf94d73a68',
      cluster: { name: 'stage', region: 'eu-west-1', account: '111122223333', arn: null, version: null },
      error: {
        code: 'absent',
        message: 'No cluster found for name: stage',
        lastSuccess: '2026-11-21T02:00:00.000Z',
      },
    }),
    buildClusterNews('dev'),
  ],
  { exitCode: 1, link: 'https://reports.example.com/eks/fleet/2026-11-22T02-00-00.000Z.html' },
).message;

/** A message about many clusters that all changed, with this text wherever text is possible. */
export function hugeFleet(clusters: number, text: string): FleetMessage {
  const long = text.repeat(Math.ceil(5_000 / text.length)).slice(0, 5_000);
  const storms = Array.from({ length: 3 }, (_, index) => ({
    cause: 'tool' as const,
    text: `${index} ${long}`,
    findings: 3,
  }));
  const all = Array.from({ length: clusters }, (_, index) => {
    const blocked = index % 2 === 0 ? buildBlockedNews(`${index}-${long}`) : buildFailedNews(`${index}-${long}`, long);
    return {
      ...blocked,
      storms,
      support: { kind: 'standard' as const, until: `2027-01-${10 + (index % 20)}`, days: 60 },
      rollback: { open: true, to: '1.32', until: '2026-11-24T12:00:00.000Z', days: 2 },
    };
  });
  const unlisted = Array.from({ length: 200 }, (_, index) => ({ region: `${index} ${long}`, reason: long }));
  return buildFleet(all, { exitCode: 1, unlisted }).message;
}
