import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportSchema, type Report } from '../../../src/report/schema.ts';
import { healthyWorld } from '../../world/healthy.ts';
import { runProcess, startWorld, type RunningWorld } from '../../world/run.ts';
import type { World } from '../../world/world.ts';

/** Objects that plug-ins list: transport, permissions, gaps and redaction are those of eks-preflight's own facts. */

const resolveModule = (name: string): string => fileURLToPath(new URL(`modules/${name}`, import.meta.url));
const budgets = resolveModule('budgets.mjs');
const rules = resolveModule('rules.yaml');

function budget(namespace: string, name: string, spec: object): Record<string, unknown> {
  return { apiVersion: 'finops.example.com/v1', kind: 'Budget', metadata: { namespace, name }, spec };
}

function budgetsWorld(): World {
  const world = healthyWorld();
  const own = world.kube.objects
    .filter((one) => one['kind'] === 'Namespace')
    .map((one) => Object(one['metadata']).name);
  const made = own.map((name: string) =>
    budget(name, 'cashbox', { tier: 'gold', owner: 'ann', limit: name === 'shop' ? 500 : 5, secret: 'planted-secret' }),
  );
  const served = { group: 'finops.example.com', version: 'v1', kind: 'Budget', resource: 'budgets', namespaced: true };
  return {
    ...world,
    kube: {
      ...world.kube,
      pageSize: 2,
      served: [...world.kube.served, served],
      objects: [...world.kube.objects, ...made],
    },
  };
}

let world: World;
let running: RunningWorld;
beforeAll(async () => {
  world = budgetsWorld();
  running = await startWorld(world);
});
afterAll(() => running.close());

async function scan(change: Partial<World>, ...more: readonly string[]) {
  const before = { ...world };
  Object.assign(world, change);
  const args = ['scan', '--cluster', 'prod', '--plugin', budgets, '--only', 'finops/*', '--format', 'json', ...more];
  const outcome = await runProcess(args, { env: running.env, cwd: running.folder });
  Object.assign(world, before, { deny: change.deny === undefined ? before.deny : [] });
  return outcome;
}

function replayed(file: string, plugin: string, only: string) {
  const args = ['scan', '--inventory', file, '--plugin', plugin, '--only', only, '--format', 'json'];
  return runProcess(args, { env: running.env, cwd: running.folder });
}

function statuses(stdout: string, area = 'finops/'): Record<string, string> {
  const { results }: Report = reportSchema.parse(JSON.parse(stdout));
  return Object.fromEntries(results.filter(({ id }) => id.startsWith(area)).map(({ id, status }) => [id, status]));
}

function parseFindings(stdout: string) {
  const { results }: Report = reportSchema.parse(JSON.parse(stdout));
  return results.flatMap(({ findings }) => findings);
}

