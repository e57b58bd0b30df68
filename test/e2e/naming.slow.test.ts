import { newestKnown } from '../../src/karpenter/path.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { parseCluster } from '../../src/commands/options/cluster-name.ts';
import { idsLike } from '../../src/commands/options/check-globs.ts';
import { editDistance, nearest } from '../../src/syntax/near.ts';
import { notCovered } from '../../src/for-checks/not-covered.ts';
import { formatAlternatives } from '../../src/syntax/quoted.ts';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { demoWorld } from '../world/demo-world.ts';
import { aFargateProfile, withFargate } from '../world/fargate.ts';
import { healthyWorld } from '../world/healthy.ts';
import { processorTime } from '../world/pace.ts';
import { runCommand } from '../world/in-process.ts';
import type { Outcome } from '../world/outcome.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

/** Versions, clusters and checks that users name on the command line, and the errors for wrong names. */

let world: RunningWorld;
let demo: RunningWorld;
let folders = 0;
let cwd: string;

beforeAll(async () => {
  [world, demo] = await Promise.all([startWorld(everyNodeCheckWorld()), startWorld(demoWorld())]);
});
afterAll(() => Promise.all([world?.close(), demo?.close()]));
beforeEach(async () => {
  cwd = path.join(world.folder, `folder-${++folders}`);
  await mkdir(cwd);
});

/** Healthy, with a Fargate profile: no check of nodes is skipped. */
function everyNodeCheckWorld(): World {
  const healthy = healthyWorld();
  return { ...healthy, aws: withFargate(healthy.aws, [aFargateProfile('shop')]) };
}

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}, where = world): Promise<Outcome> =>
  runCommand(args, { env: { ...where.env, ...env }, cwd });
const report = ({ stdout }: Outcome): Report => reportSchema.parse(JSON.parse(stdout));

/** Expects exit code 3 and these lines. */
async function refused(args: readonly string[], ...lines: string[]): Promise<void> {
  const { code, stdout, stderr } = await run(args);
  expect([code, stdout, stderr]).toEqual([3, '', `eks-preflight: ${lines.join('\n')}\n`]);
}

