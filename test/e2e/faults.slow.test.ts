import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checks as allChecks } from '../../checks/index.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { AnyCheck } from '../../src/check.ts';
import type { FactName } from '../../src/facts/facts.ts';
import { neededFacts, withDependencies } from '../../src/commands/permissions/needed.ts';
import { permissionText } from '../../src/facts/reason.ts';
import { errorReportSchema, reportSchema, type Report } from '../../src/report/schema.ts';
import { silentInsight } from '../world/insights.ts';
import { karpenterMatrixWorld } from '../world/karpenter-matrix-world.ts';
import { runMain, type Ended } from '../world/in-process.ts';
import { neverFails } from '../laws/permission-needs.ts';
import { startWorld } from '../world/run.ts';
import { startSharedEndpoint, type SharedEndpoint } from '../world/shared-endpoint.ts';
import type { Fault, World } from '../world/world.ts';

/**
 * Each call of a scan fails in each way that a network or a server can fail: a temporary fault leaves the report
 * unchanged, a lasting one makes every check that needs the call unknown. Calls that do not depend on each other fail
 * together in one scan: the results are compared by fact. Scans run at the same time in this process, because they
 * spend most of their time waiting for a retry.
 */

type Does = Fault['does'];

/** Every list of two or more items has a second page. */
function faultyWorld(): World {
  const world = karpenterMatrixWorld();
  const certificateAuthorities = ['ca-1', 'ca-2', 'ca-3'].map((id) => ({
    id,
    signingStatus: 'IN_USE',
    distributionStatus: 'COMPLETE',
  }));
  const insights = { ...world.aws.insights, ...silentInsight('1.34') };
  const prod = { ...world.aws.clusters['prod'], accessConfig: { authenticationMode: 'API_AND_CONFIG_MAP' } };
  const { network } = world.aws;
  const vpcEndpoints = [...network.vpcEndpoints, ...network.vpcEndpoints];
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: { prod },
      insights,
      certificateAuthorities,
      network: { ...network, vpcEndpoints },
      pageSize: 1,
    },
    kube: { ...world.kube, aggregatedDiscovery: false, pageSize: 1 },
  };
}

/**
 * Checks that apply only to a cluster at 1.24 or to removed API versions, of which this world, in which Karpenter runs,
 * has none, checks of other things that it lacks, and checks that judge only rollbacks.
 */
const others = [
  ...allChecks.flatMap(({ id, direction }) => (direction === 'down' ? [id] : [])),
  'addons/controllers-unjudged',
  'addons/fluentd-log-format',
  'apis/deprecated',
  'apis/pod-security-policies',
  'apis/removed',
  'control-plane/audit-log',
  'control-plane/component-options',
  'nodes/auto-mode-pools',
  'nodes/cgroup-v1',
  'workloads/no-ready-pods',
  'workloads/pod-security',
  'workloads/renamed-metrics',
];
const checks = allChecks.filter(({ id }) => !others.includes(id));

const byName = [
  'eks:DescribeNodegroup',
  'eks:DescribeFargateProfile',
  'eks:DescribeAddon',
  'eks:DescribeAddonVersions',
  'eks:DescribeInsight',
  'eks:DescribeUpdate',
  'configmaps: get',
  'secrets: get',
  'serviceaccounts: get',
  'eks:DescribeAccessEntry',
  'eks:DescribePodIdentityAssociation',
  'events:DescribeRule',
  'iam:GetPolicy',
  'iam:GetPolicyVersion',
  'iam:GetRolePolicy',
];

/** Facts that are read only with a customer managed key, custom networking or prefixes: the tests of collectors do. */
const unrequested: readonly FactName[] = ['encryptionKey', 'eniConfigs', 'subnetBlocks'];

