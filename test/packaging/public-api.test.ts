import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, expectTypeOf, it } from 'vitest';
import type { Facts as PublishedFacts } from '../../schemas/facts.d.ts';
import type * as published from '../../schemas/options.d.ts';
import { apiReport, exportedNames } from '../../scripts/api-report.ts';
import { buildErrorSchema, buildReportSchema } from '../../scripts/generate.ts';
import { packageTypes } from '../../scripts/package-types.ts';
import { reportTypes } from '../../scripts/report-types.ts';
import type { JudgeOptions, ScanOptions } from '../../src/commands/options/program-options.ts';
import type { FactName, Facts } from '../../src/custom-checks/api/facts.ts';

/** The package exports what its types declare, and only deliberate changes pass. */

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | { types: string; default: string }>;
};
const modules = Object.entries(manifest.exports).flatMap(([name, exported]) =>
  typeof exported === 'string' ? [] : [{ name: name.replace('.', 'eks-preflight'), ...exported }],
);

it.each(modules)('$name exports at run time what its types declare', async ({ types, default: file }) => {
  const module = (await import(pathToFileURL(file).href)) as object;
  expect(Object.keys(module).toSorted()).toEqual(exportedNames(readFileSync(types, 'utf8')).values);
});

it('docs/api-report.md shows the public API', () => {
  const types = { ...packageTypes(), 'schemas/report.d.ts': reportTypes(buildReportSchema(), buildErrorSchema()) };
  const advice =
    'The public API changed. If it should: npm run generate, and a line in CHANGELOG.md (what it breaks, and for whom).';
  expect(readFileSync('docs/api-report.md', 'utf8'), advice).toBe(apiReport(types));
});

it('leaves out what only built-in checks have', () => {
  const { 'schemas/index.d.ts': index, 'schemas/testing.d.ts': testing } = packageTypes();
  expect(index).toMatch(/\bapplies\?: \{\n/);
  for (const text of [index, testing])
    expect(text).not.toMatch(
      /@internal|\b(?:short|task|unseenAt|passedBy|basis|thresholds|atKarpenter|undo|remedy|gone|steps|selected)\b\??[:(]|\b(?:TableName|GateUsed|OwnTable|OwnFact)\b/,
    );
});

/** Allows `undefined` for optional properties: JSON Schema does not distinguish the two. */
type Loose<Value> = Value extends readonly (infer Item)[]
  ? readonly Loose<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Loose<Value[Key]> | (object extends Pick<Value, Key> ? undefined : never) }
    : Value;
type Differing = {
  [Name in FactName]: [PublishedFacts[Name]] extends [Loose<Facts[Name]>] ? never : Name;
}[FactName];

it('the published types of facts and options are those of the sources', () => {
  expectTypeOf<keyof PublishedFacts>().toEqualTypeOf<FactName>();
  expectTypeOf<Facts>().toExtend<PublishedFacts>();
  expectTypeOf<Differing>().toEqualTypeOf<never>();
  expectTypeOf<published.ScanOptions>().toExtend<ScanOptions>();
  expectTypeOf<published.JudgeOptions>().toExtend<JudgeOptions>();
  expectTypeOf<keyof published.ScanOptions>().toEqualTypeOf<keyof ScanOptions>();
  expectTypeOf<keyof published.JudgeOptions>().toEqualTypeOf<keyof JudgeOptions>();
});
