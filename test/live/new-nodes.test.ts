import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDescribedCluster, aLaunchTemplateVersion, aManagedGroup, aSubnet, toUserData } from '../world/healthy.ts';
import { aNodeObject, aPodObject } from '../world/manifests.ts';
import { standardQuotas } from '../world/vcpu-quotas.ts';
import type { World } from '../world/world.ts';
import { healthyLiveWorld } from './scan-worlds.ts';
import { startScannedCluster, type ScannedCluster } from './scanned-cluster.ts';
import { grantPrintedPermissions } from './scans.ts';

/**
 * Room for the new nodes of an update, and what their kubelets reject: Nodes, pods and the VPC CNI on a real API server
 * of 1.34.1, everything else from the account.
 */

type Aws = World['aws'];

const zones = ['a', 'b', 'c'];
const kubelet = 'v1.34.1-eks-113cf36';
const nodeName = (group: string, zone: string) => `${group}-${zone}.eu-west-1.compute.internal`;
const aGroupNode = (group: string, zone: string, osImage?: string) =>
  aNodeObject(nodeName(group, zone), {
    kubelet,
    zone: `eu-west-1${zone}`,
    labels: { 'eks.amazonaws.com/nodegroup': group, 'node.kubernetes.io/instance-type': 'm5.large' },
    ...(osImage === undefined ? {} : { osImage }),
  });

/** A group with a node in each zone, nine pods on each; and a group whose custom AMI is Ubuntu 20.04. */
function nodesWorld(): World {
  const world = healthyLiveWorld();
  const own = zones.flatMap((zone) => [
    aGroupNode('blue', zone),
    ...Array.from({ length: 9 }, (_, at) =>
      aPodObject(`shop/cart-${zone}${at}`, nodeName('blue', zone), { kind: 'ReplicaSet', name: 'cart', hash: '1' }),
    ),
  ]);
  const others = world.kube.objects.filter(
    ({ kind, metadata }) =>
      kind !== 'Node' && !(kind === 'Pod' && (metadata as { namespace?: string }).namespace === 'shop'),
  );
  return {
    ...world,
    kube: { ...world.kube, objects: [...others, ...own, aGroupNode('edge', 'a', 'Ubuntu 20.04.6 LTS')] },
  };
}

const blue = (more: Record<string, unknown> = {}) =>
  aManagedGroup('blue', { version: '1.34', instanceTypes: ['m5.large'], updateConfig: { maxUnavailable: 1 }, ...more });
const edge = aManagedGroup('edge', {
  amiType: 'CUSTOM',
  version: undefined,
  releaseVersion: 'ami-0a1b2c3d4e5f60031',
  updateConfig: { maxUnavailable: 1, updateStrategy: 'MINIMAL' },
});
const subnetsWith = (...free: readonly number[]) =>
  zones.map((zone, at) => aSubnet(`subnet-0${zone}${zone}${zone}`, zone, free[at] ?? 4000));
const key = 'arn:aws:kms:eu-west-1:111122223333:key/0a1b2c3d-0000-0000-0000-000000000000';
const encrypted = aDescribedCluster('prod', '1.34', {
  encryptionConfig: [{ resources: ['secrets'], provider: { keyArn: key } }],
});
const inUse = (used: number) => ({ vcpuQuotas: standardQuotas({ own: 32, used }) });
const leftover = `#!/bin/bash
# /etc/eks/bootstrap.sh prod --kubelet-extra-args '--keep-terminated-pod-volumes=true'
/etc/eks/bootstrap.sh prod --kubelet-extra-args '--pod-infra-container-image=registry.example/s3cr3t:1 --node-labels=a=b'
`;
const named = (version: string) => ({
  nodegroups: { blue: blue({ launchTemplate: { id: 'lt-0a1b2c3d', version } }) },
});
const versionsWith = (UserData: string) => ({
  ...named('2'),
  launchTemplateVersions: [1, 2, 3].map((number) => aLaunchTemplateVersion('lt-0a1b2c3d', number, { UserData })),
});

