import { describe, expect, it } from 'vitest';
import { aFargateProfile, runsWith, withFargate } from '../world/fargate.ts';
import { healthyWorld } from '../world/healthy.ts';
import { aNodeObject, aPodObject } from '../world/manifests.ts';
import { awsReading, awsReadings } from './aws-facts.ts';
import { kubeFacts } from './kube-facts.ts';

const account = withFargate(
  healthyWorld().aws,
  ['batch', 'night', 'shop'].map((name) => aFargateProfile(name)),
);
const roleArn = 'arn:aws:iam::111122223333:role/prod-fargate';

describe('fargateProfiles', () => {
  it('are read over every page, without selectors and tags', async () => {
    const profile = (name: string) => ({
      name,
      arn: `arn:aws:eks:eu-west-1:111122223333:fargateprofile/prod/${name}/0a1b2c3d`,
      status: 'ACTIVE',
      roleArn,
      subnetIds: ['subnet-0aaa', 'subnet-0bbb'],
      healthIssues: [],
      tags: {},
    });
    const value = ['batch', 'night', 'shop'].map(profile);
    expect(await awsReading('fargateProfiles', account)).toEqual({ ok: true, value });
  });

  it('hold what EKS says of their health, and null where it says nothing', async () => {
    const issue = { code: 'AccessDenied', message: 'not in the auth config', resourceIds: [roleArn] };
    const fargateProfiles = {
      old: aFargateProfile('old', { health: undefined }),
      sick: aFargateProfile('sick', { health: { issues: [issue] } }),
    };
    expect(await awsReading('fargateProfiles', { fargateProfiles })).toMatchObject({
      ok: true,
      value: [{ healthIssues: null }, { healthIssues: [issue] }],
    });
  });

  it('are none in a cluster without', async () => {
    expect(await awsReading('fargateProfiles')).toEqual({ ok: true, value: [] });
  });

  it('are not asked for in a local cluster on AWS Outposts, where there is no Fargate', async () => {
    const prod = {
      ...account.clusters['prod'],
      outpostConfig: { outpostArns: ['arn:aws:outposts:eu-west-1:1:outpost/op-0a'] },
    };
    const { readings, calls } = await awsReadings(['fargateProfiles'], { ...account, clusters: { prod } });
    expect(readings.fargateProfiles).toEqual({ ok: true, value: [] });
    expect(calls.map(({ action }) => action)).not.toContain('eks:ListFargateProfiles');
  });

  it.each([
    [403, 'AccessDeniedException', 'Account 111122223333 is not authorized to use this service'],
    [404, 'UnknownOperationException', 'Unknown operation'],
  ])('are none in a region without Fargate: %i %s', async (status, code, message) => {
    const faults = [{ on: 'eks:ListFargateProfiles', does: { status, body: { code, message } } }];
    expect(await awsReading('fargateProfiles', account, { faults })).toEqual({ ok: true, value: [] });
  });

  it('are missing where access is denied in other words', async () => {
    const body = { code: 'AccessDeniedException', message: 'Account 111122223333 is not authorized' };
    const faults = [{ on: 'eks:ListFargateProfiles', does: { status: 403, body } }];
    expect(await awsReading('fargateProfiles', account, { faults })).toMatchObject({
      ok: false,
      reason: { kind: 'denied' },
    });
  });

  it('are missing without the permission to list them', async () => {
    const permission = 'eks:ListFargateProfiles';
    expect(await awsReading('fargateProfiles', account, { deny: [permission] })).toMatchObject({
      ok: false,
      reason: { kind: 'denied', permission },
    });
  });

  it('are a gap each without the permission to describe them', async () => {
    const permission = 'eks:DescribeFargateProfile';
    expect(await awsReading('fargateProfiles', account, { deny: [permission] })).toMatchObject({
      ok: true,
      value: [],
      gaps: ['batch', 'night', 'shop'].map((name) => ({
        what: `Fargate profile ${name}`,
        reason: { kind: 'denied', permission },
      })),
    });
  });
});

