import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isRelaxing, optionNames, rowOf } from '../../src/commands/options/options.ts';
import { reportSchema } from '../../src/report/schema.ts';
import { healthyWorld } from '../world/healthy.ts';
import { aNodeObject } from '../world/manifests.ts';
import { runCommand } from '../world/in-process.ts';
import type { Outcome } from '../world/outcome.ts';
import { runProcess, startWorld, type RunningWorld } from '../world/run.ts';

/**
 * An untrusted repository: the command runs in it and finds its config file there without being given its path. The
 * file may only name the cluster, change how a report looks and tighten the gate.
 */

let world: RunningWorld;
let folders = 0;
let repository: string;
let outside: string;

const found = 'eks-preflight.config.yaml';

beforeAll(async () => {
  const healthy = healthyWorld();
  const old = aNodeObject('ip-10-0-0-d.eu-west-1.compute.internal', { kubelet: 'v1.30.14-eks-113cf36' });
  world = await startWorld({ ...healthy, kube: { ...healthy.kube, objects: [...healthy.kube.objects, old] } });
  const saved = await runProcess(['collect', '--cluster', 'prod', '--output', 'blocked.json'], {
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

/** A kubeconfig for the world's API server, with a credential plug-in that leaves a trace if run. */
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

/** Expects exit code 3 and an error that names the file and its keys; nothing is run, written or requested. */
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

describe('a config file that was only found', () => {
  it('starts no plug-in of a kubeconfig and assumes no role; named, it would', async () => {
    await putKubeconfig();
    await put(found, 'kubeconfig: ./kc\nroleArn: arn:aws:iam::999999999999:role/attacker\n');
    await refused(['scan', '--cluster', 'prod'], 'roleArn, kubeconfig');
    await put('own.yaml', 'kubeconfig: ./kc\n');
    await run(['scan', '--cluster', 'prod', '--config', 'own.yaml']);
    expect(await readFile(path.join(repository, 'ran'), 'utf8')).toContain('AWS_ACCESS_KEY_ID');
  });

  it('reads no inventory, writes no file and opens no gate; named, it does', async () => {
    await put('inv.json', await readFile(path.join(world.folder, 'blocked.json'), 'utf8'));
    await writeFile(path.join(outside, 'victim'), 'mine');
    const hostile = 'inventory: ./inv.json\nfailOn: never\nonly: clients/*\noutput: ../victim\n';
    await put(found, hostile);
    await refused(['scan', '--cluster', 'prod'], 'only, failOn: never, output, inventory');
    await refused(['collect', '--cluster', 'prod', '--output', 'x.json'], 'only, failOn: never, output, inventory');
    expect(await readFile(path.join(outside, 'victim'), 'utf8')).toBe('mine');
    const named = await run(['scan', '--cluster', 'prod', '--config', found]);
    expect([named.code, named.stderr]).toEqual([0, `eks-preflight: using config file ${found} (--config)\n`]);
    expect(await readFile(path.join(outside, 'victim'), 'utf8')).toMatch(/^PARTIAL/);
  });

  it.each([
    ['target: current\n', 'target'],
    ["target: '1.33'\nkarpenterTarget: current\n", 'target, karpenterTarget'],
    ['scope: control-plane\n', 'scope'],
    ['horizon: next\n', 'horizon'],
    ['skip: [nodes/*]\n', 'skip'],
    ['failOn: [never]\n', 'failOn: never'],
    ['timeout: 1s\n', 'timeout'],
    ['baseline: ./report.json\n', 'baseline'],
    ['show: checks\n', 'show: checks'],
    ["show: '3'\n", 'show: 3'],
    [
      "accept: [{ check: nodes/kubelet-skew, resource: '*', level: fail, at: now, reason: r, owner: o, until: '2999-12-31' }]\n",
      'accept',
    ],
  ])('opens the gate by no %j', async (text, keys) => {
    await put(found, text);
    await refused(['scan', '--cluster', 'prod'], keys);
  });

  it('may shorten or lengthen what is printed, if nothing excludes it', async () => {
    await put(found, 'show: summary\n');
    const [text, junit] = [await run(['scan', 'prod']), await run(['scan', 'prod', '--format', 'junit'])];
    expect([text.code, junit.code]).toEqual([1, 1]);
    expect(text.stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    expect(junit.stdout).toMatch(/^<\?xml/);
    await put(found, 'show: all\n');
    expect((await run(['scan', 'prod'])).stdout).toContain('looked for:');
  });

  it.each([
    ['clusters: [{ name: prod, roleArn: arn:aws:iam::999999999999:role/attacker }]\n', 'clusters'],
    ['clusters: [{ name: prod, target: current }]\n', 'clusters'],
    ['allClusters: true\n', 'allClusters'],
    ["parallel: '64'\n", 'parallel'],
    ['output: json=reports/\n', 'output'],
  ])('names no other clusters and no folders: %j', async (text, keys) => {
    await put(found, text);
    await refused(['scan'], keys);
    await refused(['scan', 'prod', 'test'], keys);
    await refused(['collect', 'prod', '--output', 'x.json'], keys);
  });

  it.each([
    ['__proto__: { skip: nodes/* }\n', /unknown key '__proto__' in eks-preflight\.config\.yaml\n/],
    ['- skip\n', /eks-preflight\.config\.yaml: expected a mapping of keys to values/],
    ['fail-on: never\n', /unknown key 'fail-on' in eks-preflight\.config\.yaml\nDid you mean failOn\?/],
    ['fail_on: never\n', /unknown key 'fail_on' in eks-preflight\.config\.yaml\nDid you mean failOn\?/],
    [
      'karpenter-target: 1.8.8\n',
      /unknown key 'karpenter-target' in eks-preflight\.config\.yaml\nDid you mean karpenterTarget\?/,
    ],
    ['requires: nodes/*\n', /unknown key 'requires' in eks-preflight\.config\.yaml\nDid you mean require\?/],
    ['moon: full\n', /unknown key 'moon' in eks-preflight\.config\.yaml\nValid keys: cluster, region, /],
  ])('refuses %j', async (text, message) => {
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

describe('a config file that was made to harm', () => {
  const refusedFile = async (text: string, message: string, args: readonly string[] = []) => {
    await put(found, text);
    await put('own.yaml', text);
    const before = requests();
    for (const [name, more] of [
      [found, []],
      ['own.yaml', ['--config', 'own.yaml']],
    ] as const) {
      const { code, stdout, stderr } = await run(['scan', 'prod', ...args, ...more]);
      expect([code, stdout]).toEqual([3, '']);
      const said = stderr.replace(/^eks-preflight: using config file [^\n]+\n/, '');
      expect(said.split('\n')[0]).toBe(`eks-preflight: ${message.replaceAll('FILE', name)}`);
      expect(stderr.length).toBeLessThan(700);
    }
    expect(requests()).toBe(before);
  };

  it.each([
    ['%YAML 1.1\n---\nrequire: nodes/*\n', 'config file FILE begins with a YAML directive'],
    ['\uFEFF%YAML 1.1\n---\nfailOn: warn\n', 'config file FILE begins with a YAML directive'],
    ['%YAML 1.1\n---\n<<: { skip: nodes/* }\n', 'config file FILE begins with a YAML directive'],
    ['%TAG ! tag:yaml.org,2002:\n---\nfailOn: warn\n', 'config file FILE begins with a YAML directive'],
    ['%MOON\n---\nfailOn: warn\n', 'config file FILE is not valid YAML: Unknown directive %MOON at line 1, column 1'],
    ['!!omap\n- failOn: [warn]\n', 'config file FILE contains a YAML tag: tag:yaml.org,2002:omap'],
    ['!!set\n? failOn\n', 'config file FILE contains a YAML tag: tag:yaml.org,2002:set'],
    ['!!map {failOn: warn}\n', 'config file FILE contains a YAML tag: tag:yaml.org,2002:map'],
    ['failOn: !!set {warn}\n', 'config file FILE contains a YAML tag: tag:yaml.org,2002:set'],
    ['!!str failOn: warn\n', 'config file FILE contains a YAML tag: tag:yaml.org,2002:str'],
    ['failOn: !x warn\n', 'config file FILE is not valid YAML: Unresolved tag: !x at line 1, column 9'],
    ['<<: { skip: nodes/* }\n', "unknown key '<<' in FILE"],
    ['warn\n', 'FILE: expected a mapping of keys to values'],
    ['false\n', 'FILE: expected a mapping of keys to values'],
  ])('no key of it is silently dropped: %j', (text, message) => refusedFile(text, message));

  it('a comment, a mark of its beginning and %YAML 1.2 are none of that', async () => {
    await put(found, '%YAML 1.2\n--- # %YAML 1.1\nformat: json # !!omap\n');
    expect(reportSchema.parse(JSON.parse((await run(['scan', 'prod'])).stdout)).verdict).toBe('blocked');
  });

  it.each([
    ['failOn: &a [*a]\n', 'failOn of FILE: expected list, or text with commas'],
    ['&a { failOn: *a }\n', 'failOn of FILE: expected list, or text with commas'],
    [`require: ${'x'.repeat(90_000)}\n`, `--require ${'x'.repeat(80)}… matches no check`],
    [`require: ['${'*?('.repeat(30_000)}']\n`, `--require ${'*?('.repeat(27).slice(0, 80)}… matches no check`],
    [`${'x'.repeat(1_000)}: 1\n`, `unknown key '${'x'.repeat(80)}…' in FILE`],
    ['a: 1\nb: 1\nc: 1\nd: 1\ne: 1\n', "unknown keys 'a', 'b', 'c' and 2 more in FILE"],
    [
      `format: ${'x'.repeat(1_000)}\n`,
      `invalid format of FILE '${'x'.repeat(80)}…' (expected text, json, markdown, html, junit, sarif, github or prometheus)`,
    ],
  ])('is refused in a short line (%#)', (text, message) =>
    refusedFile(text, message.replace('--require', 'require of FILE')),
  );

  it.each([
    ['format: json\n---\nfailOn: warn\n', 'config file FILE contains more than one document'],
    ['format: json\n...\n%YAML 1.1\n---\nfailOn: warn\n', 'config file FILE contains more than one document'],
    [`failOn: ${'['.repeat(50_000)}`, 'config file FILE is nested too deeply'],
    [`failOn: ${'['.repeat(30)}${']'.repeat(30)}`, 'config file FILE is nested too deeply'],
    ['- '.repeat(45_000), 'config file FILE is nested too deeply'],
  ])('is refused in our own words (%#)', (text, message) => refusedFile(text, message));

  it('a row of indicators does not end the process', async () => {
    await put('own.yaml', '- '.repeat(400_000));
    const { code, stderr } = await run(['scan', 'prod', '--config', 'own.yaml']);
    expect([code, stderr]).toEqual([3, 'eks-preflight: config file own.yaml is nested too deeply\n']);
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['region: eu-west-1\n', { EKS_PREFLIGHT_CLUSTER: 'ARN' }, ''],
    ['cluster: ARN\n', {}, `, from cluster of ${found}`],
    ['format: text\n', { EKS_PREFLIGHT_CLUSTER: 'ARN' }, ', from EKS_PREFLIGHT_CLUSTER'],
  ])('an ARN in another Region is named with its origin (%#)', async (text, env, from) => {
    const arn = 'arn:aws:eks:us-east-1:111122223333:cluster/prod';
    await put(found, text.replace('ARN', arn));
    const variables = Object.fromEntries(Object.entries(env).map(([name]) => [name, arn]));
    const { code, stderr } = await run(['scan', '--region', 'eu-west-1'], variables);
    const origin = from === '' ? ', from EKS_PREFLIGHT_CLUSTER' : from;
    expect(code).toBe(3);
    expect(stderr).toContain(
      `eks-preflight: --region eu-west-1 does not match the cluster ARN (us-east-1${origin})\nOmit the Region; the ARN includes it.\n`,
    );
  });

  it('a cluster that is none is named with its origin', async () => {
    await put(found, 'cluster: a b\n');
    expect((await run(['scan'])).stderr).toContain(`eks-preflight: invalid cluster of ${found} 'a b' (expected`);
  });
});

describe('a named file that never ends', () => {
  it.each<[string, string[], NodeJS.ProcessEnv, string]>([
    ['a config of the environment', [], { EKS_PREFLIGHT_CONFIG: '/dev/zero' }, 'the config /dev/zero: it is a device'],
    ['a config', ['--config', '/dev/zero'], {}, 'the config /dev/zero: it is a device'],
    ['an inventory', ['--inventory', '/dev/zero'], {}, 'the inventory /dev/zero: it is a device'],
    ['an inventory by a link', ['--inventory', 'zero'], {}, 'the inventory zero: it is a device'],
    ['a long config', ['--config', 'long.yaml'], {}, 'the config long.yaml: it is larger than 1 MB'],
    ['a folder', ['--config', '.'], {}, 'the config .: it is a directory'],
  ])('is refused: %s', async (_what, args, env, message) => {
    await symlink('/dev/zero', path.join(repository, 'zero'));
    await put('long.yaml', `#${'x'.repeat(1_000_000)}\n`);
    const { code, stdout, stderr } = await run(['scan', 'prod', ...args], env);
    expect([code, stdout, stderr.split('\n')[0]]).toEqual([3, '', `eks-preflight: cannot read ${message}`]);
  });

  it('a pipe is read to its end, but no further than the limit', async () => {
    const cli = process.env['EKS_PREFLIGHT_TEST_CLI'] ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
    const line = (feed: string) =>
      promisify(execFile)(
        'bash',
        [
          '-c',
          `mkfifo p; { ${feed}; } > p & "$0" "$1" scan prod --config p; echo "ended with $?"`,
          process.execPath,
          cli,
        ],
        { env: { ...world.env, PATH: process.env['PATH'] }, cwd: repository },
      );
    const read = await line(`echo 'failOn: never'`);
    expect(read.stdout).toMatch(/Set by p: failOn never\..*ended with 0\n$/s);
    await rm(path.join(repository, 'p'));
    const endless = await line(`yes '# x' 2> /dev/null`);
    expect([endless.stdout, endless.stderr]).toEqual([
      'ended with 3\n',
      'eks-preflight: cannot read the config p: it is larger than 1 MB\n',
    ]);
  });

  it('/dev/null is an empty config', async () => {
    await put(found, 'moon: full\n');
    expect((await run(['scan', 'prod', '--config', '/dev/null'])).code).toBe(1);
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

  it('raises levels and tightens thresholds', async () => {
    await put(
      found,
      'format: json\nlevels: { nodes/version-behind: fail }\nthresholds: { control-plane/subnet-ips: { freeInEachSubnet: 100000 } }\n',
    );
    const { stdout } = await run(['scan', '--cluster', 'prod']);
    const { results } = reportSchema.parse(JSON.parse(stdout));
    const status = (id: string) => results.find((result) => result.id === id)?.status;
    expect([status('nodes/version-behind'), status('control-plane/subnet-ips')]).toEqual(['fail', 'warn']);
    await put(found, 'thresholds: { control-plane/subnet-ips: { freeInEachSubnet: 4 } }\n');
    expect((await run(['scan', '--cluster', 'prod'])).stderr).toContain(
      `eks-preflight: thresholds of ${found}: control-plane/subnet-ips freeInEachSubnet 4 is looser than the check's own 5; write 5 or more\n`,
    );
  });

  it('.yaml and .yml together are refused', async () => {
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
    expect(new Set(optionNames.map((name) => rowOf(name).class))).toEqual(
      new Set(['chooses', 'locates', 'tightens', 'relaxes', 'acts']),
    );
  });

  it('that a stranger may set are those that are documented', () => {
    const free = optionNames.filter((name) => rowOf(name).class !== 'acts' && !isRelaxing(name, 'warn'));
    expect(free).toEqual([
      'cluster',
      'region',
      'require',
      'failOn',
      'format',
      'show',
      'verbose',
      'color',
      'teamLabel',
      'levels',
      'thresholds',
    ]);
    const relaxing = optionNames.filter((name) => isRelaxing(name, 'never'));
    expect(relaxing).toEqual([
      'target',
      'karpenterTarget',
      'rollback',
      'only',
      'skip',
      'scope',
      'failOn',
      'horizon',
      'allowPartial',
      'accept',
    ]);
  });
});

describe('the environment', () => {
  const variables = [
    'TARGET',
    'KARPENTER_TARGET',
    'ONLY',
    'SKIP',
    'FORMAT',
    'SCOPE',
    'SHOW',
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
    [
      { EKS_PREFLIGHT_FORMAT: 'xml' },
      "invalid EKS_PREFLIGHT_FORMAT 'xml' (expected text, json, markdown, html, junit, sarif, github or prometheus)",
    ],
    [
      { EKS_PREFLIGHT_FAIL_ON: 'wran' },
      "invalid EKS_PREFLIGHT_FAIL_ON 'wran' (expected fail, warn, unknown, not-covered or never)\nDid you mean warn?",
    ],
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
  const hostile = 'prod\\u001b[2J\\u001b]0;x\\u0007\\u202E\\u200B\\nregion  eu-west-1  --region';
  // oxlint-disable-next-line no-control-regex
  const forbidden = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B\u202E]/;

  it.each(['profile', 'require', 'context', 'inventory'])('prints no value raw: %s', async (key) => {
    await put('own.yaml', `${key}: "${hostile}"\n`);
    const { code, stdout, stderr } = await run(['config', '--config', 'own.yaml'], { COLUMNS: '200' });
    expect([code, stderr]).toEqual([0, 'eks-preflight: using config file own.yaml (--config)\n']);
    expect(stdout).not.toMatch(forbidden);
    expect(stdout.match(/^region/gm)).toHaveLength(1);
    expect(stdout).toMatch(new RegExp(`^${key} +prod region eu-west-1 --region +own\\.yaml$`, 'm'));
  });

  it('prints no origin raw', async () => {
    await put('own\u001B[2J\nregion.yaml', 'profile: x\n');
    const { code, stdout } = await run(['config', '--config', 'own\u001B[2J\nregion.yaml'], { COLUMNS: '200' });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(forbidden);
    expect(stdout).toMatch(/^profile +x +own region\.yaml$/m);
  });

  it.each([
    [`region: "${hostile}"\n`, /^eks-preflight: invalid region of eks-preflight\.config\.yaml 'prod region eu-west-1 /],
    [
      `cluster: "${hostile}"\n`,
      /^eks-preflight: invalid cluster of eks-preflight\.config\.yaml 'prod region eu-west-1 /,
    ],
    [`failOn: ["warn\\nREADY"]\n`, /^eks-preflight: invalid failOn of eks-preflight\.config\.yaml 'warn READY' /],
  ])('refuses what scan refuses: %j', async (text, message) => {
    await put(found, text);
    const { code, stdout, stderr } = await run(['config']);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr.replace(/^eks-preflight: using config file [^\n]+\n/, '')).toMatch(message);
    expect(stderr).not.toMatch(forbidden);
  });

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
