import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { storedInventory } from '../world/stored.ts';
import { healthyWorld } from '../world/healthy.ts';
import { aHelmSecret } from '../world/helm.ts';
import { runCommand } from '../world/in-process.ts';
import type { Outcome } from '../world/outcome.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import { karpenter030World } from '../world/scenarios/karpenter-0-30.ts';

/** The target of Karpenter and the update steps of both components, from argv to the report. */

let running: RunningWorld;
beforeAll(async () => {
  const world = karpenter030World();
  const [listed] = world.aws.clusterVersions;
  const later = ['1.27', '1.28'].map((clusterVersion) => ({ ...listed, clusterVersion }));
  running = await startWorld({
    ...world,
    aws: { ...world.aws, clusterVersions: [...world.aws.clusterVersions, ...later] },
  });
});
afterAll(() => running?.close());

const only = ['--only', 'karpenter/kubernetes-compatibility,karpenter/upgrade-hops'];

function scan(...args: readonly string[]): Promise<Outcome> {
  return runCommand(['scan', '--cluster', 'prod', ...only, ...args], { env: running.env, cwd: running.folder });
}

async function report(...args: readonly string[]): Promise<Report> {
  const { stdout, stderr } = await scan(...args, '--format', 'json');
  expect(stderr).toBe('');
  return reportSchema.parse(JSON.parse(stdout));
}

const moves = ({ steps }: Report) => steps.map(({ component, from, to }) => `${component} ${from} ${to}`);

