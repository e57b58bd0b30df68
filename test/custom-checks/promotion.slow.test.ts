import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyCheck } from '../../src/check.ts';
import type { AnyPluginCheck } from '../../src/custom-checks/api/define.ts';
import type { AnyCase } from '../../src/custom-checks/testing/case.ts';
import { judgeCase } from '../../src/custom-checks/testing/judge-case.ts';
import { judge } from '../../src/judge/engine.ts';
import type { Result } from '../../src/judge/result.ts';

/** A module of examples/team-rules becomes a built-in check: only its import line and its area change. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const name = 'foreign-images';
let folder: string;
let written: string;
let promoted: AnyCheck;
let plugin: AnyPluginCheck;
let cases: readonly AnyCase[];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-promotion-'));
  for (const one of ['src', 'node_modules', 'package.json']) symlinkSync(path.join(root, one), path.join(folder, one));
  cpSync(path.join(root, 'examples/team-rules'), path.join(folder, 'team'), { recursive: true });
  const api = { 'eks-preflight': 'src/api/index.ts', 'eks-preflight/testing': 'src/custom-checks/testing/index.ts' };
  written = readFileSync(path.join(folder, 'team/checks', `${name}.js`), 'utf8');
  for (const file of [`checks/${name}.js`, `cases/${name}.js`]) {
    const text = readFileSync(path.join(folder, 'team', file), 'utf8');
    const importing = text.replaceAll(/(?<= from ')eks-preflight[^']*/g, (one) =>
      path.join(root, api[one as keyof typeof api]),
    );
    writeFileSync(path.join(folder, 'team', file), importing);
  }
  mkdirSync(path.join(folder, 'checks/workloads'), { recursive: true });
  writeFileSync(path.join(folder, `checks/workloads/${name}.ts`), promote(written));
  promoted = (await importFile<{ default: AnyCheck }>(`checks/workloads/${name}.ts`)).default;
  plugin = (await importFile<{ default: AnyPluginCheck }>(`team/checks/${name}.js`)).default;
  cases = (await importFile<{ foreignImagesCases: readonly AnyCase[] }>(`team/cases/${name}.js`)).foreignImagesCases;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function promote(text: string): string {
  return text
    .replace(
      "import { advice, defineCheck } from 'eks-preflight';",
      "import { defineCheck } from '../../src/check.ts';\nimport { advice } from '../../src/syntax/advice.ts';",
    )
    .replace("id: 'acme/", "id: 'workloads/");
}

async function importFile<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(path.join(folder, file)).href)) as Module;
}

/** The result without what follows from the area, and from who answers for the check. */
function withoutArea({ id: _id, category: _category, docs: _docs, findings, ...rest }: Result): object {
  return { ...rest, findings: findings.map(({ fingerprint: _f, check: _c, short: _s, ...finding }) => finding) };
}

it('changes in two lines', () => {
  const [before, after] = [written.split('\n'), promote(written).split('\n')];
  expect(before.filter((line) => !after.includes(line))).toEqual([
    "import { advice, defineCheck } from 'eks-preflight';",
    "  id: 'acme/foreign-images',",
  ]);
});

it('compiles as a check of the registry', () => {
  const registry = `import type { AnyCheck } from '../src/check.ts';
import workloadsForeignImages from './workloads/${name}.ts';
export const checks: readonly AnyCheck[] = [workloadsForeignImages];
`;
  writeFileSync(path.join(folder, 'checks/index.ts'), registry);
  const options = { extends: path.join(root, 'tsconfig.json'), include: ['checks'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(options));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
});

it('finds the same in each of its cases, and what was not seen is unknown', async () => {
  expect(cases.length).toBeGreaterThan(3);
  for (const entry of cases) {
    const { input, result } = await judgeCase(plugin, entry);
    expect(withoutArea(judge(promoted, input)), entry.name).toEqual(withoutArea(result));
    const { deployments: _, ...unread } = input.readings;
    expect(judge(promoted, { ...input, readings: unread }).status).toBe('unknown');
  }
});
