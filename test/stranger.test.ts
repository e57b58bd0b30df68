import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isRelaxing, keyClasses, optionNames, scanOptions } from '../src/options.ts';
import { reportSchema } from '../src/report.ts';
import { healthyWorld } from './world/healthy.ts';
import { aNodeObject } from './world/manifests.ts';
import { runCommand, startWorld, type Outcome, type RunningWorld } from './world/run.ts';

/**
 * A repository of somebody else's: the command is run in it, and its config file is found there, named by nobody. What it may
 * do is choose and tighten.
 */
let world: RunningWorld;
let folders = 0;
let repository: string;
let outside: string;

vi.setConfig({ testTimeout: 60_000 });

const found = 'eks-preflight.config.yaml';

beforeAll(async () => {
  const healthy = healthyWorld();
  const old = aNodeObject('ip-10-0-0-d.eu-west-1.compute.internal', { kubelet: 'v1.30.14-eks-113cf36' });
  world = await startWorld({ ...healthy, kube: { ...healthy.kube, objects: [...healthy.kube.objects, old] } });
  const saved = await runCommand(['collect', '--cluster', 'prod', '--output', 'blocked.json'], {
    env: world.env,
    cwd: world.folder,
  });
  expect(saved.code).toBe(0);
});
afterAll(() => world?.close());

beforeEach(async () => {
  outside = path.join(world.folder, `away-${++folders}`);
  repository = path.join(outside, 'repository');
  await mkdir(repository, { recursive: true });
});

const put = (name: string, text: string) => writeFile(path.join(repository, name), text);
const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
  runCommand(args, { env: { ...world.env, ...env }, cwd: repository });
const requests = () => world.requests.length + world.calls.length;

/** A kubeconfig whose plug-in leaves a trace; it leads where the world's own API server is. */
async function putKubeconfig(): Promise<void> {
  await put('plugin.sh', `#!/bin/sh\n/usr/bin/env > "${repository}/ran"\n`);
  await chmod(path.join(repository, 'plugin.sh'), 0o755);
  const cluster = {
    server: world.kubeUrl,
    'certificate-authority-data': Buffer.from(world.kubeCaPem).toString('base64'),
  };
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: `${repository}/plugin.sh`,
    interactiveMode: 'Never',
  };
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'x',
    contexts: [{ name: 'x', context: { cluster: 'x', user: 'x' } }],
    clusters: [{ name: 'x', cluster }],
    users: [{ name: 'x', user: { exec } }],
  };
  await put('kc', JSON.stringify(kubeconfig));
}

/** Exit code 3 and one line that names the file and its keys; nothing run, read, written or asked. */
async function refused(args: readonly string[], keys: string): Promise<void> {
  const [before, listing] = [requests(), await readdir(outside, { recursive: true })];
  const { code, stdout, stderr } = await run(args);
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toBe(
    `eks-preflight: ${found} may not set ${keys}, because it was not named with --config\n` +
      `If you trust the file, pass --config ${found}.\n`,
  );
  expect(requests()).toBe(before);
  expect(await readdir(outside, { recursive: true })).toEqual(listing);
}

