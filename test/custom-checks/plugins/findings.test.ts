import { describe, expect, it } from 'vitest';
import type { DeclaredCheck } from '../../../src/custom-checks/plugins/declaration.ts';
import { parseFound } from '../../../src/custom-checks/plugins/findings.ts';
import type { JudgedContext } from '../../../src/custom-checks/plugins/protocol.ts';

/** Findings of plug-ins as the engine receives them. */

const check = { id: 'acme/x', severity: 'fail', phase: 'before' } as DeclaredCheck;
const context = { current: 33, target: 35, versions: [33, 34, 35] } as unknown as JudgedContext;
const objects = { plugin: 'acme', names: new Set(['budgets']) };
const resource = { kind: 'Namespace', name: 'shop' };

const found = (said: object) =>
  parseFound({ findings: [{ level: 'fail', resource, message: 'm', ...said }] }, check, context, objects);

describe('the versions of a finding', () => {
  it.each<[object, object | undefined]>([
    [{}, { level: 'fail' }],
    [{ at: 34 }, { level: 'fail', at: 34 }],
    [{ at: 30 }, { level: 'fail' }],
    [{ at: 36 }, undefined],
    [
      { at: 35, since: 34 },
      { level: 'fail', at: 35, since: 34 },
    ],
    [
      { at: 35, since: 33 },
      { level: 'fail', at: 35, since: 33 },
    ],
    [
      { at: 35, since: 30 },
      { level: 'fail', at: 35, since: 33 },
    ],
    [
      { at: 36, since: 34 },
      { level: 'warn', at: 34 },
    ],
    [{ at: 36, since: 33 }, { level: 'warn' }],
    [{ at: 37, since: 36 }, undefined],
    [
      { level: 'warn', at: 36, since: 35 },
      { level: 'warn', at: 35 },
    ],
    [
      { level: 'unknown', at: 34 },
      { level: 'unknown', at: 34 },
    ],
  ])('%j on a path from 1.33 to 1.35', (said, expected) => {
    const { findings, flaw } = found(said);
    expect(flaw).toBeUndefined();
    expect(findings.map(({ level, at, since }) => ({ level, at, since }))).toEqual(
      expected === undefined ? [] : [{ at: undefined, since: undefined, ...expected }],
    );
  });
});

describe('a finding that speaks only after the version at which it fails', () => {
  it.each([
    [{ at: 34, since: 36 }, 'since: later than at'],
    [{ at: 30, since: 34 }, 'since: later than at'],
    [{ since: 34 }, 'since: set without at'],
  ])('is a flaw, not left out: %j', (said, message) => {
    expect(found(said).flaw?.message).toBe(`the check reports an invalid finding (number 1): ${message}`);
  });
});

describe('evidence', () => {
  it.each([
    ['budgets', 'acme/budgets'],
    ['nodes', 'nodes'],
  ])('of the fact %s is of %s', (fact, name) => {
    expect(found({ evidence: [{ observed: 'o', fact }] }).findings[0]?.evidence).toEqual([
      { observed: 'o', fact: name },
    ]);
  });

  it('of a fact that there is not is a flaw', () => {
    const { findings, flaw } = found({ evidence: [{ observed: 'o', fact: 'budget' }] });
    expect(findings).toEqual([]);
    expect(flaw?.message).toBe("the check reports an invalid finding (number 1): evidence: unknown fact 'budget'");
  });
});
