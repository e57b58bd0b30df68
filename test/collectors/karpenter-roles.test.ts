import { afterEach, describe, expect, it } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import { parseReadings } from '../../src/facts/reading.ts';
import { openSources, type OpenSources } from '../fuzz/sources.ts';
import { irsaTrust, podIdentityTrust } from '../for-checks/iam/controller-role.ts';
import { templatePolicy } from '../for-checks/iam/templates.ts';
import { healthyWorld } from '../world/healthy.ts';
import { karpenterObjects } from '../world/karpenter-manifests.ts';
import { withControllerRole } from '../world/karpenter-roles.ts';
import type { World } from '../world/world.ts';

/** The roles of Karpenter's controllers, over real sockets. Pages hold two entries. */

let open: OpenSources | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

const name = 'KarpenterControllerRole-prod';
const arn = `arn:aws:iam::111122223333:role/${name}`;

interface Parts {
  roleArn?: string;
  env?: Record<string, string>;
  change?(aws: World['aws']): World['aws'];
  deny?: readonly string[];
}

async function read({ roleArn = arn, env = { CLUSTER_NAME: 'prod' }, change = (aws) => aws, deny = [] }: Parts = {}) {
  const base = healthyWorld();
  const objects = [...base.kube.objects, ...karpenterObjects({ version: '1.8.8', env, roleArn })];
  const aws = change(withControllerRole(base.aws));
  open = await openSources({ ...base, deny, kube: { ...base.kube, objects }, aws });
  const readings = await collect(collectors, ['karpenterRoles'], open.sources());
  return parseReadings(JSON.parse(JSON.stringify(readings))).karpenterRoles;
}

/** The role with other values in GetRole's response. */
const withRole =
  (more: Record<string, unknown>) =>
  (aws: World['aws']): World['aws'] => ({ ...aws, roles: { ...aws.roles, [name]: { ...aws.roles[name], ...more } } });

const sids = (minor: '1.8') => templatePolicy(minor).Statement.map(({ Sid }) => String(Sid));