interface Row {
  it: string;
  check: string;
  aws: Partial<Aws>;
  deny?: readonly string[];
  /** Level, resource and a part of the message of each finding. */
  expected: readonly (readonly string[])[];
}

const surge = 'nodes/surge-capacity';
const rows: readonly Row[] = [
  { it: 'has room for two new nodes in each of three zones (case 1)', check: surge, aws: {}, expected: [] },
  {
    it: 'rounds a percentage of an odd number of nodes, which changes nothing here (case 3)',
    check: surge,
    aws: { nodegroups: { blue: blue({ updateConfig: { maxUnavailablePercentage: 33 } }) } },
    expected: [],
  },
  {
    it: 'adds no node with MINIMAL, however few addresses are free (case 4)',
    check: surge,
    aws: {
      nodegroups: { blue: blue({ updateConfig: { maxUnavailable: 1, updateStrategy: 'MINIMAL' } }), edge },
      subnets: subnetsWith(0, 0, 0),
    },
    expected: [],
  },
  {
    it: 'warns where the nodes join, but pods wait for addresses (case 8)',
    check: surge,
    aws: { subnets: subnetsWith(30, 200, 200) },
    expected: [['warn', 'NodeGroup blue', 'eu-west-1a (30 of 40)']],
  },
  {
    it: 'fails where a zone has fewer addresses than new nodes (case 9)',
    check: surge,
    aws: { subnets: subnetsWith(1, 200, 200) },
    expected: [['fail', 'NodeGroup blue', 'fewer addresses are free in eu-west-1a (1)']],
  },
  {
    it: 'fails where every node subnet has one free address',
    check: surge,
    aws: { subnets: subnetsWith(1, 1, 1) },
    expected: [['fail', 'NodeGroup blue', 'eu-west-1a (1), eu-west-1b (1) and eu-west-1c (1)']],
  },
  {
    it: 'fails where EC2 does not offer the type in a zone',
    check: surge,
    aws: {
      nodegroups: { blue: blue({ instanceTypes: ['m7i.large'] }) },
      offerings: { 'm7i.large': ['eu-west-1a', 'eu-west-1b'] },
    },
    expected: [['fail', 'NodeGroup blue', 'eu-west-1c']],
  },
  {
    it: 'takes a node that runs in the zone as proof of the offer',
    check: surge,
    aws: { offerings: { 'm5.large': ['eu-west-1a', 'eu-west-1b'] } },
    expected: [],
  },
  {
    it: 'is unknown without the permission to read the subnets',
    check: surge,
    aws: {},
    deny: ['ec2:DescribeSubnets'],
    expected: [['unknown', 'Fact vpcSubnets', 'ec2:DescribeSubnets']],
  },
  {
    it: 'warns where the quota is too low for the new nodes (case 5)',
    check: 'account/quotas',
    aws: inUse(28),
    expected: [['warn', 'Quota L-1216C47A', 'up to 12 more vCPUs, but 4 are left']],
  },
  { it: 'has quota for the new nodes', check: 'account/quotas', aws: inUse(20), expected: [] },
  {
    it: 'is unknown without the permission to read quotas (case 6)',
    check: 'account/quotas',
    aws: inUse(20),
    deny: ['servicequotas:GetServiceQuota'],
    expected: ['vcpuQuotas', 'vcpuUsage'].map((fact) => ['unknown', `Fact ${fact}`, 'servicequotas:GetServiceQuota']),
  },
  {
    it: 'fails where user data passes a flag that the kubelet of 1.35 does not have, and not for a comment (case 20)',
    check: 'nodes/kubelet-flags',
    aws: versionsWith(toUserData(leftover)),
    expected: [['fail', 'LaunchTemplate lt-0a1b2c3d', '--pod-infra-container-image (removed in 1.35)']],
  },
  {
    it: 'is silent where the flag stands in a comment only',
    check: 'nodes/kubelet-flags',
    aws: versionsWith(toUserData(leftover.replace(/^\/etc.*$/m, 'true'))),
    expected: [],
  },
  {
    it: 'fails for Ubuntu 20.04, whose cgroup v1 the kubelet of 1.35 rejects',
    check: 'nodes/cgroup-v1',
    aws: { nodegroups: { blue: blue(), edge } },
    expected: [['fail', 'NodeGroup edge', 'runs Ubuntu 20.04.6 LTS']],
  },
  {
    it: 'fails for a launch template that does not exist',
    check: 'nodes/launch-template',
    aws: { ...named('2'), launchTemplateVersions: [] },
    expected: [['fail', 'NodeGroup blue', 'lt-0a1b2c3d']],
  },
  {
    it: 'fails for a KMS key that is pending deletion',
    check: 'control-plane/encryption-key',
    aws: {
      clusters: { prod: encrypted },
      keys: { [key]: { key: { KeyState: 'PendingDeletion', DeletionDate: 1_800_000_000 }, grants: [] } },
    },
    expected: [['fail', 'Key 0a1b2c3d-0000-0000-0000-000000000000', 'KMS will delete the key on 2027-01-15']],
  },
];

