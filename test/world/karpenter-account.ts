import { karpenterKinds } from './karpenter-crds.ts';
import {
  aClaimObject,
  aNodeClassObject,
  aNodePoolObject,
  discoveryTag,
  nodeManagedPolicies,
  nodeRole,
  nodeRoleArn,
  nodeRolePolicies,
  nodeRoles,
} from './karpenter-pools.ts';
import type { World } from './world.ts';

type Json = Record<string, unknown>;

/**
 * What a healthy Karpenter has besides its controller: NodePools and node classes (one with a role, an unused one with
 * an instance profile and custom images, which an update would not change), the role of its nodes, tags on subnets and
 * the cluster's security group. Alpha kinds are served without objects, as after an update that kept their CRDs, so
 * that every list is requested.
 */
export function withNodeClasses(world: World): World {
  const { kube } = world;
  const aws = withNodeAccount(world.aws);
  return {
    ...world,
    aws: {
      ...aws,
      capacityReservations: ['a', 'b'].map((zone) => aReservation(`cr-0${zone}`, { zone, match: 'targeted' })),
      images: [{ ImageId: 'ami-0a1b2c3d4e5f60001', Name: 'nodes-2026-11', OwnerId: world.account }],
      instanceProfiles: { ...aws.instanceProfiles, 'prod-nodes': nodeRole },
    },
    kube: {
      ...kube,
      served: [...kube.served, ...karpenterKinds('1.8.8'), ...karpenterKinds('0.31.5')],
      objects: [
        ...kube.objects,
        aNodePoolObject('default'),
        aNodePoolObject('batch'),
        aNodeClassObject('default'),
        aNodeClassObject('own-images', {
          role: undefined,
          instanceProfile: 'prod-nodes',
          amiFamily: 'AL2023',
          amiSelectorTerms: [{ id: 'ami-0a1b2c3d4e5f60001' }],
        }),
        ...['a', 'b', 'c'].map((id) => aClaimObject('NodeClaim', `default-${id}`, 'default')),
      ],
    },
  };
}

/** An active Capacity Reservation for 4 instances, of which one runs. */
export function aReservation(id: string, { zone = 'a', match = 'open', type = 'm5.large', more = {} } = {}): Json {
  return {
    CapacityReservationId: id,
    OwnerId: '111122223333',
    InstanceType: type,
    InstancePlatform: 'Linux/UNIX',
    AvailabilityZone: `eu-west-1${zone}`,
    TotalInstanceCount: 4,
    AvailableInstanceCount: 3,
    InstanceMatchCriteria: match,
    State: 'active',
    ...more,
  };
}

/** What Karpenter's nodes need in the account: their role, its access entry, tags on subnets and security groups. */
export function withNodeAccount(aws: World['aws']): World['aws'] {
  return {
    ...aws,
    subnets: aws.subnets.map(withTag),
    network: { ...aws.network, securityGroups: aws.network.securityGroups.map(withTag) },
    roles: { ...aws.roles, ...nodeRoles() },
    attachedPolicies: { ...aws.attachedPolicies, [nodeRole]: nodeRolePolicies },
    managedPolicies: { ...aws.managedPolicies, ...nodeManagedPolicies },
    accessEntries: { ...aws.accessEntries, [nodeRoleArn]: { principalArn: nodeRoleArn, type: 'EC2_LINUX' } },
  };
}

function withTag(entry: Json): Json {
  return { ...entry, Tags: [...((entry['Tags'] as Json[] | undefined) ?? []), discoveryTag] };
}
