import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineCheck, type AnyCheck, type Finding } from '../../src/check.ts';
import { judgeByOwnChecks } from '../../src/commands/scan/judge-inventory.ts';
import { select } from '../../src/commands/select-checks.ts';
import { parseInventory } from '../../src/inventory/inventory.ts';
import { advice, commands } from '../../src/syntax/advice.ts';
import { sh } from '../../src/syntax/shell.ts';
import type { ScanOptions } from '../../src/commands/options/options.ts';
import type { Report } from '../../src/report/schema.ts';
import type { Layout } from '../../src/formats/text/layout.ts';
import { reportText } from '../../src/formats/text/text.ts';
import { storedReports } from '../../scripts/example-findings.ts';
import { storedInventory } from '../world/stored.ts';
import { storedReport } from './stored-report.ts';

/** The text report, with the counts and lists that stored reports replace or omit (test/report/stored-report.ts). */

const base = {
  title: 'Things that are wrong',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: 'It matters.',
  fix: advice`Mend it.`,
  links: ['https://docs.aws.amazon.com/eks/'],
  needs: ['cluster'],
} as const;
const finding = { resource: { kind: 'Node', name: 'a' }, message: 'is wrong' } as const;

const silent = (id: string) => defineCheck({ ...base, id, *run() {} });
const absent = (id: string, reason: string) =>
  defineCheck({ ...base, id, applies: { needs: ['cluster'], when: () => reason }, *run() {} });
const loud = (id: string, level: 'fail' | 'warn') =>
  defineCheck({
    ...base,
    id,
    *run() {
      yield { ...finding, level };
    },
  });
const fixed = (id: string, more: Partial<Finding<'warn'>> = {}) =>
  defineCheck({
    ...base,
    id,
    severity: 'warn',
    *run() {
      for (const name of ['a', 'b', 'c']) {
        const fix = advice`Mend it.\n${commands(sh`mend ${name}`)}`;
        yield { level: 'warn', resource: { kind: 'Node', name }, message: 'is wrong', fix, ...more };
      }
    },
  });
const blind = (id: string) => defineCheck({ ...base, id, needs: ['pods'], *run() {} });

const checks: AnyCheck[] = [
  loud('a/fails', 'fail'),
  loud('a/warns', 'warn'),
  silent('b/passes'),
  silent('b/passes-too'),
  absent('c/absent', 'no C runs here'),
  absent('c/absent-too', 'no C runs here'),
  absent('d/absent', 'no D runs here'),
  blind('e/blind'),
];

function judged(those: readonly AnyCheck[], options: ScanOptions = {}, name = 'lists-denied'): Report {
  const inventory = parseInventory(readFileSync(storedInventory(name), 'utf8'), name, '0.1.0');
  const tool = { version: '0.1.0', now: () => new Date(inventory.takenAt) };
  const selection = select(those, options);
  return judgeByOwnChecks(inventory, { checks: those, selection, options, source: 'inventory', io: tool });
}

async function buildText(those: readonly AnyCheck[], topics: readonly string[], all = false): Promise<string> {
  const report = judged(those);
  const layout: Layout = { columns: 80, color: false, all };
  return reportText({ ...report, notJudged: [...topics] }, layout);
}