describe('S1, S2: a config file that was only found', () => {
  it('S1 starts no plug-in of a kubeconfig and assumes no role; named, it would', async () => {
    await putKubeconfig();
    await put(found, 'kubeconfig: ./kc\nroleArn: arn:aws:iam::999999999999:role/attacker\n');
    await refused(['scan', '--cluster', 'prod'], 'roleArn, kubeconfig');
    await put('own.yaml', 'kubeconfig: ./kc\n');
    await run(['scan', '--cluster', 'prod', '--config', 'own.yaml']);
    expect(await readFile(path.join(repository, 'ran'), 'utf8')).toContain('AWS_ACCESS_KEY_ID');
  });

  it('S2 reads no inventory, writes no file and opens no gate; named, it does', async () => {
    await put('inv.json', await readFile(path.join(world.folder, 'blocked.json'), 'utf8'));
    await writeFile(path.join(outside, 'victim'), 'mine');
    const hostile = 'inventory: ./inv.json\nfailOn: never\nonly: clients/*\noutput: ../victim\n';
    await put(found, hostile);
    await refused(['scan', '--cluster', 'prod'], 'only, failOn: never, output, inventory');
    await refused(['collect', '--cluster', 'prod', '--output', 'x.json'], 'only, failOn: never, output, inventory');
    expect(await readFile(path.join(outside, 'victim'), 'utf8')).toBe('mine');
    const named = await run(['scan', '--cluster', 'prod', '--config', found]);
    expect([named.code, named.stderr]).toEqual([0, `eks-preflight: using config file ${found} (--config)\n`]);
    expect(await readFile(path.join(outside, 'victim'), 'utf8')).toMatch(/^READY/);
  });

  it.each([
    ['target: current\n', 'target'],
    ["target: '1.33'\nkarpenterTarget: current\n", 'target, karpenterTarget'],
    ['scope: control-plane\n', 'scope'],
    ['horizon: next\n', 'horizon'],
    ['skip: [nodes/*]\n', 'skip'],
    ['failOn: [never]\n', 'failOn: never'],
    ['timeout: 1s\n', 'timeout'],
  ])('S2 opens the gate by no %j', async (text, keys) => {
    await put(found, text);
    await refused(['scan', '--cluster', 'prod'], keys);
  });

  it.each([
    ['__proto__: { skip: nodes/* }\n', /unknown key '__proto__' in eks-preflight\.config\.yaml\n/],
    ['- skip\n', /eks-preflight\.config\.yaml: expected a mapping of keys to values/],
    ['fail-on: never\n', /unknown key 'fail-on' in eks-preflight\.config\.yaml\nDid you mean failOn\?/],
    ['fail_on: never\n', /unknown key 'fail_on' in eks-preflight\.config\.yaml\nDid you mean failOn\?/],
    ['karpenter-target: 1.8.8\n', /unknown key 'karpenter-target' in eks-preflight\.config\.yaml\nDid you mean karpenterTarget\?/],
    ['requires: nodes/*\n', /unknown key 'requires' in eks-preflight\.config\.yaml\nDid you mean require\?/],
    ['moon: full\n', /unknown key 'moon' in eks-preflight\.config\.yaml\nValid keys: cluster, region, /],
  ])('A8 refuses %j', async (text, message) => {
    await put(found, text);
    const { code, stdout, stderr } = await run(['scan', '--cluster', 'prod']);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(message);
  });

  it.each(['/dev/zero', '/proc/self/environ', '../elsewhere.yaml'])(
    'reads no %s that a link leads to',
    async (target) => {
      await writeFile(path.join(outside, 'elsewhere.yaml'), 'format: json\n');
      await symlink(target, path.join(repository, found));
      const { code, stdout, stderr } = await run(['scan', '--cluster', 'prod']);
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toMatch(/^eks-preflight: cannot read eks-preflight\.config\.yaml: it is not a regular file\n/);
    },
  );

  it('reads none without end', async () => {
    await put(found, `format: text # ${'x'.repeat(200_000)}\n`);
    const { code, stderr } = await run(['scan', '--cluster', 'prod']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/it is larger than 100 kB/);
  });
});

describe('what such a file may do', () => {
  it('chooses and tightens, and is named on stderr', async () => {
    await put(
      'eks-preflight.config.yml',
      'format: json\nfailOn: [warn, unknown]\nrequire: nodes/kubelet-skew\ncolor: false\n',
    );
    const { code, stdout, stderr } = await run(['scan', '--cluster', 'prod']);
    expect([code, stderr]).toEqual([
      1,
      'eks-preflight: using config file eks-preflight.config.yml (in the working directory)\n',
    ]);
    const { gate, configuration } = reportSchema.parse(JSON.parse(stdout));
    expect(gate).toMatchObject({ failOn: ['fail', 'warn', 'unknown'], result: 'blocked' });
    expect(configuration).toEqual({ file: 'eks-preflight.config.yml', named: false, locates: [], relaxed: [] });
  });

  it('A8 .yaml and .yml together are refused', async () => {
    await put(found, '');
    await put('eks-preflight.config.yml', '');
    expect((await run(['scan', '--cluster', 'prod'])).stderr).toBe(
      'eks-preflight: the working directory contains both eks-preflight.config.yaml and eks-preflight.config.yml\nRemove one, or choose one with --config FILE.\n',
    );
  });

  it('names the cluster where nobody else does, and the headline says so', async () => {
    await put(found, 'cluster: prod\nregion: eu-west-1\n');
    const { stdout, stderr } = await run(['scan']);
    expect(stderr).toBe(`eks-preflight: using config file ${found} (in the working directory)\n`);
    expect(stdout).toMatch(
      /^BLOCKED.*\n {2}Cluster and region come from eks-preflight\.config\.yaml \(in\s+the\s+working\s+directory\)\.\n/s,
    );
  });

  it.each<[string, string[], NodeJS.ProcessEnv]>([
    ['an option', ['--cluster', 'prod'], {}],
    ['an argument', ['prod'], {}],
    ['the environment', [], { EKS_PREFLIGHT_CLUSTER: 'prod' }],
  ])('names neither cluster nor region where %s names the cluster', async (_who, args, env) => {
    await put(found, 'cluster: other\nregion: us-east-1\n');
    const { code, stdout, stderr } = await run(['scan', ...args, '--format', 'json'], env);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `eks-preflight: using config file ${found} (in the working directory); ignoring its cluster and region because the cluster is already set\n`,
    );
    expect(reportSchema.parse(JSON.parse(stdout))).toMatchObject({
      cluster: { name: 'prod', region: 'eu-west-1' },
      configuration: { locates: [] },
    });
  });
});

