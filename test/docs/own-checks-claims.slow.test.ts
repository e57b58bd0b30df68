import { Ajv } from 'ajv';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readPageFiles, startPages, readPage } from '../../scripts/own-checks.ts';
import { judge } from '../../src/api/index.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { runProcess, type RunningWorld } from '../world/run.ts';

/** The claims of docs/own-checks/, tested with the files that the pages show. */

const files = readPageFiles();
let world: RunningWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.close());

const run = (...args: string[]) => runProcess(args, { env: world.env, cwd: world.folder });

async function runForReport(...args: string[]): Promise<Report> {
  return reportSchema.parse(JSON.parse((await run(...args, '--format', 'json')).stdout));
}

function toStatuses({ results }: Report): Record<string, string> {
  return Object.fromEntries(results.filter(({ skipped }) => skipped === null).map(({ id, status }) => [id, status]));
}

describe('rule files', () => {
  it('the kind of an item is that of the item, or of its fact', async () => {
    const rules = ['deployments', 'nodes'].map((fact) => ({
      id: fact.toLowerCase(),
      title: 'x',
      level: 'warn',
      fact,
      when: 'true',
      message: 'x',
      fix: 'x',
    }));
    writeFileSync(path.join(world.folder, 'kinds.yaml'), JSON.stringify({ plugin: 'kinds', rules }));
    const { results } = await runForReport('demo', '--plugin', 'kinds.yaml', '--only', 'kinds/*');
    const kinds = new Set(results.flatMap(({ findings }) => findings.map(({ resource }) => resource.kind)));
    expect([...kinds].toSorted()).toEqual(['Deployment', 'Node']);
  });

  const refusedRules = async (name: string, change: (text: string) => string) => {
    writeFileSync(path.join(world.folder, name), change(files['hasty.yaml'] ?? ''));
    const { code, stderr } = await run('test-rules', name);
    return [code, stderr];
  };
  const objects = 'objects: { versions: [v1], resource: services, kind: Service }';

  it('are refused where they use a whole object, or list Secrets', async () => {
    const whole = (text: string) =>
      text.replace('fact: podDisruptionBudgets', objects).replace('object.maxUnavailable == 0', "'object == {}'");
    expect(await refusedRules('whole.yaml', whole)).toEqual([3, expect.stringContaining('uses the whole object')]);
    const secrets = (text: string) =>
      text.replace('fact: podDisruptionBudgets', objects.replace('services', 'secrets'));
    expect(await refusedRules('secrets.yaml', secrets)).toEqual([3, expect.stringContaining('cannot read Secrets')]);
  });

  it('judge controllers of a team, whose tag must be a version', async () => {
    expect(await run('test-rules', 'controllers.yaml')).toMatchObject({ code: 0 });
    const latest = files['controllers.yaml']?.replace('till-operator:v2.4.0', 'till-operator:latest');
    writeFileSync(path.join(world.folder, 'latest.yaml'), latest ?? '');
    const { code, stdout } = await run('test-rules', 'latest.yaml');
    expect([code, stdout]).toEqual([1, expect.stringContaining('+ unknown: Deployment till/new: not judged: when:')]);
    const scan = ['scan', '--cluster', 'prod', '--plugin', 'controllers.yaml', '--only', 'controllers/*'];
    const statuses = toStatuses(await runForReport(...scan));
    expect(statuses).toEqual({ 'controllers/till-operator': 'pass', 'controllers/gatekeeper': 'pass' });
  });

  it('report the title where messageExpression fails', async () => {
    const text = files['hasty.yaml']
      ?.replace('podDisruptionBudgets', 'nodes')
      .replace('object.maxUnavailable == 0', 'object.ready')
      .replace('message:', 'messageExpression:')
      .replace('maxUnavailable is 0', 'object.notReadySince');
    writeFileSync(path.join(world.folder, 'message.yaml'), text ?? '');
    const { results } = await runForReport('demo', '--plugin', 'message.yaml', '--only', 'hasty/*');
    const levels = new Set(
      results.flatMap(({ findings }) => findings.map(({ level, message }) => `${level} ${message}`)),
    );
    expect([...levels].toSorted()).toEqual([
      'fail PodDisruptionBudget that allows no disruption',
      expect.stringMatching(
        /^unknown not judged: messageExpression \(line \d+, column \d+\): no such field 'notReadySince'/,
      ),
    ]);
  });

  it('keep of an Ingress one annotation, and apiVersion where items have it', async () => {
    await run(
      'collect',
      '--cluster',
      'prod',
      '--plugin',
      'platform.yaml',
      '--only',
      'platform/*',
      '--output',
      'i.json',
    );
    const { readings } = JSON.parse(readFileSync(path.join(world.folder, 'i.json'), 'utf8'));
    const budgets = readings['platform/budgetsFinopsExampleComV1V1beta1'].value;
    expect(budgets[0]).toMatchObject({ apiVersion: 'finops.example.com/v1' });
    const { value } = readings['platform/ingressesNetworkingK8sIoV1'];
    const [old] = value.filter(({ metadata }: { metadata: { name: string } }) => metadata.name === 'old');
    expect(old).toEqual({
      metadata: { namespace: 'shop', name: 'old', annotations: { 'kubernetes.io/ingress.class': 'alb' } },
    });
  });

  it('at 1.34, what begins at 1.35 is not reported', async () => {
    const { results } = await runForReport(
      'scan',
      '--cluster',
      'prod',
      '--plugin',
      'platform.yaml',
      '--only',
      'platform/*',
    );
    const closed = results.find(({ id }) => id === 'platform/closed-disruption-budget');
    expect([closed?.status, closed?.findings]).toEqual(['pass', []]);
  });
});

