import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defineCheck, type AnyCheck } from '../src/check.ts';
import { judgeInventory } from '../src/commands/judge-inventory.ts';
import { select } from '../src/commands/select-checks.ts';
import { parseInventory } from '../src/inventory/inventory.ts';
import { advice } from '../src/languages/advice.ts';
import type { Layout } from '../src/report/text/layout.ts';
import { reportText } from '../src/report/text/text.ts';
import { storedInventory } from './stored.ts';
import { storedReport } from './stored-report.ts';

/**
 * The counts and lists of a text report: stored reports leave them out (test/stored-report.ts), so they are tested
 * here.
 */
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

async function textOf(those: readonly AnyCheck[], topics: readonly string[], all = false): Promise<string> {
  const inventory = parseInventory(readFileSync(storedInventory('lists-denied'), 'utf8'), 'lists-denied', '0.1.0');
  const tool = { version: '0.1.0', now: () => new Date(inventory.takenAt) };
  const report = judgeInventory(inventory, {
    checks: those,
    selection: select(those, {}),
    options: {},
    source: 'inventory',
    io: tool,
  });
  const layout: Layout = { columns: 80, color: false, all };
  return reportText({ ...report, notJudged: [...topics] }, layout);
}

describe('a text report', () => {
  it('counts what it found, and names what nobody looked at', async () => {
    const text = await textOf(checks, ['apis/webhooks', 'nodes/cgroup-v1', 'nodes/surge-capacity']);
    for (const lines of [
      '  1 blocker, 1 unknown, 1 warning (8 checks). Not covered by this version:\n  apis/webhooks and 2 more topics.\n',
      '  now, at 1.33   blocked          1         1          1\n',
      '\nBlocks the upgrade (1)\n',
      '\nNot seen (1)\n',
      '    Checks: e/blind\n',
      '\nWarnings (1)\n',
      '\nPassed (2)\n  --all lists them.\n\n',
      '\nDoes not apply here (3)\n  - c/* (2 checks): no C runs here\n  - d/absent: no D runs here\n\n',
      '\nNot judged by this version (3)\n  - apis: webhooks\n  - nodes: cgroup-v1, surge-capacity\n\n',
      '\nGate: blocked, exit code 1 (1 blocker).\n',
    ])
      expect(text).toContain(lines);
  });

  it('lists what passed and what was skipped with --all', async () => {
    const text = await textOf(checks, [], true);
    expect(text).toContain('(8 checks).\n');
    expect(text).toContain('\nPassed (2)\n  - b/passes (looked for: Things that are wrong)\n');
    expect(text).toContain('\n  - c/absent: no C runs here\n  - c/absent-too: no C runs here\n');
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
      const stored = storedReport(await textOf(checks, ['apis/webhooks', 'nodes/cgroup-v1'], all));
      expect(stored).toContain('Passed (n)\n  [checks]\n');
      expect(storedReport(await textOf(more, ['account/quotas', 'apis/removed', 'apis/webhooks'], all))).toBe(stored);
    }
  });
});
