import { describe, expect, it } from 'vitest';
import { renderReport } from '../../src/formats/formats.ts';
import { reportHtml } from '../../src/formats/html/html.tsx';
import { asPartial } from '../../src/report/judge-gate-again.ts';
import type { Report } from '../../src/report/schema.ts';
import { aCheck, aProblem, buildReport } from '../judge/judged-reports.ts';

/** How a selection affects the verdict; test/laws/selection-law.slow.test.ts covers all checks and formats. */

describe('a selection', () => {
  const can = aCheck('a/fails', []);
  const cannot = aCheck('a/warns', [], { severity: 'warn' });
  const [passes, warns] = [aCheck('b/passes', []), aCheck('b/warns', [aProblem({ level: 'warn' })])];
  const toOutcome = ({ verdict, gate, exitCode }: Report) => [verdict, gate.result, exitCode];

  it.each<[string, Parameters<typeof buildReport>, ReturnType<typeof toOutcome>]>([
    ['that leaves out a check that can fail', [[can, passes], { only: ['b/*'] }], ['partial', 'partial', 0]],
    ['by --skip', [[can, passes], { skip: ['a/*'] }], ['partial', 'partial', 0]],
    ['that leaves out a check that can only warn', [[cannot, passes], { only: ['b/*'] }], ['ready', 'ready', 0]],
    [
      'that leaves out one that can only warn, with --fail-on warn',
      [[cannot, passes], { only: ['b/*'], failOn: ['warn'] }],
      ['ready', 'partial', 0],
    ],
    [
      'that leaves out one whose warnings fail by levels',
      [[cannot, passes], { only: ['b/*'], levels: { 'a/*': 'fail' } }],
      ['partial', 'partial', 0],
    ],
    ['with a warning', [[can, warns], { only: ['b/*'] }], ['partial', 'partial', 0]],
    [
      'with a warning and --fail-on warn',
      [[can, warns], { only: ['b/*'], failOn: ['warn'] }],
      ['partial', 'blocked', 1],
    ],
    ['with a blocker', [[can, aCheck('b/fails', [aProblem()])], { only: ['b/*'] }], ['blocked', 'blocked', 1]],
    [
      'with an unknown',
      [[can, aCheck('b/unknown', [aProblem({ level: 'unknown' })])], { only: ['b/*'] }],
      ['incomplete', 'incomplete', 2],
    ],
    [
      'with a check that --require names and nobody selected',
      [[can, passes], { only: ['b/*'], require: ['a/*'] }],
      ['partial', 'incomplete', 2],
    ],
    ['with --fail-on unknown', [[can, passes], { only: ['b/*'], failOn: ['unknown'] }], ['partial', 'partial', 0]],
    ['of all checks', [[can, passes], { only: ['*/*'] }], ['ready', 'ready', 0]],
  ])('%s', (_name, arguments_, expected) => {
    expect(toOutcome(buildReport(...arguments_))).toEqual(expected);
  });

  it.each([
    [[can, passes], 'PARTIAL prod 1.33 -> 1.34: 1 of 2 checks selected, none of them fails; readiness is not judged'],
    [[cannot, passes], 'READY prod 1.33 -> 1.34 (1 of 2 checks)'],
  ])('heads its report', async (all, line) => {
    const report = buildReport(all, { only: ['b/*'] });
    const text = await renderReport(report, 'text', { columns: 200, color: false, all: false });
    expect(text.slice(0, text.indexOf('\n  healthy')).replaceAll(/\s+/g, ' ')).toContain(line);
  });

  it('lists on its page only what its checks lack as not seen', () => {
    const page = (needs: 'cluster' | 'pods') =>
      reportHtml(buildReport([aCheck('a/fails', [], { needs: [needs] })], {}, { inventory: 'lists-denied' }));
    expect(page('cluster')).toMatch(
      /; \d+ were not read completely.*without an effect on the selected checks: [^<]*pods \(/s,
    );
    expect(page('cluster')).not.toContain('see the unknown entries');
    expect(page('pods')).toMatch(/; 1 was not seen.*see the unknown entries/s);
  });

  it('is read as partial in a report of an older build', () => {
    const report = buildReport([can, passes], { only: ['b/*'] });
    const whole = buildReport([can, passes]);
    const ready = ({ steps, gate }: Report) => ({
      verdict: 'ready' as const,
      steps: steps.map((step) => ({ ...step, verdict: 'ready' as const })),
      gate: { ...gate, result: 'ready' as const },
    });
    expect(whole.plan).not.toBeNull();
    const older: Report = { ...report, ...ready(report), plan: whole.plan };
    expect(asPartial(older)).toEqual(report);
    expect(asPartial(whole)).toEqual(whole);
  });

  it.each([
    ['blocked', aProblem({ at: 34 })],
    ['incomplete', aProblem({ level: 'unknown', at: 34 })],
  ])('is read as partial at the steps without a finding in a report of an older build that is %s', (verdict, found) => {
    const report = buildReport([can, aCheck('b/fails', [found])], { only: ['b/*'] });
    expect(report.verdict).toBe(verdict);
    const ready = report.steps.map((step) => ({ ...step, verdict: 'ready' as const }));
    expect(asPartial({ ...report, steps: ready }).steps.map((step) => step.verdict)).toEqual(
      ready.map(() => 'partial'),
    );
  });
});