describe('what a named file relaxes', () => {
  const relaxing = 'target: current\nskip: [nodes/*, addons/*]\nscope: control-plane\nhorizon: next\nfailOn: never\n';

  it('stands in the headline and in the JSON report', async () => {
    await put('ci.yaml', relaxing);
    const text = await run(['scan', '--cluster', 'prod', '--config', 'ci.yaml']);
    expect(text.stderr).toBe('eks-preflight: using config file ci.yaml (--config)\n');
    expect(text.stdout.split('\n\n')[0]?.replaceAll(/\s+/g, ' ')).toContain(
      'Set by ci.yaml: target current, skip nodes/*, addons/*, scope control-plane, failOn never, horizon next.',
    );
    const json = await run([
      'scan',
      '--cluster',
      'prod',
      '--config',
      'ci.yaml',
      '--format',
      'json',
      '--target',
      '1.34',
    ]);
    expect(reportSchema.parse(JSON.parse(json.stdout)).configuration).toEqual({
      file: 'ci.yaml',
      named: true,
      locates: [],
      relaxed: [
        { option: 'skip', value: 'nodes/*, addons/*' },
        { option: 'scope', value: 'control-plane' },
        { option: 'failOn', value: 'never' },
        { option: 'horizon', value: 'next' },
      ],
    });
  });

  it('EKS_PREFLIGHT_CONFIG names a file, too', async () => {
    await put('ci.yaml', 'skip: nodes/*\n');
    const { stderr, stdout } = await run(['scan', 'prod'], { EKS_PREFLIGHT_CONFIG: 'ci.yaml' });
    expect(stderr).toBe('eks-preflight: using config file ci.yaml (EKS_PREFLIGHT_CONFIG)\n');
    expect(stdout).toContain('Set by ci.yaml: skip nodes/*.');
  });

  it('is null where there is no file', async () => {
    const { stdout } = await run(['scan', 'prod', '--format', 'json']);
    expect(reportSchema.parse(JSON.parse(stdout)).configuration).toBeNull();
  });
});

describe('the keys', () => {
  it('are each in exactly one class', () => {
    expect(Object.keys(keyClasses)).toEqual(Object.keys(scanOptions.def.shape));
    expect(new Set(Object.values(keyClasses))).toEqual(new Set(['chooses', 'locates', 'tightens', 'relaxes', 'acts']));
  });

  it('that a stranger may set are the ones of the contract', () => {
    const free = optionNames.filter((name) => keyClasses[name] !== 'acts' && !isRelaxing(name, 'warn'));
    expect(free).toEqual(['cluster', 'region', 'require', 'failOn', 'format', 'all', 'verbose', 'color']);
    const relaxing = optionNames.filter((name) => isRelaxing(name, 'never'));
    expect(relaxing).toEqual(['target', 'karpenterTarget', 'only', 'skip', 'scope', 'failOn', 'horizon']);
  });
});

