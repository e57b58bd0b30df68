import type { RolePolicies, RolePolicy } from '../../facts/iam.ts';
import { readPolicy, type Policy } from './document.ts';

/** A role's policies, read for the evaluator. */
export interface RoleRights {
  policies: readonly Policy[];
  /** Undefined: the role has none. */
  boundary: Policy | undefined;
}

/** Reads the documents of a fact. An unread one has a flaw, so that a decision that it could change is unknown. */
export function toRoleRights({ policies, boundary }: RolePolicies): RoleRights {
  return { policies: policies.map(toPolicy), boundary: boundary === null ? undefined : toPolicy(boundary) };
}

/** True if the document of a policy, or of the boundary, was not read. */
export function hasUnread({ policies, boundary }: RolePolicies): boolean {
  return [...policies, boundary].some((policy) => policy?.document === null);
}

function toPolicy({ name, document }: RolePolicy): Policy {
  return readPolicy(name, document);
}

/** A policy that allows everything, for rights that are granted elsewhere: a Deny and a boundary still count. */
export function everythingAllowed(name: string): Policy {
  const all = { except: false, patterns: ['*'] };
  const statement = { id: 'all', effect: 'Allow' as const, actions: all, resources: all, conditions: [] };
  return { name, variables: false, statements: [statement], flaws: [] };
}

/** The context keys of a request over TLS by a session of a role. */
export function principalContext(arn: string): Readonly<Record<string, readonly string[]>> {
  return {
    'aws:PrincipalArn': [arn],
    'aws:PrincipalAccount': [arn.split(':')[4] ?? ''],
    'aws:PrincipalType': ['AssumedRole'],
    'aws:SecureTransport': ['true'],
    'aws:username': [],
  };
}
