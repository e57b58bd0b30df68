import { Ajv } from 'ajv';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { valuesTable } from '../../scripts/chart-readme.ts';
import { readBlocks, requireBlock } from '../docs/documented-blocks.ts';
import { runCommand } from '../world/in-process.ts';
import { chartFolder, ciFiles, readValues, shownAlone, valueAt, valuePaths, valuesSchema } from './chart-values.ts';

/** The examples of values, the README and the metadata of the chart. test/live/chart-ci.test.ts renders the examples. */

const readme = 'charts/eks-preflight/README.md';
const defaults = readValues('values.yaml');
const full = readValues('ci/full-values.yaml');
const validate = new Ajv({ strict: false }).compile(valuesSchema());

describe('values', () => {
  it.each(ciFiles)('of %s are valid, and chart-testing finds the file', (file) => {
    expect(file).toMatch(/-values\.yaml$/);
    validate(withoutNull(readValues(file)));
    expect(validate.errors).toBeNull();
  });

  it.each(valuePaths().map((path) => [path.join('.'), path] as const))('%s is in the full example', (name, path) => {
    const value = valueAt(full, path);
    expect(value).toBeDefined();
    expect(valueAt(defaults, path)).toBeDefined();
    const isSwitch = shownAlone.includes(name) && value === true;
    if (!isSwitch) expect(value).not.toEqual(valueAt(defaults, path));
  });

  it('may not have a key or a type that the schema does not know', () => {
    for (const wrong of [{ env: [] }, { ttlSecondsAfterFinished: '60' }, { initContainers: [{ name: 'x' }] }])
      expect(validate({ cluster: 'prod', ...wrong })).toBe(false);
  });
});

/** Helm removes a default if the user's value is null, before it validates. */
function withoutNull(values: object): unknown {
  return JSON.parse(JSON.stringify(values), (_key, value: unknown) => value ?? undefined);
}

describe('the README', () => {
  it('has a row for each value', () => {
    const text = readFileSync(new URL('README.md', chartFolder), 'utf8');
    expect(Array.from(text.matchAll(/^\| `([\w.]+)` \| `/gm), ([, name = '']) => name).toSorted()).toEqual(
      valuePaths()
        .map((path) => path.join('.'))
        .toSorted(),
    );
  });

  it('shows valid values, and the command that prints their permissions', async () => {
    const heading = 'Example with EKS Pod Identity';
    const values = parse(requireBlock(readme, heading)) as { state: string; deliver: string[] };
    validate(values);
    expect(validate.errors).toBeNull();
    const [, line = ''] = /^ *eks-preflight (permissions [^\n>]*) >/m.exec(readFileSync(readme, 'utf8')) ?? [];
    expect(line).toBe(`permissions --format iam --state ${values.state} --deliver ${values.deliver.join()}`);
    const { code, stdout } = await runCommand(line.split(' '), { env: {} });
    expect([code, stdout]).toEqual([0, expect.stringContaining('EksPreflightState')]);
    expect(readBlocks(readme, 'Install').join()).toContain('--set cluster=prod --set image.repository=');
  });
});

describe('the table of values', () => {
  it('has a row for each key with a comment, and for a map without comments inside', () => {
    const yaml = "# One | two\n# (docs/config.md).\na: ''\nb:\n  # Inner.\n  c: [1]\n# Map.\nd:\n  e: 1\n";
    const page = 'https://github.com/eks-preflight/eks-preflight/blob/main/docs/config.md';
    expect(valuesTable(yaml).split('\n').slice(2)).toEqual([
      `| \`a\` | \`""\` | One \\| two ([docs/config.md](${page})). |`,
      '| `b.c` | `[1]` | Inner. |',
      '| `d` | `{"e":1}` | Map. |',
    ]);
  });

  it('cannot be written if a value has no comment', () => {
    expect(() => valuesTable('# One.\na: 1\nb: 2\n')).toThrow('values.yaml: b has no comment');
    expect(() => valuesTable('# One.\na: 1\nb:\n  # Two.\n  c: 1\n  d: 2\n')).toThrow(
      'values.yaml: b.d has no comment',
    );
  });
});

it('the metadata of the chart name its icon, which exists, and its maintainers', () => {
  const { icon, maintainers, home, sources, keywords } = readValues('Chart.yaml');
  const [, file = ''] = /^https:\/\/raw\.githubusercontent\.com\/(?:[^/]+\/){3}(.+)$/.exec(String(icon)) ?? [];
  expect([file, existsSync(file)]).toEqual(['charts/eks-preflight/icon.svg', true]);
  expect(maintainers).toEqual([{ name: 'eks-preflight', url: 'https://github.com/eks-preflight' }]);
  expect([home, sources]).toEqual([expect.stringMatching(/^https:/), [expect.stringMatching(/^https:/)]]);
  expect(keywords).toContain('eks');
});