describe('karpenterRoles', () => {
  it('holds trust, tags, inline and attached policies and the boundary of the role that the ServiceAccount names', async () => {
    const boundary = 'arn:aws:iam::111122223333:policy/cluster-tags';
    const change = withRole({
      Tags: [{ Key: 'team', Value: 'platform' }],
      PermissionsBoundary: { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: boundary },
    });
    const reading = await read({ change });
    expect(reading).toMatchObject({
      ok: true,
      value: [
        {
          arn,
          name,
          found: {
            trust: podIdentityTrust,
            tags: { team: 'platform' },
            policies: [
              { name: 'queue', arn: null, document: { Statement: [{ Sid: 'AllowInterruptionQueueActions' }] } },
              { name, arn: `arn:aws:iam::111122223333:policy/${name}` },
            ],
            boundary: { name: 'cluster-tags', arn: boundary },
          },
        },
      ],
    });
    const policies = reading?.ok === true ? (reading.value[0]?.found?.policies ?? []) : [];
    const statements = policies.flatMap(({ document }) => (document as { Statement: { Sid: string }[] }).Statement);
    expect(statements.map(({ Sid }) => Sid).sort()).toEqual(sids('1.8').sort());
  });

  it('keeps of the trust policy the values of those conditions only that are judged', async () => {
    const [statement] = irsaTrust.Statement;
    const StringEquals = { ...statement?.Condition.StringEquals, 'sts:ExternalId': 'planted-secret-4711' };
    const trust = { ...irsaTrust, Statement: { ...statement, Condition: { StringEquals } } };
    const change = withRole({ AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify(trust)) });
    expect(await read({ change })).toMatchObject({
      value: [
        {
          found: {
            trust: {
              Statement: [
                {
                  ...statement,
                  Condition: { StringEquals: { ...statement?.Condition.StringEquals, 'sts:ExternalId': [] } },
                },
              ],
            },
          },
        },
      ],
    });
  });

  it('keeps of the trust policy what the evaluator is told of the role that asks', async () => {
    const Condition = {
      Bool: { 'aws:SecureTransport': 'true' },
      StringNotEquals: { 'aws:PrincipalType': 'Anonymous', 'aws:username': [] },
    };
    const trust = { ...irsaTrust, Statement: { ...irsaTrust.Statement[0], Condition } };
    const change = withRole({ AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify(trust)) });
    expect(await read({ change })).toMatchObject({ value: [{ found: { trust: { Statement: [{ Condition }] } } }] });
  });

  it('reads each role once, and the one that settings name', async () => {
    const other = 'arn:aws:iam::111122223333:role/prod-cluster';
    expect(await read({ env: { CLUSTER_NAME: 'prod', ASSUME_ROLE_ARN: other } })).toMatchObject({
      value: [{ arn }, { arn: other }],
    });
  });

  it('reads a role whose path holds other characters than its name may', async () => {
    const roleArn = `arn:aws:iam::111122223333:role/a:b!/${name}`;
    expect(await read({ roleArn })).toMatchObject({ ok: true, value: [{ arn: roleArn, found: null }] });
  });

  it('is null where there is no role of that ARN', async () => {
    for (const roleArn of ['arn:aws:iam::111122223333:role/gone', `arn:aws:iam::111122223333:role/teams/${name}`]) {
      expect(await read({ roleArn })).toMatchObject({ ok: true, value: [{ arn: roleArn, found: null }] });
      await open?.close();
    }
    open = undefined;
  });

  it('has no trust policy where it is no JSON', async () => {
    expect(await read({ change: withRole({ AssumeRolePolicyDocument: 'not JSON' }) })).toMatchObject({
      value: [{ found: { trust: null } }],
    });
  });

  it('has a gap for a role of another account, and asks nothing for what is no ARN', async () => {
    expect(await read({ roleArn: 'arn:aws:iam::999900001111:role/other' })).toMatchObject({
      ok: true,
      value: [],
      gaps: [{ what: 'role arn:aws:iam::999900001111:role/other', reason: { kind: 'not-offered' } }],
    });
    await open?.close();
    for (const roleArn of ['KarpenterControllerRole-prod', `${arn}:prod`, `${arn}/`]) {
      expect(await read({ roleArn })).toEqual({ ok: true, value: [] });
      await open?.close();
    }
    open = undefined;
  });

  it.each([[], ['iam:GetRole'], ['iam:ListAttachedRolePolicies']])(
    'has a value or a gap for each role that is named, without %j',
    async (...deny) => {
      const other = `arn:aws:iam::999900001111:role/other`;
      for (const roleArn of [arn, `arn:aws:iam::111122223333:role/a:b!/${name}`, `${arn}-gone`]) {
        const reading = await read({ roleArn, deny, env: { CLUSTER_NAME: 'prod', ASSUME_ROLE_ARN: other } });
        const { value, gaps = [] } = reading?.ok === true ? reading : { value: [] };
        const reportedArns = [...value.map((role) => role.arn), ...gaps.map(({ what }) => what.replace(/^role /, ''))];
        expect(reportedArns.toSorted()).toEqual([roleArn, other].toSorted());
        await open?.close();
      }
      open = undefined;
    },
  );

  it.each(['iam:GetRole', 'iam:ListAttachedRolePolicies'])('has a gap without %s', async (permission) => {
    expect(await read({ deny: [permission] })).toMatchObject({
      ok: true,
      value: [],
      gaps: [{ what: `role ${arn}`, reason: { kind: 'denied', permission } }],
    });
  });

  it.each(['iam:ListRolePolicies', 'iam:GetRolePolicy', 'iam:GetPolicy', 'iam:GetPolicyVersion'])(
    'has a gap without %s, and a policy without its document',
    async (permission) => {
      const reading = await read({ deny: [permission] });
      expect(reading).toMatchObject({ ok: true, gaps: [{ reason: { kind: 'denied', permission } }] });
      const policies = reading?.ok === true ? (reading.value[0]?.found?.policies ?? []) : [];
      expect(policies.filter(({ document }) => document === null)).toHaveLength(1);
    },
  );
});
