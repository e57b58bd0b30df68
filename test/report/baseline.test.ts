import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/check.ts';
import { changesBetween, isWorseThanBefore } from '../../src/report/diff/changes.ts';
import { gateAnswer } from '../../src/formats/text/gate-answer.ts';
import { diffFormats } from '../../src/formats/diff.ts';
import { diffSchema } from '../../src/report/diff/schema.ts';
import type { Report } from '../../src/report/schema.ts';
import { advice } from '../../src/syntax/advice.ts';
import { setFields } from '../../src/syntax/set-fields.ts';
import { reportText } from '../../src/formats/text/text.ts';
import { listDifferences } from '../../src/report/differences.ts';
import { aCheck, aProblem, firstFinding, buildReport } from '../judge/judged-reports.ts';

const id = 'a/fails';
const node = (name: string, more: Partial<Finding> = {}) => aProblem({ resource: { kind: 'Node', name }, ...more });
const report = (found: readonly Finding[], more: Parameters<typeof buildReport>[1] = {}): Report =>
  buildReport([aCheck(id, found)], { target: '1.35', ...more });
const plain = { columns: 110, color: false, all: false };
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('a baseline', () => {
  const base = report([node('a'), node('b', { level: 'warn', at: 34 })]);
  const against = (found: readonly Finding[], before = base, more: Parameters<typeof buildReport>[1] = {}) =>
    buildReport([aCheck(id, found)], { target: '1.35', ...more }, { baseline: { file: 'base.json', report: before } });

  it('changes the gate, not the verdict: what was there before does not count', () => {
    const { verdict, gate, exitCode, results } = against([node('a'), node('b', { level: 'warn', at: 34 })]);
    expect([verdict, gate.result, exitCode]).toEqual(['blocked', 'ready', 0]);
    expect(results[0]?.findings.map(({ baseline }) => baseline)).toEqual(['known', 'known']);
    expect(gate.baseline).toEqual({
      report: 'base.json',
      scannedAt: base.scannedAt,
      counts: { new: 0, worse: 0, known: 2, knownUnknown: 0 },
      differs: [],
    });
  });

  it.each<[string, 'new' | 'worse' | 'known', Finding]>([
    ['another resource', 'new', node('c')],
    ['another rule', 'new', node('a', { rule: 'other' })],
    ['a higher level', 'worse', node('b', { at: 34 })],
    ['an earlier step', 'worse', node('b', { level: 'warn' })],
    ['a lower level', 'known', node('a', { level: 'warn' })],
    ['a later step', 'known', node('a', { at: 35 })],
  ])('%s is %s', (_name, change, finding) => {
    const compared = against([finding]);
    expect(firstFinding(compared).baseline).toBe(change);
    expect(compared.exitCode).toBe(change === 'known' || finding.level === 'warn' ? 0 : 1);
  });

  it('knows a failure of a further target that only warns at a nearer one', () => {
    const before = report([node('a', { at: 35, since: 34 })]);
    expect(firstFinding(against([node('a', { level: 'warn', at: 34 })], before)).baseline).toBe('known');
  });

  it('does not know what was accepted there: it counts as soon as the acceptance is over', () => {
    const accept = [
      {
        check: id,
        resource: 'Node a',
        level: 'fail',
        at: 'now',
        reason: 'r',
        owner: 'o',
        until: '2026-12-31',
      } as const,
    ];
    expect(firstFinding(against([node('a')], report([node('a')], { accept }))).baseline).toBe('new');
  });

  it('does not know the findings of checks that it did not judge, nor of a target that it did not have', async () => {
    const before = buildReport([aCheck(id, [node('a')]), aCheck('b/other', [])], { only: ['b/other'], target: '1.34' });
    const compared = buildReport(
      [aCheck(id, [node('a')]), aCheck('b/other', [])],
      { target: '1.35' },
      { baseline: { file: 'base.json', report: before } },
    );
    expect(compared.gate.baseline).toMatchObject({
      counts: { new: 1, worse: 0, known: 0 },
      differs: ['target 1.34', '1 of 2 checks'],
    });
    expect(flat(await reportText(compared, plain))).toContain(
      'Baseline base.json of 2026-11-20 12:00 UTC: 1 new, 0 worse, 0 known, which the gate does not count. The baseline was taken with target 1.34, 1 of 2 checks: what it did not judge is new.',
    );
  });

  it('a permission is taken away since then: the unknown is new, and the gate is incomplete', () => {
    const needy = [aCheck(id, [node('a')], { needs: ['pods'] })];
    const before = buildReport(needy);
    const same = { ...before, cluster: buildReport(needy, {}, { inventory: 'lists-denied' }).cluster };
    const denied = buildReport(
      needy,
      {},
      {
        inventory: 'lists-denied',
        baseline: { file: 'base.json', report: same },
      },
    );
    expect(denied.gate).toMatchObject({ result: 'incomplete', baseline: { counts: { new: 1, worse: 0, known: 0 } } });
  });

  it('says what it takes out of the gate', async () => {
    const text = flat(await reportText(against([node('a'), node('c')]), plain));
    expect(text).toContain('BLOCKED, exit code 1');
  });

  it('says how many unknowns are known, and counts them with --fail-on unknown', async () => {
    const unread = node('b', { level: 'unknown' });
    const before = report([node('a'), unread]);
    const [plainly, strictly] = [undefined, ['unknown']].map((failOn) =>
      against([node('a'), unread], before, setFields({ failOn })),
    );
    if (plainly === undefined || strictly === undefined) throw new Error('two reports');
    expect(plainly.gate).toMatchObject({ result: 'ready', baseline: { counts: { known: 2, knownUnknown: 1 } } });
    expect(flat(await reportText(plainly, plain))).toMatch(
      /: 0 new, 0 worse, 2 known, 1 of them unknown, which the gate does not count\. .* exit code 0: 1 known entry and 1 known unknown not counted because of --baseline base\.json/,
    );
    expect([strictly.gate.result, strictly.exitCode]).toEqual(['blocked', 1]);
    expect(flat(await reportText(strictly, plain))).toMatch(
      /2 known, 1 of them unknown, and of these the gate counts only the unknown ones\. .* exit code 1 /,
    );
  });

  it('counts entries, as all other numbers do, not their findings', async () => {
    const alike = [node('a'), node('b')];
    const all = report(alike);
    const text = flat(await reportText(against(alike, all), plain));
    expect(all.entries).toHaveLength(1);
    expect(text).toContain(': 0 new, 0 worse, 1 known, which');
    expect(text).toContain('exit code 0: 1 known entry not counted because of --baseline base.json');
  });

  it('lets a gate pass without READY: the cluster is still blocked', () => {
    const unread = node('b', { level: 'unknown' });
    const still = against([node('a'), unread], report([node('a'), unread]));
    expect(gateAnswer(still)).toEqual({
      words: 'NOTHING NEW',
      exit: 'NOTHING NEW, exit code 0: the cluster is still blocked by 1 known entry, and 1 known entry is still unknown',
    });
    const later = [node('a', { at: 35 })];
    expect(gateAnswer(against(later, report(later), { horizon: 'next' })).exit).toBe(
      'NOTHING NEW, exit code 0: the cluster is still blocked by 1 known entry; later steps not counted because of --horizon next',
    );
    expect(gateAnswer(against([], report([node('a')])))).toEqual({ words: 'READY', exit: 'READY, exit code 0' });
    expect(gateAnswer(against([node('a')], report([]))).words).toBe('BLOCKED');
  });

  it('and neither does --horizon next alone say READY for the whole path', () => {
    const [near, far] = [34, 35].map((at) => gateAnswer(report([node('a', { at })], { horizon: 'next' })));
    expect(near?.exit).toMatch(/^BLOCKED, exit code 1\b/);
    expect(far?.exit).toBe('READY for the next step, exit code 0: later steps not counted because of --horizon next');
  });

  it('of another cluster is refused', () => {
    if (base.cluster === null) throw new Error('every inventory has a cluster');
    const other = { ...base, cluster: { ...base.cluster, arn: 'arn:aws:eks:eu-west-1:111122223333:cluster/other' } };
    expect(() => against([node('a')], other)).toThrow(
      '--baseline base.json is a report of another cluster: arn:aws:eks:eu-west-1:111122223333:cluster/other, not arn:aws:eks:eu-west-1:111122223333:cluster/prod',
    );
  });
});