describe('the target', () => {
  const beyond = ['--target 1.99 is not offered by EKS (newest offered: 1.36)', 'Pass --target 1.36 or lower.'];

  it('beyond the list of EKS is refused with the newest one, offline, too', async () => {
    await refused(['scan', 'prod', '--target', '1.99'], ...beyond);
    expect((await run(['collect', 'prod', '--output', 'i.json'])).code).toBe(0);
    await refused(['scan', '--inventory', 'i.json', '--target', '1.99'], ...beyond);
    await refused(
      ['demo', '--target', '1.37'],
      '--target 1.37 is not offered by EKS (newest offered: 1.36)',
      'Pass --target 1.36 or lower.',
    );
    expect((await run(['scan', '--inventory', 'i.json', '--target', '1.36'])).code).toBeLessThan(3);
  });

  it('is taken where the list could not be read, and is unknown', async () => {
    const blind = await startWorld({ ...healthyWorld(), deny: ['eks:DescribeClusterVersions'] });
    try {
      const { code, results } = await run(['scan', 'prod', '--target', '1.34', '--format', 'json'], {}, blind).then(
        (outcome) => ({
          code: outcome.code,
          results: report(outcome).results,
        }),
      );
      expect(code).toBe(2);
      expect(results.find(({ id }) => id === 'control-plane/version-step')?.status).toBe('unknown');
    } finally {
      await blind.close();
    }
  });

  it('is a minor, not a patch', async () => {
    const calls = world.calls.length;
    await refused(
      ['scan', 'prod', '--target', '1.34.2'],
      "invalid --target '1.34.2': EKS updates to a minor version, not to a patch",
      'Pass --target 1.34.',
    );
    expect(world.calls.length).toBe(calls);
  });

  it('of Karpenter below the running version is refused, offline, too', async () => {
    const lower = [
      '--karpenter-target 1.5.7 is lower than the running version (1.5.8)',
      'Only updates are judged: the Karpenter project does not test downgrades.',
    ];
    await refused(['demo', '--karpenter-target', '1.5.7'], ...lower);
    const { code, stderr } = await run(['scan', 'prod', '--karpenter-target', '1.5.7'], {}, demo);
    expect([code, stderr]).toEqual([3, `eks-preflight: ${lower.join('\n')}\n`]);
    expect((await run(['demo', '--karpenter-target', '1.5.8'])).code).toBe(1);
  });

  it.each(['9.9.9', '2.0.0'])(
    'of Karpenter whose minor no table knows is one unknown step, and said in the headline: %s',
    async (version) => {
      const outcome = await run(['demo', '--karpenter-target', version, '--format', 'json', '--only', 'karpenter/*']);
      const { steps, results, tables } = report(outcome);
      const own = steps.filter(({ component }) => component === 'karpenter');
      const newest = newestKnown(loadTable('karpenter-releases').rows);
      expect(own.map(({ from, to }) => `${from} -> ${to}`)).toEqual([`1.5.8 -> ${newest}`, `${newest} -> ${version}`]);
      // Known problems up to the newest known release stay blockers; the step from there to the target is one unknown.
      expect(own[0]?.fail).toBeGreaterThan(0);
      expect(own[1]).toMatchObject({ fail: 0, unknown: 1, warn: 0, verdict: 'blocked' });
      const passed = results
        .filter(({ status }) => status === 'pass')
        .flatMap(({ id, tables: read }) =>
          read.some(({ knownThrough }) => knownThrough?.includes('Karpenter') === true) ? [id] : [],
        );
      expect(passed).toEqual([]);
      expect(tables.find(({ name }) => name === 'karpenter-releases')?.ended).toBe(true);
      const text = await run(['demo', '--karpenter-target', version]);
      const [head = ''] = text.stdout.split('\n\n');
      expect(head.replaceAll(/\s+/g, ' ')).toMatch(
        new RegExp(
          `eks-preflight has no data on Karpenter ${version} \\(newest release covered before it: ${newest}\\): its changes are unknown\\.`,
        ),
      );
    },
  );

  it('of Karpenter above the newest known patch is a step like others, with one unknown that does not count', async () => {
    const args = ['demo', '--format', 'json', '--only', 'karpenter/*', '--karpenter-target'];
    const [beyond, newest] = [report(await run([...args, '1.8.99'])), report(await run([...args, '1.8.8']))];
    const own = (of: typeof beyond) => of.steps.filter(({ component }) => component === 'karpenter');
    expect(own(beyond).map(({ from, to }) => `${from} -> ${to}`)).toEqual(['1.5.8 -> 1.8.99']);
    const { fail = 0, unknown = 0, warn = 0 } = own(newest)[0] ?? {};
    expect(own(beyond)[0]).toMatchObject({ fail, unknown: unknown + 1, warn });
    expect(beyond.tables.filter(({ ended }) => ended)).toEqual([]);
  });
});

