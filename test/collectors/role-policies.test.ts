import { describe, expect, it } from 'vitest';
import { clusterRoles } from '../world/cluster-role.ts';
import type { World } from '../world/world.ts';
import { awsReading } from './aws-facts.ts';

/** Policies of the cluster's role, read from the loopback AWS endpoint, whose pages hold two items. */

const arn = (name: string) => `arn:aws:iam::111122223333:policy/${name}`;
const statement = (Action: unknown) => ({ Effect: 'Allow', Action, Resource: '*' });
const document = (...Statement: unknown[]) => ({ Version: '2012-10-17', Statement });
const tagging = document(statement('ec2:CreateTags'));

function withPolicies(
  inline: Record<string, unknown>,
  managed: Record<string, unknown> = {},
  boundary?: string,
): Partial<World['aws']> {
  const PermissionsBoundary = { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: boundary };
  return {
    roles: { 'prod-cluster': { ...clusterRoles['prod-cluster'], ...(boundary ? { PermissionsBoundary } : {}) } },
    attachedPolicies: {
      'prod-cluster': ['arn:aws:iam::aws:policy/AmazonEKSClusterPolicy', ...Object.keys(managed)],
    },
    inlinePolicies: { 'prod-cluster': inline },
    managedPolicies: { ...managed, ...(boundary ? { [boundary]: tagging } : {}) },
  };
}

describe('clusterRolePolicies', () => {
  it('holds inline policies behind the second page, attached ones but for that of AWS, and the boundary', async () => {
    const size = JSON.stringify(tagging).length;
    const world = withPolicies({ a: tagging, b: tagging, c: tagging }, { [arn('own')]: tagging }, arn('fence'));
    expect(await awsReading('clusterRolePolicies', world)).toEqual({
      ok: true,
      value: {
        policies: [
          ...['a', 'b', 'c'].map((name) => ({ name, arn: null, document: tagging, size })),
          { name: 'own', arn: arn('own'), document: tagging, size },
        ],
        boundary: { name: 'fence', arn: arn('fence'), document: tagging, size },
      },
    });
  });

  it('reads other policies of AWS, too', async () => {
    const aws = 'arn:aws:iam::aws:policy/AmazonEC2ReadOnlyAccess';
    expect(await awsReading('clusterRolePolicies', withPolicies({}, { [aws]: tagging }))).toMatchObject({
      value: { policies: [{ name: 'AmazonEC2ReadOnlyAccess', arn: aws, document: tagging }] },
    });
  });

  it('keeps no statement of services that are not asked about', async () => {
    const kept = [
      statement(['s3:GetObject', 'EC2:*']),
      statement('*'),
      { Effect: 'Deny', NotAction: 's3:*', Resource: '*' },
    ];
    const world = withPolicies({ a: document(statement('s3:*'), ...kept, statement(['sqs:*', 's3:GetObject'])) });
    expect(await awsReading('clusterRolePolicies', world)).toMatchObject({
      value: { policies: [{ document: document(...kept) }] },
    });
  });

  it('keeps what is no statement', async () => {
    const world = withPolicies({ a: document(null, 'text', statement('s3:*'), {}) });
    expect(await awsReading('clusterRolePolicies', world)).toMatchObject({
      value: { policies: [{ document: document(null, 'text', {}) }] },
    });
  });

  it('is null where there is no role', async () => {
    expect(await awsReading('clusterRolePolicies', { roles: {} })).toEqual({ ok: true, value: null });
  });

  it('keeps a policy that is no JSON, without a document', async () => {
    expect(await awsReading('clusterRolePolicies', withPolicies({ a: 'not JSON' }))).toEqual({
      ok: true,
      value: { policies: [{ name: 'a', arn: null, document: null }], boundary: null },
    });
  });

  it('keeps an attached policy that was deleted since, without a document', async () => {
    const world = withPolicies({}, { [arn('gone')]: undefined });
    expect(await awsReading('clusterRolePolicies', world)).toEqual({
      ok: true,
      value: { policies: [{ name: 'gone', arn: arn('gone'), document: null }], boundary: null },
    });
  });

  it.each([
    ['iam:ListRolePolicies', 'inline policies of role prod-cluster', ['an inline policy', 'own'], [true, false]],
    ['iam:GetRolePolicy', 'inline policy a', ['a', 'own'], [true, false]],
    ['iam:GetPolicy', `policy ${arn('own')}`, ['a', 'own'], [false, true]],
    ['iam:GetPolicyVersion', `policy ${arn('own')}`, ['a', 'own'], [false, true]],
  ])('has a gap without %s, and the policy without its document', async (permission, what, names, missing) => {
    const world = withPolicies({ a: tagging }, { [arn('own')]: tagging });
    const reading = await awsReading('clusterRolePolicies', world, { deny: [permission] });
    expect(reading).toMatchObject({
      ok: true,
      value: { policies: names.map((name, at) => ({ name, document: missing[at] === true ? null : tagging })) },
      gaps: [{ what, reason: { kind: 'denied', permission } }],
    });
  });
});
