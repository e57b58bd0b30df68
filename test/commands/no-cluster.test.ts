import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { errorReportSchema } from '../../src/report/schema.ts';
import { healthyWorld } from '../world/healthy.ts';
import { runCommand, type Ended } from '../world/in-process.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import type { World } from '../world/world.ts';

/** `scan` and `collect` without a cluster: the clusters to choose from, each as a command. */

const world: World = healthyWorld();
const [prod = {}] = Object.values(world.aws.clusters);
let running: RunningWorld;

beforeAll(async () => {
  running = await startWorld(world);
});
afterAll(() => running.close());

interface Case {
  clusters?: readonly string[];
  deny?: readonly string[];
  faults?: World['faults'];
  env?: NodeJS.ProcessEnv;
  kubeconfig?: object;
}

async function run(args: readonly string[], { clusters = ['prod', 'dev'], ...given }: Case = {}): Promise<Ended> {
  world.aws.clusters = Object.fromEntries(clusters.map((name) => [name, { ...prod, name }]));
  world.deny = [...(given.deny ?? [])];
  world.faults = given.faults ?? [];
  const file = path.join(running.folder, 'kubeconfig');
  await writeFile(file, given.kubeconfig === undefined ? '' : stringify(given.kubeconfig));
  const env = { ...running.env, KUBECONFIG: file, ...given.env };
  const ended = await runCommand(args, { env, cwd: running.folder });
  expect([ended.code, ended.stderr.split('\n')[0]]).toEqual([3, 'eks-preflight: no cluster specified']);
  return ended;
}

async function lines(args: readonly string[], given: Case = {}): Promise<string[]> {
  return (await run(args, given)).stderr.trimEnd().split('\n').slice(1);
}

const plain = 'Name it (first argument, or --cluster), or set EKS_PREFLIGHT_CLUSTER.';
const arn = 'arn:aws:eks:eu-central-1:111122223333:cluster/shop';

/** A kubeconfig with one context, as `aws eks update-kubeconfig` writes it; its plug-in would create a file. */
function aKubeconfig(cluster: string, exec: object, server = 'https://A.gr7.eu-central-1.eks.amazonaws.com'): object {
  return {
    'current-context': 'work',
    contexts: [{ name: 'work', context: { cluster, user: 'me' } }],
    clusters: [{ name: cluster, cluster: { server } }],
    users: [{ name: 'me', user: { exec: { command: 'touch', args: ['shop'], ...exec } } }],
  };
}

