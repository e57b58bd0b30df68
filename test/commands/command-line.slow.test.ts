import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { errorReportSchema, reportSchema, type Report } from '../../src/report/schema.ts';
import { healthyWorld } from '../world/healthy.ts';
import { aNodeObject } from '../world/manifests.ts';
import { runCommand } from '../world/in-process.ts';
import type { Outcome } from '../world/outcome.ts';
import { runProcess, startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

/** The built command as a shell runs it: its output, the files that it leaves behind, its exit code. */

let ill: RunningWorld;
let healthy: RunningWorld;
let inventory: string;
let folders = 0;

/** A node too old for the next version, a CoreDNS without its ConfigMap, and updates that the caller may not read. */
function illWorld(): World {
  const world = healthyWorld();
  const objects = world.kube.objects.filter(
    ({ kind, metadata }) => kind !== 'ConfigMap' || (metadata as { name: string }).name !== 'coredns',
  );
  const old = aNodeObject('ip-10-0-0-d.eu-west-1.compute.internal', { kubelet: 'v1.30.14-eks-113cf36' });
  return {
    ...world,
    kube: { ...world.kube, objects: [...objects, old] },
    deny: ['eks:ListUpdates'],
  };
}

beforeAll(async () => {
  [ill, healthy] = await Promise.all([startWorld(illWorld()), startWorld(healthyWorld())]);
  inventory = path.join(ill.folder, 'inventory.json');
  const saved = await run(['scan', '--cluster', 'prod', '--save-inventory', inventory]);
  expect([saved.code, saved.stderr]).toEqual([1, '']);
});
afterAll(() => Promise.all([ill.close(), healthy.close()]));

async function newFolder(): Promise<string> {
  const folder = path.join(ill.folder, `folder-${++folders}`);
  await mkdir(folder);
  return folder;
}

interface Where {
  world?: RunningWorld;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

async function run(args: readonly string[], { world = ill, env = {}, cwd }: Where = {}): Promise<Outcome> {
  const outcome = await runCommand(args, { env: { ...world.env, ...env }, cwd: cwd ?? (await newFolder()) });
  expect(outcome.stderr).not.toMatch(/\n\s+at |node:internal|crashed/);
  return outcome;
}

function countChecks(area: string): number {
  return checks.filter(({ id }) => id.startsWith(`${area}/`)).length;
}

async function replay(args: readonly string[], where: Where = {}): Promise<Outcome> {
  return run(['scan', '--inventory', inventory, ...args], where);
}

async function parseReport(outcome: Promise<Outcome>, expectedStderr = ''): Promise<Report> {
  const { stdout, stderr, code } = await outcome;
  expect(stderr).toBe(expectedStderr);
  const report = reportSchema.parse(JSON.parse(stdout));
  expect(code).toBe(report.exitCode);
  return report;
}

/** Expects exit code 3, nothing on stdout, one line about the error and at most one about the fix. */
async function expectUsageError(args: readonly string[], where: Where = {}): Promise<string> {
  const calls = (where.world ?? ill).calls.length;
  const { code, stdout, stderr } = await run(args, where);
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(/^eks-preflight: [^\n]+\n([^\n]+\n)?$/);
  expect((where.world ?? ill).calls.length, 'AWS was called').toBe(calls);
  return stderr;
}

describe('every command', () => {
  it.each([
    [['--help'], /Usage: eks-preflight .*scan .*demo .*collect .*permissions .*checks/s],
    [['scan', '--help'], /--cluster <name>.*--target <version>.*--config <file>.*EKS_PREFLIGHT_ROLE_ARN/s],
    [['--version'], /^\d+\.\d+\.\d+\n$/],
    [['-V'], /^\d+\.\d+\.\d+\n$/],
    [['checks'], new RegExp(`${checks.length} checks\\.`)],
    [['permissions'], /"ec2:DescribeSubnets".*kind: ClusterRole/s],
  ])('%j', async (args, text) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(text);
  });

  it('checks names every check and explains each', async () => {
    const { stdout } = await run(['checks']);
    for (const { id } of checks) expect(stdout).toContain(id);
    const [first] = checks;
    const explained = await run(['checks', first?.id ?? '']);
    expect([explained.code, explained.stderr]).toEqual([0, '']);
    expect(explained.stdout).toContain(first?.links[0]);
  });

  it('permissions --format iam is a policy, --format rbac manifests, --only narrows both', async () => {
    const policy = JSON.parse((await run(['permissions', '--format', 'iam'])).stdout) as {
      Statement: { Action: string[] }[];
    };
    const narrow = JSON.parse(
      (await run(['permissions', '--format', 'iam', '--only', 'control-plane/subnets'])).stdout,
    ) as typeof policy;
    expect(policy.Statement[0]?.Action).toEqual(expect.arrayContaining(['eks:DescribeCluster', 'iam:GetRole']));
    expect(narrow.Statement[0]?.Action).toEqual([
      'ec2:DescribeSubnets',
      'eks:DescribeCluster',
      'eks:DescribeClusterVersions',
    ]);
    expect((await run(['permissions', '--format', 'rbac'])).stdout).toMatch(/kind: ClusterRole\n.*nodes/s);
  });

  it('demo needs no cluster, no account and no folder, and shows blockers', async () => {
    const { code, stdout, stderr } = await runCommand(['demo'], { env: { PATH: process.env['PATH'] } });
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^BLOCKED {2}prod 1\.\d+ -> 1\.\d+, Karpenter [\d.]+ -> [\d.]+\n/);
  });

  it('scan prints the report on stdout and nothing on stderr', async () => {
    const { code, stdout, stderr } = await run(['scan', '--cluster', 'prod'], { world: healthy });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^READY {2}prod 1\.33 -> 1\.34\n.*\nREADY, exit code 0\n\nFirst: task \d+ of \d+, /s);
  });

  it('--verbose shows every call on stderr, and no secret', async () => {
    const { stdout, stderr } = await run(['scan', '--cluster', 'prod', '--verbose'], { world: healthy });
    expect(stdout).toMatch(/^READY/);
    expect(stderr).toContain('aws eks:DescribeCluster');
    expect(stderr).toMatch(/kube GET \/api\/v1\/nodes\?limit=250.*: 200, \d+ ms/);
    expect(stderr).not.toMatch(/k8s-aws-v1|Bearer|wJalrXUtnFEMI/);
  });
});