describe('objects of a plug-in', () => {
  it('are listed page by page, joined and judged', async () => {
    const { stdout, code } = await scan({});
    expect(statuses(stdout)).toEqual({
      'finops/namespace-budget': 'pass',
      'finops/large-budget': 'warn',
      'finops/pull-secret': 'skip',
    });
    expect(code).toBe(0);
    const [found] = parseFindings(stdout);
    expect(found).toMatchObject({
      check: 'finops/large-budget',
      level: 'warn',
      message: 'limit 500, tier gold: 100',
      at: { component: 'kubernetes', version: '1.34' },
      resource: { text: 'Budget shop/cashbox' },
    });
    const lists = running.requests.filter(({ path: url }) => url.includes('finops.example.com/v1/budgets'));
    expect(lists.length).toBeGreaterThan(1);
    expect(lists[0]?.path).toContain('/apis/finops.example.com/v1/budgets');
  });

  it('that nobody may list make every check that reads them unknown, with the permission', async () => {
    const { stdout, code } = await scan({ deny: ['budgets.finops.example.com: list'] });
    expect(statuses(stdout)).toMatchObject({ 'finops/namespace-budget': 'unknown', 'finops/large-budget': 'unknown' });
    expect(code).toBe(2);
    const unseen = parseFindings(stdout).flatMap((finding) => finding.unseen ?? []);
    expect(unseen).toContainEqual(
      expect.objectContaining({ fact: 'finops/budgets', permission: 'budgets.finops.example.com: list' }),
    );
  });

  it('whose list is cut off on a later page are unknown, not half', async () => {
    const faults = [{ on: 'budgets.finops.example.com: list', does: 'cut', from: 1, count: 50 }] as const;
    const { stdout, code } = await scan({ faults });
    expect([statuses(stdout)['finops/namespace-budget'], code]).toEqual(['unknown', 2]);
  });

  it('that no API serves are none where the plug-in says so', async () => {
    const { served, objects } = world.kube;
    const without = objects.filter(({ kind }) => kind !== 'Budget');
    const kube = { ...world.kube, served: served.filter(({ kind }) => kind !== 'Budget'), objects: without };
    const { stdout, code } = await scan({ kube });
    expect([statuses(stdout)['finops/namespace-budget'], code]).toEqual(['fail', 1]);
    const [found] = parseFindings(stdout);
    expect(found).toMatchObject({
      message: 'no budget',
      evidence: [{ observed: '0 budgets', fact: 'finops/budgets' }],
      commands: [expect.stringContaining('kubectl create -n ')],
    });
  });

  it('of a shape that project does not expect make the fact unreadable', async () => {
    const kube = { ...world.kube, objects: [...world.kube.objects, budget('shop', 'odd', { tier: 5, limit: 'much' })] };
    const { stdout } = await scan({ kube });
    expect(statuses(stdout)['finops/large-budget']).toBe('unknown');
    expect(JSON.stringify(parseFindings(stdout))).toContain('finops/budgets could not be read: project returned tier');
  });

  it('that are Secrets are read with --with secrets only', async () => {
    const requestsBefore = running.requests.length;
    await scan({});
    const paths = () => running.requests.slice(requestsBefore).map(({ path: url }) => url);
    expect(paths().filter((url) => url.includes('/secrets'))).toEqual([]);
    const { stdout } = await scan({}, '--with', 'secrets');
    expect(statuses(stdout)['finops/pull-secret']).toBe('pass');
    expect(paths().some((url) => url.includes('/api/v1/secrets'))).toBe(true);
  });
});

describe('inventories with objects of a plug-in', () => {
  it('hold what the schema names, are replayed with the plug-in, and lack it without', async () => {
    await scan({}, '--save-inventory', 'facts.json');
    const text = await readFile(path.join(running.folder, 'facts.json'), 'utf8');
    expect(Object.keys(JSON.parse(text).readings)).toContain('finops/budgets');
    expect(text).not.toContain('planted-secret');
    const replay = ['scan', '--inventory', 'facts.json', '--only', 'finops/*', '--format', 'json'];
    const options = { env: running.env, cwd: running.folder };
    const again = await runProcess([...replay, '--plugin', budgets], options);
    expect(statuses(again.stdout)).toEqual(statuses((await scan({})).stdout));
    const without = await runProcess(['scan', '--inventory', 'facts.json', '--only', 'nodes/*'], options);
    expect(without.stderr).toContain('unknown facts, which are ignored: finops/budgets');
  });

  it('are no reading to a module that keeps other fields of them', async () => {
    await scan({}, '--save-inventory', 'before.json');
    const source = await readFile(budgets, 'utf8');
    const other = source
      .replace('limit: f.number(),', 'limit: f.number(),\n    frozen: f.optional(f.boolean()),')
      .replace('if (limit > most)', 'if (budgets.frozen)');
    await writeFile(path.join(running.folder, 'other.mjs'), other);
    const { stdout } = await replayed('before.json', './other.mjs', 'finops/large-budget');
    expect(statuses(stdout)).toMatchObject({ 'finops/large-budget': 'unknown' });
    expect(parseFindings(stdout)[0]?.message).toContain('was saved with another version of the plug-in finops');
  });

  it('are redacted by the marks of its schema, and judged the same', async () => {
    const { stderr } = await scan({}, '--save-inventory', 'redacted.json', '--redact');
    const { readings } = JSON.parse(await readFile(path.join(running.folder, 'redacted.json'), 'utf8'));
    const [first] = readings['finops/budgets'].value;
    expect(first).toMatchObject({ tier: 'gold', limit: 5 });
    expect([first.namespace, first.owner]).not.toContain('ann');
    expect(JSON.stringify(readings)).not.toMatch(/"(?:ann|cashbox|shop)"/);
    expect(stderr).not.toContain('finops/');
    const replay = [
      'scan',
      '--inventory',
      'redacted.json',
      '--plugin',
      budgets,
      '--only',
      'finops/*',
      '--format',
      'json',
    ];
    const { stdout } = await runProcess(replay, { env: running.env, cwd: running.folder });
    expect(statuses(stdout)).toEqual({
      'finops/namespace-budget': 'pass',
      'finops/large-budget': 'warn',
      'finops/pull-secret': 'skip',
    });
  });
});

