import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/check.ts';
import { acceptFindings } from '../../src/judge/policy.ts';
import { isWorse } from '../../src/judge/compare-findings.ts';
import { toAcceptances } from '../../src/commands/options/policy.ts';
import type { AcceptEntry } from '../../src/commands/options/policy-keys.ts';
import { matchesGlob } from '../../src/syntax/glob.ts';
import { reportText } from '../../src/formats/text/text.ts';
import { aCheck, aProblem, firstFinding, buildReport } from './judged-reports.ts';
import { processorTime } from '../world/pace.ts';

const found = 'a/fails';
const entry: AcceptEntry = {
  check: found,
  resource: 'Node a',
  level: 'fail',
  at: 'now',
  reason: 'replaced on Friday',
  owner: 'ops',
  until: '2026-12-31',
};
const failing = [aCheck(found, [aProblem()])];

const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

/** Whether an entry accepts a finding, by default in a report with the target 1.35. */
function isAccepted(finding: Partial<Finding>, accept: Partial<AcceptEntry>, target = '1.35'): boolean {
  const checks = [aCheck(found, [aProblem(finding)])];
  return firstFinding(buildReport(checks, { target, accept: [{ ...entry, ...accept }] })).accepted !== null;
}

describe('an accepted finding', () => {
  const report = buildReport(failing, { accept: [entry] });

  it('stays in the report, and counts only as accepted', () => {
    const { reason, owner, until } = entry;
    expect(firstFinding(report).accepted).toEqual({ reason, owner, until });
    expect(report.results[0]?.status).toBe('accepted');
    expect([report.verdict, report.gate.result, report.exitCode, report.entries]).toEqual(['ready', 'ready', 0, []]);
    expect(report.summary).toMatchObject({
      results: { fail: 0, accepted: 1 },
      findings: { fail: 0, accepted: 1 },
    });
    expect(report.now.fail).toBe(0);
  });

  it('stands in the headline and beside the exit code', async () => {
    const text = await reportText(report, { columns: 100, color: false, all: false });
    expect(text).toMatch(/^READY \(1 accepted\) {2}prod 1\.33 -> 1\.34\n/);
    expect(text).toContain(
      '\nAccepted (1)\n  - fail a/fails, now: Node a: is wrong (until 2026-12-31, ops: replaced on Friday)\n',
    );
    expect(text).toContain('\nREADY (1 accepted), exit code 0\n');
  });

  it('that is unknown is said to be so', async () => {
    const blind = aCheck('a/blind', [], { needs: ['pods'] });
    const unseen = buildReport([...failing, blind], {}, { inventory: 'lists-denied' });
    const { fingerprint } = unseen.results[0]?.findings[0] ?? { fingerprint: '' };
    const accept = [
      entry,
      { ...entry, check: 'a/blind', id: fingerprint, resource: 'Fact pods', level: 'unknown' as const },
    ];
    const text = await reportText(buildReport([...failing, blind], { accept }, { inventory: 'lists-denied' }), {
      columns: 100,
      color: false,
      all: false,
    });
    expect(text).toMatch(/^READY \(2 accepted, 1 of them unknown\) {2}prod/);
  });

  it('leaves the rest of its check as it is', () => {
    const checks = [aCheck(found, [aProblem(), aProblem({ level: 'warn', resource: { kind: 'Node', name: 'b' } })])];
    const { results, verdict, entries } = buildReport(checks, { accept: [entry] });
    expect([results[0]?.status, verdict, entries.length]).toEqual(['warn', 'ready', 1]);
  });
});