describe('A7: the environment', () => {
  const variables = [
    'TARGET',
    'KARPENTER_TARGET',
    'ONLY',
    'SKIP',
    'FORMAT',
    'SCOPE',
    'ALL',
    'IN_CLUSTER',
    'TIMEOUT',
    'CONFIG',
    'REGION',
  ];

  it('empty is not set, for every option', async () => {
    const names = [...optionNames.map((name) => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()), 'CONFIG'];
    expect(names).toEqual(expect.arrayContaining(variables));
    const env = Object.fromEntries(names.map((name) => [`EKS_PREFLIGHT_${name}`, '']));
    const plain = await run(['scan', 'prod', '--format', 'json']);
    const empty = await run(['scan', 'prod', '--format', 'json'], env);
    const untimed = (outcome: Outcome) => ({ ...outcome, stdout: outcome.stdout.replaceAll(/(At": ")[^"]+/g, '$1') });
    expect(untimed(empty)).toEqual(untimed(plain));
    expect(plain.code).toBe(1);
  });

  it.each<[NodeJS.ProcessEnv, string]>([
    [{ EKS_PREFLIGHT_TARGET: '1.x' }, "invalid EKS_PREFLIGHT_TARGET '1.x'"],
    [{ EKS_PREFLIGHT_KARPENTER_TARGET: 'x' }, "invalid EKS_PREFLIGHT_KARPENTER_TARGET 'x'"],
    [{ EKS_PREFLIGHT_FORMAT: 'xml' }, "invalid EKS_PREFLIGHT_FORMAT 'xml' (expected text or json)"],
    [{ EKS_PREFLIGHT_FAIL_ON: 'wran' }, "invalid EKS_PREFLIGHT_FAIL_ON 'wran' (expected fail, warn, unknown, not-covered or never)\nDid you mean warn?"],
    [{ EKS_PREFLIGHT_ONLY: 'node/*' }, 'EKS_PREFLIGHT_ONLY node/* matches no check\nDid you mean nodes/*'],
    [{ EKS_PREFLIGHT_CONTEXT: 'a', EKS_PREFLIGHT_IN_CLUSTER: '1' }, 'EKS_PREFLIGHT_IN_CLUSTER excludes'],
    [{ EKS_PREFLIGHT_ROLE_ARN: 'foo' }, "invalid EKS_PREFLIGHT_ROLE_ARN 'foo'"],
  ])('an error names the variable: %j', async (env, message) => {
    const { code, stderr } = await run(['scan', 'prod'], env);
    expect(code).toBe(3);
    expect(stderr).toContain(`eks-preflight: ${message}`);
  });

  it('an error names the key of the file', async () => {
    await put('ci.yaml', "target: '1.x'\n");
    const { stderr } = await run(['scan', 'prod', '--config', 'ci.yaml']);
    expect(stderr).toContain("invalid target of ci.yaml '1.x'");
  });

  it.each(['checks', 'demo', 'permissions'])('an unknown name is warned of in one line (%s)', async (command) => {
    const { stderr } = await run([command], { EKS_PREFLIGHT_CLUSTR: 'prod', EKS_PREFLIGHT_MOON: 'full' });
    expect(stderr).toBe(
      'eks-preflight: ignoring unknown environment variable EKS_PREFLIGHT_CLUSTR; did you mean EKS_PREFLIGHT_CLUSTER?\n' +
        'eks-preflight: ignoring unknown environment variable EKS_PREFLIGHT_MOON\n',
    );
  });
});

describe('eks-preflight config', () => {
  it('shows each setting and where it comes from, and no secret', async () => {
    await put('ci.yaml', 'skip: [nodes/*]\nexternalId: hush-hush\nroleArn: arn:aws:iam::111122223333:role/x\n');
    const env = { EKS_PREFLIGHT_TARGET: '1.34', COLUMNS: '160' };
    const { code, stdout } = await run(['config', 'prod', '--scope', 'control-plane', '--config', 'ci.yaml'], env);
    expect(code).toBe(0);
    const rows = new Map(
      stdout
        .trim()
        .split('\n')
        .map((line) => [line.split(' ')[0], line.replaceAll(/ {2,}/g, '  ')]),
    );
    expect(rows.get('cluster')).toBe('cluster  prod  --cluster');
    expect(rows.get('target')).toBe('target  1.34  EKS_PREFLIGHT_TARGET');
    expect(rows.get('scope')).toBe('scope  control-plane  --scope');
    expect(rows.get('skip')).toBe('skip  nodes/*  ci.yaml');
    expect(rows.get('externalId')).toBe('externalId  ***  ci.yaml');
    expect(rows.get('horizon')).toBe('horizon  path  default');
    expect([...rows.keys()]).toEqual([...optionNames]);
    expect(stdout).not.toContain('hush');
  });
});
