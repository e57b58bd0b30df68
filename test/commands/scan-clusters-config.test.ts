import { describe, expect, it } from 'vitest';
import { refusedScans } from '../world/refused-scans.ts';

/** What a config file with several clusters must not say. */

const { run, refused } = refusedScans();

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
      'cluster 1 of clusters in f.yaml: target is invalid; write target: Kubernetes version to update to, or current',
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
