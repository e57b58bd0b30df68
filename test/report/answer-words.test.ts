import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/schema.ts';
import { answerTexts } from '../../src/report/answer-text.ts';
import { judged, parseTargets, readStoredInventory } from '../judge/judge-stored.ts';

/** The words of the answers, of which each says by itself what comes before it. */

type Options = Parameters<typeof judged>[1];

function readReport(name: string, options: Options = {}): Report {
  return judged(readStoredInventory(name), { ...parseTargets(name), ...options });
}

function answerOn(question: string, report: Report): string | undefined {
  return answerTexts(report).find((one) => one.question.startsWith(question))?.answer;
}

describe('a blocked control plane that waits for Karpenter', () => {
  it.each<[string, string, Options, string]>([
    ['counts what blocks Karpenter', 'demo', {}, 'blocked by 3 (#1, #2, #5), 1 unknown (#6)'],
    [
      'says nothing of a Karpenter that stays',
      'demo',
      { karpenterTarget: 'current' },
      'blocked by 3 (#1, #2, #5), 1 unknown (#6)',
    ],
  ])('%s', (_case, name, options, expected) => {
    expect(answerOn('Control plane', readReport(name, options))).toBe(expected);
  });
});

describe('nodes that come before the control plane', () => {
  it('are named in the answer on the nodes, in both directions', () => {
    expect(answerOn('Nodes', readReport('rollback-blocked', { rollback: true }))).toBe('replace general first (#2)');
    expect(answerOn('Nodes', readReport('rollback-open', { rollback: true }))).toBe('nothing stops the rollback');
    expect(answerOn('Nodes', readReport('hybrid'))).toMatch(/^can be updated after it, except \S+: before it \(#1\)$/);
    expect(answerOn('Nodes', readReport('ordinary-team'))).toBe('can be updated after it');
  });
});

describe('an entry of many objects', () => {
  it('is counted beside its number', () => {
    expect(answerOn('Nodes', readReport('large'))).toMatch(/^blocked by 1 \(#1, 51 budgets\)/);
    expect(answerOn('Nodes', readReport('ordinary-large'))).toBe('blocked by 2 (#1, #2)');
  });
});
