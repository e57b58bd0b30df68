import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defineCheck, type AnyCheck, type Finding } from '../../src/check.ts';
import { judgeByOwnChecks } from '../../src/commands/scan/judge-inventory.ts';
import { select } from '../../src/commands/select-checks.ts';
import { renderReport } from '../../src/formats/formats.ts';
import type { Layout } from '../../src/formats/text/layout.ts';
import { parseInventory } from '../../src/inventory/inventory.ts';
import { numberedEntries } from '../../src/report/entries.ts';
import { findEntryBasis } from '../../src/report/entry-basis.ts';
import type { Report } from '../../src/report/schema.ts';
import { advice } from '../../src/syntax/advice.ts';
import { judged as judgeStored, readStoredInventory } from '../judge/judge-stored.ts';
import { storedInventory } from '../world/stored.ts';

/** What a result is based on, in the result and in every format. */

const count = '3 parts judged; 2 seen, not judged';
const basis = `${count} (no list: one, two)`;
const fail = { level: 'fail', message: 'is wrong' } as const;
const warn = { level: 'warn', message: 'is old', fix: advice`Renew it.` } as const;

const aCheck = (found: readonly Pick<Finding, 'level' | 'message' | 'fix'>[], more: Partial<AnyCheck> = {}): AnyCheck =>
  defineCheck({
    id: 'parts/all',
    title: 'Parts that are wrong',
    severity: 'fail',
    blocks: 'nodes',
    why: 'It matters.',
    fix: advice`Mend it.`,
    needs: ['cluster'],
    basis: () => basis,
    *run() {
      for (const [index, one] of found.entries()) yield { ...one, resource: { kind: 'Part', name: `part-${index}` } };
    },
    ...more,
  });

function judged(check: AnyCheck, name = 'lists-denied'): Report {
  const inventory = parseInventory(readFileSync(storedInventory(name), 'utf8'), name, '0.1.0');
  const io = { version: '0.1.0', now: () => new Date(inventory.takenAt) };
  const options = {};
  return judgeByOwnChecks(inventory, {
    checks: [check],
    selection: select([check], options),
    options,
    source: 'inventory',
    io,
  });
}

const failing = () => {
  throw new Error('broken');
};

describe('a result says what it is based on', () => {
  it.each<[string, AnyCheck, string, string | null]>([
    ['a pass', aCheck([]), 'pass', basis],
    ['a failure and a warning', aCheck([fail, warn]), 'fail', basis],
    ['a warning', aCheck([warn]), 'warn', basis],
    ['a pass that has its own words', aCheck([], { passedBy: () => 'no part exists' }), 'pass', 'no part exists'],
    ['a pass without its own words', aCheck([], { passedBy: () => undefined }), 'pass', basis],
    ['findings, where the words are about a pass', aCheck([warn], { passedBy: () => 'no part exists' }), 'warn', basis],
    ['only a pass has words', aCheck([warn], { basis: () => undefined, passedBy: () => 'no part' }), 'warn', null],
    ['facts that were not read', aCheck([], { needs: ['pods'] }), 'unknown', null],
    ['a check that does not apply', aCheck([], { applies: { needs: [], when: () => 'no parts' } }), 'skip', 'no parts'],
  ])('%s', (_name, check, status, reason) => {
    expect(judged(check).results).toMatchObject([{ status, reason }]);
  });

  it.each([
    ['a pass', [], [{ level: 'unknown', rule: 'crashed' }]],
    ['findings', [fail], [{ level: 'fail' }, { level: 'unknown', rule: 'crashed' }]],
  ] as const)('a crash is unknown, and hides no finding: %s', (_name, found, findings) => {
    expect(judged(aCheck(found, { basis: failing })).results).toMatchObject([{ reason: null, findings }]);
  });
});

const layout: Layout = { columns: 100, color: false, all: false };

describe('a report shows it', () => {
  const report = judged(aCheck([fail, warn]));
  const short = `${count} (--show 1 lists them)`;

  it.each<[string, Report, Parameters<typeof renderReport>[1], Partial<Layout>, string[]]>([
    ['shortened, with the first entry', report, 'text', {}, [`${short} Fix: Mend it.`]],
    ['with the first entry and in the table', report, 'text', { all: true }, [`${basis} Fix: Mend it.`, `; ${basis}`]],
    ['in the table of checks', report, 'text', { view: 'checks' }, [`Parts that are wrong (1, 2); ${basis}`]],
    ['with the entry that is shown', report, 'text', { finding: '2' }, [`is old ${basis} Fix: Renew it.`]],
    ['in the details of the first entry', report, 'markdown', {}, [` ${basis} Mend it. `]],
    ['in the table of checks', report, 'markdown', { view: 'checks' }, [`Parts that are wrong (1, 2); ${basis}`]],
  ])('%s', async (_name, shown, format, more, expected) => {
    const text = (await renderReport(shown, format, { ...layout, ...more })).replaceAll(/\s+/g, ' ');
    for (const words of expected) expect(text).toContain(words);
    expect(text.split(count)).toHaveLength(expected.length + 1);
  });

  it('once in the entries of the page and once in its table', async () => {
    const page = await renderReport(report, 'html', layout);
    expect(page.split(`<p class="effect">${basis}</p>`)).toHaveLength(2);
    expect(page.split(basis)).toHaveLength(3);
  });
});

it('is with the first entry of its check, where checks share entries', () => {
  const report = judgeStored(readStoredInventory('everything-wrong'), {});
  const reasons = numberedEntries(report).map((entry) => {
    const [first] = entry.findings;
    const { reason, findings } = report.results.find(({ id }) => id === first.check) ?? { reason: null, findings: [] };
    const seen = findings.filter(({ unseen }) => unseen === null).map(({ fingerprint }) => fingerprint);
    const own = report.entries.find(({ fingerprints: [worst = ''] }) => seen.includes(worst));
    const isFirst = first.unseen === null && own?.fingerprints[0] === first.fingerprint;
    expect(findEntryBasis(entry, report), first.message).toBe(isFirst && reason !== null ? reason : undefined);
    return { reason, isFirst };
  });
  const based = reasons.filter(({ reason }) => reason !== null).map(({ isFirst }) => isFirst);
  expect(new Set(based)).toEqual(new Set([true, false]));
});