describe('modules', () => {
  it('what they print is shown with --verbose', async () => {
    const text = files['launch-template.mjs']?.replace(
      '*run({ nodegroups }) {',
      "$&\n    console.log('one line of it');",
    );
    writeFileSync(path.join(world.folder, 'loud.mjs'), text ?? '');
    const scan = ['scan', '--cluster', 'prod', '--plugin', 'loud.mjs', '--only', 'acme/*'];
    expect((await run(...scan, '--verbose')).stderr).toContain('one line of it');
    expect((await run(...scan)).stderr).not.toContain('one line of it');
  });

  it('cannot read the environment and the arguments of the process', async () => {
    const text = files['launch-template.mjs']?.replace(
      "'has no launch template'",
      '`${Object.keys(process.env).length} ${process.argv.slice(2).length}`',
    );
    writeFileSync(path.join(world.folder, 'curious.mjs'), text ?? '');
    const { results } = await runForReport('demo', '--plugin', 'curious.mjs', '--only', 'acme/*');
    expect(results.flatMap(({ findings }) => findings.map(({ message }) => message))).toContain('0 0');
  });

  it('that throw keep what they have found, and are unknown', async () => {
    const text = files['launch-template.mjs']?.replace(
      "message: 'has no launch template' };",
      "message: 'has no launch template' };\n      throw new Error('no more');",
    );
    writeFileSync(path.join(world.folder, 'crashing.mjs'), text ?? '');
    const { results } = await runForReport('demo', '--plugin', 'crashing.mjs', '--only', 'acme/*');
    const found = results.flatMap(({ findings }) => findings.map(({ level, message }) => `${level} ${message}`));
    expect(found.toSorted()).toEqual([
      expect.stringMatching(/^unknown the check crashed: crashing\.mjs:\d+: no more$/),
      'warn has no launch template',
    ]);
  });
});

describe('names of plug-ins', () => {
  it('are files, or packages that are installed at or above the working directory', async () => {
    const folder = path.join(world.folder, 'node_modules/@acme/checks');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
    writeFileSync(path.join(folder, 'index.js'), files['launch-template.mjs'] ?? '');
    const below = path.join(world.folder, 'below');
    mkdirSync(below);
    const args = ['demo', '--plugin', '@acme/checks,../platform.yaml,../tenants.mjs', '--format', 'json'];
    const { stdout } = await runProcess(args, { env: world.env, cwd: below });
    const { plugins = [] } = reportSchema.parse(JSON.parse(stdout));
    expect(plugins.map(({ name }) => name)).toEqual(['acme', 'platform', 'tenants']);
  });

  it('are each of one plug-in, and of no area', async () => {
    const twice = await run('demo', '--plugin', 'platform.yaml,./platform.yaml');
    expect([twice.code, twice.stderr]).toEqual([3, expect.stringContaining('two plug-ins are named platform')]);
    const text = files['hasty.yaml']?.replace('plugin: hasty', 'plugin: nodes') ?? '';
    writeFileSync(path.join(world.folder, 'nodes.yaml'), text);
    const taken = await run('demo', '--plugin', 'nodes.yaml');
    expect([taken.code, taken.stderr]).toEqual([3, expect.stringContaining('the name nodes is reserved')]);
  });

  it('can stand in a config file that --config names', async () => {
    const report = await runForReport('scan', '--config', 'preflight.yaml', '--only', 'platform/*,tenants/*');
    expect(Object.keys(toStatuses(report))).toHaveLength(7);
  });
});

describe('in an inventory without objects of the plug-in', () => {
  const judging = ['scan', '--inventory', 'plain.json', '--plugin', 'platform.yaml'];
  beforeAll(() => run('demo', '--save-inventory', 'plain.json'));

  it('its checks on facts are judged, those on objects are unknown', async () => {
    const report = await runForReport(...judging, '--only', 'platform/*', '--target', '1.35');
    expect(toStatuses(report)).toEqual({
      'platform/foreign-image': 'pass',
      'platform/old-node-group': 'unknown',
      'platform/ingress-class-annotation': 'unknown',
      'platform/budget-without-owner': 'unknown',
      'platform/closed-disruption-budget': 'fail',
    });
  });

  it('only a check that can fail makes a scan incomplete, or --require', async () => {
    const only = ['--only', 'platform/ingress-class-annotation'];
    expect((await run(...judging, ...only)).code).toBe(0);
    expect((await run(...judging, ...only, '--require', 'platform/ingress-class-annotation')).code).toBe(2);
  });
});