/** The facts that each call fills, by the permission that the call needs. */
const factsOfCall = new Map<string, FactName[]>([
  ['/apis/apps/v1: get', ['deployments', 'daemonSets', 'statefulSets']],
  ['/apis/batch/v1: get', ['cronJobs']],
  ['/version: get', ['accessGrants', 'apiObjects', 'claimStatusWriters']],
]);
for (const fact of withDependencies(collectors, neededFacts(checks))) {
  // The world serves no version that is removed, so nothing is listed.
  if (fact === 'apiObjects' || unrequested.includes(fact)) continue;
  for (const permission of collectors[fact].permissions) {
    const call = permissionText(permission);
    // This fact reads by name only objects with a release's labels but another name; the world has none.
    if (fact === 'helmHistories' && byName.includes(call)) continue;
    factsOfCall.set(call, [...(factsOfCall.get(call) ?? []), fact]);
  }
}

const isAws = (call: string) => /^[a-z0-9]+:[A-Z]/.test(call);
const calls = [...factsOfCall.keys()];
const lists = calls.filter((call) => !byName.includes(call) && !call.startsWith('/') && call !== 'eks:DescribeCluster');

const now = () => new Date('2026-11-20T12:00:00.000Z');
let endpoint: SharedEndpoint;
const options = ['--skip', others.join(','), '--with', 'secrets', '--format', 'json'];
const args = ['scan', '--cluster', 'prod', ...options];

/** @param jsonOnly true for an API server that writes no protobuf */
async function scan(faults: readonly Fault[], jsonOnly = false): Promise<Ended> {
  const world = faultyWorld();
  const running = await startWorld({ ...world, faults, kube: { ...world.kube, jsonOnly } });
  try {
    return await runMain(args, { env: endpoint.join(running), cwd: running.folder, now });
  } finally {
    await running.close();
  }
}

/**
 * Repeats a scan in which a call timed out: only a busy machine causes that, none of these faults. Scans ten times at
 * most; the last outcome counts.
 */
async function scanInTime(faults: readonly Fault[], jsonOnly = false, tries = 10): Promise<Ended> {
  const outcome = await scan(faults, jsonOnly);
  return tries > 1 && outcome.stdout.includes('"time-out"') ? scanInTime(faults, jsonOnly, tries - 1) : outcome;
}