describe('without a cluster', () => {
  it('lists the clusters of the Region, each as a command', async () => {
    expect(await lines(['scan'])).toEqual([
      plain,
      '',
      'Clusters in eu-west-1:',
      '  eks-preflight scan --cluster dev --region eu-west-1',
      '  eks-preflight scan --cluster prod --region eu-west-1',
    ]);
    expect(await lines(['collect', '--output', 'my facts.json', '--profile', ''])).toContain(
      "  eks-preflight collect --output 'my facts.json' --cluster dev --region eu-west-1",
    );
  });

  it('lists ten at most, and says how many more there are', async () => {
    const clusters = Array.from({ length: 123 }, (_, index) => `c${String(index).padStart(3, '0')}`);
    const named = (name: string) => `  eks-preflight scan --cluster ${name} --region eu-west-1`;
    const found = await lines(['scan'], { clusters });
    expect(found.slice(3)).toEqual([...clusters.slice(0, 10).map(named), '  and 113 more']);
    const own = aKubeconfig(arn.replace('shop', 'c005').replace('eu-central-1', 'eu-west-1'), {});
    const [, , first, second, , title, ...others] = await lines(['scan'], { clusters, kubeconfig: own });
    expect([first, second, title]).toEqual([
      'Context work of the kubeconfig:',
      named('c005'),
      'Other clusters in eu-west-1:',
    ]);
    expect(others).toHaveLength(10);
    expect([others[5], others[9]]).toEqual([named('c006'), '  and 113 more']);
  });

  it.each<[string, Case, string]>([
    [
      'a denied list',
      { deny: ['eks:ListClusters'] },
      'The clusters are not listed: missing permission eks:ListClusters (optional).',
    ],
    ['no cluster in the Region', { clusters: [] }, 'eu-west-1 has no cluster; pass --region if yours is elsewhere.'],
    ['no Region', { env: { AWS_REGION: '' } }, 'Pass --region, too, or set AWS_REGION.'],
    [
      'an answer that is not one of AWS',
      { faults: [{ on: 'eks:ListClusters', does: { status: 200, body: 'hello' } }] },
      'The clusters are not listed: eks:ListClusters: 200 with text/html, not an answer of AWS: hello.',
    ],
  ])('says why there is no list: %s', async (_, given, why) => {
    expect(await lines(['scan'], given)).toEqual([`${plain} ${why}`]);
  });

  it('waits 3 s for an endpoint that is silent, and requests nothing else', async () => {
    const before = running.calls.length;
    const silent = await lines(['scan'], { faults: [{ on: 'eks:ListClusters', does: 'silent' }] });
    expect(silent).toEqual([`${plain} The clusters are not listed: AWS does not answer: no data for 3 s.`]);
    expect(running.calls.slice(before).map(({ action }) => action)).toEqual(['eks:ListClusters']);
  });

  it.each<[string, NodeJS.ProcessEnv, readonly string[]]>([
    ['no credentials', { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }, ['scan']],
    ['no such profile', {}, ['scan', '--profile', 'nobody']],
    ['a scheduled scan', {}, ['scan', '--state', 'state']],
  ])('%s: only the error', async (_, env, args) => {
    expect(await lines(args, { env, kubeconfig: aKubeconfig(arn, {}) })).toEqual([plain]);
  });

  it('is an error with the commands in JSON', async () => {
    const { stdout } = await run(['scan', '--format', 'json'], { clusters: ['prod'] });
    expect(errorReportSchema.parse(JSON.parse(stdout)).error).toEqual({
      code: 'usage',
      message: 'no cluster specified',
      hint: plain,
      commands: ['eks-preflight scan --cluster prod --region eu-west-1'],
    });
  });
});

describe("the kubeconfig's cluster", () => {
  const getToken = ['--region', 'eu-west-3', 'eks', 'get-token', '--cluster-name', 'shop'];
  it.each<[string, object | undefined, string | undefined]>([
    ['update-kubeconfig', aKubeconfig(arn, { args: getToken }), '--cluster shop --region eu-central-1'],
    [
      'update-kubeconfig with a profile',
      aKubeconfig(arn, { args: getToken, env: [{ name: 'AWS_PROFILE', value: 'my work' }] }),
      "--cluster shop --region eu-central-1 --profile 'my work'",
    ],
    ['eksctl', aKubeconfig('shop.eu-west-3.eksctl.io', { args: getToken }), '--cluster shop --region eu-west-3'],
    [
      'aws-iam-authenticator, whose server names the Region',
      aKubeconfig('shop', { args: ['token', '-i', 'shop'] }),
      '--cluster shop --region eu-central-1',
    ],
    ['a cluster that is not one of EKS', aKubeconfig('kind', {}, 'https://127.0.0.1:6443'), undefined],
    ['a hostile name', aKubeconfig('x', { args: ['-i', '$(touch x)', '--region', 'eu-west-3'] }), undefined],
    ['a hostile Region', aKubeconfig('x', { args: ['-i', 'shop', '--region', '\n::error::x'] }), undefined],
    ['no current context', { ...aKubeconfig(arn, {}), 'current-context': '' }, undefined],
    ['a context that does not exist', { ...aKubeconfig(arn, {}), 'current-context': 'other' }, undefined],
    ['not a kubeconfig', ['x'], undefined],
    ['none', undefined, undefined],
  ])('%s', async (_, kubeconfig, command) => {
    const found = await lines(['scan'], { clusters: [], ...(kubeconfig === undefined ? {} : { kubeconfig }) });
    const listed = ['', 'Context work of the kubeconfig:', `  eks-preflight scan ${command ?? ''}`];
    expect(found.slice(1)).toEqual(command === undefined ? [] : listed);
    expect(await readdir(running.folder)).not.toContain('shop');
  });
});
