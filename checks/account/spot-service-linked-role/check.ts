import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Context, type Finding, type Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { capacityRemedy } from '../../../src/karpenter/capacity.ts';
import { besideClusterManager } from '../../../src/for-checks/managed-cluster.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { spotPools, type SpotPool } from './pools.ts';

/** Something that may launch Spot Instances; `observed` is the setting that allows it. */
interface Asker {
  resource: Resource;
  observed: string;
  fact: 'nodegroups' | 'autoScalingGroups';
}

type Group = Facts['autoScalingGroups'][number];
type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

const noRole = 'no service-linked role for Spot';

const poolTexts: { [Level in Finding['level']]: string } = {
  fail: 'cannot launch Spot Instances',
  warn: noRole,
  unknown: 'unknown whether it can launch Spot',
};

/** Of everything that lacks the role. A pool without a requirement is one entry with karpenter/capacity-type. */
const createRemedy = 'create-role:AWSServiceRoleForEC2Spot';

const createRole = commands(sh`aws iam create-service-linked-role --aws-service-name spot.amazonaws.com`);
const createFix = advice`Create the role once per account:\n${createRole}`;

export default defineCheck({
  id: 'account/spot-service-linked-role',
  title: 'No service-linked role for Spot Instances',
  short: { '': noRole, 'not-told': 'capacity type unknown' },
  task: 'Create the service-linked role for Spot Instances',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  direction: 'both',
  why: `EC2 launches Spot Instances with the service-linked role AWSServiceRoleForEC2Spot, one per account. The
    console creates it with the first request; a request through the API needs the role to exist, or the permission
    iam:CreateServiceLinkedRole. Without both, no Spot Instance starts:
    \`AuthFailure.ServiceLinkedRoleCreationNotPermitted: The provided credentials do not have permission to create the
    service-linked role for EC2 Spot Instances.\` Karpenter's controller lacks that permission unless you grant it.
    Before Karpenter 1.5, it then cannot launch nodes for a pool that allows Spot, even if on-demand is also allowed.
    Karpenter 1.5 and later falls back to on-demand where the pool allows it: the update works without the role, and
    the warning applies after it. A NodePool without \`karpenter.sh/capacity-type\` allows Spot.

    For node groups and Auto Scaling groups this is a warning, because the service-linked role of Auto Scaling can
    create the role (AutoScalingServiceRolePolicy, statement EC2SpotManagement). So can the cluster role for the pools
    of EKS Auto Mode (AmazonEKSComputePolicy). A service control policy can still deny it, and then the update cannot
    replace nodes.

    An account that runs Spot Instances has the role: if iam:GetRole is denied, a Ready node of capacity type Spot
    proves it. Launch templates that request Spot Instances themselves are not read.`,
  fix: createFix,
  links: [
    'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/service-linked-roles-spot-instance-requests.html',
    'https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AutoScalingServiceRolePolicy.html',
    'https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AmazonEKSComputePolicy.html',
    'https://karpenter.sh/docs/troubleshooting/#missing-service-linked-role',
  ],
  needs: ['nodegroups', 'autoScalingGroups', 'spotServiceLinkedRole', 'karpenterPools', 'karpenterControllers'],
  uses: ['karpenterRoles'],
  tables: ['karpenter-capacity', 'karpenter-settings', 'managed-changes'],

  *run({ nodegroups, autoScalingGroups, spotServiceLinkedRole, ...karpenter }, context) {
    if (spotServiceLinkedRole.exists) return;
    const { cluster } = context;
    const fix = nameManager(createFix, context);
    for (const { resource, observed, fact } of askers(nodegroups, autoScalingGroups)) {
      yield {
        level: 'warn',
        resource,
        remedy: createRemedy,
        message: `requests Spot Instances (${observed}), but account ${cluster.account} has no role AWSServiceRoleForEC2Spot`,
        evidence: [{ observed, required: 'role AWSServiceRoleForEC2Spot', fact }],
        ...(fix === createFix ? {} : { fix }),
      } satisfies Finding;
    }
    for (const { name } of nodegroups.filter(({ capacityType }) => capacityType === null)) {
      const message = 'EKS does not report its capacity type, so it is unknown whether it requests Spot Instances';
      yield { level: 'unknown', rule: 'not-told', resource: { kind: 'NodeGroup', name }, message } satisfies Finding;
    }
    const { karpenterPools: pools, karpenterControllers: controllers, karpenterRoles: roles } = karpenter;
    for (const pool of spotPools({ pools, controllers, roles }, context)) yield poolFinding(pool, context);
  },
});

/** The role is of the account, not of the cluster: the place only comes beside the command. */
function nameManager(fix: Advice, { cluster, tables }: Here): Advice {
  return besideClusterManager(fix, cluster, 'service-linked-role', tables);
}

function poolFinding(
  { resource, observed, asksForSpot, onDemand, level, phase, otherwise, at }: SpotPool,
  here: Here,
): Finding {
  return {
    level,
    phase,
    short: poolTexts[level],
    ...(at === null ? {} : { atKarpenter: at }),
    resource,
    remedy: asksForSpot ? createRemedy : capacityRemedy(resource),
    message: `can launch Spot Instances (${observed}), but account ${here.cluster.account} has no role AWSServiceRoleForEC2Spot: ${otherwise}`,
    evidence: [{ observed, required: 'role AWSServiceRoleForEC2Spot', fact: 'karpenterPools' }],
    fix: nameManager(
      asksForSpot
        ? advice`${createFix}\n\nIf you do not want Spot, ${onDemand}.`
        : advice`Do one of the two. Either keep Spot, and create the role once per account:\n${createRole}\n\nOr exclude Spot: ${onDemand}.`,
      here,
    ),
  };
}

/** Node groups of capacity type Spot, and Auto Scaling groups that can launch Spot, except those of `nodegroups`. */
function askers(nodegroups: Facts['nodegroups'], autoScalingGroups: readonly Group[]): Asker[] {
  const found: Asker[] = [];
  for (const { name, capacityType } of nodegroups) {
    if (capacityType !== 'SPOT') continue;
    found.push({ resource: { kind: 'NodeGroup', name }, observed: 'capacity type SPOT', fact: 'nodegroups' });
  }
  const described = new Set(nodegroups.map(({ name }) => name));
  for (const group of autoScalingGroups) {
    if (group.nodegroup !== null && described.has(group.nodegroup)) continue;
    const observed = spotShare(group);
    if (observed === undefined) continue;
    const resource =
      group.nodegroup === null
        ? { kind: 'AutoScalingGroup', name: group.name }
        : { kind: 'NodeGroup', name: group.nodegroup };
    found.push({ resource, observed, fact: 'autoScalingGroups' });
  }
  return found;
}

/**
 * The Spot share above the on-demand base. Undefined without a mixed instances policy, or if the maximum size or the
 * percentage rules out Spot.
 */
function spotShare({ maxSize, mixedInstances }: Group): string | undefined {
  if (mixedInstances === null) return undefined;
  const { onDemandBaseCapacity, onDemandPercentageAboveBaseCapacity } = mixedInstances;
  if (onDemandPercentageAboveBaseCapacity >= 100 || maxSize <= onDemandBaseCapacity) return undefined;
  return `${100 - onDemandPercentageAboveBaseCapacity} % Spot above ${onDemandBaseCapacity} on demand, at most ${maxSize}`;
}
