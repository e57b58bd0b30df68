import { notScanned } from '../../src/report/fleet/cluster.ts';
import { assembleFleet } from '../../src/report/fleet/fleet.ts';
import { parseGroupBy } from '../../src/report/fleet/group-by.ts';
import type { Fleet, FleetCluster, SharedProblem } from '../../src/report/fleet/schema.ts';
import type { Problems } from '../../src/report/fleet/shared.ts';

/** Fleets for tests of the HTML page. */

/** The time of the fleet's report. */
export const now = '2026-11-20T12:00:00.000Z';

/** A ready cluster with some values changed. */
export function clusterWith(changes: Partial<FleetCluster> & { name: string }): FleetCluster {
  const { name, account = '111122223333', region = 'eu-west-1' } = changes;
  return {
    ...notScanned({ name, report: `${account}/${region}/${name}.html` }, ''),
    account,
    region,
    arn: `arn:aws:eks:${region}:${account}:cluster/${name}`,
    tags: {},
    status: 'ready',
    reason: null,
    version: '1.33',
    target: '1.34',
    verdict: 'ready',
    entries: { fail: 0, unknown: 0, warn: 0 },
    support: { standardUntil: '2026-07-29', extendedUntil: '2027-07-29' },
    extraCost: { untilNow: 1368, nextYear: 3012 },
    scannedAt: '2026-11-20T09:00:00.000Z',
    changedAt: '2026-11-16T09:00:00.000Z',
    ...changes,
  };
}

/** What a fleet may have besides its clusters. */
export interface Own {
  groupBy?: string;
  failOn?: Fleet['gate']['failOn'];
  problems?: Problems;
}

export function fleetWith(
  clusters: readonly FleetCluster[],
  { groupBy, failOn = ['fail'], problems }: Own = {},
): Fleet {
  return assembleFleet({
    version: '0.1.0',
    now,
    gate: { failOn, maxAge: '36h' },
    groupBy: groupBy === undefined ? undefined : parseGroupBy(groupBy),
    clusters,
    problems: problems ?? new Map(),
  });
}

type Shared = Problems extends Map<string, infer Value> ? Value : never;

/** A problem that these clusters share, by its key. */
export function shareProblem(
  clusters: readonly FleetCluster[],
  own: Partial<Pick<SharedProblem, 'check' | 'rule' | 'level' | 'title'>> = {},
): readonly [string, Shared] {
  const { check = 'nodes/kubelet-skew', rule = null, level = 'fail', title = 'kubelet too old' } = own;
  const arns = clusters.flatMap(({ arn }) => arn ?? []);
  return [
    JSON.stringify([check, rule, level]),
    { check, rule, level, title, short: title, clusters: new Set(arns), checks: new Set([check]) },
  ];
}

const regions = ['eu-west-1', 'eu-central-1', 'us-east-1'];
const teams = ['payments', 'search', 'platform'];
const titles = [
  'NodeGroup workers: kubelet 1.30 is too old for control plane 1.34; runs Amazon Linux 2: EKS support of its images ended on 2025-11-26',
  'Deployment kube-system/aws-load-balancer-controller: v2.4.7 is too old for 1.34: it uses an API that 1.34 does not serve',
  'Subnet subnet-0f3a (eu-west-1a) and 2 more: 4 free addresses; EKS needs 5',
];

/** Clusters of every status, in several accounts and Regions, with tags. */
export function mixedClusters(count: number): FleetCluster[] {
  return Array.from({ length: count }, (_, index) => mixedCluster(index));
}

function mixedCluster(index: number): FleetCluster {
  const team = teams[index % teams.length] ?? '';
  const stage = index % 2 === 0 ? 'prod' : 'dev';
  const minor = 30 + (index % 5);
  const own = {
    name: `${team}-${stage}-${index}`,
    account: `${111122223333 + (index % 20)}`,
    region: regions[index % regions.length] ?? '',
    tags: { team, stage, 'aws:cloudformation:stack-name': `eks-${team}-${index}`, owner: `${team}@example.com` },
    version: `1.${minor}`,
    target: `1.${minor + 1}`,
    support: { standardUntil: `202${5 + (index % 3)}-0${1 + (index % 9)}-15`, extendedUntil: '2027-12-15' },
    extraCost: { untilNow: (index % 7) * 431, nextYear: (index % 4) * 1095 },
    scannedAt: new Date(Date.parse(now) - ((index * 37) % 30) * 3_600_000).toISOString(),
    changedAt: index % 3 === 0 ? null : new Date(Date.parse(now) - (index % 40) * 86_400_000).toISOString(),
  };
  if (index % 4 === 0) return clusterWith({ ...own, ...blocked(index) });
  if (index % 10 === 1) return clusterWith({ ...own, ...stale });
  if (index % 10 === 3) return clusterWith({ ...own, ...incomplete });
  return clusterWith(own);
}

function blocked(index: number): Partial<FleetCluster> {
  const first = titles.map((title, at) => ({ number: at + 1, level: 'fail' as const, title }));
  return {
    status: 'blocked',
    verdict: 'blocked',
    first,
    entries: { fail: 3 + (index % 50), unknown: index % 6, warn: 9 },
  };
}

const stale: Partial<FleetCluster> = {
  status: 'not-scanned',
  reason: 'the report is 3 days old; --max-age is 36h',
  scannedAt: '2026-11-17T11:00:00.000Z',
};

const incomplete: Partial<FleetCluster> = {
  status: 'incomplete',
  verdict: 'incomplete',
  entries: { fail: 0, unknown: 2, warn: 0 },
  first: [
    { number: 1, level: 'unknown', title: 'missing permission iam:GetRole: 4 checks cannot be judged' },
    { number: 2, level: 'unknown', title: 'the API server did not answer within 30 s' },
  ],
};

/** A fleet of every status, whose clusters share problems, by team. */
export function mixedFleet(count: number, problems = 3): Fleet {
  const clusters = mixedClusters(count);
  const shared = Array.from({ length: problems }, (_, index) => {
    const level = (['fail', 'unknown', 'warn'] as const)[index % 3] ?? 'fail';
    const having = clusters.filter(({ status }, at) => status !== 'not-scanned' && at % (2 + index) === 0);
    return shareProblem(having, {
      check: `area/check-${index}`,
      level,
      title: `problem ${index} of several clusters`,
    });
  });
  return fleetWith(clusters, { groupBy: 'tag:team=search,payments', problems: new Map(shared) });
}

/** What an attacker would name a cluster. */
export const hostileText =
  '</script><script>document.title="evil"</script><img src=x onerror=alert(1)>"\'`)\u202Egpj\u0007\u001B[31m\uD800';

/** A fleet in which every text that reports and tags bring is this one. */
export function hostileFleet(text: string): Fleet {
  const own = {
    account: text,
    region: text,
    tags: { [text]: text, team: text },
    reason: text,
    first: [1, 2].map((number) => ({ number, level: 'fail' as const, title: text })),
    support: { standardUntil: text, extendedUntil: text },
    version: text,
    target: `${text}.`,
  };
  const clusters = [0, 1].map((index) =>
    clusterWith({ name: `${text}${index}`, status: index === 0 ? 'blocked' : 'not-scanned', report: text, ...own }),
  );
  const problems = new Map([shareProblem(clusters, { check: text, rule: text, title: text })]);
  return fleetWith(clusters, { groupBy: `tag:team=${text}`, problems });
}