describe('the cluster', () => {
  const arn = 'arn:aws:eks:eu-west-1:111122223333:cluster/prod';

  it.each<[string, string[], NodeJS.ProcessEnv]>([
    ['an argument', ['prod'], {}],
    ['an argument before options', ['prod', '--target', '1.34'], {}],
    ['an ARN as argument', [arn], {}],
    ['an ARN as option', ['--cluster', arn], {}],
    ['an ARN in the environment', [], { EKS_PREFLIGHT_CLUSTER: arn }],
    ['both, alike', ['prod', '--cluster', 'prod'], {}],
    ['both, one an ARN', ['prod', '--cluster', arn], {}],
    ['an ARN and its region', [arn, '--region', 'eu-west-1'], {}],
    ['an argument over the environment', ['prod'], { EKS_PREFLIGHT_CLUSTER: 'other' }],
  ])('is named by %s', async (_how, args, env) => {
    const outcome = await run(['scan', ...args, '--format', 'json'], env);
    expect([outcome.code, outcome.stderr]).toEqual([0, '']);
    expect(report(outcome).cluster).toMatchObject({ name: 'prod', arn });
  });

  it('an ARN names the region, whatever the shell says', async () => {
    const before = world.calls.length;
    await run(['scan', arn], { AWS_REGION: 'us-east-1', AWS_DEFAULT_REGION: 'us-east-1' });
    const calls = world.calls.slice(before).filter(({ action }) => action.startsWith('eks:'));
    expect(new Set(calls.map(({ region }) => region))).toEqual(new Set(['eu-west-1']));
  });

  it("an ARN's account must be the one of the credentials: 3, nothing written", async () => {
    const other = arn.replace('111122223333', '999999999999');
    for (const command of [
      ['scan', '--save-inventory', 'x.json'],
      ['collect', '--output', 'x.json'],
    ]) {
      const { code, stdout, stderr } = await run([...command, '--cluster', other]);
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toMatch(/in account 111122223333, Region eu-west-1, not account 999999999999/);
      await expect(readFile(path.join(cwd, 'x.json'))).rejects.toThrow(/ENOENT/);
    }
    await run(['collect', 'prod', '--output', 'i.json']);
    expect((await run(['scan', '--inventory', 'i.json', other])).stderr).toMatch(
      /the inventory is of cluster prod in account 111122223333/,
    );
    expect((await run(['scan', '--inventory', 'i.json', arn])).code).toBe(0);
  });

  it.each<[string[], RegExp]>([
    [['prod', '--cluster', 'test'], /cluster specified twice: prod and --cluster test\nSpecify only one\.\n/],
    [[arn, '--cluster', arn.replace('1111', '9999')], /cluster specified twice/],
    [
      [arn, '--region', 'us-east-1'],
      /--region us-east-1 does not match the cluster ARN \(eu-west-1\)\nOmit the Region; the ARN includes it\.\n/,
    ],
    [['a b'], /invalid --cluster 'a b' \(expected a name or an ARN\)\n/],
    [['arn:aws:eks:eu-west-1:1:cluster/prod'], /invalid --cluster/],
    [['arn:aws:ecs:eu-west-1:111122223333:cluster/prod'], /invalid --cluster/],
  ])('contradictions and nonsense are refused before a call: %j', async (args, message) => {
    const calls = world.calls.length;
    const { code, stderr } = await run(['scan', ...args]);
    expect(code).toBe(3);
    expect(stderr).toMatch(message);
    expect(world.calls.length).toBe(calls);
  });

  it.each(['aws-cn', 'aws-us-gov', 'aws-iso-b', 'aws-eusc'])('is read out of an ARN of %s', (partition) => {
    expect(parseCluster(`arn:${partition}:eks:xx-east-1:111122223333:cluster/a_b-1`)).toEqual({
      name: 'a_b-1',
      region: 'xx-east-1',
      account: '111122223333',
    });
  });
});