describe('--karpenter-target', () => {
  it('lays out the way of Karpenter alone', async () => {
    const { karpenter, steps, results, now } = await report('--target', 'current', '--karpenter-target', 'v0.32.1');
    expect(karpenter).toEqual([
      {
        namespace: 'karpenter',
        version: '0.30.0',
        versionSource: 'image tag',
        target: '0.32.1',
        targetSource: 'flag',
      },
    ]);
    const step = { component: 'karpenter', verdict: 'partial', fail: 0, unknown: 0, warn: 1, after: 0 };
    expect(steps).toEqual([
      { ...step, from: '0.30.0', to: '0.31.5' },
      { ...step, from: '0.31.5', to: '0.32.1' },
    ]);
    expect(now).toEqual({ fail: 0, unknown: 0, warn: 0, after: 0 });
    const hops = results.find(({ id }) => id === 'karpenter/upgrade-hops');
    expect(hops?.findings.map(({ at }) => at)).toEqual([
      { component: 'karpenter', version: '0.32.1' },
      { component: 'karpenter', version: '0.31.5' },
    ]);
  });

  it('alternates with the control plane where it must', async () => {
    expect(moves(await report('--target', '1.26', '--karpenter-target', '1.5.8'))).toEqual([
      'karpenter 0.30.0 0.31.5',
      'karpenter 0.31.5 0.32.10',
      'karpenter 0.32.10 0.37.8',
      'kubernetes 1.24 1.25',
      'karpenter 0.37.8 1.0.14',
      'kubernetes 1.25 1.26',
      'karpenter 1.0.14 1.5.8',
    ]);
  });

  it('is the least that the Kubernetes target needs, unless told', async () => {
    const covered = await report('--target', '1.27');
    expect(covered.karpenter[0]).toMatchObject({ target: '0.30.0', targetSource: 'running' });
    const wanting = await report('--target', '1.28');
    expect(wanting.karpenter[0]).toMatchObject({ target: '0.31.5', targetSource: 'required' });
    expect(wanting.verdict).toBe('partial');
    expect(moves(wanting)[0]).toBe('karpenter 0.30.0 0.31.5');
  });

  it('has a gate whose first step may be one of Karpenter', async () => {
    const { gate, exitCode } = await report('--target', '1.28', '--horizon', 'next');
    expect([gate.result, exitCode]).toEqual(['partial', 0]);
  });

  it('stands in the headline and in the answers', async () => {
    const { stdout } = await scan('--target', '1.28');
    expect(stdout).toContain('PARTIAL  prod 1.24 -> 1.28, Karpenter 0.30.0 -> 0.31.5:');
    expect(stdout).toMatch(/target 0\.31\.5, the\s+minimum\s+for\s+Kubernetes 1\.28;/);
    expect(stdout).toMatch(/^ {2}Karpenter 0\.30\.0 -> 0\.31\.5 +not judged: \d+ checks not selected$/m);
    expect(stdout).toMatch(/^ {2}Control plane 1\.24 -> 1\.28 +not judged: \d+ checks not selected$/m);
  });

  it('plans its first step where every check says that nothing stands against it', async () => {
    const some = await scan('--target', 'current', '--karpenter-target', '0.31.5');
    expect([some.code, some.stdout]).toEqual([0, expect.not.stringMatching(/helm upgrade/)]);
    const args = ['plan', storedInventory('karpenter-1.6'), '--task', 'karpenter:controller:1.6.8'];
    const { stdout, code } = await runCommand(args, { env: {}, cwd: running.folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^TASK 3 of \d+ {2}Update Karpenter/);
    expect(stdout).toContain('--version 1.6.8 --namespace kube-system');
  });

  it('comes from the environment and from the config file, too', async () => {
    const env = { ...running.env, EKS_PREFLIGHT_KARPENTER_TARGET: '0.32.10' };
    const args = ['scan', '--cluster', 'prod', ...only, '--target', 'current', '--format', 'json'];
    const outcome = await runCommand(args, { env, cwd: running.folder });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ karpenter: [{ target: '0.32.10', targetSource: 'flag' }] });
    const config = path.join(running.folder, 'own.yaml');
    await writeFile(config, 'karpenterTarget: 0.32.9\n');
    const { stdout } = await runCommand([...args, '--config', config], { env: running.env, cwd: running.folder });
    expect(JSON.parse(stdout)).toMatchObject({ karpenter: [{ target: '0.32.9' }] });
  });

  it.each([
    ['1.8', "invalid --karpenter-target '1.8' (expected e.g. 1.8.1, or current)"],
    ['latest', "invalid --karpenter-target 'latest' (expected e.g. 1.8.1, or current)"],
    ['', "invalid --karpenter-target '' (expected e.g. 1.8.1, or current)"],
  ])('refuses %s before a call is made', async (target, message) => {
    const { code, stderr } = await scan('--karpenter-target', target);
    expect([code, stderr.split('\n')[0]]).toEqual([3, `eks-preflight: ${message}`]);
  });

  it('is laid out whichever checks are chosen', async () => {
    const args = ['scan', '--cluster', 'prod', '--only', 'nodes/*', '--karpenter-target', '0.32.1', '--format', 'json'];
    const { stdout } = await runCommand(args, { env: running.env, cwd: running.folder });
    expect(moves(reportSchema.parse(JSON.parse(stdout)))).toEqual([
      'karpenter 0.30.0 0.31.5',
      'karpenter 0.31.5 0.32.1',
      'kubernetes 1.24 1.25',
    ]);
  });

  it('is not dropped in silence where Karpenter could not be seen', async () => {
    const blind = await startWorld({ ...karpenter030World(), deny: ['deployments.apps: list'] });
    try {
      const args = ['scan', '--cluster', 'prod', ...only, '--karpenter-target', '0.32.1'];
      const { stdout, code } = await runCommand(args, { env: blind.env, cwd: blind.folder });
      expect(code).toBe(2);
      expect(stdout).toContain('\n  Unknown whether Karpenter runs here: the path has no Karpenter steps.\n');
    } finally {
      await blind.close();
    }
  });

  it('whose minor no table reaches is unknown, said once with its checks', async () => {
    const { stdout } = await scan('--target', 'current', '--karpenter-target', '99.0.0', '--show', 'all');
    expect(stdout).toContain(
      [
        'Unknown: not seen (1)',
        '',
        '  2 UNKNOWN the Karpenter tables end before 99.0: the changes in 99.0 are',
        '  unknown',
        '    Fix: Update eks-preflight, or read the Karpenter upgrade guide up to 99.0,',
        '         then accept the findings (`eks-preflight accept`).',
        '    Checks: karpenter/kubernetes-compatibility, karpenter/upgrade-hops',
        '',
      ].join('\n'),
    );
  });

  it.each([[only], [['--only', 'nodes/*']]])('refuses a target where no Karpenter runs: %j', async (chosen) => {
    const other = await startWorld(healthyWorld());
    try {
      const args = ['scan', '--cluster', 'prod', ...chosen, '--karpenter-target', '1.8.1'];
      const { code, stderr } = await runCommand(args, { env: other.env, cwd: other.folder });
      expect([code, stderr]).toEqual([
        3,
        'eks-preflight: --karpenter-target 1.8.1: Karpenter does not run in cluster prod\n',
      ]);
    } finally {
      await other.close();
    }
  });
});

