import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../world/in-process.ts';

/** `demo --plugin` with rules on objects, of which the bundled inventory has none. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-demo-rules-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const rules = `plugin: acme
rules:
  - id: no-team
    title: Namespace without a team
    level: warn
    objects: { versions: [v1], resource: namespaces, kind: Namespace }
    when: '!object.metadata.?labels.?team.hasValue()'
    message: no team
    fix: Set the label \`team\`.
`;

async function demo(text: string, ...args: readonly string[]) {
  await writeFile(path.join(folder, 'rules.yaml'), text);
  const all = ['demo', '--plugin', 'rules.yaml', '--only', 'acme/*', '--show', 'all', ...args];
  return runCommand(all, { env: {}, cwd: folder });
}

describe('a rule file on objects, in the demo', () => {
  it('judges the objects of its tests, and says whose they are', async () => {
    const tests = `tests:
  - name: one of two
    objects: [{ metadata: { name: shop, labels: { team: shop } } }, { metadata: { name: ci } }]
    finds: ['Namespace ci: no team']
  - name: the same again
    objects: [{ metadata: { name: ci } }]
    finds: ['Namespace ci: no team']
`;
    const { code, stdout } = await demo(`${rules}${tests}`);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('Plug-in: acme (rules.yaml, with 2 objects of its tests).'),
    ]);
    expect(stdout).toMatch(/\n {2}1 WARN acme\/no-team, now\n {4}Namespace ci: no team\n/);
    const json = await demo(`${rules}${tests}`, '--format', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      plugins: [{ name: 'acme', module: 'rules.yaml', testObjects: 2 }],
    });
  });

  it('has no objects where its tests give none', async () => {
    const { stdout } = await demo(rules);
    expect(stdout).toContain('Plug-in: acme (rules.yaml).');
    expect(stdout).toContain('acme/namespacesCoreV1 is not in the inventory of the demo');
    expect(stdout).toContain('Fix: Add a test with objects to the rule file. Test a module with cases.');
  });
});