describe('what was probably meant', () => {
  it.each<[string[], string, string]>([
    [
      ['scan', 'prod', '--only', 'nodes/kublet-skew'],
      '--only nodes/kublet-skew matches no check',
      'Did you mean nodes/kubelet-skew?',
    ],
    [['scan', 'prod', '--skip', 'node/*'], '--skip node/* matches no check', 'Did you mean nodes/* or nodes?'],
    [
      ['scan', 'prod', '--require', 'nodes/kublet*'],
      '--require nodes/kublet* matches no check',
      'Did you mean nodes/kubelet-flags, nodes/kubelet-skew or nodes/subnets?',
    ],
    [['checks', 'nodes/kublet-skew'], "unknown check 'nodes/kublet-skew'", 'Did you mean nodes/kubelet-skew?'],
    [['checks', 'karpentr/*'], "unknown check 'karpentr/*'", 'Did you mean karpenter/*?'],
    [
      ['checks', 'acme/licenses'],
      "unknown check 'acme/licenses'",
      'Run `eks-preflight checks` to list all checks. Checks of a plug-in need --plugin.',
    ],
    [['checks', 'xyz'], "unknown check 'xyz'", 'Run `eks-preflight checks` to list all checks.'],
    [['permissions', '--only', 'addon/*'], '--only addon/* matches no check', 'Did you mean addons/* or addons?'],
    [['colect'], "unknown command 'colect'", 'Did you mean collect?'],
    [
      ['foo'],
      "unknown command 'foo'",
      'Commands: scan, plan, status, demo, collect, render, diff, gate, fleet, accept, permissions, config, completion, checks, facts, test-rules, help, version.',
    ],
    [
      ['scan', 'prod', '--fail-on', 'unkown'],
      "invalid --fail-on 'unkown' (expected fail, warn, unknown, not-covered or never)",
      'Did you mean unknown?',
    ],
  ] as [string[], string, string][])('%j', async (args, ...lines) => {
    await refused(args, ...lines);
  });

  it('is a distance of typing', () => {
    expect([editDistance('kitten', 'sitting'), editDistance('ab', 'ba'), editDistance('', 'abc')]).toEqual([3, 1, 3]);
    expect(nearest('fail_on', ['failOn', 'format'])).toEqual(['failOn']);
    expect(nearest('zzz', ['failOn', 'format'])).toEqual([]);
    expect(nearest('x'.repeat(100_000), ['failOn'])).toEqual([]);
  });

  it.each<[string[], RegExp]>([
    [['--role-arn', 'foo'], /invalid --role-arn 'foo' \(expected the ARN of an IAM role\)/],
    [['--role-arn', 'arn:aws:iam::111122223333:user/x'], /invalid --role-arn/],
    [['--region', 'ireland'], /invalid --region 'ireland' \(expected e\.g\. eu-west-1\)/],
    [['--external-id', 'x1'], /--external-id needs --role-arn/],
    [['--kubeconfig', 'nowhere'], /cannot read --kubeconfig nowhere: no such file/],
    [['--kube-server', 'ftp:x'], /--kube-server/],
  ])('values are looked at before any call: %j', async (args, message) => {
    const calls = world.calls.length;
    const { code, stderr } = await run(['scan', 'prod', ...args]);
    expect(code).toBe(3);
    expect(stderr).toMatch(message);
    expect(world.calls.length).toBe(calls);
  });
});

describe('what is not covered', () => {
  it('checks takes globs', async () => {
    const nodes = await run(['checks', 'nodes/*']);
    expect(nodes.code).toBe(0);
    for (const { id } of checks) expect(nodes.stdout.includes(`${id}  (`)).toBe(id.startsWith('nodes/'));
    expect(nodes.stdout).not.toContain('is not covered by this version');
  });

  it('the last screen names no topic where each has a check', async () => {
    expect(notCovered).toEqual([]);
    const { stdout } = await run(['demo']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(` \\d+ of ${checks.length} checks passed, [^;]*\\.`));
    expect(stdout).not.toContain('not covered');
  });

  it('the gate counts none', async () => {
    const outcome = await run(['scan', 'prod', '--format', 'json', '--only', 'nodes/*', '--fail-on', 'not-covered']);
    expect(outcome.code).toBe(0);
    expect(report(outcome).gate.notCovered).toEqual([]);
  });
});

describe('what is required', () => {
  it.each<[string, number, string]>([
    ['nodes/*limits', 0, '\nREADY, exit code 0\n'],
    ['karpenter/drift', 2, '\nREADY, exit code 2: required, but not judged: karpenter/drift\n'],
    ['nodes/kubelet-*', 0, '\nREADY, exit code 0\n'],
  ])('a check that does not apply is not met: %s', async (globs, code, line) => {
    const outcome = await run(['scan', 'prod', '--require', globs], { COLUMNS: '120' });
    expect([outcome.code, outcome.stderr]).toEqual([code, '']);
    expect(outcome.stdout).toContain(line);
  });

  it.each(['--require', '--fail-on', '--skip', '--only', '--plugin'])('%s of nothing is refused', async (flag) => {
    const calls = world.calls.length;
    for (const value of ['', ' ', ' , ,'])
      await refused(['scan', 'prod', flag, value], `invalid ${flag} '${value}' (expected at least one value)`);
    expect(world.calls.length).toBe(calls);
  });

  it('an empty variable is not set, one of commas is refused', async () => {
    expect((await run(['scan', 'prod'], { EKS_PREFLIGHT_REQUIRE: '', EKS_PREFLIGHT_FAIL_ON: ' ' })).code).toBe(0);
    const { code, stderr } = await run(['scan', 'prod'], { EKS_PREFLIGHT_REQUIRE: ',' });
    expect([code, stderr]).toEqual([
      3,
      "eks-preflight: invalid EKS_PREFLIGHT_REQUIRE ',' (expected at least one value)\n",
    ]);
  });
});