function parseReport({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>): Report {
  expect(stderr).toBe('');
  const report = reportSchema.parse(JSON.parse(stdout));
  return { ...report, results: report.results.filter(({ reason }) => reason !== 'not selected') };
}

/** Two scans of the same cluster may differ only in their times, and in their requests. */
function withoutTimes({ apiUsage: _apiUsage, ...report }: Report): Report {
  return { ...report, scannedAt: '', judgedAt: '' };
}

/** Facts that the calls fill, and all facts built on them. */
function listDependentFacts(failing: readonly string[]): Set<FactName> {
  return factsBuiltOn(failing.flatMap((call) => factsOfCall.get(call) ?? []));
}

/** Facts that record which kinds of Karpenter objects were listed: they are never unread themselves. */
const kindsRead: readonly FactName[] = ['karpenterPoolKinds', 'karpenterNodeClassKinds', 'karpenterClaimKinds'];

/** Facts that need Deployments only to see whether Karpenter runs; they are read if that is unknown. */
const whereKarpenterRuns: readonly FactName[] = [
  'helmReleases',
  'karpenterCrds',
  'nodeAccessEntries',
  'nodeAuthRoles',
  'vpcCniRole',
];

function factsBuiltOn(own: readonly FactName[]): Set<FactName> {
  const all = [...withDependencies(collectors, neededFacts(checks))].filter(
    (fact) => ![...kindsRead, ...neverFails, ...unrequested].includes(fact),
  );
  return new Set(all.filter((fact) => buildsUpon(fact).some((from) => own.includes(from))));
}

function buildsUpon(fact: FactName): FactName[] {
  const from = (collectors[fact].from ?? []).filter(
    (one) => one !== 'deployments' || !whereKarpenterRuns.includes(fact),
  );
  return [fact, ...from.flatMap(buildsUpon)];
}

/** The fault that refuses a call as AWS or Kubernetes does. */
function refusal(call: string): Does {
  return isAws(call) ? { awsError: 'AccessDeniedException', status: 403 } : { status: 403 };
}

function reads(check: AnyCheck, facts: ReadonlySet<FactName>): boolean {
  return [...check.needs, ...(check.uses ?? []), ...(check.applies?.needs ?? [])].some((fact) => facts.has(fact));
}

/**
 * Expects that exactly these facts are unread or have gaps, that every check that needs one is unknown for that reason,
 * and that every other check passes.
 */
function expectUnknown({ report, code }: { report: Report; code: number }, facts: Set<FactName>, why: RegExp) {
  const notWhole = Object.entries(report.coverage.facts).filter(([, { ok, gaps }]) => !ok || gaps !== undefined);
  const names = notWhole.map(([name]) => name).filter((name) => !unrequested.some((fact) => fact === name));
  expect(names.sort()).toEqual([...facts].sort());
  const concerned = new Set(checks.filter((check) => reads(check, facts)).map(({ id }) => id));
  for (const { id, status, missing } of report.results) {
    expect([id, status]).toEqual([id, concerned.has(id) ? 'unknown' : 'pass']);
    for (const { fact, reason } of missing) {
      if (unrequested.some((one) => one === fact)) continue;
      expect([...facts], id).toContain(fact);
      expect(reason, `${id}: ${fact}`).toMatch(why);
    }
  }
  const exit = concerned.size === 0 ? 0 : 2;
  expect([report.verdict, report.exitCode, code]).toEqual([exit === 0 ? 'partial' : 'incomplete', exit, exit]);
}

/** Facts that keep none of the listed objects here, although each list has two or more (test/world/healthy.ts). */
const keepingNone: readonly FactName[] = [
  'claimStatusWriters',
  'accessGrants',
  'admissionPolicies',
  'networkPolicyAddresses',
  'nginxIngresses',
  'serviceAddresses',
];
const kubeLists = calls.filter((call) => call.endsWith(': list'));
/** Kubernetes facts whose list has more than one page. */
const paged: FactName[] = [];
let healthy: Report;
beforeAll(async () => {
  // The world dates its insights by the signature of a request.
  vi.useFakeTimers({ toFake: ['Date'], now: now() });
  endpoint = await startSharedEndpoint();
  const outcome = await scan([]);
  healthy = withoutTimes(parseReport(outcome));
  expect([healthy.verdict, outcome.code]).toEqual(['partial', 0]);
  expect(healthy.results.filter(({ status }) => status !== 'pass')).toEqual([]);
  const listed = [...listDependentFacts(kubeLists)].filter((fact) => (healthy.coverage.facts[fact]?.count ?? 0) > 1);
  paged.push(...[...listed, ...keepingNone].toSorted());
  const own = kubeLists.flatMap((call) => factsOfCall.get(call) ?? []).filter((fact) => !neverFails.includes(fact));
  // The collector of Deployments also reads these two (test/laws/law.test.ts).
  expect(own.filter((fact) => !paged.includes(fact)).sort()).toEqual(['cronJobs', 'statefulSets']);
  expect(paged).toContain('pods');
});
afterAll(() => {
  vi.useRealTimers();
  return endpoint.close();
});

const busy = { status: 429, retryAfter: 1 } as const;
const throttled = { awsError: 'ThrottlingException', status: 400 } as const;
const once = (does: Does, from = 0): Fault[] => calls.map((on) => ({ on, does, from, count: 1 }));
const passing: [string, Fault[]][] = [
  ['one 503', once({ status: 503 })],
  ['one 500', once({ status: 500 })],
  ["one 503 of a load balancer's own", once({ status: 503, body: '<html>no healthy upstream</html>' })],
  ['one connection reset', once('reset')],
  ['one answer cut off', once('cut')],
  ['one second page cut off', once('cut', 1)],
  ['one second page reset', once('reset', 1)],
  ['one 429 with Retry-After', calls.filter((call) => !isAws(call)).map((on) => ({ on, does: busy, count: 1 }))],
  ['one throttling', calls.filter(isAws).map((on) => ({ on, does: throttled, count: 1 }))],
  ['200 ms before each answer', ['kube', 'aws'].map((on) => ({ on, does: { delay: 200 } }))],
];
const lasting: [string, Does, RegExp][] = [
  ['a reset', 'reset', /^unreachable$/],
  ['an answer cut off', 'cut', /^(truncated|unreadable)$/],
  ['500', { status: 500 }, /^unreachable$/],
  ['503', { status: 503 }, /^unreachable$/],
  ['a login page', { status: 200, body: '<html>Please log in</html>' }, /^unreadable$/],
  ["a proxy's 404", { status: 404, body: '<html>Not here</html>' }, /^unreadable$/],
  ["a proxy's 403", { status: 403, body: '<html>Blocked</html>' }, /^unreadable$/],
  ['nothing in a 200', { status: 200, body: '' }, /^(unreadable|truncated)$/],
  ['an empty object', { status: 200, body: {} }, /^(unreadable|truncated)$/],
];

/** Calls that fail together: none in a group depends on the answer to another one. */
const groups: [string, readonly string[]][] = [
  ['every list and lone read', lists],
  ['every read by name and the discovery of a group', [...byName, '/apis/batch/v1: get', '/version: get']],
];
const rows = lasting.flatMap(([fault, does, why]) =>
  groups.map(([where, failing]) => ({ fault, where, failing, does, why })),
);

describe.concurrent('a fault on every call', () => {
  // This test is the first because it takes longest.
  it('that lasts, throttling, is unknown after a patience that ends', async () => {
    const failing = ['eks:ListNodegroups', 'ec2:DescribeSubnets', 'iam:GetRole'];
    const outcome = await scan(failing.map((on) => ({ on, does: throttled })));
    expectUnknown({ report: parseReport(outcome), code: outcome.code }, listDependentFacts(failing), /^time-out$/);
  });

  it.each(passing)('that passes, %s, leaves the report as it is', async (_name, faults) => {
    const outcome = await scanInTime(faults);
    expect(withoutTimes(parseReport(outcome))).toEqual(healthy);
    expect(outcome.code).toBe(0);
  });

  it.each(rows)('that lasts, $fault, is unknown on $where', async ({ failing, does, why }) => {
    const outcome = await scanInTime(failing.map((on) => ({ on, does })));
    expectUnknown({ report: parseReport(outcome), code: outcome.code }, listDependentFacts(failing), why);
  });

  it('that passes leaves the report of a server without protobuf as it is', async () => {
    const outcome = await scanInTime(once('cut', 1), true);
    expect(withoutTimes(parseReport(outcome))).toEqual(healthy);
  });

  it('that lasts is unknown on every list of a server without protobuf', async () => {
    const outcome = await scanInTime(
      kubeLists.map((on) => ({ on, does: 'cut' })),
      true,
    );
    const facts = listDependentFacts(kubeLists);
    expectUnknown({ report: parseReport(outcome), code: outcome.code }, facts, /^(truncated|unreadable)$/);
  });

  it.each(lasting)('that lasts, %s, is unknown on discovery, and the AWS side is judged', async (_fault, does) => {
    const outcome = await scanInTime([{ on: '/apis: get', does }]);
    const kube = calls.filter((call) => !isAws(call) && call !== '/version: get');
    expectUnknown(
      { report: parseReport(outcome), code: outcome.code },
      listDependentFacts(kube),
      /^(unreachable|truncated)$/,
    );
  });

  it.each(lasting)('that lasts, %s, ends the scan on the cluster itself', async (_fault, does) => {
    const { code, stdout, stderr } = await scanInTime([{ on: 'eks:DescribeCluster', does }]);
    expect(code).toBe(3);
    expect(errorReportSchema.parse(JSON.parse(stdout)).error.code).toMatch(/^(unreachable|truncated|unreadable)$/);
    expect(stderr).not.toMatch(/\n\s+at |crashed/);
  });
});

describe.concurrent('a list that breaks off in the middle', () => {
  /** Lists of one page here, whatever the page size. */
  const ofOne = [
    'iam:GetRole',
    'iam:GetInstanceProfile',
    'iam:ListRolePolicies',
    'ec2:DescribeImages',
    'ec2:DescribeLaunchTemplateVersions',
    'eks:ListAccessEntries',
    'eks:ListPodIdentityAssociations',
  ];
  const awsLists = lists.filter((call) => isAws(call) && !ofOne.includes(call));

  // Two lists of ConfigMaps count as one call: the second request may be for the first page of the other list.
  const expiring = kubeLists.filter((on) => on !== 'configmaps: list');
  const expired = (from: number): Fault[] => expiring.map((on) => ({ on, does: { status: 410 }, from, count: 1 }));

  it('by an expired token is read anew, as whole as if nothing had been', async () => {
    const outcome = await scanInTime(expired(1));
    expect(withoutTimes(parseReport(outcome))).toEqual(healthy);
    expect(outcome.code).toBe(0);
  });

  it('by an expired token again is read on, and marked where objects are counted', async () => {
    const outcome = await scanInTime([...expired(1), ...expired(3)]);
    const report = parseReport(outcome);
    const { facts } = report.coverage;
    const torn = paged.filter((fact) => facts[fact]?.inconsistent === true);
    expect(torn).toEqual(paged);
    const all = new Set(Object.keys(facts).filter((fact) => facts[fact]?.inconsistent === true));
    const counting = checks.filter(({ counts = [] }) => counts.some((fact) => all.has(fact))).map(({ id }) => id);
    expect(counting.length).toBeGreaterThan(0);
    for (const { id, status, missing } of report.results) {
      expect([id, status]).toEqual([id, counting.includes(id) ? 'unknown' : 'pass']);
      expect(
        missing.every(({ reason }) => reason === 'inconsistent'),
        id,
      ).toBe(true);
    }
    expect(outcome.code).toBe(2);
  });

  it('by a token that expires again and again is unknown', async () => {
    const outcome = await scanInTime(kubeLists.map((on) => ({ on, does: { status: 410 }, from: 1 })));
    expectUnknown({ report: parseReport(outcome), code: outcome.code }, factsBuiltOn(paged), /^truncated$/);
  });

  it('by a second page that is denied is unknown, with the permission', async () => {
    const denied = [...kubeLists, ...awsLists].map((on) => ({ on, does: refusal(on), from: 1 }));
    const outcome = await scanInTime(denied);
    const report = parseReport(outcome);
    const whole = new Set([...paged, ...listDependentFacts(awsLists)]);
    expectUnknown({ report, code: outcome.code }, factsBuiltOn([...whole]), /^denied$/);
    const permissions = new Set(report.results.flatMap(({ missing }) => missing.map(({ permission }) => permission)));
    // These calls are made with values from other lists: the instances' groups, the node classes' selector terms, the
    // controllers' queues, the nodes' instance types.
    const upon = [
      'cloudwatch:GetMetricData',
      'ec2:DescribeCapacityReservations',
      'ec2:DescribeSecurityGroups',
      'ec2:DescribeImages',
      'ec2:DescribeInstanceTypeOfferings',
      'ec2:DescribeInstanceTypes',
      'ec2:DescribeLaunchTemplateVersions',
      'events:ListRuleNamesByTarget',
      'servicequotas:GetAWSDefaultServiceQuota',
      'servicequotas:GetServiceQuota',
      'sqs:GetQueueUrl',
    ];
    const requestedCalls = awsLists.filter((call) => !upon.includes(call));
    for (const call of requestedCalls) expect([...permissions]).toContain(call);
    expect([...permissions]).toContain('pods: list');
  });

  it('by a name that may not be described is unknown, and the rest is judged', async () => {
    const describes = ['eks:DescribeNodegroup', 'eks:DescribeUpdate'];
    const outcome = await scanInTime(describes.map((on) => ({ on, does: refusal(on), from: 1, count: 1 })));
    const report = parseReport(outcome);
    expectUnknown({ report, code: outcome.code }, listDependentFacts(describes), /^denied$/);
    for (const fact of ['nodegroups', 'updates']) {
      const all = healthy.coverage.facts[fact]?.count ?? 0;
      expect(report.coverage.facts[fact]).toMatchObject({ ok: true, count: all - 1 });
      expect(report.coverage.facts[fact]?.gaps).toHaveLength(1);
    }
  });
});
