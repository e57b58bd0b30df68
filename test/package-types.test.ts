import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The types of the tarball, as somebody else's package compiles them. */

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-types-'));
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', packing, { cwd: root, encoding: 'utf8' })) as { filename: string }[];
  const installed = path.join(folder, 'node_modules/eks-preflight');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', path.join(folder, packed?.filename ?? ''), '-C', installed, '--strip-components=1']);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

function compile(text: string, ...options: string[]): { status: number | null; said: string } {
  writeFileSync(path.join(folder, 'program.ts'), text);
  const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2023', '--types', ''];
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, ...strict, ...options, 'program.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

describe.each([
  ['node16', ['--module', 'node16', '--moduleResolution', 'node16']],
  ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
])('with moduleResolution %s', (_name, options) => {
  it("somebody else's package compiles against the types, and none is any", () => {
    expect(compile(program, ...options)).toEqual({ status: 0, said: '' });
  });

  it('a property that the report does not have is an error', () => {
    const wrong =
      "import type { Report } from 'eks-preflight';\nexport const of = (report: Report) => report.findings;\n";
    expect(compile(wrong, ...options).said).toContain('TS2339');
  });
});

it('the types import nothing', () => {
  const text = readFileSync(path.join(folder, 'node_modules/eks-preflight/schemas/report.d.ts'), 'utf8');
  expect(text).not.toMatch(/^\s*import\b|\bimport\(|\brequire\(|<reference/m);
});
