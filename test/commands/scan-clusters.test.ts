import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../world/in-process.ts';

/** What a scan of several clusters refuses before it starts any scan. */

let folder: string;
const started: (readonly string[])[] = [];

const acceptance = {
  check: 'x',
  resource: 'y',
  level: 'fail',
  at: 'now',
  reason: 'r',
  owner: 'o',
  until: '2026-12-31',
};
const arn = 'arn:aws:eks:eu-west-1:111122223333:cluster/a';
const role = 'arn:aws:iam::444455556666:role/reader';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'eks-preflight-several-'));
  writeFileSync(path.join(folder, 'file'), '');
  symlinkSync('nowhere', path.join(folder, 'dangling'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(line: string, env: NodeJS.ProcessEnv = {}, config?: object) {
  if (config !== undefined) writeFileSync(path.join(folder, 'f.yaml'), stringify(config));
  const args = [...line.split(' '), ...(config === undefined ? [] : ['--config', 'f.yaml'])];
  const outcome = await runCommand(args, {
    env: { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'x', ...env },
    cwd: folder,
    runApart: async (apart) => {
      started.push(apart);
      return { stdout: '', stderr: '', code: 3, signal: null };
    },
  });
  return { ...outcome, stderr: outcome.stderr.replace('eks-preflight: using config file f.yaml (--config)\n', '') };
}

/** Expects exit code 3 and one line (and its hint), without any scan. */
async function refused(line: string, said: string, env?: NodeJS.ProcessEnv, config?: object): Promise<void> {
  started.length = 0;
  const { code, stdout, stderr } = await run(line, env, config);
  expect([code, stdout, stderr.split('\n')[0]]).toEqual([3, '', `eks-preflight: ${said}`]);
  expect(stderr.trimEnd().split('\n').length).toBeLessThan(3);
  expect(started).toEqual([]);
}

describe('a scan of several clusters', () => {
  it.each([
    ['--context x', '--context'],
    ['--kubeconfig x', '--kubeconfig'],
    ['--in-cluster', '--in-cluster'],
    ['--kube-server https://x', '--kube-server'],
    ['--inventory x', '--inventory'],
    ['--as-of now', '--as-of'],
    ['--summary', '--summary'],
    ['--checks', '--checks'],
    ['--finding 1', '--finding'],
    ['--group x', '--group'],
  ])('refuses %s', (options, flag) => refused(`scan a b ${options}`, `${flag} cannot be used with several clusters`));

  it.each([
    ['scan --all-clusters a', '--all-clusters cannot be combined with the name of a cluster'],
    ['scan --all-clusters a b', '--all-clusters cannot be combined with the name of a cluster'],
    ['scan --all-clusters --cluster a', '--all-clusters cannot be combined with the name of a cluster'],
    ['scan --all-clusters --inventory x', '--inventory cannot be used with several clusters'],
    ['scan a --region eu-west-1,us-east-1', '--region eu-west-1,us-east-1: a cluster is in one Region'],
    ['scan a b --region eu-west-1,us-east-1', '--region eu-west-1,us-east-1: a cluster is in one Region'],
    ['scan --all-clusters --region eu-west-1,moon', "invalid --region 'moon' (expected e.g. eu-west-1)"],
    ['scan a a', 'cluster a is named twice'],
    ['scan a b --cluster c', 'clusters specified twice: as arguments and with --cluster'],
    ['scan a b,c', "invalid --cluster 'b,c' (expected a name or an ARN)"],
    ['scan a b --parallel 0', "invalid --parallel '0' (expected a whole number from 1 to 64)"],
    ['scan a b --parallel x', "invalid --parallel 'x' (expected a whole number from 1 to 64)"],
    ['scan a b --parallel 65', "invalid --parallel '65' (expected a whole number from 1 to 64)"],
    ['scan a b --parallel 1.5', "invalid --parallel '1.5' (expected a whole number from 1 to 64)"],
    ['scan a b --fail-on moon', "invalid --fail-on 'moon' (expected fail, warn, unknown, not-covered or never)"],
    ['scan a b --redact', '--redact needs --save-inventory: a report is not redacted'],
    ['scan a b --deliver slack:https://x', expect.stringMatching(/^eks-preflight: --deliver slack: a secret cannot /)],
    ['scan a b --deliver slack:env:NO_SUCH', expect.stringMatching(/^eks-preflight: --deliver slack.*NO_SUCH/)],
  ])('refuses a contradiction: %s', async (line, said) => {
    if (typeof said === 'string') await refused(line, said);
    else expect((await run(line)).stderr.split('\n')[0]).toEqual(said);
  });

  it.each([
    ['--save-inventory x.json', '--save-inventory x.json: several clusters need a folder'],
    ['--baseline x.json', '--baseline x.json: several clusters need a folder'],
    ['--redact --save-inventory x/', '--redact with --save-inventory x/: the path of the file would name the cluster'],
    ['--output json=file/', 'cannot write file/: not a directory'],
    ['--output json=file/below/', 'cannot write file/below/: not a directory'],
    ['--output json=dangling/', 'cannot write dangling/: the link leads nowhere'],
    ['--output json=/proc/x/', 'cannot write /proc/x/: not a regular folder'],
    ['--save-inventory file/', 'cannot write file/: not a directory'],
    ['--output json=r/ --output json=r/', '--output r/ and --output r/ are the same file'],
    ['--output json=r/ --output json=./r/', '--output r/ and --output ./r/ are the same file'],
    ['--output json=r/ --baseline r/', '--baseline r/ and --output r/ are the same file'],
    ['--output nowhere/fleet.json', 'cannot write nowhere/fleet.json: no such file or directory'],
  ])('refuses files and folders that cannot be: %s', (options, said) => refused(`scan a b ${options}`, said));

  it.each<[string, NodeJS.ProcessEnv, string]>([
    [
      'scan a b',
      { EKS_PREFLIGHT_OUTPUT: 'report.json' },
      'EKS_PREFLIGHT_OUTPUT names the file report.json: several clusters need folders',
    ],
    ['scan a b', { EKS_PREFLIGHT_INVENTORY: 'x' }, 'EKS_PREFLIGHT_INVENTORY cannot be used with several clusters'],
    ['scan a b', { EKS_PREFLIGHT_CONTEXT: 'x' }, 'EKS_PREFLIGHT_CONTEXT cannot be used with several clusters'],
    [
      'scan a b',
      { EKS_PREFLIGHT_PARALLEL: '99' },
      "invalid EKS_PREFLIGHT_PARALLEL '99' (expected a whole number from 1 to 64)",
    ],
  ])('names the variable that set an option: %s %j', (line, env, said) => refused(line, said, env));

  it('refuses formats that a table does not have', async () => {
    expect((await run('scan a b --format junit')).stderr).toMatch(
      /^eks-preflight: invalid --format 'junit' \(expected /,
    );
    const { stderr } = await run('scan a b', { EKS_PREFLIGHT_FORMAT: 'github' });
    expect(stderr).toMatch(/^eks-preflight: invalid EKS_PREFLIGHT_FORMAT 'github' \(expected /);
  });

  it('prints an error as JSON with --format json', async () => {
    const { code, stdout } = await run('scan a b --format json --context x');
    expect([code, JSON.parse(stdout)]).toMatchObject([3, { schemaVersion: 1, error: { code: 'usage' } }]);
  });
});

describe('clusters of a config file', () => {
  it.each<[string, object, string]>([
    [
      'an unknown key',
      [{ name: 'a', regoin: 'x' }],
      "cluster 1 of clusters in f.yaml: unknown key 'regoin'; did you mean region?",
    ],
    [
      'no name',
      [{ region: 'eu-west-1' }],
      'cluster 1 of clusters in f.yaml: name is missing; write name: name or ARN of the cluster',
    ],
    ['no list', {}, 'clusters of f.yaml: write a list of 1 to 1000 clusters, each with a name'],
    ['an empty list', [], 'clusters of f.yaml: write a list of 1 to 1000 clusters, each with a name'],
    [
      'names without keys',
      ['a'],
      expect.stringMatching(/^eks-preflight: cluster 1 of clusters in f.yaml: write keys and values: name, /),
    ],
    [
      'a number for a version',
      [{ name: 'a', target: 1.34 }],
      'cluster 1 of clusters in f.yaml: target is invalid; write target: Kubernetes version to upgrade to, or current',
    ],
    [
      'an invalid name',
      [{ name: 'a b' }],
      "invalid name of cluster 1 of clusters in f.yaml 'a b' (expected a name or an ARN)",
    ],
    [
      'an invalid role',
      [{ name: 'a', roleArn: 'x' }],
      "invalid roleArn of cluster 1 of clusters in f.yaml 'x' (expected the ARN of an IAM role)",
    ],
    [
      'an invalid target',
      [{ name: 'a' }, { name: 'b', target: '1.x' }],
      "invalid target of cluster 2 of clusters in f.yaml '1.x' (expected e.g. 1.34, or current)",
    ],
    [
      'an external ID without a role',
      [{ name: 'a', externalId: 'secret-1' }],
      'externalId of cluster 1 of clusters in f.yaml needs roleArn',
    ],
    [
      'another Region than the ARN',
      [{ name: arn, region: 'us-east-1' }],
      'region of cluster 1 of clusters in f.yaml does not match the ARN (eu-west-1)',
    ],
    [
      'two Regions',
      [{ name: 'a', region: 'us-east-1,eu-west-1' }],
      'region of cluster 1 of clusters in f.yaml: one cluster is in one Region',
    ],
    [
      'an acceptance of nothing',
      [{ name: 'a', accept: [{ ...acceptance, resource: undefined }] }],
      'entry 1 of accept in cluster 1 of clusters in f.yaml names no finding; write id, or check and resource',
    ],
    [
      'an invalid acceptance',
      [{ name: 'a', accept: [{ ...acceptance, level: 'bad' }] }],
      'entry 1 of accept in cluster 1 of clusters in f.yaml: level is invalid ("bad"); write level: fail, unknown or warn',
    ],
    ['a name twice', [{ name: 'a' }, { name: 'a' }], "clusters names 'a' twice"],
    [
      'one cluster with two targets',
      [{ name: 'a' }, { name: arn, target: '1.34' }],
      `clusters names one cluster with different settings, as ${arn} and as a`,
    ],
  ])('are refused: %s', async (_what, clusters, said) => {
    if (typeof said === 'string') await refused('scan', said, {}, { clusters });
    else expect((await run('scan', {}, { clusters })).stderr.split('\n')[0]).toEqual(said);
  });

  it('never show an external ID that is invalid', async () => {
    const { stderr } = await run('scan', {}, { clusters: [{ name: 'a', roleArn: role, externalId: 'no spaces' }] });
    expect(stderr).toMatch(
      /^eks-preflight: invalid externalId of cluster 1 of clusters in f\.yaml \(expected 2 to 1224 /,
    );
    expect(stderr).not.toContain('no spaces');
  });

  it.each<[string, object, string]>([
    ['scan', { cluster: 'a', clusters: [{ name: 'b' }] }, 'cluster and clusters of f.yaml exclude each other'],
    ['scan', { allClusters: true, clusters: [{ name: 'b' }] }, 'allClusters and clusters of f.yaml exclude each other'],
    ['scan', { cluster: 'a', allClusters: true }, 'cluster and allClusters of f.yaml exclude each other'],
    ['scan', { inventory: 'x', clusters: [{ name: 'b' }] }, 'inventory and clusters of f.yaml exclude each other'],
    ['scan --all-clusters', { clusters: [{ name: 'b' }] }, '--all-clusters cannot be combined with clusters of f.yaml'],
    [
      'scan',
      { clusters: [{ name: 'b' }], output: 'r.json' },
      'output of f.yaml names the file r.json: several clusters need folders',
    ],
    [
      'scan --output t.json',
      { clusters: [{ name: 'b' }], output: 'json=r/' },
      '--output t.json replaces output of f.yaml',
    ],
    [
      'scan a b',
      { allClusters: true, region: 'eu-west-1,us-east-1' },
      'region of f.yaml eu-west-1,us-east-1: a cluster is in one Region',
    ],
    [
      'scan a',
      { allClusters: true, region: 'eu-west-1,us-east-1' },
      'region of f.yaml eu-west-1,us-east-1: a cluster is in one Region',
    ],
  ])('exclude other ways to name clusters: %s %j', (line, config, said) => refused(line, said, {}, config));
});
