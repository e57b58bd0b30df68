import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/check.ts';
import { findChangedAt } from '../../src/schedule/changes/changed-at.ts';
import { buildNotifiedAfterScan } from '../../src/schedule/changes/notified.ts';
import { stateAfter, stateAfterFailure } from '../../src/schedule/changes/next-state.ts';
import type { State } from '../../src/schedule/changes/state.ts';
import { aCheck, aProblem } from '../judge/judged-reports.ts';
import { reportOfNight, runNights, type Night } from './schedule-nights.ts';

const node = (name: string, more: Partial<Finding> = {}) => aProblem({ resource: { kind: 'Node', name }, ...more });
const finds = (...found: Finding[]): Night => ({ checks: [aCheck('a/fails', found)] });
const needing = (...found: Finding[]) => [aCheck('a/fails', found, { needs: ['subnets'] })];
const fails: Night = { fails: true };

/** Rows: what happens, the nights, and the index of the night that `changedAt` names; undefined: none. */
const rows: readonly [string, Night[], number | undefined][] = [
  ['the first scan', [finds()], 0],
  ['nights without a change', [finds(node('a')), finds(node('a')), finds(node('a'))], 0],
  ['a new finding', [finds(), finds(node('a')), finds(node('a'))], 1],
  ['a fixed finding', [finds(node('a'), node('b')), finds(node('b'))], 1],
  ['one finding in place of another', [finds(node('a')), finds(node('b')), finds(node('b'))], 1],
  ['another level', [finds(node('a')), finds(node('a', { level: 'warn' })), finds(node('a', { level: 'warn' }))], 1],
  ['another target', [finds(), { ...finds(), options: { target: '1.35' } }], 1],
  ['another order of the findings', [finds(node('a'), node('b')), finds(node('b'), node('a'))], 0],
  ['another version of eks-preflight', [finds(node('a')), { ...finds(node('a')), tool: '0.2.0' }], 0],
  [
    'a denied call, and the night after it',
    [{ checks: needing(node('a')) }, { checks: needing(), denied: ['subnets'] }, { checks: needing(node('a')) }],
    2,
  ],
  ['a night that could not scan', [finds(node('a')), fails], 0],
  ['a night that could not scan between two that are the same', [finds(node('a')), fails, finds(node('a'))], 0],
  ['a change after a night that could not scan', [finds(node('a')), fails, finds()], 2],
  ['nights that could not scan', [fails, fails], undefined],
  ['a first scan after nights that could not scan', [fails, fails, finds()], 2],
];

describe('the time of the last change', () => {
  it.each(rows)('after %s', (_, nights, index) => {
    const { state } = runNights(nights);
    expect(state?.changedAt).toBe(index === undefined ? undefined : nightAt(index));
    expect(Object.hasOwn(state ?? {}, 'changedAt')).toBe(index !== undefined);
  });

  it('is unknown in a state of an older version, until a scan differs', () => {
    const older = olderState(finds(node('a')));
    const same = stateAfterNight(older, finds(node('a')), 1);
    expect(Object.keys(same)).not.toContain('changedAt');
    expect(stateAfterFailure(place, same, { messages: [], failed: [], now: nightAt(2) })).not.toHaveProperty(
      'changedAt',
    );
    expect(stateAfterNight(same, finds(), 3).changedAt).toBe(nightAt(3));
  });

  it('is unchanged by a state without a scan', () => {
    const told = { scan: null, findings: [], support: null, trouble: null };
    expect(findChangedAt(null, told)).toBeUndefined();
    expect(findChangedAt(stateAfterNight(null, finds(), 0), told)).toBe(nightAt(0));
  });
});

const place = { account: '111122223333', region: 'eu-west-1', name: 'prod' };

function nightAt(index: number): string {
  return new Date(Date.UTC(2026, 10, 20 + index, 2)).toISOString();
}

function stateAfterNight(current: State | null, night: Night, index: number): State {
  const notified = buildNotifiedAfterScan(current?.told ?? null, reportOfNight(nightAt(index), night));
  return stateAfter(place, current, { notified, messages: [], failed: [], now: nightAt(index) });
}

function olderState(night: Night): State {
  const { changedAt: _, ...older } = stateAfterNight(null, night, 0);
  return older;
}
