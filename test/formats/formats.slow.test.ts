import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { judgeByOwnChecks } from '../../src/commands/scan/judge-inventory.ts';
import { select } from '../../src/commands/select-checks.ts';
import type { ScanOptions } from '../../src/commands/options/options.ts';
import { parseInventory, type Inventory } from '../../src/inventory/inventory.ts';
import { toExitCode } from '../../src/judge/exit-codes.ts';
import { buildGate } from '../../src/judge/verdict.ts';
import { printableData } from '../../src/syntax/printable.ts';
import { formatNames, renderReport } from '../../src/formats/formats.ts';
import { fleetMetricDefinitions } from '../../src/formats/fleet/prometheus.ts';
import { isOurLink } from '../../src/formats/markdown/links.ts';
import { metricDefinitions } from '../../src/formats/prometheus/prometheus.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { parseOutcomes } from './junit.ts';
import { validators } from './validators.ts';
import { storedInventory, storedNames } from '../world/stored.ts';

/** Renders every stored scenario in every format and validates the output; then does the same with hostile texts. */

const layout = { columns: 100, color: false, all: false };
const readStoredInventory = (name: string): Inventory =>
  parseInventory(readFileSync(storedInventory(name), 'utf8'), name, '0.1.0');

function judged(inventory: Inventory, options: ScanOptions = {}): Report {
  const io = { version: '0.1.0', now: () => new Date(inventory.takenAt) };
  return judgeByOwnChecks(inventory, { checks, selection: select(checks, options), options, source: 'inventory', io });
}

/** The same results with a different gate. */
function gatedBy(report: Report, options: ScanOptions): Report {
  const { failOn, notCovered, required } = select(checks, options);
  const { scope = 'all', horizon = 'path' } = options;
  const { steps } = report;
  const gate = buildGate(report.results, { failOn, notCovered, required, scope, horizon, steps, baseline: null });
  return { ...report, gate, exitCode: toExitCode(gate) };
}

/** Options that change the gate. */
const gates: readonly [string, ScanOptions][] = [
  ['as it is', {}],
  ['--fail-on warn', { failOn: ['warn'] }],
  ['--fail-on unknown', { failOn: ['unknown'] }],
  ['--fail-on not-covered', { failOn: ['not-covered'] }],
  ['--fail-on never', { failOn: ['never'] }],
  ['--require', { require: ['nodes/*', 'apis/*'] }],
  ['--scope control-plane', { scope: 'control-plane' }],
  ['--horizon next', { horizon: 'next' }],
];

describe.each(storedNames())('%s', (name) => {
  const inventory = readStoredInventory(name);
  const report = judged(inventory);

  it.each(formatNames)('as %s', async (format) => {
    const text = await renderReport(report, format, layout);
    expect(text.endsWith('\n') && !text.endsWith('\n\n')).toBe(true);
    validators[format](text, report);
    expect(await renderReport(structuredClone(report), format, layout)).toBe(text);
  });

  it.each(gates)(
    'fails and errs in JUnit and Actions exactly where the exit code is not 0: %s',
    async (_name, options) => {
      const other = gatedBy(report, options);
      for (const format of ['junit', 'github'] as const)
        validators[format](await renderReport(other, format, layout), other);
    },
  );

  it('fails a check in JUnit where one of its findings fails, and errs where it could and was not seen', async () => {
    const expected = report.results.flatMap(({ id, severity, findings }) => {
      if (findings.some(({ level }) => level === 'fail')) return [[id, 'failure']];
      const isCounted = ({ level, unseen }: (typeof findings)[number]) =>
        level === 'unknown' && !(unseen?.kind === 'fact' && unseen.hides === 'warn');
      return severity === 'fail' && findings.some(isCounted) ? [[id, 'error']] : [];
    });
    const { gate: _gate, ...outcomes } = parseOutcomes(await renderReport(report, 'junit', layout));
    const found = Object.entries(outcomes).filter(([, outcome]) => outcome === 'failure' || outcome === 'error');
    expect(found).toEqual(expected);
  });
});

/** Texts that break out of Markdown, HTML, XML, a CI shell, or the Prometheus text format. */
const hostileTexts = {
  markdown: '](https://evil.example/a) [b](https://evil.example) ![c](https://evil.example/d) **e** _f_ ~~g~~ `h',
  'bare links': 'https://evil.example www.evil.example a@evil.example mailto:a@evil.example HTTPS://evil.example',
  references: '@evil @org/team #1 org/repo#1 GH-1 deadbeefcafe !1 $x$ :tada: %"x" &copy; &#64;evil',
  html: '<img src=x onerror=alert(1)> <!-- x --> </details> </code> <details open> --> --!> <b>',
  'fences and code': '``` ~~~ `x` ``y`` \\` \\| | a | b | \\',
  xml: `]]> <![CDATA[ &lt; <failure> " ' <?x?> <!ENTITY x "y"> \uFFFE`,
  'workflow commands':
    '::error::x ::set-env name=A::b ::stop-commands::t ##[error]x ##[add-mask]y ##vso[task.x]y %0A::error::z',
  'lines of Markdown': '# h - l + l * l 1. l > q === --- *** ___ | a | --- |',
  templates: '{0} {{1}} ${{ secrets.A }} {{ x }} [a](1)',
} as const;

/** Appends a text to every name and human-readable message in an inventory, or replaces them with it; `prod` stays. */
function plant(data: unknown, text: string, isWhole: boolean, key = ''): unknown {
  if (typeof data === 'string')
    return /^(?:name|namespace|message|image|what|pool)$/.test(key) && data !== 'prod'
      ? `${isWhole ? '' : data}${text}`
      : data;
  if (Array.isArray(data)) return data.map((entry) => plant(entry, text, isWhole, key === 'resourceIds' ? 'name' : ''));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, plant(value, text, isWhole, name)]));
}