describe('--with secrets', () => {
  const release = ['--only', 'karpenter/helm-release', '--target', 'current'];
  const values = { settings: { interruptionQueueName: 'prod' } };
  const secrets = [
    aHelmSecret('karpenter', { namespace: 'karpenter', chartVersion: 'v0.30.0', status: 'pending-upgrade', values }),
  ];

  async function text(args: readonly string[], deny: readonly string[]): Promise<string> {
    const base = karpenter030World();
    const world = await startWorld({
      ...base,
      deny,
      kube: { ...base.kube, objects: [...base.kube.objects, ...secrets] },
    });
    try {
      const options = { env: world.env, cwd: world.folder };
      return (await runCommand(['scan', '--cluster', 'prod', ...release, ...args], options)).stdout;
    } finally {
      await world.close();
    }
  }

  async function result(args: readonly string[], deny: readonly string[] = []) {
    const parsed = reportSchema.parse(JSON.parse(await text(['--format', 'json', ...args], deny)));
    return { ...parsed, own: parsed.results.find(({ id }) => id === 'karpenter/helm-release') };
  }

  it('is needed to look at the releases of Helm: without it they are skipped, and no Secret is asked for', async () => {
    const { own, exitCode, coverage } = await result([], ['secrets: list', 'secrets: get']);
    expect(own).toMatchObject({ status: 'skip', reason: 'needs --with secrets', missing: [] });
    expect(coverage.facts['helmReleases']).toEqual({ ok: false, reason: 'needs --with secrets' });
    expect(exitCode).toBe(0);
  });

  it('counts as unknown where the check is required', async () => {
    expect((await result(['--require', 'karpenter/helm-release'])).exitCode).toBe(2);
  });

  it('judges them', async () => {
    const { own } = await result(['--with', 'secrets', '--karpenter-target', '0.32.1']);
    expect(own?.findings.map(({ rule }) => rule).toSorted()).toEqual(['slip', 'state']);
  });

  it.each(['secrets: list', 'secrets: get'])('is unknown without %s', async (permission) => {
    const options = ['--with', 'secrets', '--require', 'karpenter/helm-release'];
    const { own, exitCode } = await result(options, [permission]);
    expect(own?.status).toBe('unknown');
    expect(own?.missing.map((missing) => missing.permission)).toEqual([permission]);
    expect(exitCode).toBe(2);
  });

  it('denied, names what to ask permissions for; a check that only warns does not make today incomplete', async () => {
    const stdout = await text(['--with', 'secrets', '--show', 'all'], ['secrets: list']);
    expect(stdout).toContain('For all permissions of a full verdict, run `eks-preflight permissions --with secrets`.');
    expect(stdout).toMatch(/\nPARTIAL, exit code 0\n/);
  });

  it('cannot bring what an inventory was taken without, and says so', async () => {
    const file = path.join(running.folder, 'without.json');
    const collected = await scan('--save-inventory', file);
    expect(collected.code).toBe(0);
    const args = ['scan', '--inventory', file, ...release];
    const requested = await runCommand([...args, '--with', 'secrets'], { env: running.env, cwd: running.folder });
    expect([requested.code, requested.stderr]).toEqual([
      0,
      `eks-preflight: ${file} was taken without --with secrets: take a new inventory with it\n`,
    ]);
    const unrequested = await runCommand([...args, '--with', ''], { env: running.env, cwd: running.folder });
    expect([unrequested.stderr, unrequested.stdout]).toEqual(['', requested.stdout]);
  });

  it('is in what permissions prints, and only then', async () => {
    const printed = async (...args: string[]) =>
      (await runCommand(['permissions', '--format', 'rbac', ...args], { env: running.env, cwd: running.folder }))
        .stdout;
    expect(await printed()).not.toContain('secrets');
    expect(await printed('--with', '')).toBe(await printed());
    expect(await printed('--with', 'secrets')).toContain('secrets');
  });

  it('takes no other word', async () => {
    const { code, stderr } = await scan('--with', 'secret');
    expect([code, stderr]).toEqual([3, "eks-preflight: invalid --with 'secret' (expected secrets, logs or metrics)\n"]);
  });
});
