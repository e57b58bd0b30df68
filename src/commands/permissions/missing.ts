import type { Collectors } from '../../collectors/collect.ts';
import type { FactName } from '../../facts/facts.ts';
import { permissionText, type Permission } from '../../facts/reason.ts';
import { iamPolicy } from './iam-policy.ts';
import { contact, withDependencies } from './needed.ts';
import type { Place } from './place.ts';
import { missingManifests } from './rbac.ts';

/** A permission as a report names it, with the fact that it would have shown. */
export interface Missing {
  fact: string;
  permission: string;
}

/** Documents that grant only what a scan was denied. Each field is null if no permission of its kind is missing. */
export interface Grant {
  /** An IAM policy document. */
  iamPolicy: string | null;
  /** Manifests of Roles, a ClusterRole and bindings. */
  rbacManifests: string | null;
}

/**
 * The grant for permissions that a scan was denied. Collectors hold the object that each permission is for, which the
 * text of a permission does not name.
 * @param place the cluster that the IAM policy is limited to; undefined: any
 */
export function grantFor(missing: readonly Missing[], collectors: Collectors, place?: Place): Grant {
  const permissions = resolvePermissions(missing, collectors);
  const [iam, rbac] = [permissions.filter(isIam), permissions.filter((one) => !isIam(one))];
  return {
    iamPolicy: iam.length === 0 ? null : iamPolicy(iam, place),
    rbacManifests: rbac.length === 0 ? null : missingManifests(rbac),
  };
}

function resolvePermissions(missing: readonly Missing[], collectors: Collectors): Permission[] {
  const found = missing.flatMap(({ fact, permission }) =>
    permissionsFor(fact, collectors).filter((one) => permissionText(one) === permission),
  );
  const byKey = new Map(found.map((one) => [JSON.stringify(one), one]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** The permissions that a fact can lack: an edited report must not widen the grant to those of other facts. */
function permissionsFor(fact: string, collectors: Collectors): readonly Permission[] {
  if (!isFact(fact, collectors)) return [];
  const needed = [...withDependencies(collectors, [fact])].flatMap((name) => collectors[name].permissions);
  return needed.every(isIam) ? needed : [...needed, ...contact];
}

/** A report may name any fact, `constructor` too. */
function isFact(name: string, collectors: Collectors): name is FactName {
  return Object.hasOwn(collectors, name);
}

function isIam(permission: Permission): boolean {
  return 'iam' in permission;
}
