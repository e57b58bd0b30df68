import { Ajv, type AnySchema } from 'ajv';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { FormatName } from '../../src/formats/formats.ts';
import type { Report } from '../../src/report/schema.ts';
import { parseCommand, holdsOldCommand } from './actions-runner.ts';
import { expectComment } from './markdown.ts';
import { expectPage } from './page.ts';
import { expectJunit } from './junit.ts';
import { expectExposition } from './prometheus.ts';

/** Expects what must hold for every report in a format. */
export type Validator = (text: string, report: Report) => void;

export const validators: { readonly [Name in FormatName]: Validator } = {
  text: (text) => expectNoCommands(text),
  json(text, report) {
    expectNoCommands(text);
    expect(JSON.parse(text)).toEqual(report);
  },
  markdown(text, report) {
    expectNoCommands(text);
    expectComment(text, report);
  },
  html(text, report) {
    expectNoCommands(text);
    expectPage(text, report);
  },
  junit(text, report) {
    expectNoCommands(text);
    expectJunit(text, report);
  },
  sarif(text, report) {
    expectNoCommands(text);
    expectSarif(text, report);
  },
  github: expectAnnotations,
  prometheus(text, report) {
    expectNoCommands(text);
    expectExposition(text, report);
  },
};

/** Expects that no line is a command of GitHub Actions or of Azure Pipelines. */
function expectNoCommands(text: string): void {
  expect(text.split('\n').filter((line) => parseCommand(line) !== undefined || holdsOldCommand(line))).toEqual([]);
}

/** sarif-schema-2.1.0.json of github.com/oasis-tcs/sarif-spec at e058381, unchanged. */
const schema = JSON.parse(readFileSync(new URL('./sarif/sarif-schema-2.1.0.json', import.meta.url), 'utf8')) as Record<
  string,
  unknown
>;

function validateSarif() {
  // The schema is of draft 4, but all keywords that it uses also exist in draft 7, where `id` is `$id`.
  const { id: $id, $schema: _draft, ...rest } = schema;
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile({ $id, ...rest } as AnySchema);
}
const isSarif = validateSarif();

interface SarifResult {
  ruleId: string;
  ruleIndex: number;
  kind: string;
  level: string;
  message: { text: string };
  locations: { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }[];
  partialFingerprints: Record<string, string>;
  suppressions: { status: string }[];
}

function expectSarif(text: string, report: Report): void {
  const log = JSON.parse(text) as { runs: [{ results: SarifResult[]; tool: { driver: { rules: { id: string }[] } } }] };
  expect([isSarif(log), isSarif.errors]).toEqual([true, null]);
  const [{ results, tool }] = log.runs;
  const findings = report.results.flatMap((result) => result.findings);
  expect(results).toHaveLength(findings.length);
  for (const [index, { ruleId, ruleIndex, kind, level, ...result }] of results.entries()) {
    const finding = findings[index];
    expect([ruleId, tool.driver.rules[ruleIndex]?.id]).toEqual([finding?.check, finding?.check]);
    expect(kind === 'fail' ? level !== 'none' : level === 'none').toBe(true);
    expect(kind === 'open').toBe(finding?.level === 'unknown');
    expect(result.partialFingerprints['eksPreflight/v1']).toBe(finding?.fingerprint);
    expect(result.suppressions.length > 0).toBe(finding?.accepted !== null);
    // GitHub rejects a file with a result without a location, and resolves locations in the repository.
    for (const { physicalLocation } of result.locations) {
      expect(physicalLocation.artifactLocation.uri).toMatch(/^(?!\.\.?\/)[\w.~!'()*%-]+(?:\/[\w.~!'()*%-]+)*$/);
      expect(physicalLocation.region.startLine).toBeGreaterThan(0);
    }
    expect(result.locations).toHaveLength(1);
    expect(result.message.text).not.toMatch(/\]\(|(?<!\{)(?:\{\{)*\{(?!\{)/);
  }
}

function expectAnnotations(text: string, report: Report): void {
  const lines = text.trimEnd().split('\n');
  const findings = report.results.flatMap((result) => result.findings);
  expect(lines).toHaveLength(findings.length + 1);
  const commands = lines.map((line) => {
    expect(line).toMatch(/^::(?:error|warning|notice) [^\n]*::/);
    expect(holdsOldCommand(line)).toBe(false);
    return parseCommand(line);
  });
  const keys = new Set(commands.flatMap((command) => Object.keys(command?.properties ?? {})));
  expect([...keys].filter((key) => !['title', 'file', 'line'].includes(key))).toEqual([]);
  expect(commands.some((command) => command?.name === 'error')).toBe(report.exitCode !== 0);
  const [verdict, ...rest] = commands;
  expect(verdict?.properties['title']).toMatch(/^(?:READY|BLOCKED|INCOMPLETE) /);
  expect(verdict?.data).toContain(`exit code ${report.exitCode}`);
  expect(new Set(rest.map((command) => command?.properties['title']?.split(' ').at(-1)))).toEqual(
    new Set(findings.map(({ check }) => check)),
  );
}