describe('an acceptance holds for the level and the step at which it was made', () => {
  it.each<[string, boolean, Partial<Finding>, Partial<AcceptEntry>]>([
    ['the same level and step', true, { at: 34 }, { at: '1.34' }],
    ['a lower level', true, { level: 'warn' }, {}],
    ['a higher level', false, { level: 'fail' }, { level: 'warn' }],
    ['an unknown is worse than a warning', false, { level: 'unknown' }, { level: 'warn' }],
    ['an unknown is no worse than a failure', true, { level: 'unknown' }, {}],
    ['a later step', true, { at: 35 }, { at: '1.34' }],
    ['an earlier step', false, { at: 34 }, { at: '1.35' }],
    ['today is earlier than any step', false, {}, { at: '1.34' }],
    ['made for today it holds for every step', true, { at: 35 }, { at: 'now' }],
    ['made for a version that runs by now it is one for today', true, {}, { at: '1.33' }],
    ['made for a step that this path does not reach', false, { at: 35 }, { at: '1.36' }],
    ['made for a step of Karpenter that this path does not have', false, { at: 34 }, { at: 'Karpenter 99.0.0' }],
  ])('%s: %s', (_name, accepted, finding, accept) => {
    expect(isAccepted(finding, accept)).toBe(accepted);
  });

  it('one finding gets worse at another target: it counts as new, and is said to be accepted otherwise', async () => {
    const worsens = (target: string) => [
      aCheck(found, [aProblem(target === '1.34' ? { level: 'warn', at: 34 } : { at: 35, since: 34 })]),
    ];
    const accept = [{ ...entry, level: 'warn' as const, at: '1.34' }];
    const options = { accept, config: 'ci.yaml' };
    expect(buildReport(worsens('1.34'), { ...options, target: '1.34' }).summary.findings.accepted).toBe(1);
    const later = buildReport(worsens('1.35'), { ...options, target: '1.35' });
    expect([later.verdict, later.exitCode]).toEqual(['blocked', 1]);
    expect(later.acceptances.exceeded).toMatchObject([
      { entry: 'entry 1 of accept in ci.yaml', fingerprints: [firstFinding(later).fingerprint] },
    ]);
    expect(flat(await reportText(later, { columns: 110, color: false, all: false }))).toContain(
      'Accepted, but not at this level or step, or only by a glob, so the findings count: entry 1 of accept in ci.yaml.',
    );
  });
});

describe('a step of Karpenter', () => {
  const path = {
    kubernetes: '1.33',
    karpenter: '1.5.8',
    steps: [
      { component: 'karpenter', from: '1.5.8', to: '1.8.8' },
      { component: 'kubernetes', from: '1.33', to: '1.34' },
    ],
  } as const;
  const karpenter = (version: string) => ({ level: 'fail', at: { component: 'karpenter', version } }) as const;
  const kubernetes = (version: string) => ({ level: 'fail', at: { component: 'kubernetes', version } }) as const;
  it.each([
    ['comes before the one of Kubernetes that follows it', karpenter('1.8.8'), kubernetes('1.34'), true],
    ['is no news after it', kubernetes('1.34'), karpenter('1.8.8'), false],
    ['is the one that reaches the version of the acceptance', karpenter('1.8.8'), karpenter('1.6.2'), false],
    ['comes before a version that this path does not reach', karpenter('1.8.8'), karpenter('1.9.0'), true],
    ['comes after a version that runs by now', karpenter('1.8.8'), karpenter('1.5.8'), false],
    ['comes before a version of Kubernetes that cannot be read', karpenter('1.8.8'), kubernetes('2.0'), true],
  ])('%s', (_name, finding, before, worse) => {
    expect(isWorse(finding, before, path)).toBe(worse);
  });
});