describe.each(Object.entries(hostileTexts))('a cluster with %s in its names', (kind, text) => {
  const inventory = readStoredInventory('everything-wrong');
  const isWhole = !['markdown', 'xml', 'templates'].includes(kind);
  const report = judged({ ...inventory, readings: plant(inventory.readings, text, isWhole) as Inventory['readings'] });

  it.each(formatNames)('as %s', async (format) => {
    expect(JSON.stringify(report)).toContain(JSON.stringify(text.slice(0, 8)).slice(1, -1));
    validators[format](await renderReport(report, format, { ...layout, columns: 40 }), report);
  });
});

/**
 * Replaces each string if `isMeant` returns true for its place, a path such as `.results[].findings[].message`.
 */
function forged(data: unknown, text: string, isMeant: (place: string) => boolean, place = ''): unknown {
  if (typeof data === 'string') return isMeant(place) ? text : data;
  if (Array.isArray(data)) return data.map((entry) => forged(entry, text, isMeant, `${place}[]`));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, forged(value, text, isMeant, `${place}.${name}`)]),
  );
}

/** The places in a report for which the schema accepts any text: a foreign report may hold any text there. */
function freePlaces(whole: Report): ReadonlySet<string> {
  const places = new Set<string>();
  const addsPlace = (data: unknown, place: string): boolean => {
    const before = places.size;
    forged(data, '', (one) => places.add(one) === undefined, place);
    return places.size > before;
  };
  const report = { ...whole, results: whole.results.filter((result) => addsPlace(result, '.results[]')) };
  addsPlace(report, '');
  const isFree = (one: string) => reportSchema.safeParse(forged(report, '<x> y', (place) => place === one)).success;
  return new Set([...places].filter(isFree));
}

const forgeable: Report = {
  ...judged(readStoredInventory('demo')),
  configuration: { file: 'x', named: true, locates: [], relaxed: [{ option: 'accept', value: '1 entry' }] },
};
for (const { findings } of forgeable.results) for (const found of findings) found.location = { file: 'x', line: 0 };
const free = freePlaces(forgeable);

it('a report has no other texts to choose freely than these', () => {
  expect([...free].toSorted()).toMatchSnapshot();
});

describe.each(Object.entries(hostileTexts))('a report full of %s', (kind, text) => {
  const shapes = [text, `${text}\n${text}\n\`\`\`sh\n${text}\n`, `- ${text}`];
  const shape = shapes[kind.length % shapes.length] ?? text;
  const full = forged(forgeable, shape, (place) => free.has(place)) as Report;
  const report = printableData({ ...full, cluster: full.cluster && { ...full.cluster, arn: `arn:${shape}` } });

  it.each(formatNames)('as %s', async (format) => {
    validators[format](await renderReport(report, format, { ...layout, columns: 40 }), report);
  });
});

describe('what somebody accepted', () => {
  const accepted = { reason: 'known', owner: 'team', until: '2026-12-31' };
  const inventory = readStoredInventory('everything-wrong');
  const all = judged(inventory);
  const report: Report = {
    ...all,
    verdict: 'ready',
    gate: { ...all.gate, result: 'ready' },
    exitCode: 0,
    results: all.results.map((result) => ({
      ...result,
      findings: result.findings.map((finding) => ({ ...finding, accepted })),
    })),
  };

  it.each(formatNames)('is shown, and fails nothing: %s', async (format) => {
    const text = await renderReport(report, format, layout);
    validators[format](text, report);
    if (format !== 'text') expect(text).toMatch(/accepted/i);
  });
});

it('a comment is cut at 65,000 characters, says what it left out, and keeps the blockers', async () => {
  const { results, ...rest } = judged(readStoredInventory('everything-wrong'));
  const many = results.map((result) => ({
    ...result,
    findings: Array.from({ length: 8 }, (_, index) =>
      result.findings.map((finding) => ({
        ...finding,
        fix: `${finding.fix} (${index})`,
        message: `${finding.message} ${index}`,
      })),
    ).flat(),
  }));
  const report: Report = { ...rest, results: many };
  const text = await renderReport(report, 'markdown', layout);
  validators.markdown(text, report);
  expect(text).toMatch(
    /\nOmitted to fit into a comment: \d+ lines and the details of \d+ entries\. The complete report has them\.\n$/,
  );
  expect(text.length).toBeGreaterThan(60_000);
});

it('every link of a check is one that a comment may hold', () => {
  const ofControllers = loadTable('controllers').rows.flatMap((row) => {
    if (row.rowKind === 'vendor') return [];
    return row.rowKind === 'controller' ? [row.releases, row.source] : [row.source];
  });
  const all = [...checks.flatMap(({ links }) => links), ...ofControllers];
  expect(all.filter((link) => !isOurLink(link))).toEqual([]);
  for (const link of [
    'https://evil.example/',
    'https://github.com/evil/aws',
    'http://aws.amazon.com/',
    'https://a@aws.amazon.com/',
    'https://aws.amazon.com.evil.example/',
    'https://aws.amazon.com/)x',
  ])
    expect(isOurLink(link), link).toBe(false);
});

it('docs/prometheus.md names every metric', () => {
  const page = readFileSync(new URL('../../docs/prometheus.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `(eks_preflight_\w+)`/gm)].map(([, name]) => name);
  expect(documented).toEqual([...metricDefinitions, ...fleetMetricDefinitions].map(({ name }) => name));
});
