import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { collect } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import { judgeByOwnChecks } from '../../src/commands/scan/judge-inventory.ts';
import { select } from '../../src/commands/select-checks.ts';
import type { FactName } from '../../src/facts/facts.ts';
import { grants } from '../../src/facts/optional-grants.ts';
import { neededFacts, neededPermissions, withDependencies } from '../../src/commands/permissions/needed.ts';
import { parseReadings, type Readings } from '../../src/facts/reading.ts';
import { permissionText } from '../../src/facts/reason.ts';
import type { ReportedFinding, Result } from '../../src/judge/result.ts';
import { standsIn } from '../checks/denials.ts';
import { openSources, type OpenSources } from '../fuzz/sources.ts';
import { everythingWrongWorld } from '../world/scenarios/everything-wrong.ts';
import { karpenter030World } from '../world/scenarios/karpenter-0-30.ts';
import { removedFeaturesWorld } from '../world/scenarios/removed-features.ts';
import type { Fault, World } from '../world/world.ts';

/**
 * Worlds in which checks report findings, over real sockets. A check that lacks a fact must not report a failure or a
 * warning that it does not report with the fact, or report one at a higher level or for an earlier step. A check that
 * loses a finding must name what is missing.
 */
const worlds = [
  {
    name: 'everything wrong',
    make: everythingWrongWorld,
    options: { target: '1.26', karpenterTarget: '1.1.1' },
  },
  { name: 'removed features', make: removedFeaturesWorld, options: { target: '1.36' } },
  { name: 'Karpenter 0.30', make: karpenter030World, options: { target: 'current', karpenterTarget: '0.32.1' } },
];
const now = '2026-11-20T12:00:00.000Z';
const needed = neededFacts(checks);
const all = [...withDependencies(collectors, needed)];
const texts = [...new Set(neededPermissions(collectors, checks, grants).map(permissionText))];
/** All permissions but `eks:DescribeCluster`, without which no scan is possible. */
const denials = texts.filter((text) => text !== 'eks:DescribeCluster');

/**
 * The facts that need a permission, and all facts built on them; for a URL path such as `/version`, all facts from the
 * API server.
 */
function listDependentFacts(text: string): FactName[] {
  const isOwn = (fact: FactName) =>
    collectors[fact].permissions.some((one) => (text.startsWith('/') ? !('iam' in one) : permissionText(one) === text));
  return all.filter((fact) => [...withDependencies(collectors, [fact])].some(isOwn));
}

/** Converts readings as an inventory does, so that the results also hold for a stored inventory. */
function toStored(readings: Readings): Readings {
  return parseReadings(JSON.parse(JSON.stringify(readings)));
}

const loudness = { unknown: 0, warn: 1, fail: 2 };
const isEarlier = (one: ReportedFinding, other: ReportedFinding) => one.at === null && other.at !== null;

describe.each(worlds)('in the world of $name', ({ make, options }) => {
  let world: World;
  let open: OpenSources;
  let baseline: Readings;
  let before: readonly Result[];
  beforeAll(async () => {
    world = { ...make(), faults: [] };
    open = await openSources(world);
    baseline = toStored(await collect(collectors, needed, open.sources()));
    before = judgeReadings(baseline);
    expect(before.filter(({ status }) => status === 'fail').length).toBeGreaterThan(1);
  });
  afterAll(() => open.close());

  function judgeReadings(readings: Readings): readonly Result[] {
    const io = { version: '0.0.0-test', now: () => new Date(now) };
    return judgeByOwnChecks(
      { takenAt: now, readings },
      { checks, selection: select(checks, {}), options, source: 'live', io },
    ).results;
  }

  async function resultsWith(change: Partial<World>, facts: readonly FactName[], isContact = false) {
    const was = { deny: world.deny, faults: world.faults, kube: world.kube };
    Object.assign(world, change);
    if (isContact) await open.renew();
    const readings = toStored(await collect(collectors, facts, open.sources()));
    Object.assign(world, was);
    if (isContact) await open.renew();
    return judgeReadings({ ...baseline, ...readings });
  }

  function expectNothingNew(results: readonly Result[]): void {
    for (const { id, findings } of results) {
      const was = before.find((result) => result.id === id)?.findings ?? [];
      const louder = findings.filter(({ level, rule, resource }, at) => {
        const finding = findings[at] as ReportedFinding;
        const same = was.filter(({ fingerprint }) => fingerprint === finding.fingerprint);
        const isKnown = same.some((one) => loudness[one.level] >= loudness[level] && !isEarlier(finding, one));
        return level !== 'unknown' && !isKnown && !standsIn(id, rule, resource.kind);
      });
      expect(louder.map(({ level, message }) => `${id} ${level}: ${message}`)).toEqual([]);
    }
  }

  function expectLossesReported(results: readonly Result[], isReported: (result: Result) => boolean): void {
    for (const result of results) {
      const was = before.find(({ id }) => id === result.id)?.findings ?? [];
      const lost = was.filter(
        ({ fingerprint, level }) =>
          level !== 'unknown' && !result.findings.some((one) => one.fingerprint === fingerprint && one.level === level),
      );
      if (lost.length > 0) expect([result.id, isReported(result)]).toEqual([result.id, true]);
    }
  }

  it.each(denials)('without %s', async (text) => {
    const results = await resultsWith({ deny: [text] }, listDependentFacts(text), text.startsWith('/'));
    expectNothingNew(results);
    expectLossesReported(results, ({ missing }) => missing.some(({ permission }) => permission === text));
  });

  const lists = denials.filter((text) => text.endsWith(': list'));
  const faults: [string, Fault['does']][] = [
    ['cut off', 'cut'],
    ['denied', { status: 403 }],
  ];
  it.each(faults)('with the second page of every list %s, one after another', async (_name, does) => {
    const kube = { ...world.kube, pageSize: 1 };
    for (const on of lists) {
      const results = await resultsWith({ faults: [{ on, does, from: 1 }], kube }, listDependentFacts(on));
      expectNothingNew(results);
      expectLossesReported(results, ({ missing }) => missing.length > 0);
    }
  });
});
