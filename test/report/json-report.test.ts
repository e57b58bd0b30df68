import * as jq from 'jq-wasm';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { ErrorReport, Report as PublishedReport } from '../../schemas/report.d.ts';
import { buildErrorSchema, buildDiffSchema, buildReportSchema } from '../../scripts/generate.ts';
import type { JsonSchema } from '../../scripts/descriptions.ts';
import { examples } from '../../scripts/report-page.ts';
import { parseInventory } from '../../src/inventory/inventory.ts';
import { changesBetween } from '../../src/report/diff/changes.ts';
import { diffFormats } from '../../src/formats/diff.ts';
import { errorReportSchema, reportSchema, type Report } from '../../src/report/schema.ts';
import { readStoredInventory, judged, parseTargets } from '../judge/judge-stored.ts';

/** The promises of docs/json-report.md to programs. */

const demo = judged(readStoredInventory('demo'), parseTargets('demo'));
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const validate = ajv.compile(buildReportSchema());

/** Each property with its path. */
function propertiesIn(schema: JsonSchema, path = ''): [string, JsonSchema][] {
  const own = Object.entries(schema.properties ?? {}).map(([name, one]): [string, JsonSchema] => [
    `${path}.${name}`,
    one,
  ]);
  const parts = [
    ...own,
    ...(schema.items === undefined ? [] : [[`${path}[]`, schema.items] as [string, JsonSchema]]),
    ...(typeof schema.additionalProperties === 'object'
      ? [[`${path}.*`, schema.additionalProperties] as [string, JsonSchema]]
      : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((one): [string, JsonSchema] => [path, one]),
  ];
  return [...own, ...parts.flatMap(([place, one]) => propertiesIn(one, place))];
}

describe('the published schemas', () => {
  it.each([
    ['report', buildReportSchema()],
    ['error', buildErrorSchema()],
    ['difference', buildDiffSchema()],
  ])('describe each property of the %s', (_name, schema) => {
    const properties = propertiesIn(schema);
    expect(properties.length).toBeGreaterThan(3);
    expect(properties.filter(([, one]) => (one.description ?? '').length < 8).map(([path]) => path)).toEqual([]);
  });

  it.each(['report', 'error', 'diff', 'inventory', 'config'])('have an address: %s', (name) => {
    const { $id } = JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8')) as { $id?: string };
    expect($id).toBe(`https://raw.githubusercontent.com/eks-preflight/eks-preflight/main/schemas/${name}.schema.json`);
  });
});

describe('the schema of a difference', () => {
  const validateDiff = ajv.compile(buildDiffSchema());
  const denied: Report = {
    ...judged(readStoredInventory('everything-denied'), parseTargets('demo')),
    cluster: demo.cluster,
  };
  const milder = structuredClone(demo);
  for (const { findings } of milder.results) for (const finding of findings) finding.level = 'warn';
  const difference = (before: Report, now: Report) => {
    const changes = changesBetween(before, now);
    const comparison = { old: { file: 'old.json', report: before }, new: { file: 'new.json', report: now }, changes };
    return { changes, json: JSON.parse(diffFormats.json(comparison)) as unknown };
  };

  it.each([
    ['noLongerSeen', demo, denied],
    ['fixed', denied, demo],
    ['new', denied, demo],
    ['worse', milder, demo],
  ] as const)('is kept where something is %s', (kind, before, now) => {
    const { changes, json } = difference(before, now);
    expect(changes[kind].length).toBeGreaterThan(0);
    expect(validateDiff(json), JSON.stringify(validateDiff.errors)).toBe(true);
  });

  it('refuses what is no difference', () => {
    const { json } = difference(milder, demo);
    expect(validateDiff({ ...Object(json), changes: { new: [{}] } })).toBe(false);
    expect(validateDiff(demo)).toBe(false);
  });
});

/** A report of a later version: unknown values of enums, unknown properties, no cluster. */
function later(report: Report): unknown {
  const open = new Set([
    'source',
    'verdict',
    'component',
    'level',
    'blocks',
    'phase',
    'status',
    'severity',
    'scope',
    'result',
  ]);
  const changed = (value: unknown, key: string): unknown => {
    if (typeof value === 'string' && open.has(key)) return 'of-a-later-version';
    if (Array.isArray(value)) return value.map((item) => changed(item, key === 'failOn' ? 'level' : ''));
    if (typeof value !== 'object' || value === null) return value;
    const grown = key === 'facts' ? value : { ...value, newProperty: 1 };
    return Object.fromEntries(Object.entries(grown).map(([name, item]) => [name, changed(item, name)]));
  };
  const { cluster: _, ...rest } = report;
  return { ...(changed(rest, '') as object), cluster: null, targetSource: 'asked-for' };
}

describe('a reader', () => {
  it('takes a report of today', () => {
    expect(validate(demo), JSON.stringify(validate.errors)).toBe(true);
    expect(reportSchema.parse(demo)).toEqual(demo);
  });

  it('takes values and properties that it does not know, and a report without a cluster', () => {
    const report = later(demo);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    const read = reportSchema.parse(report);
    expect([read.verdict, read.cluster, read.results[0]?.status]).toEqual([
      'of-a-later-version',
      null,
      'of-a-later-version',
    ]);
  });

  it('takes a kind of unseen things that it does not know', () => {
    const report = structuredClone(demo) as { results: { findings: { unseen: unknown }[] }[] };
    for (const { findings } of report.results)
      for (const finding of findings) finding.unseen = { kind: 'later', what: 1 };
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    expect(reportSchema.safeParse(report).success).toBe(true);
  });

  it('refuses what is no report', () => {
    expect(validate({ ...demo, verdict: 7 })).toBe(false);
    expect(reportSchema.safeParse({ ...demo, verdict: 7 }).success).toBe(false);
    expect(reportSchema.safeParse({ ...demo, schemaVersion: 2 }).success).toBe(false);
  });
});

/** Files of a released version: never regenerate them. */
describe('a file of schema version 1 is still read:', () => {
  const sample = (name: string) => readFileSync(`test/samples/${name}`, 'utf8');

  it('a report', () => {
    const text = sample('report-v1.json');
    const report = reportSchema.parse(JSON.parse(text));
    expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true);
    const found = report.results.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint));
    expect(report.entries.flatMap(({ fingerprints }) => fingerprints).every((one) => found.includes(one))).toBe(true);
  });

  it('an inventory, with the same fingerprints as then', () => {
    const { takenAt, readings, unknownFacts } = parseInventory(
      sample('inventory-v1.json'),
      'inventory-v1.json',
      '9.9.9',
    );
    expect(unknownFacts).toEqual([]);
    const { results } = judged({ takenAt, readings }, {});
    const found = results.flatMap(({ findings }) => findings);
    const named = found.flatMap(({ check, resource: { text }, fingerprint }) =>
      check === 'nodes/version-behind' ? [`${text} ${fingerprint}`] : [],
    );
    expect(named).toMatchInlineSnapshot(`
      [
        "NodePool general-purpose (EKS Auto Mode) 078255c5bde14841",
      ]
    `);
  });
});

