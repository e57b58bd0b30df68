import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { aNamespaceObject, aWorkloadObject } from '../world/manifests.ts';
import { healthyWorld } from '../world/healthy.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

/** examples/team-rules as a team installs it: from tarballs, in an empty folder, without a network. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const example = path.join(root, 'examples/team-rules');
const plugin = 'acme-eks-rules';
const chosen = ['--only', 'acme/*'];
let folder: string;
let copy: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-example-'));
  copy = path.join(folder, 'team-rules');
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const tarballs = [root, example].map((from) => path.join(folder, packed(from)));
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...quiet, ...tarballs], { cwd: folder, stdio: 'ignore' });
  cpSync(example, copy, { recursive: true });
  mkdirSync(path.join(folder, 'node_modules/@types'));
  symlinkSync(path.join(root, 'node_modules/@types/node'), path.join(folder, 'node_modules/@types/node'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Packs a package. Returns the tarball's name. */
function packed(from: string): string {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const said = execFileSync('npm', args, { cwd: from, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return (JSON.parse(said) as [{ filename: string }])[0].filename;
}

interface Said {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs Node without any configuration of this machine. */
function node(args: readonly string[], cwd = folder, env: NodeJS.ProcessEnv = { HOME: folder }): Promise<Said> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

const installed = (args: readonly string[], env?: NodeJS.ProcessEnv) =>
  node([path.join(folder, 'node_modules/eks-preflight/dist/cli.js'), ...args], folder, env);

async function parseReport(said: Promise<Said>): Promise<Report> {
  const { stdout, stderr } = await said;
  expect(stderr).toBe('');
  return reportSchema.parse(JSON.parse(stdout));
}

/** The status and the findings of each check of the example, one line each. */
function formatOwnResults({ results }: Report): Record<string, readonly string[]> {
  const own = results.filter(({ id }) => id.startsWith('acme/'));
  const lines = (result: Report['results'][number]) =>
    result.findings.map(
      ({ level, resource, at, message }) => `${level} ${resource.text} ${at?.version ?? 'now'}: ${message}`,
    );
  return Object.fromEntries(own.map((result) => [result.id, [result.status, ...lines(result)]]));
}

describe('the package', () => {
  it('is typed, strictly and with the types of what it imports', async () => {
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    expect(await node([tsc, '-p', '.'], copy)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('passes its own tests', async () => {
    const { code, stdout } = await node(['--test', '--test-reporter=tap'], copy);
    expect(stdout).toMatch(/^# fail 0$/m);
    expect(Number(/^# pass (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(60);
    expect(code).toBe(0);
  });

  it('fails them where a rule is broken, with the case and the difference', async () => {
    const broken = path.join(folder, 'broken');
    cpSync(example, broken, { recursive: true });
    const file = path.join(broken, 'checks/foreign-images.js');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain("'registry.example.com/acme/'");
    writeFileSync(file, text.replace("'registry.example.com/acme/'", "'registry.example.com/acme'"));
    const { code, stdout } = await node(['--test', '--test-reporter=tap'], broken);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^# fail 1$/m);
    expect(stdout).toContain(
      "acme/foreign-images, case 'a registry that only begins like ours' (- expected, + found):",
    );
    expect(stdout).toContain('finds[0] was not found:\n');
    expect(stdout).toContain("- { resource: 'CronJob shop/report' }");
  });
});

describe.each([
  ['by its name', plugin],
  ['by its file', './team-rules/index.js'],
])('eks-preflight demo, with the package %s', (_how, module) => {
  it('tells what it finds, and what the inventory does not hold', async () => {
    const report = await parseReport(installed(['demo', '--plugin', module, ...chosen, '--format', 'json']));
    expect(formatOwnResults(report)).toEqual({
      'acme/foreign-images': [
        'warn',
        'warn DaemonSet ci/image-builder now: pulls registry.example/image-builder:1.0.0',
        'warn Deployment shop/cart now: pulls registry.example/cart:1.0.0',
        'warn Deployment shop/reports now: pulls registry.example/reports:1.0.0',
      ],
      'acme/namespaces-without-quota': [
        'unknown',
        'unknown Fact acme/resourceQuotas now: not seen: acme/resourceQuotas is not in the inventory of the demo',
      ],
      'acme/old-base-images': ['pass'],
    });
  });
});

describe('the rule file of the package', () => {
  it('passes its tests', async () => {
    const { code, stdout } = await installed(['test-rules', 'team-rules/platform.yaml']);
    expect([code, stdout.split('\n')[0], stdout.includes('No test shows')]).toEqual([
      0,
      'team-rules/platform.yaml: 5 rules, 6 tests',
      false,
    ]);
  });

  it('is judged beside its module', async () => {
    const args = ['demo', '--plugin', `./team-rules/index.js,team-rules/platform.yaml`, '--format', 'json'];
    const { plugins, results } = await parseReport(installed(args));
    expect(plugins?.map(({ name }) => name)).toEqual(['acme', 'platform']);
    expect(results.filter(({ id }) => /^(?:acme|platform)\//.test(id))).toHaveLength(8);
  });
});

/** Two teams: one with a quota and its own images, one with an empty quota and no workloads. */
function teamsWorld(): World {
  const world = healthyWorld();
  const quota = (namespace: string, spec: object) => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'team', namespace },
    spec,
  });
  const built = (tag: string) => ({ images: { app: `registry.example.com/acme/web:${tag}` } });
  const objects = [
    aNamespaceObject('acme'),
    aNamespaceObject('idle'),
    quota('acme', { hard: { pods: '50' } }),
    quota('idle', {}),
    aWorkloadObject('Deployment', 'acme/web', built('1.0.0-jdk8')),
    aWorkloadObject('StatefulSet', 'acme/store', built('2.0.0-jdk21')),
  ];
  const clusterVersions = world.aws.clusterVersions.concat({
    ...world.aws.clusterVersions.at(-1),
    clusterVersion: '1.37',
  });
  return {
    ...world,
    aws: { ...world.aws, clusterVersions },
    kube: { ...world.kube, objects: [...world.kube.objects, ...objects] },
  };
}

describe('eks-preflight scan with the package', () => {
  let world: World;
  let running: RunningWorld;
  beforeAll(async () => {
    world = teamsWorld();
    running = await startWorld(world);
  });
  afterAll(() => running.close());

  const withPlugin = ['--plugin', plugin, ...chosen];
  const permissions = async (format: string) =>
    (await installed(['permissions', ...withPlugin, '--format', format])).stdout;
  const scan = () =>
    parseReport(
      installed(['scan', '--cluster', 'prod', '--target', '1.35', ...withPlugin, '--format', 'json'], running.env),
    );
  const whole = {
    'acme/foreign-images': [
      'warn',
      'warn Deployment shop/cart now: pulls registry.example/cart:1.0.0',
      'warn StatefulSet shop/orders-db now: pulls registry.example/orders-db:1.0.0',
    ],
    'acme/namespaces-without-quota': [
      'warn',
      'warn Namespace idle now: no ResourceQuota limits what its pods request',
      'warn Namespace shop now: no ResourceQuota limits what its pods request',
    ],
    'acme/old-base-images': [
      'fail',
      'fail Deployment acme/web 1.35: registry.example.com/acme/web:1.0.0-jdk8 is built on jdk8, which is supported below 1.35',
    ],
  };

  it('is granted what permissions prints, and judges every check with it', async () => {
    const [rbac, iam] = await Promise.all([permissions('rbac'), permissions('iam')]);
    const kube = parseAllDocuments(rbac).map((document) => document.toJS() as Record<string, unknown>);
    expect(rbac).toContain('resourcequotas');
    expect(kube[0]).toMatchObject({
      rules: expect.arrayContaining([
        { apiGroups: [''], resources: ['namespaces', 'resourcequotas'], verbs: ['list'] },
      ]),
    });
    Object.assign(world, { grants: { kube, aws: JSON.parse(iam) as unknown } });
    const report = await scan();
    expect(formatOwnResults(report)).toEqual(whole);
    expect([report.verdict, report.exitCode]).toEqual(['blocked', 1]);
  });

  it.each([
    ['cronjobs.batch: list', ['acme/foreign-images']],
    ['daemonsets.apps: list', ['acme/foreign-images']],
    ['deployments.apps: list', ['acme/foreign-images', 'acme/old-base-images']],
    ['namespaces: list', ['acme/namespaces-without-quota']],
    ['resourcequotas: list', ['acme/namespaces-without-quota']],
    ['statefulsets.apps: list', ['acme/foreign-images', 'acme/old-base-images']],
  ])('passes no check without %s, and names it', async (permission, concerned) => {
    Object.assign(world, { deny: [permission] });
    const report = await scan();
    Object.assign(world, { deny: [] });
    for (const { id, status, missing, findings } of report.results.filter((one) => concerned.includes(one.id))) {
      expect([id, status]).toEqual([id, 'unknown']);
      expect(missing).toMatchObject([{ reason: 'denied', permission }]);
      expect(findings.map(({ level }) => level)).toEqual(['unknown']);
    }
    const others = Object.entries(formatOwnResults(report)).filter(([id]) => !concerned.includes(id));
    expect(Object.fromEntries(others)).toEqual(
      Object.fromEntries(Object.entries(whole).filter(([id]) => !concerned.includes(id))),
    );
    expect(others).toHaveLength(3 - concerned.length);
  });

  it('is unknown beyond the end of its table', async () => {
    const args = ['scan', '--cluster', 'prod', '--target', '1.37', ...withPlugin, '--format', 'json'];
    const { results } = await parseReport(installed(args, running.env));
    const rules = results.find(({ id }) => id === 'acme/old-base-images')?.findings.map(({ rule }) => rule);
    expect(rules).toEqual(['jdk8', 'table:acme/baseImages']);
  });
});
