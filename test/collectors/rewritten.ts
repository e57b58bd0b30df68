import { afterAll, beforeAll } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { FactName } from '../../src/facts/facts.ts';
import type { Reading } from '../../src/facts/reading.ts';
import type { Reason } from '../../src/facts/reason.ts';
import { openSources, type OpenSources } from '../fuzz/sources.ts';
import { aDescribedCluster } from '../world/healthy.ts';
import { silentInsight } from '../world/insights.ts';
import { karpenterMatrixWorld } from '../world/karpenter-matrix-world.ts';
import type { World } from '../world/world.ts';

type Quotas = NonNullable<World['aws']['vcpuQuotas']>;

const keyArn = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';
/** A cluster in which every call that describes something is made. */
function fullWorld(): World {
  const world = karpenterMatrixWorld();
  const encryptionConfig = [{ resources: ['secrets'], provider: { keyArn } }];
  const GranteePrincipal = 'arn:aws:iam::111122223333:role/prod-cluster';
  const endpoint = {
    VpcEndpointId: 'vpce-0b2',
    VpcEndpointType: 'Interface',
    VpcId: 'vpc-0a1b2c3d',
    ServiceName: 'com.amazonaws.eu-west-1.sts',
    State: 'available',
    PrivateDnsEnabled: true,
  };
  const { network } = world.aws;
  const selfManaged = {
    AutoScalingGroupName: 'own',
    MinSize: 0,
    MaxSize: 3,
    DesiredCapacity: 0,
    LaunchTemplate: { LaunchTemplateId: 'lt-0a1b2c3d', Version: '2' },
    Tags: [{ Key: 'kubernetes.io/cluster/prod', Value: 'owned', PropagateAtLaunch: true }],
  };
  const refresh = { InstanceRefreshId: 'r-1', Status: 'InProgress', PercentageComplete: 25, InstancesToUpdate: 3 };
  const ofGroup = {
    of: 'nodegroup/general',
    status: 'Failed',
    type: 'VersionUpdate',
    params: [{ type: 'Version', value: '1.34' }],
    createdAt: 1_795_176_000,
    errors: [{ errorCode: 'PodEvictionFailure', errorMessage: 'Reached max retries', resourceIds: ['i-0a1'] }],
  };
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: { prod: aDescribedCluster('prod', '1.33', { encryptionConfig }) },
      network: { ...network, vpcEndpoints: [...network.vpcEndpoints, endpoint] },
      updates: { ...world.aws.updates, 'update-general': ofGroup },
      autoScalingGroups: [...world.aws.autoScalingGroups, selfManaged],
      instanceRefreshes: { own: [refresh] },
      keys: { [keyArn]: { key: {}, grants: [{ GranteePrincipal, Operations: ['Decrypt'] }] } },
      vcpuQuotas: withDefaultQuota(world.aws.vcpuQuotas ?? {}),
      insights: { ...world.aws.insights, ...silentInsight('1.34') },
      interfaces: [{ NetworkInterfaceId: 'eni-0a1', SubnetId: 'subnet-0aaa', PrivateIpAddresses: [] }],
      reservations: { 'subnet-0aaa': [{ SubnetId: 'subnet-0aaa', Cidr: '10.0.0.16/28', ReservationType: 'prefix' }] },
      instanceProfiles: { ...world.aws.instanceProfiles, 'prod-nodes': 'prod-karpenter-node' },
    },
  };
}

/** The quotas, of which the first one has only the default of AWS. */
function withDefaultQuota(quotas: Quotas): Quotas {
  return Object.fromEntries(
    Object.entries(quotas).map(([code, { name, metricClass, used = 0 }], index) => [
      code,
      { name, metricClass, used, ...(index === 0 ? { standard: 5 } : { own: 640 }) },
    ]),
  );
}

/** Reads facts of one world, with answers that a test changes. The world runs while the test file does. */
export function openRewritten() {
  const world = fullWorld();
  let open: OpenSources;
  beforeAll(async () => {
    open = await openSources(world);
  });
  afterAll(() => open?.close());
  return {
    /** Forgets what the sources request only once: the cluster, and what the API server offers. */
    renew: () => open.renew(),
    async read(fact: FactName, rewrite?: World['rewrite']): Promise<Reading<unknown> | undefined> {
      if (rewrite !== undefined) world.rewrite = rewrite;
      try {
        return (await collect(collectors, [fact], open.sources()))[fact];
      } finally {
        delete world.rewrite;
      }
    },
  };
}

/** Why a fact, or parts of it, could not be read. */
export function toReasons(reading: Reading<unknown> | undefined): Reason[] {
  if (reading?.ok !== true) return reading === undefined ? [] : [reading.reason];
  return (reading.gaps ?? []).map(({ reason }) => reason);
}