describe('the difference of two reports', () => {
  const changes = (before: Report, now: Report) => {
    const difference = changesBetween(before, now);
    const names = (those: readonly { resource: { name: string } }[]) => those.map(({ resource }) => resource.name);
    return {
      new: names(difference.new),
      worse: names(difference.worse.map(({ finding }) => finding)),
      fixed: names(difference.fixed),
      noLongerSeen: difference.noLongerSeen.map(({ finding, reason }) => `${finding.resource.name}: ${reason}`),
      isWorse: isWorseThanBefore(difference),
    };
  };
  const none = { new: [], worse: [], fixed: [], noLongerSeen: [], isWorse: false };

  it('is what is new, worse and fixed', () => {
    const before = report([node('a'), node('b', { level: 'warn' }), node('c')]);
    const now = report([node('b'), node('c'), node('d', { level: 'warn' })]);
    expect(changes(before, now)).toEqual({ ...none, new: ['d'], worse: ['b'], fixed: ['a'], isWorse: true });
    expect(changes(now, now)).toEqual(none);
  });

  it('a permission is taken away between two reports: the finding is no longer seen, not fixed', () => {
    const needy = (found: readonly Finding[]) => [aCheck(id, found, { needs: ['pods'] })];
    const before = buildReport(needy([node('a')]));
    const denied = buildReport(needy([node('a')]), {}, { inventory: 'lists-denied' });
    const reported = changes(before, { ...denied, cluster: before.cluster });
    expect(reported).toMatchObject({ new: ['pods'], fixed: [], isWorse: true });
    expect(reported.noLongerSeen).toEqual(['a: needs pods: list']);
    const back = changes({ ...denied, cluster: before.cluster }, before);
    expect(back).toEqual({ ...none, new: ['a'], fixed: ['pods'], isWorse: true });
  });

  it('a check that is not selected any more, or is gone, has seen nothing', () => {
    const checks = [aCheck(id, [node('a')]), aCheck('b/other', [])];
    expect(changes(buildReport(checks), buildReport(checks, { only: ['b/other'] })).noLongerSeen).toEqual([
      'a: not selected',
    ]);
    const newer = buildReport([aCheck(id.replace('/', '/other-'), []), aCheck('b/other', [])]);
    expect(changes(buildReport(checks), newer).noLongerSeen).toEqual(['a: the newer version has no such check']);
  });

  it('a plug-in that one of two scans did not use is named', () => {
    const [acme, other] = [aCheck('acme/x', [node('a')]), aCheck('b/other', [])];
    const plugins = [{ name: 'acme', module: 'acme.yaml' }];
    const [without, withIt] = [buildReport([other]), { ...buildReport([other, acme]), plugins }];
    expect(changes(withIt, without).noLongerSeen).toEqual(['a: the newer scan did not use the plug-in acme']);
    expect(changes(withIt, { ...without, plugins }).noLongerSeen).toEqual([
      'a: the plug-in acme no longer has this check',
    ]);
    expect([listDifferences(withIt, without), listDifferences(without, withIt)]).toEqual([
      ['no plug-in acme'],
      ['the plug-in acme'],
    ]);
  });

  it('a step that the nearer target does not reach has not been judged', () => {
    const before = report([node('a', { at: 35 })]);
    expect(changes(before, report([], { target: '1.34' })).noLongerSeen).toEqual(['a: 1.35 is beyond the new target']);
    expect(changes(before, report([])).fixed).toEqual(['a']);
  });

  it('a check that does not apply any more has nothing left to find', () => {
    const applies = { needs: ['cluster'] as const, when: () => 'no C runs here' };
    expect(changes(report([node('a')]), buildReport([aCheck(id, [], { applies })], { target: '1.35' })).fixed).toEqual([
      'a',
    ]);
  });

  it('what is accepted is neither new nor fixed; what follows the update is listed, and fails nothing', () => {
    const accept = [
      {
        check: id,
        resource: 'Node a',
        level: 'fail',
        at: 'now',
        reason: 'r',
        owner: 'o',
        until: '2026-12-31',
      } as const,
    ];
    expect(changes(report([]), report([node('a')], { accept }))).toEqual(none);
    expect(changes(report([node('a')]), report([node('a')], { accept }))).toEqual(none);
    const later = report([node('b', { level: 'warn', phase: 'after' })]);
    expect(changes(report([]), later)).toEqual({ ...none, new: ['b'] });
  });

  it('is told as text, Markdown and JSON', () => {
    const evil = node('a', { message: 'see `x` <b>@team</b> [l](https://evil.example)\n::error::' });
    const [before, now] = [report([node('b', { level: 'warn' }), node('c')]), report([evil, node('b')])];
    const comparison = {
      old: { file: 'old.json', report: before },
      new: { file: 'new.json', report: now },
      changes: changesBetween(before, now),
    };
    const prints = ({ resource }: { resource: { name: string } }) =>
      [...now.results, ...before.results]
        .flatMap(({ findings }) => findings)
        .find((finding) => finding.resource.name === resource.name)
        ?.fingerprint.slice(0, 8);
    expect(diffFormats.text(comparison, plain)).toBe(
      [
        'prod 1.33 -> 1.35',
        '  old.json: 2026-11-20 12:00 UTC, blocked; new.json: 2026-11-20 12:00 UTC, blocked.',
        '',
        'New (1)',
        '  FAIL  now  Node a: see `x` <b>@team</b> [l](https://evil.example) ::error::',
        '',
        'Worse (1)',
        '  WARN -> FAIL  now  Node b: is wrong',
        '',
        'Fixed (1)',
        '  FAIL  now  Node c: is wrong',
        '',
      ].join('\n'),
    );
    expect(diffFormats.text(comparison, { ...plain, all: true })).toContain(
      `  FAIL  now  Node c: is wrong\n    - a/fails (${prints(node('c'))}) Node c: is wrong\n`,
    );
    expect(diffFormats.markdown(comparison, plain)).toContain(
      "- **FAIL** `now` `Node a: see 'x' <b>@team</b> [l](https://evil.example) ::error::`\n",
    );
    const json: unknown = JSON.parse(diffFormats.json(comparison));
    expect(diffSchema.parse(json)).toEqual(json);
    expect(json).toMatchObject({
      schemaVersion: 1,
      old: { file: 'old.json', verdict: 'blocked' },
      changes: {
        new: [{ check: id }],
        worse: [{ before: { level: 'warn' } }],
        fixed: [{ check: id }],
        noLongerSeen: [],
      },
    });
  });

  const textOf = (before: Report, now: Report, layout = plain): string[] => {
    const changes = changesBetween(before, now);
    const comparison = { old: { file: 'old.json', report: before }, new: { file: 'new.json', report: now }, changes };
    const [, , ...sections] = diffFormats.text(comparison, layout).trimEnd().split('\n');
    expect(diffFormats.markdown(comparison, layout).match(/^- /gm)?.length ?? 0).toBe(
      sections.filter((line) => /^ {2}(?:[A-Z]|and )/.test(line) && !/^ {2}(?:Not|Until) /.test(line)).length,
    );
    return sections.slice(1);
  };

  it('lists one line for each entry, the worst first', () => {
    const fix = advice`Replace it.`;
    const found = [
      node('w', { level: 'warn', message: 'is old' }),
      node('f2', { at: 35 }),
      node('l', { level: 'warn', phase: 'after', message: 'comes later' }),
      node('u', { level: 'unknown', message: 'has no version' }),
      ...['x', 'y', 'z'].map((name) => node(name, { fix, message: 'is broken' })),
    ];
    expect(textOf(report([]), report(found))).toEqual([
      'New (5)',
      '  FAIL     now   Node x and 2 more: is broken',
      '  FAIL     1.35  Node f2: is wrong',
      '  UNKNOWN  now   Node u: has no version',
      '  WARN     now   Node w: is old',
      '  TASK     now   Node l: comes later',
    ]);
  });

  it('shows the level and the step that an entry had, for each of its earlier ones', () => {
    const before = [node('a', { level: 'warn', at: 35 }), node('b', { level: 'warn', at: 35 }), node('c', { at: 35 })];
    expect(textOf(report(before), report([node('a'), node('b'), node('c', { at: 34 })]))).toEqual([
      'Worse (2)',
      '  WARN -> FAIL  1.35 -> now   Node a and 1 more: is wrong',
      '  FAIL          1.35 -> 1.34  Node c: is wrong',
    ]);
  });

  it('says once why entries are no longer seen', () => {
    const found = [node('a'), node('b', { level: 'warn', message: 'is old' })];
    const checks = [aCheck(id, found), aCheck('b/other', [])];
    expect(textOf(buildReport(checks), buildReport(checks, { only: ['b/other'] })).slice(1)).toEqual([
      'No longer seen (2)',
      '  Not seen now: not selected',
      '  FAIL  now  Node a: is wrong',
      '  WARN  now  Node b: is old',
    ]);
  });

  it('names what was accepted, with who, why and until when; a finding that was accepted before is left out', () => {
    const accepted = { reason: 'Moved on Friday', owner: 'team-a', until: '2026-12-31' };
    const accepting = (now: Report, names: readonly string[]): Report => ({
      ...now,
      results: now.results.map((result) => ({
        ...result,
        findings: result.findings.map((one) => (names.includes(one.resource.name) ? { ...one, accepted } : one)),
      })),
    });
    const all = report([node('a'), node('b'), node('c'), node('d', { level: 'warn', message: 'is old' })]);
    const before = accepting(report([node('a'), node('b'), node('c')]), ['b']);
    expect(textOf(before, accepting(all, ['a', 'b', 'd']))).toEqual([
      'Accepted (2)',
      '  Until 2026-12-31, by team-a: Moved on Friday',
      '  FAIL  now  Node a: is wrong',
      '  WARN  now  Node d: is old',
    ]);
    expect(changesBetween(before, accepting(all, ['a', 'b', 'd'])).new).toEqual([]);
    expect(textOf(before, accepting(before, ['b']))).toEqual([
      'Nothing is new, worse, fixed, accepted or no longer seen.',
    ]);
  });

  it('lists ten entries of a change and counts the others; --show all lists them, with their findings', () => {
    const found = Array.from({ length: 13 }, (_, index) =>
      node(`n${index}`, { message: `is wrong in way ${index}`, fix: advice`Fix ${index}.` }),
    );
    const some = textOf(report([]), report(found));
    expect([some.length, some[0], some.at(-1)]).toEqual([12, 'New (13)', '  and 3 more (--show all)']);
    const all = textOf(report([]), report(found), { ...plain, all: true });
    expect(all).toHaveLength(1 + 2 * 13);
    expect(all.join('\n')).not.toContain('more (--show all)');
  });

  it('wraps an entry that is longer than a line', () => {
    const long = node('a', { message: 'is wrong '.repeat(30).trim() });
    const lines = textOf(report([]), report([long]), { ...plain, columns: 60 });
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
    expect(
      lines
        .join(' ')
        .replaceAll(/\s+/g, ' ')
        .match(/is wrong/g),
    ).toHaveLength(30);
  });
});