describe('fargateRoles', () => {
  const found = {
    arn: roleArn,
    trust: [
      {
        effect: 'Allow',
        services: ['eks-fargate-pods.amazonaws.com'],
        actions: ['sts:AssumeRole'],
        conditions: [
          {
            operator: 'ArnLike',
            key: 'aws:SourceArn',
            values: ['arn:aws:eks:eu-west-1:111122223333:fargateprofile/prod/*'],
          },
        ],
      },
    ],
    attachedPolicies: [
      'arn:aws:iam::111122223333:policy/fargate-logs',
      'arn:aws:iam::aws:policy/AmazonEKSFargatePodExecutionRolePolicy',
    ],
  };

  it('are read once each, with their own policies as far as they concern Amazon ECR', async () => {
    expect(await awsReading('fargateRoles', account)).toMatchObject({
      ok: true,
      value: [
        {
          name: 'prod-fargate',
          found: {
            ...found,
            own: {
              policies: [
                { name: 'logs', arn: null, document: { Version: '2012-10-17', Statement: [] } },
                { name: 'fargate-logs', document: { Version: '2012-10-17', Statement: [] } },
              ],
              boundary: null,
            },
          },
        },
      ],
    });
  });

  it('are null where IAM knows no such role', async () => {
    const { roles: _roles, ...rest } = account;
    expect(await awsReading('fargateRoles', { ...rest, roles: {} })).toEqual({
      ok: true,
      value: [{ name: 'prod-fargate', found: null }],
    });
  });

  it('ask IAM nothing in a cluster without profiles', async () => {
    const { readings, calls } = await awsReadings(['fargateRoles']);
    expect(readings.fargateRoles).toEqual({ ok: true, value: [] });
    expect(calls.filter(({ action }) => action.startsWith('iam:'))).toEqual([]);
  });

  it.each(['iam:GetRole', 'iam:ListAttachedRolePolicies'])('are a gap without %s', async (permission) => {
    expect(await awsReading('fargateRoles', account, { deny: [permission] })).toMatchObject({
      ok: true,
      value: [],
      gaps: [{ what: 'role prod-fargate', reason: { kind: 'denied', permission } }],
    });
  });

  it.each([
    ['iam:GetPolicy', 'policy arn:aws:iam::111122223333:policy/fargate-logs'],
    ['iam:GetPolicyVersion', 'policy arn:aws:iam::111122223333:policy/fargate-logs'],
    ['iam:GetRolePolicy', 'inline policy logs'],
    ['iam:ListRolePolicies', 'inline policies of role prod-fargate'],
  ])('have a gap without %s', async (permission, what) => {
    expect(await awsReading('fargateRoles', account, { deny: [permission] })).toMatchObject({
      ok: true,
      value: [{ found }],
      gaps: [{ what, reason: { kind: 'denied', permission } }],
    });
  });

  it('are missing where profiles cannot be listed', async () => {
    const permission = 'eks:ListFargateProfiles';
    expect(await awsReading('fargateRoles', account, { deny: [permission] })).toMatchObject({
      ok: false,
      reason: { kind: 'denied', permission },
    });
  });
});

it('fargateWorkloads name the profiles of their pods, each once, and no other label', async () => {
  const node = (index: number) => `fargate-ip-10-0-1-${index}.eu-west-1.compute.internal`;
  const owner = { kind: 'ReplicaSet', name: 'report-7c9d', hash: '7c9d' };
  const objects = [
    ...[1, 2, 3, 4].map((index) =>
      aNodeObject(node(index), {
        kubelet: 'v1.33.5-eks-113cf36',
        labels: { 'eks.amazonaws.com/compute-type': 'fargate' },
      }),
    ),
    ...['batch', 'shop', 'shop'].map((profile, index) =>
      aPodObject(`shop/report-7c9d-${index}`, node(index + 1), owner, runsWith(profile)),
    ),
    aPodObject('shop/lone', node(4)),
  ];
  const { readings } = await kubeFacts(objects, ['fargateWorkloads']);
  expect(readings.fargateWorkloads).toEqual({
    ok: true,
    value: [
      { kind: 'Pod', namespace: 'shop', name: 'lone', nodes: [node(4)] },
      {
        kind: 'Deployment',
        namespace: 'shop',
        name: 'report',
        nodes: [1, 2, 3].map(node),
        profiles: ['batch', 'shop'],
      },
    ],
  });
});
