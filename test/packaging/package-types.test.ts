import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typePackage, type TypePackage } from './type-package.ts';

/** The report's types in the tarball, as another package compiles them. */

let somebody: TypePackage;
beforeAll(() => {
  somebody = typePackage();
});
afterAll(() => somebody.remove());

const program = `import type { Entry, ErrorReport, Finding, Report, Result } from 'eks-preflight';

type IsAny<Type> = 0 extends 1 & Type ? true : false;
export const isAny: [IsAny<Report>, IsAny<Report['verdict']>, IsAny<Finding>, IsAny<Entry['level']>] = [false, false, false, false];

export function blockers({ results, cluster }: Report): string[] {
  const found: Finding[] = results.flatMap((result: Result) => result.findings);
  return found.filter(({ level }) => level === 'fail').map(({ message }) => \`\${cluster?.name ?? ''} \${message}\`);
}

export function codeOf(said: Report | ErrorReport): string {
  return 'error' in said ? said.error.code : said.verdict;
}

// @ts-expect-error: no value of this version
export const unheard: Report['verdict'] = 'perhaps';
// @ts-expect-error: a report need not be of a cluster
export const nameOf = ({ cluster }: Report): string => cluster.name;
`;

describe.each([
  ['node16', ['--module', 'node16', '--moduleResolution', 'node16']],
  ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
])('with moduleResolution %s', (_name, options) => {
  it("somebody else's package compiles against the types, and none is any", () => {
    expect(somebody.compile({ 'program.ts': program }, ...options)).toEqual({ status: 0, said: '' });
  });

  it('a property that the report does not have is an error', () => {
    const wrong =
      "import type { Report } from 'eks-preflight';\nexport const of = (report: Report) => report.findings;\n";
    expect(somebody.compile({ 'program.ts': wrong }, ...options).said).toContain('TS2339');
  });
});

it.each(['facts', 'options', 'report'])('schemas/%s.d.ts imports nothing', (name) => {
  expect(somebody.installed(`schemas/${name}.d.ts`)).not.toMatch(/^\s*import\b|\bimport\(|\brequire\(|<reference/m);
});

it.each(['index', 'testing'].filter((name) => existsSync(`schemas/${name}.d.ts`)))(
  'schemas/%s.d.ts imports nothing but its neighbours',
  (name) => {
    const text = somebody.installed(`schemas/${name}.d.ts`);
    expect(text).not.toMatch(/\bimport\(|\brequire\(|<reference/);
    const modules = Array.from(text.matchAll(/ from '([^']+)'/g), ([, module = '']) => module);
    const neighbours = ['./facts.js', './index.js', './options.js', './report.js'];
    expect(modules.filter((module) => !neighbours.includes(module))).toEqual([]);
  },
);
