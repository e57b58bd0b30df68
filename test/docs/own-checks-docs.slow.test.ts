import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  parseCommandBlocks,
  pages,
  readPage,
  readPageFiles,
  runCommandBlock,
  startPages,
} from '../../scripts/own-checks.ts';
import { compile, isFlaw, usualCost } from '../../src/custom-checks/cel/compile.ts';
import { functionNames, selectOverloads, refused } from '../../src/custom-checks/cel/functions/functions.ts';
import { longestMatched, longestPattern } from '../../src/custom-checks/cel/functions/regex.ts';
import { longestText } from '../../src/custom-checks/cel/functions/strings.ts';
import { nameKinds } from '../../src/facts/marks.ts';
import { f } from '../../src/facts/plugin-fields.ts';
import { pluginLimits } from '../../src/custom-checks/plugins/host.ts';
import { ruleFileSchema } from '../../src/custom-checks/rule-files/schema.ts';
import type { RunningWorld } from '../world/run.ts';

/** docs/own-checks/: every file is used, every command prints the output below it. */
const [rules, modules, reference] = pages.map(readPage) as [string, string, string, string];
let world: RunningWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.close());

describe.each(pages)('the commands of %s', (name) => {
  const all = parseCommandBlocks(readPage(name)).map((block) => [block.body.split('\n')[0] ?? '', block] as const);

  it('are there', () => expect(all.length).toBeGreaterThan(0));

  // To update the output: npm run build && npx tsx scripts/own-checks.ts
  for (const [first, block] of all) {
    it(`print what the page shows: ${first.slice(2)}`, async () => {
      expect(await runCommandBlock(block, world)).toBe(block.body);
    });
  }
});

/** The rows of the table below a line of the page, each with its cells. */
function tableBelow(page: string, line: string): string[][] {
  const [, after = ''] = page.split(`\n${line}\n`);
  const [, , ...rows] = after.trimStart().split('\n\n')[0]?.split('\n') ?? [];
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

function codesIn(text: string): string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => code);
}

interface Shape {
  properties: Record<string, Shape & { default?: unknown; enum?: string[] }>;
  required?: string[];
  items?: Shape;
}

it('has the rules of the example from the example', () => {
  expect(readPageFiles()['platform.yaml']).toBe(readPage('examples/team-rules/platform.yaml'));
  expect(rules).toContain('[examples/team-rules/platform.yaml](../../examples/team-rules/platform.yaml)');
});

it('starts with a rule that reads a label that may be absent', () => {
  const [first = ''] = /^```yaml\n[\s\S]*?^```$/m.exec(rules) ?? [];
  expect(first).toContain('object.metadata.?labels.?team.hasValue()');
});

it.each(pages)('%s can be read in one go', (name) => {
  const bytes = Buffer.byteLength(readPage(name));
  expect(bytes).toBeLessThanOrEqual(name.startsWith('docs/own-checks/') ? 12_000 : 14_000);
});

describe('the tables of keys', () => {
  const file = z.toJSONSchema(ruleFileSchema, { io: 'input', unrepresentable: 'any' }) as unknown as Shape;
  const part = (name: string): Shape => file.properties[name]?.items ?? { properties: {} };
  const rule = part('rules');

  it.each([
    ['A rule:', rule],
    ['`objects` of a rule:', rule.properties['objects'] ?? rule],
    ['A test:', part('tests')],
  ])('%s all keys, with their defaults', (line, { properties, required = [] }) => {
    const rows = tableBelow(reference, line);
    expect(rows.map(([key = '']) => codesIn(key)[0] ?? '').toSorted()).toEqual(Object.keys(properties).toSorted());
    for (const [key = '', isRequired = '', byDefault = '', meaning = ''] of rows) {
      const [name = ''] = codesIn(key);
      expect([name, isRequired === 'yes']).toEqual([name, required.includes(name)]);
      const { default: value, enum: words = [] } = properties[name] ?? {};
      const [written = ''] = codesIn(byDefault);
      if (typeof value === 'string' && value !== '') expect(written.replaceAll("'", '')).toBe(value);
      expect(words.filter((word) => !codesIn(meaning).includes(word))).toEqual([]);
    }
  });
});

