import { afterEach, describe, expect, it } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import { parseReadings, type Reading } from '../../src/facts/reading.ts';
import { openSources, type OpenSources } from '../fuzz/sources.ts';
import { aDescribedCluster, aManagedGroup, healthyWorld } from '../world/healthy.ts';
import { aConfigMapObject } from '../world/manifests.ts';
import type { World } from '../world/world.ts';

/** Access entries and aws-auth roles of managed node groups, over real sockets. Pages hold two items. */

const role = (name: string) => `arn:aws:iam::111122223333:role/${name}`;
const nodegroups = {
  blue: aManagedGroup('blue', { nodeRole: role('eks/blue') }),
  general: aManagedGroup('general'),
  green: aManagedGroup('green'),
};
const mode = (authenticationMode: string) => ({
  prod: aDescribedCluster('prod', '1.33', { accessConfig: { authenticationMode } }),
});

let open: OpenSources | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function read<Name extends FactName>(
  fact: Name,
  aws: Partial<World['aws']>,
  { deny = [], mapRoles }: { deny?: readonly string[]; mapRoles?: string } = {},
): Promise<Reading<Facts[Name]> | undefined> {
  const base = healthyWorld();
  const objects = mapRoles === undefined ? [] : [aConfigMapObject('kube-system/aws-auth', { mapRoles })];
  const kube = { ...base.kube, objects: [...base.kube.objects, ...objects] };
  open = await openSources({ ...base, deny, kube, aws: { ...base.aws, nodegroups, ...aws } });
  return parseReadings(JSON.parse(JSON.stringify(await collect(collectors, [fact], open.sources()))))[fact];
}

describe('nodegroupAccessEntries', () => {
  const accessEntries = Object.fromEntries(
    ['Admin', 'Deploy', 'eks/blue', 'prod-node'].map((name) => [
      role(name),
      { principalArn: role(name), type: name.includes('e') ? 'EC2_LINUX' : 'STANDARD' },
    ]),
  );

  it('are those of the roles of managed groups alone, without Karpenter, behind the second page', async () => {
    expect(await read('nodegroupAccessEntries', { accessEntries })).toEqual({
      ok: true,
      value: [
        { principalArn: role('eks/blue'), type: 'EC2_LINUX', tags: {} },
        { principalArn: role('prod-node'), type: 'EC2_LINUX', tags: {} },
      ],
    });
  });

  it('are null in the mode CONFIG_MAP, in which EKS refuses to list them', async () => {
    const account = { accessEntries, clusters: mode('CONFIG_MAP') };
    expect(await read('nodegroupAccessEntries', account)).toEqual({ ok: true, value: null });
  });

  it('are not there without eks:ListAccessEntries, and have a gap without eks:DescribeAccessEntry', async () => {
    expect(await read('nodegroupAccessEntries', {}, { deny: ['eks:ListAccessEntries'] })).toMatchObject({
      ok: false,
      reason: { kind: 'denied', permission: 'eks:ListAccessEntries' },
    });
    await open?.close();
    expect(await read('nodegroupAccessEntries', {}, { deny: ['eks:DescribeAccessEntry'] })).toMatchObject({
      value: [{ principalArn: role('prod-node'), type: null }],
      gaps: [{ what: `access entry ${role('prod-node')}`, reason: { permission: 'eks:DescribeAccessEntry' } }],
    });
  });
});

describe('nodegroupAuthRoles', () => {
  const groups = ['system:bootstrappers', 'system:nodes'];
  const username = 'system:node:{{EC2PrivateDNSName}}';
  const line = (name: string) =>
    `- rolearn: ${role(name)}\n  username: ${username}\n  groups: [${groups.join(', ')}]\n`;
  const mapRoles = `${line('blue')}${line('prod-node')}- rolearn: ${role('admin')}\n`;

  it.each(['CONFIG_MAP', 'API_AND_CONFIG_MAP'])(
    'are the lines of those roles alone in the mode %s',
    async (reportedMode) => {
      expect(await read('nodegroupAuthRoles', { clusters: mode(reportedMode) }, { mapRoles })).toEqual({
        ok: true,
        value: { state: 'read', roles: ['blue', 'prod-node'].map((name) => ({ arn: role(name), username, groups })) },
      });
    },
  );

  it('are null in the mode API, in which nobody asks for the ConfigMap, and where there is none', async () => {
    expect(await read('nodegroupAuthRoles', {}, { mapRoles, deny: ['configmaps: get'] })).toEqual({
      ok: true,
      value: null,
    });
    await open?.close();
    expect(await read('nodegroupAuthRoles', { clusters: mode('CONFIG_MAP') })).toEqual({ ok: true, value: null });
  });

  it('are not there without the permission', async () => {
    expect(
      await read('nodegroupAuthRoles', { clusters: mode('CONFIG_MAP') }, { mapRoles, deny: ['configmaps: get'] }),
    ).toMatchObject({ ok: false, reason: { kind: 'denied', permission: 'configmaps: get' } });
  });
});

it('asks for neither where no node group has a role', async () => {
  const aws = { nodegroups: {}, clusters: mode('API_AND_CONFIG_MAP') };
  const deny = ['eks:ListAccessEntries', 'configmaps: get'];
  expect(await read('nodegroupAccessEntries', aws, { deny })).toEqual({ ok: true, value: [] });
  await open?.close();
  expect(await read('nodegroupAuthRoles', aws, { deny })).toEqual({ ok: true, value: null });
});
