import type { Collectors } from '../../collectors/collect.ts';
import type { AnyCheck } from '../../check.ts';
import type { FactName } from '../../facts/facts.ts';
import type { PluginFacts } from '../../facts/plugin-facts.ts';
import { isRequested, type Grant } from '../../facts/optional-grants.ts';
import { permissionText, type Permission } from '../../facts/reason.ts';

/** The facts that every scan reads: the cluster itself, and the versions that EKS offers (for the default target). */
export const alwaysRead: readonly FactName[] = ['cluster', 'clusterVersions'];

/** The facts that `status` reads. */
export const statusFacts: readonly FactName[] = [
  'cluster',
  'updates',
  'nodegroups',
  'nodegroupUpdates',
  'addons',
  'addonUpdates',
  'autoScalingGroups',
  'instanceRefreshes',
  'nodes',
  'pods',
  'waitingPods',
  'drainTraits',
  'podDisruptionBudgets',
  'budgetedPods',
  'admissionWebhooks',
  'webhookServices',
  'persistentVolumes',
  'volumeAttachments',
  'karpenterClaims',
  'coreComponents',
];

/** The facts that `status --since` reads besides those of the status and of the checks that a plan names. */
export const sinceFacts: readonly FactName[] = [
  'clusterVersions',
  'fargateWorkloads',
  'nodeImages',
  'emptyAutoScalingGroups',
  'karpenterControllers',
  'karpenterPools',
  'clusterAutoscalers',
];

/** Facts that the health in a plan for a rollback has, and that no check of a rollback reads. */
export const podHealthFacts: readonly FactName[] = ['workloadPods', 'unreadyPods'];

/** The facts that show whether workloads, add-ons, webhooks and nodes are as they were. */
export const healthFacts: readonly FactName[] = [
  'cluster',
  'nodes',
  'nodegroups',
  'addons',
  'podDisruptionBudgets',
  ...podHealthFacts,
  'deployments',
  'statefulSets',
  'daemonSets',
  'admissionWebhooks',
  'webhookServices',
  'apiServices',
];

/** The facts that each option adds to those of the selected checks. */
export const readByOptions = {
  // With this option, a scan plans Karpenter's steps, and refuses a cluster without Karpenter.
  karpenterTarget: ['karpenterControllers'],
  teamLabel: ['namespaces'],
} as const satisfies Readonly<Record<string, readonly FactName[]>>;

const optionNames = ['karpenterTarget', 'teamLabel'] as const satisfies readonly (keyof typeof readByOptions)[];

/** The facts of the options that are set. */
export function factsOfOptions(options: { readonly [Name in keyof typeof readByOptions]?: unknown }): FactName[] {
  return optionNames.filter((name) => options[name] !== undefined).flatMap((name) => readByOptions[name]);
}

/** The facts that these checks read, with those that every scan reads. */
export function neededFacts(checks: readonly AnyCheck[]): Set<FactName> {
  const named = checks.flatMap(({ needs, uses = [], applies }) => [
    ...needs,
    ...uses,
    ...(applies?.needs ?? []),
    ...(applies?.uses ?? []),
  ]);
  return new Set([...alwaysRead, ...named]);
}

/** The facts in `needed`, with all their dependencies. */
export function withDependencies(collectors: Collectors, needed: Iterable<FactName>): Set<FactName> {
  const all = new Set<FactName>();
  const pending = [...needed];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (all.has(name)) continue;
    all.add(name);
    pending.push(...(collectors[name].from ?? []));
  }
  return all;
}

/**
 * The permission for API discovery, which comes before any Kubernetes fact. Roles with this permission also allow
 * reading the server's version.
 */
export const contact: readonly Permission[] = [{ nonResourceURL: '/apis' }];

/** What options add to what checks need. */
interface Besides {
  /** More permissions for a fact that is read. */
  besides?: Partial<Record<FactName, readonly Permission[]>>;
  /** Facts that are read in addition to those of the checks. */
  always?: readonly FactName[];
  /** Facts of plug-ins. */
  plugins?: PluginFacts;
}

/**
 * The minimum permissions that these checks need, each once, in a stable order.
 * @param grants the requested grants: a fact that needs another grant is left out
 */
export function neededPermissions(
  collectors: Collectors,
  checks: readonly AnyCheck[],
  grants: readonly Grant[] = [],
  { besides = {}, always = [], plugins }: Besides = {},
): Permission[] {
  const needed = [...neededFacts(checks), ...always].filter((fact) => isRequested(fact, grants, plugins));
  const facts = withDependencies(collectors, needed);
  const own = [...facts].flatMap((fact) => [...collectors[fact].permissions, ...(besides[fact] ?? [])]);
  const all = own.some((permission) => !('iam' in permission)) ? [...own, ...contact] : own;
  const byKey = new Map(all.map((permission) => [toPermissionKey(permission), permission]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, permission]) => permission);
}

/**
 * Two ConfigMaps that are read by name are two permissions, though their text is the same; so are the updates of node
 * groups and those of add-ons.
 */
function toPermissionKey(permission: Permission): string {
  const { namespace = '', name = '' } = 'resource' in permission ? permission : {};
  const { of = '' } = 'iam' in permission ? permission : {};
  return [permissionText(permission), namespace, name, of].join('\n');
}