describe('a text report', () => {
  it('counts what it found, and names what nobody looked at', async () => {
    const text = await buildText(checks, ['nodes/volume-limits', 'nodes/left-out', 'nodes/more']);
    for (const lines of [
      'BLOCKED  prod 1.33 -> 1.34\n  Control plane 1.33 -> 1.34    can be updated\n  Nodes to 1.34                 blocked by 1 (#1), 1 unknown (#2)\n',
      '\n  1  FAIL Things that are wrong: node/a\n     a/fails, now, stops new nodes\n     is wrong\n     Fix: Mend it.\n',
      '\n  2  UNKNOWN 1 permission is missing: pods: list\n     e/blind, now\n',
      '\nWarnings (1)\n  #  when   what                   where\n  3  now    Things that are wrong  node/a\n',
      '\nBlockers (1)\n  #  stops      what                     where\n  1  new nodes  Things that are wrong    node/a\n',
      'Unknown (1)\n  2  new nodes  1 permission is missing  pods: list\n',
      '\n  1 warning. 2 of 8 checks passed, 3 skipped; 3 topics not covered.\nBLOCKED, exit code 1\n',
    ])
      expect(text).toContain(lines);
    expect(text).toMatch(/\nFirst: task 1 of \d+, Let the scan read what it needs: pods: list \(#2\)\.\nAll tasks: /);
  });

  it('lists what passed and what was skipped with --show all', async () => {
    const text = await buildText(checks, [], true);
    expect(text).toContain('\nPassed (2)\n  - b/passes (looked for: Things that are wrong)\n');
    expect(text).toContain('\n  - c/absent: no C runs here\n  - c/absent-too: no C runs here\n');
  });

  it('says with --show all what a pass rests on, where a check says so', async () => {
    const text = await buildText([{ ...silent('b/passes'), passedBy: () => 'no B exists' }], [], true);
    expect(text).toContain('\n  - b/passes (looked for: Things that are wrong; no B exists)\n');
  });

  it('passes no check that cannot say what its pass rests on', () => {
    const broken = {
      ...silent('b/passes'),
      passedBy: () => {
        throw new Error('broken');
      },
    };
    const [result] = judged([broken]).results;
    expect(result).toMatchObject({ status: 'unknown', reason: null, findings: [{ rule: 'crashed' }] });
  });
});

describe('the last lines', () => {
  let all: ReturnType<typeof storedReports>;
  beforeAll(() => {
    all = storedReports();
  });

  it.each<[string, Partial<Layout>, string[]]>([
    [
      'healthy',
      {},
      [
        'Update the control plane to 1.34. This begins it:',
        '\n    aws eks update-cluster-version --region eu-west-1 --name prod \\\n      --kubernetes-version 1.34\n',
        '\nAll tasks: eks-preflight plan INVENTORY\n',
        'To see more, add --show all.',
      ],
    ],
    ['healthy', { view: 'summary' }, ['First: task 2 of ', '--show all.']],
    ['healthy', { plan: 'eks-preflight demo plan' }, ['\nAll tasks: eks-preflight demo plan\n']],
    ['healthy', { hasPage: false }, ['--show all or -o report.html.']],
    ['kubernetes-unreachable', { view: 'summary' }, ['First: task 1 of ', ' (#1).\n', '--show 1']],
    ['kubernetes-unauthorized', {}, ['First: task 1 of ', ' (#1).\n']],
  ])('say what to do first, and how to see more: %s %j', async (name, more, expected) => {
    const report = all.find((one) => one.name === name)?.report;
    if (report === undefined) throw new Error(`no stored report ${name}`);
    const text = await reportText(report, { columns: 100, color: false, all: false, hasPage: true, ...more });
    const last = text.split('\n').slice(-6);
    for (const words of expected) expect(last.join('\n')).toContain(words);
  });

  it('count one check that does not apply as one', async () => {
    expect(await buildText([silent('b/passes'), absent('c/absent', 'no C runs here')], [])).toContain(
      '1 of 2 checks passed, 1 skipped.\n',
    );
  });
});

describe('findings that one fix mends', () => {
  const plain: Layout = { columns: 80, color: false, all: false };

  it('are one entry, with the commands one after the other', async () => {
    const text = await reportText(judged([fixed('a/warns')], {}, 'healthy'), { ...plain, all: true });
    for (const lines of [
      '\n  1 warning. 0 of 1 check passed.\n',
      [
        '\nWarnings (1)',
        '',
        '  1 WARN a/warns, now',
        '    Node a: is wrong',
        '    Node b: is wrong',
        '    Node c: is wrong',
        '    Fix: Mend it.',
        '           mend a',
        '           mend b',
        '           mend c',
        '    https://docs.aws.amazon.com/eks/\n',
      ].join('\n'),
    ])
      expect(text).toContain(lines);
  });

  it('so is what several checks did not see for one reason', async () => {
    const text = await reportText(judged([blind('a/blind'), blind('b/blind')]), plain);
    expect(text).toContain(
      '\n  Control plane 1.33 -> 1.34    can be updated\n  Nodes to 1.34                 1 unknown (#1)\n',
    );
    expect(text).toContain('\n     a/blind and 1 more, now\n');
    expect(text).toContain('\nINCOMPLETE, exit code 2\n');
  });

  it('stay apart where their steps differ', async () => {
    const text = await reportText(judged([fixed('a/now'), fixed('a/later', { at: 34 })], {}, 'healthy'), plain);
    expect(text).toContain('\nWarnings (2)\n');
    expect(text).toContain('\n  2  1.34   Things that are wrong  node/a and 2 more\n');
  });
});

describe('a warning of phase after', () => {
  const plain: Layout = { columns: 80, color: false, all: false };
  const later = fixed('clients/late', { at: 34, phase: 'after' });

  it('is counted by itself, and no matter of the gate', async () => {
    const report = judged([later], { failOn: ['warn'] }, 'healthy');
    expect([report.verdict, report.exitCode]).toEqual(['ready', 0]);
    const none = { fail: 0, unknown: 0, warn: 0, after: 0 };
    expect(report.now).toEqual(none);
    expect(report.steps).toMatchObject([{ to: '1.34', ...none, after: 3 }]);
    expect(report.summary).toEqual({
      results: { pass: 0, ...none, after: 1, skip: 0, accepted: 0 },
      findings: { ...none, after: 3, accepted: 0 },
    });
    expect(report.results[0]?.findings.map(({ level, phase }) => `${level} ${phase}`)).toEqual(
      Array.from({ length: 3 }, () => 'warn after'),
    );
    const text = await reportText(report, plain);
    expect(text).not.toContain('Warnings (');
    expect(text).toContain('\nREADY, exit code 0\n');
  });

  it('is not printed, also with --show all', async () => {
    const report = judged([later, loud('a/fails', 'fail')], {}, 'healthy');
    for (const all of [false, true]) expect(await reportText(report, { ...plain, all })).not.toContain('mend b');
  });
});

describe('a stored report', () => {
  it('says nothing else because there are more checks that say nothing, or more topics', async () => {
    const more = [
      silent('a/first'),
      silent('c/silent'),
      absent('c/third', 'no D runs here'),
      blind('a/blind'),
      ...checks,
      silent('z/last'),
    ];
    for (const all of [false, true]) {
      const stored = storedReport(await buildText(checks, ['apis/webhooks', 'nodes/volume-limits'], all));
      if (all) expect(stored).toContain('Passed (n)\n  [checks]\n');
      expect(storedReport(await buildText(more, ['account/quotas', 'apis/webhooks', 'nodes/kubelet-flags'], all))).toBe(
        stored,
      );
    }
  });
});

describe('the report of a large cluster', () => {
  const stored = (wanted: string) => {
    const found = storedReports().find(({ name }) => name === wanted)?.report;
    if (found === undefined) throw new Error(`no stored inventory ${wanted}`);
    return found;
  };

  it.each([
    ['demo', 141],
    ['large', 110],
    ['everything-denied', 60],
    ['ordinary-team', 60],
  ])('%s is at most %i lines, and its last screen decides', async (name, most) => {
    for (const columns of [80, 160]) {
      const report = stored(name);
      const lines = (await reportText(report, { columns, color: false, all: false })).trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(most);
      const end = lines.slice(-24).join('\n');
      for (const word of [report.verdict.toUpperCase(), `exit code ${report.exitCode}`, 'First: ', '--show all'])
        expect(end).toContain(word);
      const wide = lines.filter((line) => !/^ {9,}|https:/.test(line)).map(({ length }) => length);
      expect(Math.max(...wide)).toBeLessThanOrEqual(columns);
    }
  });

  it.each(['demo', 'large', 'everything-wrong', 'everything-denied'])(
    '%s has each number in its body',
    async (name) => {
      const report = stored(name);
      const text = await reportText(report, { columns: 80, color: false, all: false });
      // The table above the answers repeats what stops the update.
      const body = text.slice(text.search(/^ {2}1 {2}\S/m), text.search(/^(?:Blockers|Unknown) \(/m));
      const numbers = Array.from(body.matchAll(/^ {0,2}(\d+) {2}\S/gm), ([, number]) => Number(number));
      const all = report.entries.map(({ number }) => number);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(all);
    },
  );

  it('has at most 24 lines with --show summary', async () => {
    for (const { report } of storedReports()) {
      const text = await reportText(report, { columns: 80, color: false, all: false, view: 'summary' });
      expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
      expect(text).toContain(`exit code ${report.exitCode}`);
    }
  });

  it('names every resource with --show all', async () => {
    const report = stored('large');
    const text = await reportText(report, { columns: 120, color: false, all: true });
    for (const { findings } of report.results)
      for (const { resource } of findings) expect(text).toContain(resource.name);
  });
});
