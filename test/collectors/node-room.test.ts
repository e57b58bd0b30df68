import { describe, expect, it } from 'vitest';
import { countFreeBlocks } from '../../src/collectors/aws/free-blocks.ts';
import { aManagedGroup } from '../world/healthy.ts';
import { awsReadings } from './aws-facts.ts';
import { kubeFacts } from './kube-facts.ts';

const eniConfig = {
  group: 'crd.k8s.amazonaws.com',
  version: 'v1alpha1',
  kind: 'ENIConfig',
  resource: 'eniconfigs',
  namespaced: false,
};
const config = (name: string, subnet?: string) => ({
  apiVersion: 'crd.k8s.amazonaws.com/v1alpha1',
  kind: 'ENIConfig',
  metadata: { name },
  spec: { ...(subnet === undefined ? {} : { subnet }), securityGroups: ['sg-0a'] },
});
const awsNode = (env: readonly Record<string, unknown>[]) => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { namespace: 'kube-system', name: 'aws-node', labels: { 'k8s-app': 'aws-node' } },
  spec: {
    template: {
      spec: { containers: [{ name: 'aws-node', image: 'registry.example/amazon-k8s-cni:v1.20.4', env }] },
    },
  },
});
const custom = awsNode([{ name: 'AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG', value: 'true' }]);
const configs = [config('eu-west-1a', 'subnet-1a'), config('eu-west-1b'), config('pods', 'subnet-1c')];

describe('vpcCni', () => {
  it('has the settings that decide how many addresses a node takes', async () => {
    const env = [
      { name: 'ENABLE_PREFIX_DELEGATION', value: 'True' },
      { name: 'WARM_IP_TARGET', value: '5' },
      { name: 'WARM_ENI_TARGET', value: '-1' },
      { name: 'MINIMUM_IP_TARGET', valueFrom: { configMapKeyRef: { name: 'cni', key: 'minimum' } } },
      { name: 'ENABLE_POD_ENI', value: 'false' },
      { name: 'ENABLE_SUBNET_DISCOVERY', value: 'false' },
      { name: 'AWS_VPC_K8S_CNI_LOGLEVEL', value: 'DEBUG' },
    ];
    const { readings } = await kubeFacts([awsNode(env)], ['vpcCni']);
    expect(readings.vpcCni).toMatchObject({
      value: [
        {
          addresses: {
            prefixes: true,
            customNetworking: false,
            podInterfaces: false,
            subnetDiscovery: false,
            warmInterfaces: null,
            warmAddresses: 5,
            minimumAddresses: null,
            warmPrefixes: null,
          },
        },
      ],
    });
    expect(JSON.stringify(readings)).not.toContain('LOGLEVEL');
  });
});

describe('eniConfigs', () => {
  it('are read with their subnets', async () => {
    const { readings } = await kubeFacts([custom, ...configs], ['eniConfigs'], { kube: { served: [eniConfig] } });
    expect(readings.eniConfigs).toEqual({
      ok: true,
      value: [
        { name: 'eu-west-1a', subnetId: 'subnet-1a' },
        { name: 'eu-west-1b', subnetId: null },
        { name: 'pods', subnetId: 'subnet-1c' },
      ],
    });
  });

  it('are not requested without custom networking', async () => {
    const { readings, paths } = await kubeFacts([awsNode([]), ...configs], ['eniConfigs'], {
      kube: { served: [eniConfig] },
    });
    expect(readings.eniConfigs).toEqual({ ok: true, value: [] });
    expect(paths.filter((path) => path.includes('eniconfigs'))).toEqual([]);
  });

  it('are none if the API server does not serve the kind', async () => {
    const { readings } = await kubeFacts([custom], ['eniConfigs']);
    expect(readings.eniConfigs).toEqual({ ok: true, value: [] });
  });

  it('are missing without the permission, which the reading names', async () => {
    const permission = 'eniconfigs.crd.k8s.amazonaws.com: list';
    const { readings } = await kubeFacts([custom, ...configs], ['eniConfigs'], {
      kube: { served: [eniConfig] },
      deny: [permission],
    });
    expect(readings.eniConfigs).toMatchObject({ ok: false, reason: { kind: 'denied', permission } });
  });
});

