import { stringify } from 'yaml';
import { hostileTexts, withTexts } from '../e2e/hostile-texts.ts';
import { asMember, externalId, homeAccount, type Member } from './fleet-world.ts';
import { aDescribedCluster, healthyWorld } from './healthy.ts';
import { aBudgetObject, aNodeObject, aPodObject, aWorkloadObject } from './manifests.ts';
import { listsDeniedWorld } from './scenarios/denied.ts';
import { largeWorld } from './scenarios/large.ts';
import { kubernetesUnreachableWorld } from './scenarios/unreachable.ts';
import type { World } from './world.ts';

export const otherAccount = '444455556666';

/** A tag that an outsider may have set: terminal controls, a workflow command, a line break, Markdown. */
export const hostileTag = 'zq\u001B[2J\n::error::zq9 | <b>[x](javascript:1)\u202E`';

/** What a fleet of every sort consists of; each cluster has a name that says what it is. */
export function mixedMembers(): Member[] {
  const other = { account: otherAccount };
  return [
    asMember('healthy', healthyWorld()),
    asMember('blocked', blockedWorld()),
    asMember('large', largeWorld()),
    asMember('dead', kubernetesUnreachableWorld()),
    asMember('denied', { ...healthyWorld(), deny: ['eks:DescribeCluster'] }),
    asMember('unlisted', listsDeniedWorld()),
    asMember('slow', { ...healthyWorld(), faults: [{ on: 'kube', does: { delay: 120 } }] }),
    asMember('twice', healthyWorld()),
    asMember('hostile', hostileWorld()),
    asMember('payments', blockedWorld(), other),
    asMember('healthy', healthyWorld(), other),
  ];
}

/** A node of a version that no later control plane supports. */
export function blockedWorld(): World {
  const world = healthyWorld();
  const old = aNodeObject('ip-10-0-0-d.eu-west-1.compute.internal', { kubelet: 'v1.30.14-eks-113cf36' });
  return { ...world, kube: { ...world.kube, objects: [...world.kube.objects, old] } };
}

function hostileWorld(): World {
  const world = blockedWorld();
  const tags = { team: hostileTag, [hostileTexts.metacharacters]: hostileTexts['line break and fence'] };
  return {
    ...world,
    aws: { ...world.aws, clusters: { prod: aDescribedCluster('prod', '1.33', { tags }) } },
    kube: { ...world.kube, objects: withTexts([...world.kube.objects, ...closedWorkload()], hostileNamespace) },
  };
}

const hostileNamespace = new Map([['shop', `${hostileTexts.metacharacters}\u001B[2J\n::error::zq9`]]);

/** A workload whose PodDisruptionBudget allows no eviction. */
function closedWorkload(): Record<string, unknown>[] {
  const owner = { kind: 'ReplicaSet', name: 'closed-5d9c7b6f4', hash: '5d9c7b6f4' };
  return [
    aWorkloadObject('Deployment', 'shop/closed'),
    ...['1', '2'].map((n) => aPodObject(`shop/closed-5d9c7b6f4-${n}`, 'ip-10-0-0-a.eu-west-1.compute.internal', owner)),
    aBudgetObject('shop/closed', { maxUnavailable: 0 }, { desiredHealthy: 2, disruptionsAllowed: 0 }),
  ];
}

const roleArn = `arn:aws:iam::${otherAccount}:role/fleet-reader`;
export const twiceArn = `arn:aws:eks:eu-west-1:${homeAccount}:cluster/twice`;

/** The finding that blocks `blockedWorld`, accepted. */
export const acceptedSkew = {
  check: 'nodes/kubelet-skew',
  resource: 'Node ip-*',
  level: 'fail',
  at: '1.34',
  reason: 'replaced on Friday',
  owner: 'team-payments',
  until: '2026-12-31',
};

/** The twelve of `clusters`: eleven that exist, one of which is listed twice, and one that does not. */
export const twelve = [
  ...['healthy', 'blocked', 'large', 'dead', 'denied', 'unlisted', 'slow', 'twice', 'hostile', 'nope'].map((name) => ({
    name,
  })),
  { name: twiceArn },
  {
    name: 'payments',
    region: 'eu-west-1',
    roleArn,
    externalId,
    target: '1.34',
    tags: { wave: '1', team: 'payments' },
    accept: [acceptedSkew],
  },
  { name: `arn:aws:eks:eu-west-1:${otherAccount}:cluster/healthy`, roleArn, externalId, tags: { wave: '2' } },
];

/** A config file with these clusters. */
export function fleetConfig(clusters: readonly object[] = twelve, more: object = {}): string {
  return stringify({ ...more, clusters });
}
