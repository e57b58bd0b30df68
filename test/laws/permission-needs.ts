import { checks as allChecks } from '../../checks/index.ts';
import type { AnyCheck } from '../../src/check.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { FactName } from '../../src/facts/facts.ts';
import { isRequested } from '../../src/facts/optional-grants.ts';
import { neededFacts, neededPermissions, withDependencies } from '../../src/commands/permissions/needed.ts';
import { permissionText, type Permission } from '../../src/facts/reason.ts';
import { loadTable } from '../../src/tables/tables.ts';

/** Facts that read nodes only if no pod of a DaemonSet is wanted, which none of the worlds has. */
const withoutParked = Object.fromEntries(
  (['vpcCni', 'kubeProxy', 'nvidiaDevicePlugins'] as const).map((name) => {
    const { from = [], ...collector } = collectors[name];
    return [name, { ...collector, from: from.filter((fact) => fact !== 'nodes') }];
  }),
);
const requesting = { ...collectors, ...withoutParked };

/** Judges only where no update is planned: a scan of an update skips it, whatever was read. */
export const withoutUpdate = 'workloads/no-ready-pods';

/** The checks of an update: a scan without `--rollback` skips the others. */
const checks = allChecks.filter(({ id, direction }) => direction !== 'down' && id !== withoutUpdate);

/** The Kubernetes permissions that `permissions` lists, without `--rollback`. */
export const kubernetesPermissions = neededPermissions(collectors, checks).filter(
  (permission) => !('iam' in permission),
);

/** Checks whose facts need the permission. Every check that reads the API server also needs discovery (`/apis`). */
export function checksThatNeed(permission: Permission): AnyCheck[] {
  return checks.filter((check) => needs(check, permission));
}

/** True if lacking the permission may hide whether the cluster has what the check judges. */
export function mayHideSubject({ applies }: AnyCheck, permission: Permission): boolean {
  return applies !== undefined && needs({ needs: applies.needs, uses: applies.uses ?? [] }, permission);
}

type Needs = Pick<AnyCheck, 'needs' | 'uses' | 'applies'>;

function needs(check: Needs, permission: Permission): boolean {
  const needed = listPermissions(check);
  const text = permissionText(permission);
  const isPermissionRequested = needed.some((one) => permissionText(one) === text);
  const isContact = 'nonResourceURL' in permission && permission.nonResourceURL === '/apis';
  return isPermissionRequested || (isContact && needed.some((one) => !('iam' in one)));
}

/** The check as in a scan without `--with`. */
function withoutGrants<Check extends AnyCheck>(check: Check): Check {
  return { ...check, uses: check.uses?.filter((fact) => isRequested(fact, [])) ?? [] };
}

/** True if lacking the permission may hide a failure of the check: not only warnings depend on it. */
export function mayHideFailure(check: AnyCheck, permission: Permission): boolean {
  const { severity, uses = [], warnsBy = [] } = check;
  const deciding = { ...check, uses: uses.filter((fact) => !warnsBy.includes(fact)) };
  const text = permissionText(permission);
  const isContact = 'nonResourceURL' in permission && permission.nonResourceURL === '/apis';
  return severity === 'fail' && (isContact || listPermissions(deciding).some((one) => permissionText(one) === text));
}

/**
 * True if the check reads Karpenter's controllers or objects. In a cluster without Karpenter, such a check is skipped,
 * or reads nothing else about Karpenter.
 */
export function looksAtKarpenter(id: string): boolean {
  const own = checks.filter((check) => check.id === id);
  return [...withDependencies(collectors, neededFacts(own))].some((fact) => fact.startsWith('karpenter'));
}

/** Checks that need only discovery, which every user may read, if the API server serves no version that is removed. */
export const answeredByDiscovery: readonly string[] = [
  'apis/deprecated',
  'apis/helm-releases',
  'apis/removed',
  'control-plane/audit-log',
];

/** Checks that are judged without `--with`. */
export const checksWithoutGrants = checks.filter(({ needs }) => needs.every((fact) => isRequested(fact, [])));

/** It is read whatever is denied: what it lacks is null, and the fixes then have the commands that show it. */
export const neverFails: readonly FactName[] = ['componentRights'];

/**
 * Ids of the checks that read the API server, and of those that need only the account; without checks that need
 * `--with`.
 */
export const kubernetesChecks = listIds(true);
export const accountChecks = listIds(false);

