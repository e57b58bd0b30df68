import { checks } from '../../checks/index.ts';
import type { AnyCheck } from '../../src/check.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { FactName } from '../../src/facts/facts.ts';
import { isAskedFor } from '../../src/facts/grants.ts';
import { neededFacts, neededPermissions, withDependencies } from '../../src/commands/permissions/needed.ts';
import { permissionText, type Permission } from '../../src/facts/reason.ts';
import { loadTable } from '../../src/tables/tables.ts';

/** What `permissions` asks for on the Kubernetes side. */
export const kubernetesPermissions = neededPermissions(collectors, checks).filter(
  (permission) => !('iam' in permission),
);

/** Checks whose own facts need the permission; first contact (`/apis`) is needed by all that ask the API server. */
export function checksThatNeed(permission: Permission): AnyCheck[] {
  return checks.filter((check) => needs(check, permission));
}

type Needs = Pick<AnyCheck, 'needs' | 'uses' | 'applies'>;

function needs(check: Needs, permission: Permission): boolean {
  const needed = permissionsOf(check);
  const text = permissionText(permission);
  const asked = needed.some((one) => permissionText(one) === text);
  const isContact = 'nonResourceURL' in permission && permission.nonResourceURL === '/apis';
  return asked || (isContact && needed.some((one) => !('iam' in one)));
}

/** As a scan without `--with` reads it. */
function withoutGrants<Check extends AnyCheck>(check: Check): Check {
  return { ...check, uses: check.uses?.filter((fact) => isAskedFor(fact, [])) ?? [] };
}

/** True where the permission may hide a failure of the check: it shows more than what only warnings hang on. */
export function mayHideFailure(check: AnyCheck, permission: Permission): boolean {
  const { severity, uses = [], warnsBy = [] } = check;
  const deciding = { ...check, uses: uses.filter((fact) => !warnsBy.includes(fact)) };
  const text = permissionText(permission);
  const isContact = 'nonResourceURL' in permission && permission.nonResourceURL === '/apis';
  return severity === 'fail' && (isContact || permissionsOf(deciding).some((one) => permissionText(one) === text));
}

/** Checks that look at Karpenter's controllers or objects: without any they skip, or look no further. */
export function looksAtKarpenter(id: string): boolean {
  const own = checks.filter((check) => check.id === id);
  return [...withDependencies(collectors, neededFacts(own))].some((fact) => fact.startsWith('karpenter'));
}

/** Discovery, which is open to all, answers them where the API server serves no version that goes away. */
export const answeredByDiscovery: readonly string[] = ['apis/deprecated', 'apis/helm-releases', 'apis/removed'];

/** Checks that are judged without `--with`. */
export const unasked = checks.filter(({ needs }) => needs.every((fact) => isAskedFor(fact, [])));

/** Ids of the checks that read the API server, and of those that the account alone answers; none that waits for a grant. */
export const kubernetesChecks = idsOf(true);
export const accountChecks = idsOf(false);

function idsOf(onKubernetes: boolean): string[] {
  const chosen = unasked.filter((check) => permissionsOf(check).some((one) => !('iam' in one)) === onKubernetes);
  return chosen.map(({ id }) => id);
}

function permissionsOf({ needs, uses = [], applies }: Needs): Permission[] {
  const facts = withDependencies(collectors, [...needs, ...uses, ...(applies?.needs ?? [])]);
  return [...facts].flatMap((fact) => collectors[fact].permissions);
}

/**
 * Checks that the permission keeps from being judged in a cluster without Karpenter: where nobody may list Deployments, nobody
 * knows that there is none; else nothing else of it is asked for, and what is not about it is judged all the same.
 */
function concernedWithoutKarpenter(permission: Permission): AnyCheck[] {
  const seesController = ['deployments.apps: list', '/apis: get'].includes(permissionText(permission));
  return unasked.filter(
    (check) =>
      needs(withoutGrants(check), permission) &&
      !isLeftUnasked(check, permission) &&
      (seesController || !looksAtKarpenter(check.id) || needsBesideKarpenter(check, permission)),
  );
}

const leftUnasked: Readonly<Record<string, string>> = {
  // The worlds authenticate by access entries alone (API): nobody looks into aws-auth.
  'nodes/node-role-access': 'configmaps: get',
  // No webhook of theirs is about the pods of some namespaces only.
  'apis/webhooks': 'pods: list',
};

function isLeftUnasked({ id }: AnyCheck, permission: Permission): boolean {
  return leftUnasked[id] === permissionText(permission);
}

/** Asked for by other facts than those of Karpenter, in a check that is judged without it, too. */
function needsBesideKarpenter({ needs, uses = [], applies }: AnyCheck, permission: Permission): boolean {
  if (applies !== undefined) return false;
  const others = [...needs, ...uses].filter((fact) => !fact.startsWith('karpenter'));
  const asked = [...withDependencies(collectors, others)].flatMap((fact) => collectors[fact].permissions);
  return asked.some((one) => permissionText(one) === permissionText(permission));
}

/**
 * The same on an API server of a Kubernetes minor, as upstream serves it by default: a kind that loses no version after it is not
 * listed for those versions.
 */
export function concernedAt(minor: number, permission: Permission): AnyCheck[] {
  const losesVersion = loadTable('api-removals').rows.some(
    ({ version, served, api, resource }) =>
      version > minor && served === 'default' && isListOf(permission, api, resource),
  );
  return concernedWithoutKarpenter(permission).filter(
    (check) => losesVersion || !listsForVersions(withoutGrants(check), permission),
  );
}

function isListOf(permission: Permission, api: string, resource: string): boolean {
  return 'resource' in permission && permission.resource === resource && api.startsWith(`${permission.apiGroup}/`);
}

/** Facts about versions that go away; Argo CD and Flux, whose kinds upstream does not serve, are asked only where one does. */
const ofVersions: ReadonlySet<FactName> = new Set<FactName>(['apiObjects', 'argoApplications', 'fluxInventories']);

/** Asked for by these facts alone. */
function listsForVersions({ needs, uses = [], applies }: AnyCheck, permission: Permission): boolean {
  const own = [...needs, ...uses, ...(applies?.needs ?? [])];
  if (!own.includes('apiObjects') || 'nonResourceURL' in permission) return false;
  const others = withDependencies(
    collectors,
    own.filter((fact) => !ofVersions.has(fact)),
  );
  const asked = [...others].flatMap((fact) => collectors[fact].permissions);
  return !asked.some((one) => permissionText(one) === permissionText(permission));
}