describe('what an acceptance names', () => {
  const named = { kind: 'Deployment', namespace: 'shop', name: 'cart', note: '2 of 3' };
  const { fingerprint } = firstFinding(buildReport([aCheck(found, [aProblem({ resource: named })])]));

  it.each<[string, boolean, Partial<AcceptEntry>]>([
    ['check and resource, without its note', true, { resource: 'Deployment shop/cart' }],
    ['another namespace', false, { resource: 'Deployment web/cart' }],
    ['another check', false, { check: 'b/fails', resource: 'Deployment shop/cart' }],
    ['a glob', true, { resource: 'Deployment shop/*' }],
    ['a glob of the middle', true, { resource: '*shop*rt' }],
    ['a glob that ends elsewhere', false, { resource: 'Deployment shop/*x' }],
    ['a fingerprint alone', true, { id: fingerprint, check: undefined, resource: undefined }],
    ['a fingerprint with check and resource', true, { id: fingerprint, resource: 'Deployment shop/cart' }],
    ['a fingerprint with another resource', false, { id: fingerprint, resource: 'Deployment shop/till' }],
    ['another fingerprint', false, { id: '0123456789abcdef', resource: 'Deployment shop/cart' }],
  ])('%s: %s', (_name, accepted, accept) => {
    const checks = [aCheck(found, [aProblem({ resource: named })]), aCheck('b/fails', [])];
    const given = Object.fromEntries(
      Object.entries({ ...entry, ...accept }).filter(([, value]) => value !== undefined),
    );
    const report = buildReport(checks, { accept: [given as AcceptEntry] });
    expect(report.summary.findings.accepted).toBe(accepted ? 1 : 0);
    expect(report.acceptances.unmatched.length).toBe(accepted ? 0 : 1);
  });

  it('a glob meets an unknown: it does not accept it, and the finding counts', () => {
    const checks = [
      aCheck(found, [aProblem({ level: 'unknown' }), aProblem({ resource: { kind: 'Node', name: 'b' } })]),
    ];
    const report = buildReport(checks, { accept: [{ ...entry, resource: 'Node *' }] });
    const [unknown, failure] = [...(report.results[0]?.findings ?? [])].sort((a) => (a.level === 'unknown' ? -1 : 1));
    expect([unknown?.accepted, failure?.accepted?.owner]).toEqual([null, 'ops']);
    expect([report.verdict, report.exitCode]).toEqual(['incomplete', 2]);
    expect(report.acceptances.exceeded).toMatchObject([{ fingerprints: [unknown?.fingerprint] }]);
  });

  it('what matches nothing is told, but not where its check did not look', () => {
    const accept = [{ ...entry, resource: 'Node gone' }];
    expect(buildReport(failing, { accept }).acceptances.unmatched).toMatchObject([
      { resource: 'Node gone', owner: 'ops' },
    ]);
    const blind = [aCheck(found, [], { needs: ['pods'] }), aCheck('b/other', [])];
    expect(buildReport(blind, { accept }, { inventory: 'lists-denied' }).acceptances.unmatched).toEqual([]);
    expect(buildReport(blind, { accept, only: ['b/other'] }).acceptances.unmatched).toEqual([]);
  });

  it.each([
    ['', '*', true],
    ['abc', 'a*c', true],
    ['ac', 'a*c', true],
    ['a', 'a*a', false],
    ['abab', 'a*b*b', true],
    ['ab', 'a*b*b', false],
    ['abc', 'abc', true],
    ['abc', 'ab', false],
    ['a.c', 'a.*', true],
    ['abc', '***', true],
  ])('%j is described by the glob %j: %s', (text, glob, expected) => {
    expect(matchesGlob(text, glob)).toBe(expected);
  });
});

describe('an acceptance ends', () => {
  it.each([
    ['2026-12-31T23:59:59.999Z', 'ready', []],
    ['2027-01-01T00:00:00.000Z', 'blocked', ['2026-12-31']],
    // 00:30 on New Year's Day in Berlin is still the old year in UTC.
    ['2027-01-01T00:30:00.000+01:00', 'ready', []],
  ])('at midnight UTC: judged at %s the verdict is %s', async (judgedAt, verdict, expired) => {
    const report = buildReport(failing, { accept: [entry], config: 'ci.yaml' }, { judgedAt });
    expect(report.verdict).toBe(verdict);
    expect(report.acceptances.expired.map(({ until }) => until)).toEqual(expired);
    const text = await reportText(report, { columns: 100, color: false, all: false });
    const said = 'Expired, so the findings count: entry 1 of accept in ci.yaml, until 2026-12-31.';
    expect(flat(text).includes(said)).toBe(expired.length > 0);
  });

  it('without a word where another one holds', () => {
    const accept = [{ ...entry, until: '2026-01-01' }, entry];
    const { verdict, acceptances } = buildReport(failing, { accept });
    expect([verdict, acceptances]).toEqual(['ready', { expired: [], exceeded: [], unmatched: [] }]);
  });
});

it('300 acceptances of 3,000 findings take no longer than their sum', () => {
  const nodes = Array.from({ length: 3_000 }, (_, index) =>
    aProblem({ resource: { kind: 'Node', name: `n${index}` } }),
  );
  const report = buildReport([aCheck(found, nodes)]);
  const path = { kubernetes: '1.33', karpenter: null, steps: [] };
  const when = { judgedAt: report.judgedAt, path };
  const accepting = (count: number, resource: (index: number) => string) => {
    const entries = Array.from({ length: count }, (_, index) => ({ ...entry, resource: resource(index) }));
    const acceptances = toAcceptances(entries, 'ci.yaml');
    let accepted = 0;
    const took = processorTime(() => {
      const { results } = acceptFindings(report.results, acceptances, when);
      accepted = results.flatMap(({ findings }) => findings).filter((one) => one.accepted !== null).length;
    });
    return { accepted, took };
  };
  expect(accepting(300, (index) => `Node n${index}`).accepted).toBe(300);
  expect(accepting(300, (index) => `Node n${index}*`).accepted).toBe(3_000);
  // Searching all entries for each finding would take 90,000,000 comparisons.
  const none = accepting(0, () => '').took;
  expect(accepting(30_000, (index) => `Node x${index}`).took).toBeLessThan(none + 1_000);
});