describe('patterns without measure', () => {
  const long = 'a'.repeat(100_000);

  it.each<[string[], string]>([
    [['scan', 'prod', '--require', long], `--require ${'a'.repeat(80)}… matches no check`],
    [['scan', 'prod', '--skip', '*'.repeat(50_000)], `--skip ${'*'.repeat(80)}… matches no check`],
    [['checks', long], `unknown check '${'a'.repeat(80)}…'`],
    [['scan', 'prod', '--region', long], `invalid --region '${'a'.repeat(80)}…' (expected e.g. eu-west-1)`],
    [['scan', long], `invalid --cluster '${'a'.repeat(80)}…' (expected a name or an ARN)`],
  ])('are refused in a short line (%#)', async (args, message) => {
    const { code, stderr } = await run(args);
    expect([code, stderr.split('\n')[0]]).toEqual([3, `eks-preflight: ${message}`]);
    expect(stderr.length).toBeLessThan(400);
  });

  it('a row of stars is as quick as two', () => {
    const took = processorTime(() => {
      expect(idsLike(`${'*'.repeat(150)}x`, ['karpenter/kubernetes-compatibility'])).toEqual([]);
      expect(idsLike('***', ['a/b'])).toEqual(['a/b']);
    });
    expect(took).toBeLessThan(1_000);
  });
});

describe('line feeds in arguments', () => {
  it.each([
    [['scan', '--foo\nREADY'], "unknown option '--foo READY'\nSee `eks-preflight scan --help`."],
    [['scan\nREADY'], "unknown command 'scan READY'\nCommands: scan, "],
    [['scan', '--clustr\nREADY\n(Did you mean rm?)'], "unknown option '--clustr READY (Did you mean rm?)'\n"],
    [['scan', 'a', 'b\nREADY prod'], "invalid --cluster 'b READY prod' (expected a name or an ARN)"],
    [['collect', 'a', 'b\nREADY prod'], 'too many arguments'],
    [['scan', '--scope', 'x\nREADY'], "invalid --scope 'x READY' (expected all or control-plane)\n"],
    [['\nREADY', '--x'], "unknown command ' READY'"],
  ])('begin no line of stderr: %j', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain(`eks-preflight: ${message}`);
    expect(stderr).not.toMatch(/^(?:READY|\(Did)/m);
    expect(stderr.split('\n').length).toBeLessThanOrEqual(3);
  });
});

it('several near names are joined as a sentence joins them', async () => {
  await refused(['scan', '--conteg'], "unknown option '--conteg'", 'Did you mean --config or --context?');
  expect([
    formatAlternatives([]),
    formatAlternatives(['a']),
    formatAlternatives(['a', 'b']),
    formatAlternatives(['a', 'b', 'c']),
  ]).toEqual(['', 'a', 'a or b', 'a, b or c']);
});