describe('on an API server of 1.34.1', () => {
  let cluster: ScannedCluster;
  let account: Aws;

  beforeAll(async () => {
    cluster = await startScannedCluster(nodesWorld());
    await grantPrintedPermissions(cluster);
    account = { ...cluster.world.aws, nodegroups: { blue: blue() }, subnets: subnetsWith() };
  });
  afterAll(() => cluster?.close());

  const findingsIn = async ({ check, aws, deny = [] }: Row) => {
    cluster.world.aws = { ...account, ...aws };
    cluster.world.deny = deny;
    const { report } = await cluster.scanHere(['--only', check, '--target', '1.35']);
    return (report.results.find(({ id }) => id === check)?.findings ?? []).map(({ level, resource, message }) => [
      level,
      `${resource.kind} ${resource.name}`,
      message,
    ]);
  };

  it.each(rows)('$it', async (row) => {
    const found = await findingsIn(row);
    expect(found).toEqual(
      row.expected.map(([level, name, part]) => [level, name, expect.stringContaining(part ?? '')]),
    );
  });

  it('counts the blocks of a subnet that is reserved whole, and is unknown if it may not (case 10)', async () => {
    const name = 'aws-node';
    const env = [{ name: 'ENABLE_PREFIX_DELEGATION', value: 'true' }];
    const spec = { template: { spec: { containers: [{ name, env }] } } };
    const path = `/apis/apps/v1/namespaces/kube-system/daemonsets/${name}`;
    const type = 'application/strategic-merge-patch+json';
    expect((await cluster.live.admin('PATCH', path, { spec }, type)).status).toBe(200);
    const reservation = { SubnetCidrReservationId: 'scr-0a', SubnetId: 'subnet-0aaa', ReservationType: 'prefix' };
    const reserved = {
      subnets: subnetsWith(20, 4000, 4000),
      reservations: { 'subnet-0aaa': [{ ...reservation, Cidr: '10.0.0.0/18' }] },
    };
    const surgeIn = (aws: Partial<Aws>, ...deny: string[]) =>
      findingsIn({ it: '', check: surge, aws, deny, expected: [] });
    expect(await surgeIn(reserved)).toEqual([]);
    const levels = async (...deny: string[]) => [
      ...new Set((await surgeIn(reserved, ...deny)).map(([level]) => level)),
    ];
    expect(await levels('ec2:GetSubnetCidrReservations')).toEqual(['unknown']);
    expect(await levels('ec2:DescribeNetworkInterfaces')).toEqual(['unknown']);
    const full = { subnets: subnetsWith(1, 4000, 4000) };
    const [finding] = await surgeIn(full);
    expect(finding?.[0]).toBe('fail');
  });
});