describe('the expressions', () => {
  const variables = { object: 'dyn', cluster: 'dyn', current: 'int', target: 'int' } as const;
  const macros = 'in all exists exists_one filter map has .? [?] or orValue optMap optFlatMap cel.bind'.split(' ');

  it('the table of functions has all, and no other', () => {
    const named = new Set(tableBelow(reference, '## Functions').flatMap(([, cell = '']) => codesIn(cell)));
    expect(functionNames.filter((name) => !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !macros.includes(name) && selectOverloads(name).length === 0)).toEqual([]);
    for (const macro of macros) expect(named).toContain(macro);
  });

  it('the list of refused functions has no other, and the ones of Kubernetes', () => {
    const [, line = ''] = /\*\*These functions are not supported:\*\* ([\s\S]*?)\. Two-variable/.exec(reference) ?? [];
    expect(codesIn(line).filter((name) => !refused.has(name))).toEqual([]);
    for (const name of ['ip', 'cidr', 'url', 'format', 'authorizer']) expect(codesIn(line)).toContain(name);
  });

  it.each([
    ['a field with a wrong name is a missing one', 'has(object.spec.onwer)', false],
    ['true decides beside an error', 'true || object.spec.missing == 1', true],
    ['a field that is null is missing', 'has(object.spec.none)', false],
    ['which is an error to read', 'object.spec.none == 1', "no such field 'spec.none'"],
    ['a value by key can be null', "object.spec['none'] == null", true],
    ['types are not compared', "object.spec.replicas == '3'", 'an int never equals a string'],
    ['string() takes both', "string(object.spec.replicas) == '3' && string(object.metadata.name) == 'a'", true],
    ['a name with a hyphen is a key', "object['x-kubernetes-y'] == 1", true],
    ['minor() is an int', "minor('v1.34.2-eks-abc') == 34 && minor(object.kubeletVersion) < current - 2", true],
  ])('%s: %s', (_why, expression, expected) => {
    const compiled = compile(expression, { variables, result: 'bool' });
    if (isFlaw(compiled)) throw new Error(compiled.message);
    const spec = new Map<string, null | bigint>([
      ['replicas', 3n],
      ['none', null],
    ]);
    const object = new Map<string, string | bigint | typeof spec | ReadonlyMap<string, string>>([
      ['spec', spec],
      ['metadata', new Map([['name', 'a']])],
      ['x-kubernetes-y', 1n],
      ['kubeletVersion', 'v1.30.1'],
    ]);
    const result = compiled.evaluate({ object, cluster: new Map(), current: 33n, target: 34n });
    expect(result.ok ? result.value : result.message).toBe(expected);
  });

  it.each([
    'request.operation == 1',
    'oldObject == 1',
    'params == 1',
    'namespaceObject == 1',
    'object.a.all(k, v, true)',
    'object.a == [?object.?b]',
    'object.x__dash__y == 1',
  ])('%s does not compile', (expression) => {
    expect(isFlaw(compile(expression, { variables, result: 'bool' }))).toBe(true);
  });

  it('the numbers are those of the code', () => {
    const numbers = [usualCost, longestPattern, longestMatched, longestText].map((one) => one.toLocaleString('en'));
    for (const number of numbers) expect(reference).toContain(number);
    for (const page of [rules, reference]) expect(page).toContain(`more than ${pluginLimits().stepMs / 1000} seconds`);
    expect(reference).toContain('more than 768 MB (in a container, a third of its memory if that is less)');
    expect(pluginLimits().heapMb).toBeLessThanOrEqual(768);
  });
});

it('the table of fields has all, and each kind of name', () => {
  const rows = tableBelow(
    modules,
    '**Redaction.** Inventories are shared, so a schema states for each text what `--redact` does with it:',
  );
  const named = rows.flatMap(([cell = '']) => Array.from(cell.matchAll(/f\.(\w+)/g), ([, name = '']) => name));
  expect(named.toSorted()).toEqual(Object.keys(f).toSorted());
  const [, , kinds = ''] = rows.find(([cell = '']) => cell.includes('f.name')) ?? [];
  expect(codesIn(kinds)).toEqual(nameKinds);
});

function headingsIn(text: string): string[] {
  return Array.from(text.matchAll(/^#{1,4} (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

it.each(pages)('links of %s lead to pages and sections', (name) => {
  const page = readPage(name);
  for (const [, target = ''] of page.matchAll(/\]\(((?!https:)[^)]+)\)/g)) {
    const [file = '', section] = target.split('#');
    const linked = file === '' ? name : path.join(path.dirname(name), file);
    expect([target, existsSync(new URL(`../../${linked}`, import.meta.url))]).toEqual([target, true]);
    if (section === undefined) continue;
    expect([target, headingsIn(readPage(linked))]).toEqual([target, expect.arrayContaining([section])]);
  }
});

it('every page that links to a section of these pages names one that exists', () => {
  const linking = ['README.md', 'docs/README.md', 'docs/pipelines.md', 'SECURITY.md', 'examples/team-rules/README.md'];
  for (const name of linking)
    for (const [, linked = '', section = ''] of readPage(name).matchAll(/\]\(([^)#]*own-checks\/[^)#]*)#([^)]+)\)/g))
      expect(headingsIn(readPage(path.join(path.dirname(name), linked)))).toContain(section);
});
