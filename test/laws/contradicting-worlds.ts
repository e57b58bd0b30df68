/** Worlds that contradict themselves: by rule of test/world/consistency/, each with the reason. */

type Reasons = Readonly<Record<string, string>>;

const everything = { 'everything-wrong': 'it has one object for each finding, not a cluster around them' };
const each = (reason: string, ...worlds: string[]): Reasons =>
  Object.fromEntries(worlds.map((world) => [world, reason]));

const noUpdate =
  'nothing may be older than the default of the next version, so that only what the world is about is found';
const parts = 'objects were added to the healthy cluster without what belongs to them';
const size = '200 nodes, and only the pods and interfaces that a finding names';
const before = 'it is the cluster of the denial matrix with the objects of a blog post, at 1.24';
const profile = 'its profile selects a namespace whose pods are older than the profile';

/** Worlds that have the healthy cluster's kube-proxy as the default for each version of the path. */
const oneDefault = [
  'new-nodes',
  'auto-mode',
  'auto-mode-and-karpenter',
  'empty',
  'everything-denied',
  'fargate-only',
  'healthy',
  'hybrid',
  'introduced-apis',
  'karpenter-0.30',
  'karpenter-0.31',
  'karpenter-0.37',
  'karpenter-0.37-without-ca',
  'karpenter-1.6',
  'kubernetes-unauthorized',
  'kubernetes-unreachable',
  'large',
  'lists-denied',
  'newest-version',
  'outpost',
  'past-the-tables',
  'removed-features',
  'rollback-before',
  'rollback-blocked',
  'rollback-open',
  'rolled-back',
];

/** By rule, the worlds that contradict it. */
export const contradicting: Readonly<Record<string, Reasons>> = {
  'group-of-node': { large: 'its groups replace those of the healthy cluster, whose nodes stay' },
  'group-size': { ...everything, large: size, 'removed-features': parts },
  'group-kubelet': { ...everything, 'karpenter-0.30': before },
  'node-address': { large: 'it numbers its nodes across three zones' },
  'pool-of-node': { 'auto-mode-and-karpenter': "EKS's own NodePools have nodes, without their NodeClaims" },
  'node-class': everything,
  'owner-of-pod': { ...everything, 'karpenter-0.30': before },
  'namespace-of-object': { ...everything, 'karpenter-0.30': before, 'removed-features': parts },
  'daemonset-pods': {
    ...everything,
    'fargate-only': 'an old DaemonSet of EC2 nodes that no longer exist says what it counted last',
    'karpenter-0.30': before,
    large: size,
    'removed-features': parts,
  },
  'workload-pods': { ...everything, 'karpenter-0.30': before, 'removed-features': parts },
  'budget-pods': everything,
  'budget-allows': everything,
  'fargate-pods': { ...everything, 'fargate-only': 'its virtual nodes have one zone, and addresses of another' },
  'fargate-profile-pods': {
    ...everything,
    ...each(profile, 'karpenter-0.30', 'kubernetes-unauthorized', 'kubernetes-unreachable'),
  },
  'subnet-blocks': everything,
  'named-subnets': { ...everything, demo: 'its first blocker: a subnet of the cluster was deleted' },
  'named-roles': { ...everything, 'fargate-only': 'what it is about: the role of a profile was deleted' },
  'not-beyond-cluster': everything,
  'addon-runs': each(
    'it has the add-ons of the healthy cluster',
    'introduced-apis',
    'newest-version',
    'past-the-tables',
  ),
  'kube-proxy-of-minor': each(noUpdate, ...oneDefault),
  'support-status': everything,
};
