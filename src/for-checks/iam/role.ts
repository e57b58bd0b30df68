import type { RolePolicies, RolePolicy } from '../../facts/iam.ts';
import { readPolicy, type Policy } from './document.ts';

/** A role's policies, read for the evaluator. */
export interface RoleRights {
  policies: readonly Policy[];
  /** Undefined: the role has none. */
  boundary: Policy | undefined;
}

/** Reads the documents of a fact. One that was not read has a flaw, so that nothing is decided that it could turn. */
export function rightsOf({ policies, boundary }: RolePolicies): RoleRights {
  return { policies: policies.map(toPolicy), boundary: boundary === null ? undefined : toPolicy(boundary) };
}

/** True where the document of a policy, or of the boundary, was not read. */
export function hasUnread({ policies, boundary }: RolePolicies): boolean {
  return [...policies, boundary].some((policy) => policy?.document === null);
}

function toPolicy({ name, document }: RolePolicy): Policy {
  return readPolicy(name, document);
}

/** A policy that allows everything, as what is granted elsewhere comes in: a Deny and a boundary still count. */
export function everythingAllowed(name: string): Policy {
  const all = { except: false, patterns: ['*'] };
  const statement = { id: 'all', effect: 'Allow' as const, actions: all, resources: all, conditions: [] };
  return { name, variables: false, statements: [statement], flaws: [] };
}

/** What a role is to the policies that ask: a session of it, over TLS, by nobody else's service. */
export function principalContext(arn: string): Readonly<Record<string, readonly string[]>> {
  return {
    'aws:PrincipalArn': [arn],
    'aws:PrincipalAccount': [arn.split(':')[4] ?? ''],
    'aws:PrincipalType': ['AssumedRole'],
    'aws:SecureTransport': ['true'],
    'aws:username': [],
  };
}