describe('bad usage ends with 3, one line and a hint, before anything is read', () => {
  it.each<[string, string[], RegExp]>([
    ['no command', [], /no command given\nTry `eks-preflight scan/],
    ['a mistyped command', ['scna'], /unknown command 'scna'\nDid you mean scan\?/],
    ['a mistyped option', ['scan', '--clustr', 'prod'], /unknown option '--clustr'\nDid you mean --cluster\?/],
    ['a missing value', ['scan', '--cluster'], /'--cluster <name>' argument missing\nSee `eks-preflight scan --help`/],
    ['a stray argument', ['collect', 'prod', 'test'], /too many arguments/],
    [
      '--target 1.x',
      ['scan', '--cluster', 'prod', '--target', '1.x'],
      /invalid --target '1\.x' \(expected e\.g\. 1\.34, or current\)/,
    ],
    ['--target 2.1', ['scan', '--cluster', 'prod', '--target', '2.1'], /invalid --target '2\.1'/],
    ['--target 1.340', ['scan', '--cluster', 'prod', '--target', '1.340'], /invalid --target '1\.340'/],
    [
      '--only without a match',
      ['scan', '--cluster', 'prod', '--only', 'nodes/skew'],
      /matches no check\nDid you mean [^\n]*nodes\/kubelet-skew/,
    ],
    ['--skip without a match', ['scan', '--cluster', 'prod', '--skip', 'pods/*'], /--skip pods\/\* matches no check/],
    ['--require without a match', ['scan', '--cluster', 'prod', '--require', 'x'], /--require x matches no check/],
    [
      '--only and --skip of all',
      ['scan', '--cluster', 'prod', '--only', 'nodes', '--skip', 'nodes/*'],
      /select no checks/,
    ],
    [
      '--fail-on nonsense',
      ['scan', '--cluster', 'prod', '--fail-on', 'nonsense'],
      /invalid --fail-on 'nonsense' \(expected fail, warn, unknown, not-covered or never\)\n/,
    ],
    [
      '--fail-on never,warn',
      ['scan', '--cluster', 'prod', '--fail-on', 'never,warn'],
      /--fail-on never cannot be combined with other levels\n/,
    ],
    [
      '--scope nodes',
      ['scan', '--cluster', 'prod', '--scope', 'nodes'],
      /invalid --scope 'nodes' \(expected all or control-plane\)\n/,
    ],
    [
      '--horizon far',
      ['scan', '--cluster', 'prod', '--horizon', 'far'],
      /invalid --horizon 'far' \(expected path or next\)\n/,
    ],
    [
      '--format xml',
      ['scan', '--cluster', 'prod', '--format', 'xml'],
      /invalid --format 'xml' \(expected text, json, markdown, html, junit, sarif, github or prometheus\)\n/,
    ],
    [
      '--output in no format',
      ['scan', '--cluster', 'prod', '--output', 'xml=a.xml'],
      /invalid --output 'xml=a\.xml' \(expected FILE, text=FILE, json=FILE, .*, github=FILE or prometheus=FILE\)\n/,
    ],
    ...['out.pdf', 'a.b.2026', './out.tx'].map((file): [string, string[], RegExp] => [
      `--output ${file}`,
      ['demo', '--output', file],
      /--output \S+: no format has the extension \.\w+\nName the format, as in --output text=\S+: text, json, .* or prometheus\.\n/,
    ]),
    [
      '--output r.HTML',
      ['demo', '-o', 'r.HTML'],
      /the extension \.HTML\nName the format, as in --output html=r\.HTML:/,
    ],
    [
      '--output json',
      ['demo', '--output', 'json'],
      /--output json: this is a format, not a file\nWrite it as --output json=FILE; for a file with this name, as \.\/json\.\n/,
    ],
    ...['yaml', 'wide', 'name', 'jsonpath={.verdict}', 'custom-columns=A:.b'].map(
      (word): [string, string[], RegExp] => [
        `--output ${word}`,
        ['demo', '-o', word],
        /--output \S+: this is a format of kubectl; here, --output names a file\nChoose the format of the report with --format: text, json, /,
      ],
    ),
    [
      'collect --output yaml',
      ['collect', 'prod', '--output', 'yaml'],
      /this is a format of kubectl; here, --output names a file\nCollect writes facts, in one format\. For a file with this name, write \.\/yaml\.\n/,
    ],
    ...['*', '**', '***', '*/*'].map((glob): [string, string[], RegExp] => [
      `--skip ${glob}`,
      ['demo', '--skip', glob],
      /--skip \S+ skips every check: nothing is left to judge\nName the checks or areas to skip; `eks-preflight checks` lists them\.\n/,
    ]),
    ['--only *', ['demo', '--only', '*'], /--only \* matches no check\nWrite \*\* for all checks/],
    [
      'checks --format xml',
      ['checks', '--format', 'xml'],
      /^eks-preflight: invalid --format 'xml' \(expected [^\n]*\)\n$/,
    ],
    [
      'test-rules of a module',
      ['test-rules', 'spot.mjs'],
      /spot\.mjs is a module, not a rule file .*\nTest a module .*`eks-preflight\/testing`/,
    ],
    ['test-rules of a text', ['test-rules', 'spot.txt'], /the name of a rule file ends in \.yaml or \.yml\n/],
    ['--output without a file', ['scan', '--cluster', 'prod', '--output', 'json='], /names no file/],
    [
      '--in-cluster with a context',
      ['scan', '--cluster', 'prod', '--in-cluster', '--context', 'x'],
      /--in-cluster excludes/,
    ],
    [
      '--timeout 300',
      ['scan', '--cluster', 'prod', '--timeout', '300'],
      /invalid --timeout '300' \(expected e\.g\. 90s, 5m or 1h\)\n/,
    ],
    [
      '--timeout 0s',
      ['scan', '--cluster', 'prod', '--timeout', '0s'],
      /invalid --timeout '0s' \(expected e\.g\. 90s, 5m or 1h\)\n/,
    ],
    [
      '--timeout 25h',
      ['scan', '--cluster', 'prod', '--timeout', '25h'],
      /invalid --timeout '25h' \(expected e\.g\. 90s, 5m or 1h\)\nThe maximum is 24h\./,
    ],
    [
      '--timeout soon',
      ['collect', '--cluster', 'prod', '--output', 'x', '--timeout', 'soon'],
      /invalid --timeout 'soon' \(expected e\.g\. 90s, 5m or 1h\)\n/,
    ],
    ...['10', '0GB', '1.5GB', '10gb', '-1GB', '10GiB', 'none'].map((size): [string, string[], RegExp] => [
      `--logs-max ${size}`,
      ['scan', '--cluster', 'prod', `--logs-max=${size}`],
      new RegExp(`invalid --logs-max '${size}' \\(expected e\\.g\\. 500MB, 50GB or 1TB\\)\\n`),
    ]),
    [
      '--with log',
      ['scan', '--cluster', 'prod', '--with', 'log'],
      /invalid --with 'log' \(expected secrets, logs or metrics\)\n/,
    ],
    ['--as-of without --inventory', ['scan', '--cluster', 'prod', '--as-of', 'now'], /--as-of needs --inventory/],
    ['--redact without a file', ['scan', '--cluster', 'prod', '--redact'], /--redact needs --save-inventory/],
    ['collect without a file', ['collect', '--cluster', 'prod'], /no file for the facts\nPass --output FILE/],
    ['collect with an option of scan', ['collect', '--target', '1.34'], /unknown option '--target'/],
    [
      'permissions --format hcl',
      ['permissions', '--format', 'hcl'],
      /invalid --format 'hcl' \(expected iam, rbac or terraform\)\n/,
    ],
    [
      '--kube-server that is no URL',
      ['scan', '--cluster', 'prod', '--kube-server', 'here'],
      /invalid --kube-server 'here' \(expected e\.g\. https:\/\/localhost:6443\)\n/,
    ],
    [
      'a check that does not exist',
      ['checks', 'nodes/skew'],
      /unknown check 'nodes\/skew'\nDid you mean [^\n]*nodes\/kubelet-skew/,
    ],
    ['permissions of no check', ['permissions', '--only', 'x/y'], /--only x\/y matches no check/],
    // Names of properties that every JavaScript object has.
    ['checks toString', ['checks', 'toString'], /unknown check 'toString'\nRun `eks-preflight checks`/],
    ['--format constructor', ['demo', '--format', 'constructor'], /invalid --format 'constructor' \(expected text, /],
    ['completion toString', ['completion', 'toString'], /invalid shell 'toString' \(expected bash, zsh or fish\)/],
    ['--valueOf', ['demo', '--valueOf'], /unknown option '--valueOf'\n/],
    ['--only __proto__', ['demo', '--only', '__proto__'], /--only __proto__ matches no check\n/],
  ])('%s', async (_name, args, text) => {
    expect(await expectUsageError(args)).toMatch(text);
  });

  it.each([
    ['a mistyped option', ['scan', '--format', 'json', '--clustr', 'x'], 'usage'],
    ['the other spelling', ['scan', '--format=json'], 'usage'],
    ['no such cluster', ['scan', '--format', 'json', '--cluster', 'prdo'], 'absent'],
  ])('with --format json it is an object on stdout, too: %s', async (_name, args, code) => {
    const outcome = await run(args);
    expect(outcome.code).toBe(3);
    const { error } = errorReportSchema.parse(JSON.parse(outcome.stdout));
    expect(error.code).toBe(code);
    expect(outcome.stderr).toContain(error.message);
  });
});

describe('the target', () => {
  it.each<[string, string[], Partial<Report>]>([
    ['the next version', [], { target: '1.34', targetSource: 'next-offered' }],
    ['current', ['--target', 'current'], { target: '1.33', targetSource: 'flag', steps: [] }],
    ['the running version', ['--target', '1.33'], { target: '1.33', targetSource: 'flag', steps: [] }],
    ['two ahead', ['--target', 'v1.35'], { target: '1.35', targetSource: 'flag' }],
  ])('%s', async (_name, args, expected) => {
    expect(await parseReport(replay(['--format', 'json', ...args]))).toMatchObject(expected);
  });

  it('lower than the running version is refused', async () => {
    const { code, stderr } = await replay(['--target', '1.32']);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /--target 1\.32 is lower than the version of cluster prod \(1\.33\)\nTo judge a rollback to the earlier minor version/,
    );
  });
});

describe('the gate', () => {
  const scanWithGate = (...args: string[]) => parseReport(replay(['--format', 'json', ...args]));
  it.each<[string[], number, Report['verdict']]>([
    [[], 1, 'blocked'],
    [['--fail-on', 'never'], 0, 'blocked'],
    [['--only', 'control-plane/health'], 2, 'incomplete'],
    [['--only', 'control-plane/health', '--fail-on', 'unknown'], 1, 'incomplete'],
    [['--only', 'control-plane/health', '--fail-on', 'never'], 0, 'incomplete'],
    [['--only', 'nodes/version-behind'], 0, 'partial'],
    [['--only', 'nodes/version-behind', '--fail-on', 'warn'], 1, 'partial'],
    [['--only', 'nodes/version-behind', '--require', 'nodes/version-behind'], 0, 'partial'],
    [['--only', 'nodes/version-behind', '--require', 'control-plane/subnets'], 2, 'partial'],
    [['--only', 'addons/coredns-corefile', '--scope', 'control-plane'], 0, 'incomplete'],
  ])('%j ends with %i, whatever it says: %s', async (args, code, verdict) => {
    const report = await scanWithGate(...args);
    expect([report.exitCode, report.verdict]).toEqual([code, verdict]);
  });

  it('--horizon next counts now and the first step only', async () => {
    const far = await scanWithGate('--target', '1.36', '--horizon', 'next', '--only', 'nodes/version-behind');
    expect(far.gate).toMatchObject({ horizon: 'next' });
    expect(far.steps.map(({ to }) => to)).toEqual(['1.34', '1.35', '1.36']);
  });

  it('checks left out are skipped, not passed, and the text says by how many it judged', async () => {
    const report = await scanWithGate('--skip', 'nodes/*');
    const skipped = report.results.filter(({ id }) => id.startsWith('nodes/'));
    expect(new Set(skipped.map(({ status, reason }) => `${status}: ${reason ?? ''}`))).toEqual(
      new Set(['skip: not selected']),
    );
    expect((await replay(['--only', 'nodes/*'])).stdout).toMatch(
      new RegExp(`\\b${countChecks('nodes')} of ${checks.length}\\s+checks\\)`),
    );
  });
});

describe('files', () => {
  it('several formats in one run, whole, none left half-written', async () => {
    const cwd = await newFolder();
    const args = [
      '--output',
      'report.json',
      '--output',
      'text=report',
      '--output',
      'json=again.txt',
      '--save-inventory',
      'kept.json',
    ];
    const outcome = await replay(args, { cwd });
    expect([outcome.code, outcome.stderr]).toEqual([1, '']);
    expect((await readdir(cwd)).sort()).toEqual(['again.txt', 'kept.json', 'report', 'report.json']);
    const text = await readFile(path.join(cwd, 'report.json'), 'utf8');
    reportSchema.parse(JSON.parse(text));
    expect(await readFile(path.join(cwd, 'again.txt'), 'utf8')).toBe(text);
    expect(await readFile(path.join(cwd, 'report'), 'utf8')).toMatch(/^BLOCKED.*\nBLOCKED, exit code 1\n\n.*\n$/s);
    expect(JSON.parse(await readFile(path.join(cwd, 'kept.json'), 'utf8'))).toEqual(
      JSON.parse(await readFile(inventory, 'utf8')),
    );
  });

  it.each([
    [
      'a folder that does not exist',
      'nowhere/report.json',
      /cannot write nowhere\/report\.json: no such file or directory/,
    ],
    ['a folder in its place', 'taken', /cannot write taken: /],
    ['a device, which it would replace', '/dev/null', /cannot write \/dev\/null: not a regular file/],
    ['a folder in which nobody may write', 'locked/report.json', /cannot write locked\/report\.json: /],
  ])('%s: 3, no report on stdout, nothing left behind', async (_name, file, text) => {
    const cwd = await newFolder();
    await mkdir(path.join(cwd, 'taken'));
    // A file instead of a folder fails even for root, whom permissions do not stop.
    await writeFile(path.join(cwd, 'locked'), '');
    await chmod(path.join(cwd, 'locked'), 0o444);
    const { code, stdout, stderr } = await replay(['--output', file], { cwd });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(text);
    expect(await readdir(cwd, { recursive: true })).toHaveLength(2);
  });

  it('a saved inventory gives the live report, for any target', async () => {
    const live = await parseReport(run(['scan', '--cluster', 'prod', '--format', 'json', '--target', '1.35']));
    const replayed = await parseReport(replay(['--format', 'json', '--target', '1.35']));
    expect(replayed.source).toBe('inventory');
    const shape = ({ results, verdict, summary }: Report) => ({
      results: results.map(({ id, status }) => [id, status]),
      verdict,
      summary,
    });
    expect(shape(replayed)).toEqual(shape(live));
    expect(await replay(['--format', 'json'])).toEqual(await replay(['--format', 'json']));
  });
});

describe('an inventory that is none', () => {
  type Stored = { schemaVersion: number; readings: Record<string, unknown> };
  const broken: [string, (stored: Stored, text: string) => string, RegExp][] = [
    ['not JSON', () => 'nope', /bad\.json is not JSON/],
    ['empty', () => '', /bad\.json is empty/],
    ['cut off', (_stored, text) => text.slice(0, text.length / 2), /bad\.json is not JSON/],
    ['a list', () => '[]', /is not an inventory of this version: the file/],
    [
      'of a newer schema',
      (stored) =>
        JSON.stringify({
          ...stored,
          schemaVersion: 2,
          tool: { name: 'eks-preflight', version: '9.9.9' },
          readings: [],
        }),
      /bad\.json has schemaVersion 2; eks-preflight \d+\.\d+\.\d+ reads 1\nIt was written by eks-preflight 9\.9\.9: judge it with that version/,
    ],
    ['of a schema that is none', (stored) => JSON.stringify({ ...stored, schemaVersion: 'x' }), /schemaVersion/],
    [
      'a report',
      () =>
        JSON.stringify({
          schemaVersion: 1,
          tool: { name: 'eks-preflight', version: '0.1.0' },
          verdict: 'ready',
          results: [],
        }),
      /bad\.json is a report, not an inventory[^\n]*\nSave the facts with/,
    ],
    [
      'of nothing but a tool',
      () => JSON.stringify({ schemaVersion: 1, tool: { name: 'eks-preflight', version: '0.1.0' } }),
      /takenAt/,
    ],
    [
      'with a broken fact',
      (stored) => JSON.stringify({ ...stored, readings: { ...stored.readings, nodes: { ok: true, value: 3 } } }),
      /readings\.nodes/,
    ],
    ['without a cluster', (stored) => JSON.stringify({ ...stored, readings: {} }), /does not contain the cluster/],
  ];
  it.each(broken)('%s', async (_name, write, text) => {
    const cwd = await newFolder();
    const saved = await readFile(inventory, 'utf8');
    await writeFile(path.join(cwd, 'bad.json'), write(JSON.parse(saved) as Stored, saved));
    expect(await expectUsageError(['scan', '--inventory', 'bad.json'], { cwd })).toMatch(text);
  });

  it('a fact that is not in it is unknown, never a pass', async () => {
    const cwd = await newFolder();
    const { readings, ...rest } = JSON.parse(await readFile(inventory, 'utf8')) as Stored;
    const { subnets: _subnets, ...others } = readings;
    await writeFile(path.join(cwd, 'less.json'), JSON.stringify({ ...rest, readings: others }));
    const report = await parseReport(
      run(['scan', '--inventory', 'less.json', '--format', 'json', '--only', 'control-plane/subnet*'], { cwd }),
    );
    expect(report.results.filter(({ status }) => status !== 'skip').map(({ status }) => status)).toEqual([
      'unknown',
      'unknown',
    ]);
    expect(report.exitCode).toBe(2);
  });

  it('of another cluster, or not there', async () => {
    expect(await expectUsageError(['scan', '--inventory', inventory, '--cluster', 'other'])).toContain(
      'of cluster prod, not of other',
    );
    expect(await expectUsageError(['scan', '--inventory', 'none.json'])).toContain(
      'cannot read the inventory none.json: no such file',
    );
  });
});

describe('options by file and environment', () => {
  async function withConfig(
    config: string,
    args: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
  ): Promise<Outcome> {
    const cwd = await newFolder();
    await writeFile(path.join(cwd, 'own.yaml'), config);
    return run(['scan', '--config', 'own.yaml', ...args], { cwd, env });
  }
  const note = 'eks-preflight: using config file own.yaml (--config)\n';
  const saved = () => `inventory: ${inventory}\nformat: json\n`;

  it('a named file is read, with lists and booleans', async () => {
    const report = await parseReport(withConfig(`${saved()}only: [nodes/*]\nfailOn: never\ntarget: '1.35'\n`), note);
    expect(report).toMatchObject({
      target: '1.35',
      gate: { failOn: ['never'] },
      selection: { selected: countChecks('nodes') },
    });
  });

  it('the command line wins over the environment, that over the file', async () => {
    const config = `${saved()}target: '1.36'\n`;
    const env = { EKS_PREFLIGHT_TARGET: '1.35' };
    expect((await parseReport(withConfig(config), note)).target).toBe('1.36');
    expect((await parseReport(withConfig(config, [], env), note)).target).toBe('1.35');
    expect((await parseReport(withConfig(config, ['--target', 'current'], env), note)).target).toBe('1.33');
  });

  it('--config names another file; the one of the folder is not read then', async () => {
    const cwd = await newFolder();
    await writeFile(path.join(cwd, 'eks-preflight.config.yaml'), 'nonsense: true\n');
    await writeFile(path.join(cwd, 'own.yaml'), `${saved()}only: account/*\n`);
    const report = await parseReport(run(['scan', '--config', 'own.yaml'], { cwd }), note);
    expect(report.selection.selected).toBe(countChecks('account'));
    expect(await expectUsageError(['scan', '--config', 'no.yaml'], { cwd })).toContain(
      'cannot read the config no.yaml',
    );
  });

  it('every option of the environment counts', async () => {
    const env = {
      EKS_PREFLIGHT_INVENTORY: inventory,
      EKS_PREFLIGHT_FORMAT: 'json',
      EKS_PREFLIGHT_ONLY: 'nodes/*, account/*',
      EKS_PREFLIGHT_FAIL_ON: 'never',
    };
    const report = await parseReport(run(['scan'], { env }));
    expect([report.selection.selected, report.exitCode]).toEqual([countChecks('nodes') + countChecks('account'), 0]);
  });

  it('views and files of the environment count, too', async () => {
    const cwd = await newFolder();
    const shown = await replay([], { env: { EKS_PREFLIGHT_SHOW: 'all' } });
    expect(shown.stdout).toContain('looked for:');
    const hidden = await replay([], { cwd, env: { EKS_PREFLIGHT_SHOW: '', EKS_PREFLIGHT_OUTPUT: 'json=r.json' } });
    expect(hidden.stdout).not.toContain('looked for:');
    expect(await readdir(cwd)).toEqual(['r.json']);
    expect(await expectUsageError(['scan'], { env: { EKS_PREFLIGHT_IN_CLUSTER: 'perhaps' } })).toContain(
      "invalid EKS_PREFLIGHT_IN_CLUSTER 'perhaps' (expected true or false)",
    );
  });

  it('a failure is told in JSON where only the file asks for it', async () => {
    const { code, stdout } = await withConfig('format: json\ninventory: nowhere.json\n');
    expect(code).toBe(3);
    expect(errorReportSchema.parse(JSON.parse(stdout)).error.message).toContain('nowhere.json');
  });

  it.each([
    ['an unknown key is named', 'clutser: prod\n', /unknown key 'clutser' in own\.yaml\nDid you mean cluster\?/],
    ['a wrong type', 'cluster: [prod]\n', /cluster of own\.yaml: expected string/],
    [
      'a version that YAML takes for a number',
      'cluster: prod\ntarget: 1.40\n',
      /target of own\.yaml: expected string\nPut it in quotes/,
    ],
    [
      'a wrong word',
      'cluster: prod\nscope: nodes\n',
      /invalid scope of own\.yaml 'nodes' \(expected all or control-plane\)/,
    ],
    ['a wrong list', 'cluster: prod\nonly: 3\n', /only of own\.yaml: expected list/],
    ['no YAML', 'cluster: "prod\n', /is not valid YAML: /],
    ['no options', '- prod\n', /own\.yaml: expected a mapping of keys to values/],
    ['the same key twice', 'cluster: a\ncluster: b\n', /is not valid YAML: Map keys must be unique/],
    [
      'aliases without end',
      'a: &a [1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nd: [*c,*c]\n',
      /is not valid YAML: Excessive alias/,
    ],
  ])('%s', async (_name, config, text) => {
    const { code, stdout, stderr } = await withConfig(config);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(text);
  });

  it('an empty file is no mistake', async () => {
    expect((await parseReport(withConfig('', ['--inventory', inventory, '--format', 'json']), note)).exitCode).toBe(1);
  });
});

describe('the terminal', () => {
  const escape = '\u001B[';
  it.each<[string, string[], NodeJS.ProcessEnv, boolean]>([
    ['a pipe', [], {}, false],
    ['FORCE_COLOR', [], { FORCE_COLOR: '1' }, true],
    ['FORCE_COLOR=0', [], { FORCE_COLOR: '0' }, false],
    ['NO_COLOR over FORCE_COLOR', [], { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    ['an empty NO_COLOR', [], { FORCE_COLOR: '1', NO_COLOR: '' }, true],
    ['--no-color over FORCE_COLOR', ['--no-color'], { FORCE_COLOR: '1' }, false],
  ])('colour for %s: %j', async (_name, args, env, colored) => {
    const { stdout, stderr } = await replay(args, { env });
    expect([stdout.includes(escape), stderr]).toEqual([colored, '']);
  });

  it('a file is never coloured', async () => {
    const cwd = await newFolder();
    await replay(['--output', 'report.txt'], { cwd, env: { FORCE_COLOR: '1' } });
    expect(await readFile(path.join(cwd, 'report.txt'), 'utf8')).not.toContain(escape);
  });

  it.each([80, 160])('COLUMNS %i is filled and kept', async (columns) => {
    const { stdout } = await replay([], { env: { COLUMNS: String(columns) } });
    // Commands and links are never broken: users copy them.
    const prose = stdout
      .split('\n')
      .filter((line) => !/^\s+(https:|aws |kubectl |helm |eksctl |--)|[\\{}|]/.test(line));
    const widest = Math.max(...prose.map((line) => line.length));
    expect(widest).toBeLessThanOrEqual(columns);
    expect(widest).toBeGreaterThan(columns === 80 ? 70 : 90);
  });

  it.each(['text', 'json'])('`| head` ends quietly, with the code of the verdict (%s)', async (format) => {
    const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
    const scan = `"${process.execPath}" "${cli}" scan --inventory "${inventory}" --show all --format ${format}`;
    const script = `{ ${scan}; echo "ended with $?" >&2; } | head -n 0`;
    const stderr = await new Promise<string>((resolve) => {
      const env = { ...ill.env, PATH: process.env['PATH'] };
      const child = spawn('bash', ['-c', script], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      let text = '';
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      child.on('close', () => resolve(text));
    });
    expect(stderr).toBe('ended with 1\n');
  });
});

describe('a scan that is stopped', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s: 3, one line, no file, nothing temporary',
    async (signal) => {
      const world = await startWorld({ ...healthyWorld(), faults: [{ on: 'pods: list', does: 'silent' }] });
      try {
        const args = ['scan', '--cluster', 'prod', '--output', 'report.json', '--save-inventory', 'inventory.json'];
        const outcome = await runProcess(args, { env: world.env, cwd: world.folder, kill: { signal, after: 2_500 } });
        expect(outcome).toEqual({ code: 3, signal: null, stdout: '', stderr: `eks-preflight: stopped by ${signal}\n` });
        expect(await readdir(world.folder)).toEqual([]);
      } finally {
        await world.close();
      }
    },
  );
});
