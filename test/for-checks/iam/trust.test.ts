import { expect, it } from 'vitest';
import { trusts, type Asker } from '../../../src/for-checks/iam/trust.ts';

const arn = 'arn:aws:iam::111122223333:role/first';
const byRole: Asker = { kind: 'AWS', principal: arn, action: 'sts:AssumeRole', context: {} };
const byPod: Asker = { kind: 'Service', principal: 'pods.eks.amazonaws.com', action: 'sts:TagSession', context: {} };
const byToken: Asker = {
  kind: 'Federated',
  principal: 'arn:aws:iam::111122223333:oidc-provider/oidc.example/id/A',
  action: 'sts:AssumeRoleWithWebIdentity',
  context: { 'oidc.example/id/A:sub': ['system:serviceaccount:kube-system:karpenter'] },
};
const allow = (more: object) => ({ Effect: 'Allow', Principal: { AWS: arn }, Action: 'sts:AssumeRole', ...more });
const deny = (more: object = {}) => allow({ Effect: 'Deny', ...more });
const when = (operator: string, key: string, value: unknown) => ({ Condition: { [operator]: { [key]: value } } });
const sub = 'oidc.example/id/A:sub';
const federated = (more: object) =>
  allow({ Principal: { Federated: byToken.principal }, Action: 'sts:AssumeRoleWithWebIdentity', ...more });

it.each<[string, object[], Asker, 'yes' | 'no' | 'unknown']>([
  ['the role', [allow({})], byRole, 'yes'],
  ['the role among others', [allow({ Principal: { AWS: ['444455556666', arn] } })], byRole, 'yes'],
  ["the role's account", [allow({ Principal: { AWS: '111122223333' } })], byRole, 'yes'],
  ["the role's account by its root", [allow({ Principal: { AWS: 'arn:aws:iam::111122223333:root' } })], byRole, 'yes'],
  [
    "the role's account, asked by name",
    [allow({ Principal: { AWS: '111122223333' } })],
    { ...byRole, byName: true },
    'no',
  ],
  ['the role, asked by name', [allow({})], { ...byRole, byName: true }, 'yes'],
  ['anybody, asked by name', [allow({ Principal: '*' })], { ...byRole, byName: true }, 'unknown'],
  ['another account', [allow({ Principal: { AWS: '444455556666' } })], byRole, 'no'],
  [
    'the same root of another partition',
    [allow({ Principal: { AWS: 'arn:aws-cn:iam::111122223333:root' } })],
    byRole,
    'no',
  ],
  [
    'one session of the role',
    [allow({ Principal: { AWS: 'arn:aws:sts::111122223333:assumed-role/first/x' } })],
    byRole,
    'no',
  ],
  ['the id of a role that was deleted', [allow({ Principal: { AWS: 'AROAEXAMPLEID' } })], byRole, 'no'],
  ['anybody', [allow({ Principal: '*' })], byRole, 'yes'],
  ['anybody of AWS', [allow({ Principal: { AWS: '*' } })], byRole, 'yes'],
  ['anybody, a service', [allow({ Principal: '*', Action: 'sts:*' })], byPod, 'unknown'],
  ['anybody, a token', [federated({ Principal: { AWS: '*' } })], byToken, 'unknown'],
  ['all but one', [allow({ Principal: undefined, NotPrincipal: { AWS: arn } })], byRole, 'unknown'],
  ['a list of principals', [allow({ Principal: [arn] })], byRole, 'unknown'],
  [
    'the service',
    [allow({ Principal: { Service: byPod.principal }, Action: ['sts:Assume*', 'STS:tagsession'] })],
    byPod,
    'yes',
  ],
  ['the service, for another action', [allow({ Principal: { Service: byPod.principal } })], byPod, 'no'],
  ['all actions but one', [allow({ Action: undefined, NotAction: 'sts:TagSession' })], byRole, 'unknown'],
  ['no action', [allow({ Action: undefined })], byRole, 'unknown'],
  ['an action, and all but another', [allow({ NotAction: 'sts:TagSession' })], byRole, 'unknown'],
  ['its subject', [federated(when('StringLike', sub.toUpperCase(), 'system:*:kube-system:*'))], byToken, 'yes'],
  [
    'its subject in other capitals',
    [federated(when('StringEquals', sub, 'SYSTEM:serviceaccount:kube-system:karpenter'))],
    byToken,
    'no',
  ],
  [
    'its subject whatever the capitals',
    [federated(when('StringEqualsIgnoreCase', sub, 'SYSTEM:serviceaccount:kube-system:karpenter'))],
    byToken,
    'yes',
  ],
  ['what is not told', [federated(when('StringEquals', 'aws:PrincipalOrgID', 'o-1'))], byToken, 'unknown'],
  ['values that were not kept', [federated(when('StringNotEquals', sub, []))], byToken, 'unknown'],
  ['a Deny of another', [allow({}), deny({ Principal: { AWS: '444455556666' } })], byRole, 'yes'],
  ['a Deny', [allow({}), deny()], byRole, 'no'],
  [
    'a Deny whose values were not kept',
    [allow({}), deny(when('StringNotEquals', 'aws:SourceAccount', []))],
    byRole,
    'unknown',
  ],
  ['another effect', [allow({}), deny({ Effect: 'deny' })], byRole, 'unknown'],
  ['another effect alone', [allow({ Effect: 'allow' })], byRole, 'unknown'],
])('a trust policy for %s', (_, statements, asker, expected) => {
  expect(trusts({ Version: '2012-10-17', Statement: statements }, asker).is).toBe(expected);
});