describe('permissions', () => {
  it('are those of the plug-in, too', async () => {
    const args = [
      'permissions',
      '--plugin',
      `${budgets},${rules}`,
      '--only',
      'finops/*,finops-rules/*',
      '--format',
      'rbac',
    ];
    const { stdout } = await runProcess(args, { env: running.env });
    expect(stdout).toContain('  - apiGroups: [finops.example.com]\n    resources: [budgets]\n    verbs: [list]');
    expect(stdout).not.toContain('secrets');
    const { stdout: more } = await runProcess([...args, '--with', 'secrets'], { env: running.env });
    expect(more).toContain('secrets');
  });
});

describe('objects of rules', () => {
  const scanRules = async (...more: readonly string[]) => {
    const args = [
      'scan',
      '--cluster',
      'prod',
      '--plugin',
      rules,
      '--only',
      'finops-rules/*',
      '--format',
      'json',
      ...more,
    ];
    return runProcess(args, { env: running.env, cwd: running.folder });
  };

  it('are kept as far as expressions name their fields', async () => {
    const { stdout, code } = await scanRules('--save-inventory', 'rules.json');
    expect(statuses(stdout, 'finops-rules/')).toEqual({ 'finops-rules/owner': 'pass', 'finops-rules/tier': 'fail' });
    expect(code).toBe(1);
    const { readings } = JSON.parse(await readFile(path.join(running.folder, 'rules.json'), 'utf8'));
    const kept = readings['finops-rules/budgetsFinopsExampleComV1'].value;
    expect(kept[0]).toEqual({
      apiVersion: 'finops.example.com/v1',
      metadata: { namespace: expect.any(String), name: 'cashbox' },
      spec: { owner: 'ann', tier: 'gold' },
    });
  });

  it('are no reading to rules that read other fields of them', async () => {
    await scanRules('--save-inventory', 'rules.json');
    const written = await readFile(rules, 'utf8');
    const replaysAs = async (text: string) => {
      await writeFile(path.join(running.folder, 'other.yaml'), text);
      const { stdout } = await replayed('rules.json', './other.yaml', 'finops-rules/*');
      return statuses(stdout, 'finops-rules/');
    };
    const other = written.replace("'!has(object.spec.owner)'", "'has(object.spec.secret)'");
    expect(await replaysAs(other)).toEqual({ 'finops-rules/owner': 'unknown', 'finops-rules/tier': 'unknown' });
    const same = written.replace("'!has(object.spec.owner)'", "'has(object.spec.owner)'");
    expect(await replaysAs(same)).toEqual({ 'finops-rules/owner': 'warn', 'finops-rules/tier': 'fail' });
  });

  it('are names to redaction, except for the keys', async () => {
    await scanRules('--save-inventory', 'rules-redacted.json', '--redact');
    const { readings } = JSON.parse(await readFile(path.join(running.folder, 'rules-redacted.json'), 'utf8'));
    const [first] = readings['finops-rules/budgetsFinopsExampleComV1'].value;
    expect(Object.keys(first.spec).sort()).toEqual(['owner', 'tier']);
    expect([first.spec.owner, first.spec.tier, first.metadata.name]).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:ann|gold|cashbox)$/)]),
    );
  });

  it('which redaction judges otherwise are unknown in its inventory, and the others are not', async () => {
    const { stderr } = await scanRules('--save-inventory', 'rules-redacted.json', '--redact');
    expect(stderr).toContain('finops-rules/tier');
    const { stdout, code } = await replayed('rules-redacted.json', rules, 'finops-rules/*');
    expect([statuses(stdout, 'finops-rules/'), code]).toEqual([
      { 'finops-rules/owner': 'pass', 'finops-rules/tier': 'unknown' },
      2,
    ]);
    expect(parseFindings(stdout)[0]?.message).toContain('the inventory is redacted');
  });

  it('that nobody may list make the rules unknown', async () => {
    Object.assign(world, { deny: ['budgets.finops.example.com: list'] });
    const { stdout, code } = await scanRules();
    Object.assign(world, { deny: [] });
    expect(statuses(stdout, 'finops-rules/')).toEqual({
      'finops-rules/owner': 'unknown',
      'finops-rules/tier': 'unknown',
    });
    expect(code).toBe(2);
  });
});