describe('pods', () => {
  it('say whether they use the network of their node', async () => {
    const pod = (name: string, spec: object) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'shop', name },
      spec: { nodeName: 'n', ...spec },
      status: { phase: 'Running' },
    });
    const { readings } = await kubeFacts([pod('a', { hostNetwork: true }), pod('b', { hostNetwork: false })], ['pods']);
    expect(readings.pods).toMatchObject({ value: [{ name: 'a', hostNetwork: true }, { name: 'b' }] });
    expect(JSON.stringify(readings.pods).match(/hostNetwork/g)).toHaveLength(1);
  });
});

describe('instanceTypeOfferings', () => {
  it('are the zones of the types of managed node groups', async () => {
    const { readings, calls } = await awsReadings(['instanceTypeOfferings'], {
      nodegroups: { general: aManagedGroup('general') },
      offerings: { 'm6i.large': ['eu-west-1c', 'eu-west-1a'] },
    });
    expect(readings.instanceTypeOfferings).toEqual({
      ok: true,
      value: [{ name: 'm6i.large', zones: ['eu-west-1a', 'eu-west-1c'] }],
    });
    expect(calls.some(({ action }) => action === 'ec2:DescribeInstanceTypeOfferings')).toBe(true);
  });

  it('are missing without the permission, which the reading names', async () => {
    const permission = 'ec2:DescribeInstanceTypeOfferings';
    const { readings } = await awsReadings(['instanceTypeOfferings'], {}, { deny: [permission] });
    expect(readings.instanceTypeOfferings).toMatchObject({ ok: false, reason: { kind: 'denied', permission } });
  });
});

describe('vpcSubnets', () => {
  it.each([
    ['1', true],
    ['0', undefined],
  ])('with the tag kubernetes.io/role/cni=%s', async (Value, forPods) => {
    const subnet = {
      SubnetId: 'subnet-0a',
      VpcId: 'vpc-0a1b2c3d',
      CidrBlock: '10.0.0.0/24',
      AvailabilityZone: 'eu-west-1a',
      AvailableIpAddressCount: 9,
      Tags: [{ Key: 'kubernetes.io/role/cni', Value }],
    };
    const { readings } = await awsReadings(['vpcSubnets'], { subnets: [subnet] });
    const about = { id: 'subnet-0a', cidrs: ['10.0.0.0/24'], zone: 'eu-west-1a', free: 9, tags: {} };
    const expected = { ...about, ...(forPods === undefined ? {} : { forPods }) };
    expect(readings.vpcSubnets).toEqual({ ok: true, value: [expected] });
  });
});

/** Enumerates the blocks of a subnet, and of each block every address: a slow reference. */
function countOneByOne(mask: number, taken: readonly [first: number, length: number][]): number {
  const size = 2 ** (32 - mask);
  const used = new Set([0, 1, 2, 3, size - 1]);
  for (const [first, length] of taken) for (let at = 0; at < length; at += 1) used.add(first + at);
  let free = 0;
  for (let block = 0; block < size; block += 16) {
    const addresses = Array.from({ length: 16 }, (_, at) => block + at);
    if (addresses.every((address) => !used.has(address))) free += 1;
  }
  return free;
}

describe('countFreeBlocks', () => {
  it.each([28, 27, 24, 23])('agrees with a count one by one in a subnet with the mask /%i', (mask) => {
    const size = 2 ** (32 - mask);
    // A fixed sequence of a linear congruential generator, so that each run has the same addresses.
    let seed = mask;
    const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
    for (let round = 0; round < 40; round += 1) {
      const taken = Array.from({ length: next() % 12 }, (): [number, number] => {
        const isBlock = next() % 3 === 0;
        const first = next() % size;
        return isBlock ? [first - (first % 16), 16] : [first, 1];
      });
      const texts = taken.map(([first, length]) => {
        const [third, last] = [Math.floor(first / 256), first % 256];
        return `10.1.${third}.${last}/${length === 16 ? 28 : 32}`;
      });
      expect(countFreeBlocks({ cidr: `10.1.0.0/${mask}`, taken: texts })).toBe(countOneByOne(mask, taken));
    }
  });

  it('does not count blocks of a CIDR block that is not of IPv4, or that cannot be read', () => {
    expect(countFreeBlocks({ cidr: '2001:db8::/64', taken: [] })).toBeUndefined();
    expect(countFreeBlocks({ cidr: '10.0.0.0/24', taken: ['here'] })).toBeUndefined();
  });
});