describe('in pipelines and containers', () => {
  const textBelow = (page: string, heading: string) =>
    readPage(`docs/own-checks/${page}.md`).split(`# ${heading}\n`)[1] ?? '';

  it('the action has the inputs of the example', () => {
    const [, block = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(textBelow('rules', 'Pipelines')) ?? [];
    const [step] = parse(block) as [{ with: Record<string, string> }];
    const { inputs } = parse(readPage('action.yml')) as { inputs: object };
    expect(Object.keys(step.with).filter((name) => !(name in inputs))).toEqual([]);
  });

  it('the container is given what it names, for reading', async () => {
    const [, line = ''] = /^docker run (.*\\\n.*)$/m.exec(textBelow('reference', 'Containers')) ?? [];
    const mounts = Array.from(line.matchAll(/-v "\$PWD(\/[\w.]+):(\/[\w.]+):ro"/g), ([, from, to]) => [to, from]);
    const [, args = ''] = / eks-preflight (.*)$/.exec(line) ?? [];
    const own = mounts.reduce((text, [to = '', from = '']) => text.replace(to, () => world.folder + from), args);
    expect(mounts.filter(([to = '']) => !args.includes(to))).toEqual([]);
    const { plugins = [] } = await runForReport(...own.split(' '));
    expect(plugins.map(({ name }) => name)).toEqual(['platform', 'tenants']);
  });
});

describe('in the cluster', () => {
  it('a scan without plug-ins that are required does not run', async () => {
    const { code, stderr } = await run('demo', '--require', 'platform/*');
    expect([code, stderr]).toEqual([3, expect.stringContaining('--require platform/* matches no check')]);
  });

  it.each(['plugin-values.yaml', 'existing.yaml'])('the values of the chart are valid: %s', (name) => {
    const validate = new Ajv({ strict: false }).compile(
      JSON.parse(readPage('charts/eks-preflight/values.schema.json')) as object,
    );
    validate({ cluster: 'prod', ...(parse(files[name] ?? '') as object) });
    expect(validate.errors).toBeNull();
  });

  it('files of a ConfigMap, which are links, are read', async () => {
    const mounted = path.join(world.folder, 'mounted');
    mkdirSync(path.join(mounted, '..data'), { recursive: true });
    const names = ['platform.yaml', 'tenants.mjs'];
    for (const name of names) {
      writeFileSync(path.join(mounted, '..data', name), files[name] ?? '');
      symlinkSync(`..data/${name}`, path.join(mounted, name));
    }
    const { plugins = [] } = await runForReport(
      'demo',
      '--plugin',
      names.map((name) => path.join(mounted, name)).join(),
    );
    expect(plugins.map(({ name }) => name)).toEqual(['platform', 'tenants']);
  });

  it('the values and the overlay grant what the role of the chart lacks', async () => {
    const rulesIn = (text: string): unknown[] =>
      parseAllDocuments(text).flatMap((one) => {
        const { kind, rules = [] } = one.toJS() as { kind: string; rules?: unknown[] };
        return kind === 'ClusterRole' ? rules : [];
      });
    const permissions = ['permissions', '--format', 'rbac'];
    const own = rulesIn((await run(...permissions)).stdout).map((rule) => JSON.stringify(rule));
    const all = rulesIn((await run(...permissions, '--plugin', 'platform.yaml,tenants.mjs')).stdout);
    const missing = all.filter((rule) => !own.includes(JSON.stringify(rule)));
    const { rbac } = parse(files['plugin-values.yaml'] ?? '') as { rbac: { extraRules: unknown[] } };
    expect(missing).toEqual(rbac.extraRules);
    const { patches } = parse(files['kustomization.yaml'] ?? '') as { patches: [{ patch: string }] };
    expect(parse(patches[0].patch)).toEqual(missing.map((value) => ({ op: 'add', path: '/rules/-', value })));
  });
});

describe('programs', () => {
  it('are refused what is an option of the command only, with a reason', async () => {
    const judged = judge('{}', { output: ['x'] } as object);
    await expect(judged).rejects.toMatchObject({ reason: { message: 'judge() takes no option output' } });
    await expect(judge('{}')).rejects.toMatchObject({ reason: { kind: 'usage' } });
  });

  it('take relative names from cwd', async () => {
    await run('collect', '--cluster', 'prod', '--plugin', 'platform.yaml', '--output', 'all.json');
    const inventory = readFileSync(path.join(world.folder, 'all.json'), 'utf8');
    const environment = { cwd: world.folder };
    const options = { plugin: ['platform.yaml'], only: ['platform/*'], target: '1.35' };
    const reports = [
      await judge(inventory, options, environment),
      await judge(JSON.parse(inventory) as object, options, environment),
    ];
    expect(reports.map(({ exitCode }) => exitCode)).toEqual([1, 1]);
  });
});