describe('the gate says why', () => {
  const last = async (args: readonly string[], where = world): Promise<string> => {
    const { stdout, code } = await run(['scan', 'prod', ...args], { COLUMNS: '100' }, where);
    const gate = (/\n([A-Z]+[^\n]*, exit code [^]*?)(?:\n\n|$)/.exec(stdout.trimEnd())?.[1] ?? '').replaceAll(
      /\s+/g,
      ' ',
    );
    expect(gate).toMatch(new RegExp(`, exit code ${code}(?:: |$)`));
    return gate.trimEnd();
  };

  it.each<[string[], string]>([
    [[], 'READY, exit code 0'],
    [['--fail-on', 'never'], 'READY, exit code 0'],
    [['--require', 'karpenter/drift'], 'READY, exit code 2: required, but not judged: karpenter/drift'],
  ])('%j: %s', async (args, line) => {
    expect(await last(args)).toBe(line);
  });

  it.each<[string[], RegExp]>([
    [[], /^BLOCKED, exit code 1$/],
    [['--fail-on', 'never'], /^BLOCKED, exit code 0: \d blockers; not counted because of --fail-on never$/],
    [['--fail-on', 'warn'], /^BLOCKED, exit code 1$/],
    [['--scope', 'control-plane', '--horizon', 'next'], /^BLOCKED for the control plane, exit code 1$/],
    [['--only', 'control-plane/health'], /^INCOMPLETE, exit code 2$/],
    [
      ['--only', 'control-plane/health', '--fail-on', 'unknown'],
      /^INCOMPLETE, exit code 1: 1 unknown, counted because of --fail-on unknown$/,
    ],
  ])('%j: %s', async (args, line) => {
    expect(await last(args, demo)).toMatch(line);
  });
});

describe('narrow terminals', () => {
  const commands = [
    ['--help'],
    ['scan', '--help'],
    ['collect', '--help'],
    ['demo', '--help'],
    ['permissions', '--help'],
    ['checks', '--help'],
    ['accept', '--help'],
    ['diff', '--help'],
    ['gate', '--help'],
    ['completion', '--help'],
  ];

  it.each([40, 60, 80, 160])('help fits %i columns', async (columns) => {
    for (const args of commands) {
      const { stdout } = await run(args, { COLUMNS: String(columns) });
      const wide = stdout
        .split('\n')
        .filter((line) => line.length > columns && !/^ {2}-\S+( \S+)?$|^Usage: /.test(line));
      // A line with the name of an environment variable may be wider: a name is never broken.
      expect(
        wide.filter((line) => !/^\s+\(?(env:|EKS_PREFLIGHT_)/.test(line)),
        args.join(' '),
      ).toEqual([]);
      expect(stdout).toMatch(/^Usage: /);
    }
  });

  it('the answers fold where they do not fit', async () => {
    const narrow = await run(['demo'], { COLUMNS: '40' });
    const head = narrow.stdout.slice(0, narrow.stdout.indexOf('\n\n  1  FAIL'));
    // A name is never broken.
    expect(head.split('\n').filter((line) => line.length > 40 && line.trim().includes(' '))).toEqual([]);
    const wide = await run(['demo'], { COLUMNS: '80', FORCE_COLOR: '1' });
    // oxlint-disable-next-line no-control-regex
    expect(wide.stdout.replaceAll(/\u001B\[\d+m/g, '')).toMatch(/\n {2}Nodes to 1\.34 +blocked by \d/);
  });
});

it('collect ends with 2 where a chosen fact was not read, and writes the file', async () => {
  const denied = await startWorld({ ...healthyWorld(), deny: ['pods: list'] });
  try {
    const outcome = await run(['collect', 'prod', '--output', 'x.json'], {}, denied);
    expect([outcome.code, outcome.stdout]).toEqual([2, '']);
    expect(JSON.parse(await readFile(path.join(cwd, 'x.json'), 'utf8')).readings.pods.ok).toBe(false);
    const chosen = await run(['collect', 'prod', '--output', 'y.json', '--only', 'control-plane/subnets'], {}, denied);
    expect([chosen.code, chosen.stderr]).toEqual([0, '']);
  } finally {
    await denied.close();
  }
});

it('an old report is kept where a value is refused', async () => {
  await writeFile(path.join(cwd, 'r.json'), 'old');
  expect((await run(['scan', 'prod', '--output', 'r.json', '--target', '1.34.2'])).code).toBe(3);
  expect(await readFile(path.join(cwd, 'r.json'), 'utf8')).toBe('old');
});
