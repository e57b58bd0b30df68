import type { RolePolicies, RolePolicy } from '../../facts/iam.ts';
import { readPolicy, type Policy } from './document.ts';

/** A role's policies, parsed for the evaluation of requests. */
export interface RoleRights {
  policies: readonly Policy[];
  /** Undefined if the role has none. */
  boundary: Policy | undefined;
}

/** Parses a role's policies. An unread document becomes a flaw, so that decisions that it could change are unknown. */
export function toRoleRights({ policies, boundary }: RolePolicies): RoleRights {
  return { policies: policies.map(toPolicy), boundary: boundary === null ? undefined : toPolicy(boundary) };
}

/** True if the document of a policy or of the boundary was not read. */
export function hasUnread({ policies, boundary }: RolePolicies): boolean {
  return [...policies, boundary].some((policy) => policy?.document === null);
}

function toPolicy({ name, document }: RolePolicy): Policy {
  return readPolicy(name, document);
}

/** A policy that allows everything, for permissions that are granted elsewhere; a Deny or a boundary still applies. */
export function everythingAllowed(name: string): Policy {
  const all = { except: false, patterns: ['*'] };
  const statement = { id: 'all', effect: 'Allow' as const, actions: all, resources: all, conditions: [] };
  return { name, variables: false, statements: [statement], flaws: [] };
}

/** The context keys of a request that a session of a role sends over TLS. */
export function principalContext(arn: string): Readonly<Record<string, readonly string[]>> {
  return {
    'aws:PrincipalArn': [arn],
    'aws:PrincipalAccount': [arn.split(':')[4] ?? ''],
    'aws:PrincipalType': ['AssumedRole'],
    'aws:SecureTransport': ['true'],
    'aws:username': [],
  };
}
