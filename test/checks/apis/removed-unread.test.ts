import { describe, expect, it } from 'vitest';
import deprecated from '../../../checks/apis/deprecated.ts';
import removed from '../../../checks/apis/removed/check.ts';
import type { AnyCheck } from '../../../src/check.ts';
import type { FactName, Facts } from '../../../src/facts/facts.ts';
import type { Readings } from '../../../src/facts/reading.ts';
import type { Reason } from '../../../src/facts/reason.ts';
import { judge } from '../../../src/judge/engine.ts';
import { aCluster } from '../cases.ts';
import { audited, budgets, hpas, listed, noInventories, removedIn, serves } from './written-objects.ts';

/** An unread fact matters only at the steps that remove what the API server serves. */

const denied: Reason = { kind: 'denied', message: 'taken away', permission: 'test:Permission' };
const tooLarge: Reason = { kind: 'truncated', message: 'the query would scan about 2 TB, more than --logs-max 50 GB' };
const otherFacts: Partial<Facts> = {
  apiObjects: listed(),
  insights: ['1.25', '1.26', '1.27', '1.28'].map((version) => removedIn(version)),
  ...noInventories,
  auditedCalls: audited([]),
  requestedApis: [],
};

/**
 * Judges from 1.24 to the target with these served versions and one unread fact. Returns the status, the rule and the
 * step of each finding, and the number of missing facts.
 */
function unknownIn(
  check: AnyCheck,
  served: readonly string[],
  target: number,
  fact: FactName,
  reason: Reason = denied,
) {
  const values = { cluster: { ...aCluster, version: '1.24' }, servedApis: serves(...served), ...otherFacts };
  const readings: Readings = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { ok: true, value }]),
  );
  const versions = Array.from({ length: target - 23 }, (_, step) => 24 + step);
  const karpenter = { current: null, target: null, versions: [] };
  const { status, findings, missing } = judge(check, {
    readings: { ...readings, [fact]: { ok: false, reason } },
    context: { cluster: aCluster, current: 24, target, versions, karpenter, now: '2026-11-20T12:00:00.000Z' },
    source: 'live',
  });
  return { status, found: findings.map(({ rule, at }) => [rule, at?.version ?? null]), missing: missing.length };
}

describe.each<[FactName, Reason]>([
  ['argoApplications', denied],
  ['auditedCalls', tooLarge],
  ['fluxInventories', denied],
  ['helmManifests', denied],
  ['insights', denied],
  ['requestedApis', denied],
])('without %s', (fact, reason) => {
  const passes = { status: 'pass', found: [], missing: 0 };

  it('apis/removed passes steps that remove nothing that is served, though a later version does', () => {
    expect(unknownIn(removed, [hpas], 25, fact, reason)).toEqual(passes);
  });

  it('apis/removed is unknown from the first step on that does', () => {
    const unknown = (at: string) => ({ status: 'unknown', found: [[`missing:${fact}`, at]], missing: 1 });
    expect(unknownIn(removed, [hpas], 27, fact, reason)).toEqual(unknown('1.26'));
    expect(unknownIn(removed, [hpas, budgets], 27, fact, reason)).toEqual(unknown('1.25'));
  });

  it('apis/deprecated is unknown only if one of the next two versions removes one', () => {
    expect(unknownIn(deprecated, [hpas], 26, fact, reason)).toEqual(passes);
    expect(unknownIn(deprecated, [hpas], 25, fact, reason)).toEqual({
      status: 'unknown',
      found: [[`missing:${fact}`, null]],
      missing: 1,
    });
  });
});
