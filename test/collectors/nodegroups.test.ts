import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { Readings } from '../../src/facts/reading.ts';
import type { AwsSource } from '../../src/sources/aws/contract.ts';
import { createAwsSource } from '../../src/sources/aws/source.ts';
import { startAwsEndpoint, type AwsEndpoint } from '../world/aws-endpoint.ts';
import { aManagedGroup, healthyWorld } from '../world/healthy.ts';
import type { World } from '../world/world.ts';

/** The node groups' collector against the loopback AWS endpoint. */

let endpoint: AwsEndpoint | undefined;
let aws: AwsSource | undefined;
beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY');
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
});
afterEach(async () => {
  aws?.close();
  await endpoint?.close();
  vi.unstubAllEnvs();
});

async function read(
  nodegroups: World['aws']['nodegroups'],
  more: Partial<World> = {},
): Promise<Readings['nodegroups']> {
  const world = healthyWorld();
  endpoint = await startAwsEndpoint({ ...world, ...more, aws: { ...world.aws, nodegroups } });
  vi.stubEnv('AWS_ENDPOINT_URL', endpoint.url);
  aws = await createAwsSource({ cluster: 'prod', region: 'eu-west-1' }, { userAgent: 'test' });
  const none = () => Promise.reject(new Error('no Kubernetes here'));
  const local = { run: () => Promise.reject(new Error('no machine here')) };
  return (await collect(collectors, ['nodegroups'], { aws, kube: none, local })).nodegroups;
}

const three = { a: aManagedGroup('a'), b: aManagedGroup('b'), c: aManagedGroup('c') };

it('reads every page, and what a new group would need', async () => {
  const reading = await read(three);
  expect(reading).toMatchObject({ ok: true, value: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] });
  expect(reading?.ok === true ? reading.value[0] : undefined).toEqual({
    name: 'a',
    status: 'ACTIVE',
    version: '1.33',
    releaseVersion: '1.33.5-20251103',
    amiType: 'AL2023_x86_64_STANDARD',
    capacityType: 'ON_DEMAND',
    minSize: 1,
    desiredSize: 2,
    maxSize: 6,
    launchTemplate: false,
    nodeRole: 'arn:aws:iam::111122223333:role/prod-node',
    subnetIds: ['subnet-0aaa', 'subnet-0bbb', 'subnet-0ccc'],
    instanceTypes: ['m6i.large'],
    labels: {},
    taints: [],
    update: { strategy: 'DEFAULT', maxUnavailable: null, maxUnavailablePercentage: null },
    healthIssues: [],
    tags: {},
  });
});

it('reads how EKS replaces the nodes', async () => {
  const reading = await read({
    a: aManagedGroup('a', { updateConfig: { maxUnavailable: 2, updateStrategy: 'MINIMAL' } }),
    b: aManagedGroup('b', { updateConfig: { maxUnavailablePercentage: 33 } }),
  });
  const found = reading?.ok === true ? reading.value.map(({ update }) => update) : [];
  expect(found).toEqual([
    { strategy: 'MINIMAL', maxUnavailable: 2, maxUnavailablePercentage: null },
    { strategy: 'DEFAULT', maxUnavailable: null, maxUnavailablePercentage: 33 },
  ]);
});

it('reads labels, taints, disk and SSH access, which a new group would need', async () => {
  const reading = await read({
    a: aManagedGroup('a', {
      labels: { team: 'shop' },
      taints: [
        { key: 'dedicated', value: 'gpu', effect: 'NO_SCHEDULE' },
        { key: 'spot', effect: 'PREFER_NO_SCHEDULE' },
      ],
      diskSize: 100,
      remoteAccess: { ec2SshKey: 'ops', sourceSecurityGroups: ['sg-0a'] },
    }),
  });
  expect(reading).toMatchObject({
    ok: true,
    value: [
      {
        labels: { team: 'shop' },
        taints: [
          { key: 'dedicated', value: 'gpu', effect: 'NO_SCHEDULE' },
          { key: 'spot', value: null, effect: 'PREFER_NO_SCHEDULE' },
        ],
        diskSize: 100,
        remoteAccess: { sshKey: 'ops', securityGroupIds: ['sg-0a'] },
      },
    ],
  });
});

it('reads health issues, and tells none from not told', async () => {
  const issue = { code: 'NodeCreationFailure', message: 'Instances failed to join', resourceIds: ['i-0a'] };
  const reading = await read({
    sick: aManagedGroup('sick', { health: { issues: [issue, { code: 'Unknown' }] } }),
    silent: aManagedGroup('silent', { health: undefined }),
  });
  expect(reading).toMatchObject({
    ok: true,
    value: [
      { name: 'sick', healthIssues: [issue, { code: 'Unknown', message: '', resourceIds: [] }] },
      { name: 'silent', healthIssues: null },
    ],
  });
});

it('does not make up the code of an issue', async () => {
  const reading = await read({ sick: aManagedGroup('sick', { health: { issues: [{ message: 'text' }] } }) });
  expect(reading).toMatchObject({ ok: true, value: [], gaps: [{ what: 'node group sick' }] });
});

it('leaves out a group that was deleted since the list, and names one that cannot be described', async () => {
  const gone = { on: 'eks:DescribeNodegroup', does: { awsError: 'ResourceNotFoundException', status: 404 }, count: 1 };
  expect(await read(three, { faults: [gone] })).toMatchObject({ ok: true, value: { length: 2 } });
  await endpoint?.close();
  const denied = { on: 'eks:DescribeNodegroup', does: { awsError: 'AccessDeniedException', status: 403 }, count: 1 };
  const reading = await read(three, { faults: [denied] });
  expect(reading).toMatchObject({
    ok: true,
    value: { length: 2 },
    gaps: [{ what: 'node group a', reason: { kind: 'denied', permission: 'eks:DescribeNodegroup' } }],
  });
});

it('has no groups at all where the list is denied', async () => {
  expect(await read(three, { deny: ['eks:ListNodegroups'] })).toMatchObject({
    ok: false,
    reason: { kind: 'denied', permission: 'eks:ListNodegroups' },
  });
});