function listIds(onKubernetes: boolean): string[] {
  const chosen = checksWithoutGrants.filter(
    (check) => listPermissions(check).some((one) => !('iam' in one)) === onKubernetes,
  );
  return chosen.map(({ id }) => id);
}

function listPermissions({ needs, uses = [], applies }: Needs): Permission[] {
  const missed = uses.filter((fact) => !neverFails.includes(fact));
  const facts = withDependencies(requesting, [...needs, ...missed, ...(applies?.needs ?? [])]);
  return [...facts].flatMap((fact) => collectors[fact].permissions);
}

/**
 * Checks that become unknown without the permission in a cluster without Karpenter. Without discovery, or without
 * permission to list Deployments, it is unknown whether Karpenter runs. With both, nothing else about Karpenter is
 * requested.
 */
function concernedWithoutKarpenter(permission: Permission): AnyCheck[] {
  const seesController = ['deployments.apps: list', '/apis: get'].includes(permissionText(permission));
  return checksWithoutGrants.filter(
    (check) =>
      needs(withoutGrants(check), permission) &&
      !isLeftUnasked(check, permission) &&
      (seesController || !looksAtKarpenter(check.id) || needsBesideKarpenter(check, permission)),
  );
}

const leftUnasked: Readonly<Record<string, readonly string[]>> = {
  // The worlds authenticate by access entries alone (API): aws-auth is not read.
  'nodes/node-role-access': ['configmaps: get'],
  // None of their webhooks selects the pods of certain namespaces only.
  'apis/webhooks': ['pods: list'],
  // They have no policies: test/world/karpenter-matrix-world.ts has.
  'apis/admission-policies': [
    'namespaces: list',
    'pods: list',
    ...['validatingadmissionpolicybindings', 'mutatingadmissionpolicies', 'mutatingadmissionpolicybindings'].map(
      (resource) => `${resource}.admissionregistration.k8s.io: list`,
    ),
  ],
};

function isLeftUnasked({ id }: AnyCheck, permission: Permission): boolean {
  return leftUnasked[id]?.includes(permissionText(permission)) === true;
}

/** True if facts other than Karpenter's request the permission, in a check that is also judged without Karpenter. */
function needsBesideKarpenter({ needs, uses = [], applies }: AnyCheck, permission: Permission): boolean {
  if (applies?.needs.includes('karpenterControllers') === true) return false;
  const others = [...needs, ...uses, ...(applies?.needs ?? [])].filter((fact) => !fact.startsWith('karpenter'));
  const requested = [...withDependencies(requesting, others)].flatMap((fact) => collectors[fact].permissions);
  return requested.some((one) => permissionText(one) === permissionText(permission));
}

/** The first minor that serves a kind, for kinds that every older cluster lacks. */
const servedFrom: ReadonlyMap<string, number> = new Map([['validatingadmissionpolicies', 30]]);

/**
 * Checks that become unknown without the permission in a cluster without Karpenter, if the API server serves what
 * upstream serves by default at this minor. A kind is not listed if no later minor removes a version of it.
 */
export function concernedAt(minor: number, permission: Permission): AnyCheck[] {
  const losesVersion = loadTable('api-removals').rows.some(
    ({ version, served, api, resource }) =>
      version > minor && served === 'default' && isListPermission(permission, api, resource),
  );
  if ('resource' in permission && minor < (servedFrom.get(permission.resource) ?? 0)) return [];
  return concernedWithoutKarpenter(permission).filter(
    (check) => losesVersion || !listsForVersions(withoutGrants(check), permission),
  );
}

function isListPermission(permission: Permission, api: string, resource: string): boolean {
  return 'resource' in permission && permission.resource === resource && api.startsWith(`${permission.apiGroup}/`);
}

/**
 * Facts that are read only if the API server serves a version that is removed. Upstream does not serve the kinds of
 * Argo CD and Flux.
 */
const ofVersions: ReadonlySet<FactName> = new Set<FactName>(['apiObjects', 'argoApplications', 'fluxInventories']);

/** True if only these facts of the check request the permission. */
function listsForVersions({ needs, uses = [], applies }: AnyCheck, permission: Permission): boolean {
  const own = [...needs, ...uses, ...(applies?.needs ?? [])];
  if (!own.includes('apiObjects') || 'nonResourceURL' in permission) return false;
  const others = withDependencies(
    collectors,
    own.filter((fact) => !ofVersions.has(fact)),
  );
  const requested = [...others].flatMap((fact) => collectors[fact].permissions);
  return !requested.some((one) => permissionText(one) === permissionText(permission));
}
