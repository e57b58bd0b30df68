import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typePackage, type TypePackage } from '../packaging/type-package.ts';

/** Plug-ins compiled against the tarball: valid ones compile, and each mistake is an error where it is made. */

let author: TypePackage;
beforeAll(() => {
  author = typePackage();
});
afterAll(() => author.remove());

const nodenext = ['--module', 'nodenext'];
const good = (file: string): Record<string, string> => ({
  [file]: readFileSync(`test/custom-checks/types/${file}`, 'utf8'),
});

describe.each([
  ['with exactOptionalPropertyTypes', ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']],
  ['without', []],
])('%s', (_name, options) => {
  it('a plug-in of five checks compiles', () => {
    expect(author.compile(good('acme.ts'), ...nodenext, ...options)).toEqual({ status: 0, said: '' });
  });

  it('checked JavaScript compiles', () => {
    const checked = ['--allowJs', '--checkJs', ...nodenext, ...options];
    expect(author.compile(good('checked.js'), ...checked)).toEqual({ status: 0, said: '' });
  });
});

it('compiles for a bundler, and into declarations of its own', () => {
  const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler', '--declaration'];
  expect(author.compile(good('acme.ts'), ...bundler)).toEqual({ status: 0, said: '' });
});

const before = `import { advice, defineCheck, defineObjects, definePlugin, defineTable, f } from 'eks-preflight';
const text = { id: 'acme/x', title: 'x', blocks: 'nodes', why: 'x', fix: advice\`x\` } as const;
const found = { resource: { kind: 'Node', name: 'a' }, message: 'x' };
const budgets = defineObjects({
  name: 'budgets', group: '', versions: ['v1'], resource: 'budgets',
  schema: f.object({ name: f.name(), team: f.optional(f.name()) }),
  project: ({ metadata }) => ({ name: metadata.name }),
});
const minors = defineTable({ name: 'minors', rows: [{ minor: 34 }] });
const like = { name: 'x', group: '', versions: ['v1'], resource: 'x', schema: f.object({ name: f.name(), mode: f.oneOf('a', 'b') }) };
`;

const check = (rest: string, fix = ''): string =>
  `defineCheck({ ...text, ${fix}severity: 'warn', needs: ['nodes'], ${rest} });`;
const none = 'run: () => []';

const mistakes: readonly [what: string, code: string, said: string][] = [
  ['reads a fact that it does not declare', check('run: ({ pods }) => []'), "Property 'pods' does not exist"],
  [
    'reads a table that it does not declare',
    check('*run(_, { tables }) { void tables.minors; }'),
    "Property 'minors' does",
  ],
  [
    'reads a column that the table has not',
    check('tables: [minors], *run(_, { tables }) { void tables.minors[0]?.major; }'),
    "'major'",
  ],
  [
    'names a fact that there is not',
    "defineCheck({ ...text, severity: 'warn', needs: ['nods'], run: () => [] });",
    'Did you mean \'"nodes"\'',
  ],
  ['counts a fact that it does not read', check(`counts: ['pods'], ${none}`), 'Type \'"pods"\' is not assignable'],
  [
    'warns by a fact that it does not use',
    check(`uses: ['pods'], warnsBy: ['crds'], ${none}`),
    'Type \'"crds"\' is not assignable',
  ],
  ['yields no level', check("*run() { yield { level: 'error', ...found }; }"), 'Type \'"error"\' is not assignable'],
  [
    'yields a fail with the severity warn',
    check("*run() { yield { level: 'fail', ...found }; }"),
    'Type \'"fail"\' is not assignable',
  ],
  [
    'returns a fail with the severity warn',
    check("run: () => [{ level: 'fail', ...found }]"),
    'Type \'"fail"\' is not assignable',
  ],
  [
    'yields a finding of no resource',
    check("*run() { yield { level: 'warn', message: 'x' }; }"),
    "Property 'resource' is missing",
  ],
  [
    'has no fix',
    "defineCheck({ id: 'acme/x', title: 'x', blocks: 'nodes', why: 'x', severity: 'warn', needs: ['nodes'], run: () => [] });",
    "Property 'fix' is missing",
  ],
  ['has a text as its fix', check(none, "fix: 'Do it.', "), "Type 'string' is not assignable to type 'Advice'"],
  ['has a fix of its own making', check(none, "fix: { text: 'x', commands: [] }, "), "required in type 'Advice'"],
  [
    'has a text as the fix of a finding',
    check("*run() { yield { level: 'warn', ...found, fix: 'Do it.' }; }"),
    "Type 'string' is not assignable to type 'Advice'",
  ],
  [
    'takes what it uses for read',
    check('uses: ["pods"], *run({ pods }) { void pods.length; }'),
    "'pods' is possibly 'undefined'",
  ],
  [
    'takes objects that it uses for read',
    check('uses: [budgets], *run({ budgets: all }) { void all.length; }'),
    "'all' is possibly 'undefined'",
  ],
  [
    'takes an optional field for set',
    check('uses: [budgets], *run({ budgets: all }) { void all?.[0]?.team.length; }'),
    "possibly 'undefined'",
  ],
  [
    'reads a field that is not kept',
    check('uses: [budgets], *run({ budgets: all }) { void all?.[0]?.spec; }'),
    "Property 'spec' does not exist",
  ],
  ['changes a list', check('*run({ nodes }) { nodes.sort(); }'), "Property 'sort' does not exist"],
  ['changes a fact', check("*run({ nodes }) { for (const node of nodes) node.name = 'x'; }"), 'read-only property'],
  [
    'reads a fact of run in applies',
    check(`applies: { needs: ['pods'], when: ({ nodes }) => true }, ${none}`),
    "Property 'nodes' does not exist",
  ],
  [
    'says no reason in applies',
    check(`applies: { needs: ['pods'], when: () => false }, ${none}`),
    "Type 'false' is not assignable",
  ],
  [
    'projects a text that may be missing',
    'defineObjects({ ...like, project: ({ metadata }) => ({ name: metadata.namespace, mode: "a" }) });',
    "Type 'string | undefined'",
  ],
  [
    'projects a word that the schema has not',
    'defineObjects({ ...like, project: ({ metadata }) => ({ name: metadata.name, mode: "c" }) });',
    'Type \'"c"\' is not assignable',
  ],
  [
    'projects without a field of the schema',
    'defineObjects({ ...like, project: ({ metadata }) => ({ name: metadata.name }) });',
    "Property 'mode' is missing",
  ],
  [
    'reads a field of an object as if it were looked at',
    'defineObjects({ ...like, project: ({ spec }) => ({ name: spec.name, mode: "a" }) });',
    "'spec' is of type 'unknown'",
  ],
  [
    'names a kind of name that there is not',
    "f.name('pod');",
    'Type \'"pod"\' is not assignable|Argument of type \'"pod"\'',
  ],
  ['misspells a key of a check', check(`severty: 'warn', ${none}`), "'severty' does not exist"],
  ['runs later', check('async *run() {}'), 'AsyncGenerator'],
  [
    'is a plug-in of something else',
    "definePlugin({ name: 'acme', checks: [text] });",
    'missing the following properties',
  ],
];

it('each mistake is an error that names it', () => {
  const sources = Object.fromEntries(mistakes.map(([, code], at) => [`mistake-${at}.ts`, `${before}${code}\n`]));
  const { said } = author.compile(sources, ...nodenext);
  const blocks = said.split(/^(?=mistake-)/m);
  const unsaid = mistakes.flatMap(([what, , words], at) => {
    const own = blocks.filter((block) => block.startsWith(`mistake-${at}.ts`)).join('');
    return words.split('|').some((some) => own.includes(some)) && own !== ''
      ? []
      : [`${what}: ${own || 'it compiles'}`];
  });
  expect(unsaid).toEqual([]);
});

it('what the mistakes stand on compiles', () => {
  expect(author.compile({ 'before.ts': `${before}export {};\n` }, ...nodenext)).toEqual({ status: 0, said: '' });
});