describe('the types of the package', () => {
  it('are those of the schema', () => {
    const published: PublishedReport = demo;
    const own: Report = published;
    const error: ErrorReport = errorReportSchema.parse({ schemaVersion: 1, error: { code: 'usage', message: 'x' } });
    expect([own.verdict, error.error.code]).toEqual(['blocked', 'usage']);
  });
});

describe('the lines for jq', () => {
  const blockers = demo.entries.filter(({ level }) => level === 'fail');
  /** The lines without spaces at their ends, which jq-wasm removes from the last one. */
  const run = async (index: number, report: Report = demo): Promise<{ lines: string[]; code: number }> => {
    const { filter = '', options = '' } = examples[index] ?? {};
    const { stdout, exitCode } = await jq.raw(report, filter, [options]);
    const lines = stdout.split('\n').filter((line) => line !== '');
    return { lines: lines.map((line) => line.trimEnd()), code: exitCode };
  };

  it('list the blockers', async () => {
    expect((await run(0)).lines).toEqual(blockers.map(({ number, title }) => `${number}  ${title}`));
  });

  it('name the fingerprints of each entry', async () => {
    expect((await run(1)).lines).toEqual(
      demo.entries.map(({ number, fingerprints }) => `${number}  ${fingerprints.join(' ')}`),
    );
  });

  it('print the commands for the blockers', async () => {
    const findings = demo.results.flatMap((result) => result.findings);
    const commands = blockers.flatMap(({ fingerprints }) =>
      fingerprints.flatMap((one) => findings.find(({ fingerprint }) => fingerprint === one)?.commands ?? []),
    );
    expect(commands.length).toBeGreaterThan(3);
    expect((await run(2)).lines).toEqual(
      commands
        .join('\n')
        .split('\n')
        .filter((line) => line !== ''),
    );
  });

  it('say what was not seen, with its permission', async () => {
    const denied = judged(readStoredInventory('everything-denied'), {});
    expect((await run(3, denied)).lines).toContain('nodegroups: eks:ListNodegroups');
  });

  it('list all checks', async () => {
    const lines = demo.results.map(({ id, status, findings, reason }) => {
      const problems = [...new Set(findings.map(({ short = '' }) => short))].sort((a, b) => (a < b ? -1 : 1));
      return [id, status, findings.length, reason ?? problems.join('; ')].join('\t').trimEnd();
    });
    expect((await run(4)).lines).toEqual(lines);
  });

  it('fail on a check', async () => {
    const passes = judged(readStoredInventory('healthy'), {});
    expect(await run(5, passes)).toEqual({ lines: ['true'], code: 0 });
    expect(await run(5)).toEqual({ lines: ['false'], code: 1 });
  });
});
