import * as z from 'zod/mini';
import { trustStatement } from './control-plane.ts';
import { json, name, rounded } from './marks.ts';

/** What IAM allows a role to do. */

/** One policy of a role. Omits statements whose actions all belong to services that are not judged. */
export const rolePolicy = z.object({
  name: name('role'),
  /** Null for an inline policy. */
  arn: z.nullable(name('role')),
  /** The policy document as JSON (a managed policy's default version); null if it is unreadable or invalid JSON. */
  document: json('role'),
  /**
   * Characters of the whole document without white space, as IAM counts them. Omitted if the document was not read.
   * A document from a public template would show how long the name of the cluster is.
   */
  size: z.optional(rounded(512)),
});
export type RolePolicy = z.infer<typeof rolePolicy>;

/** iam:GetRolePolicy and GetPolicyVersion: a role's inline and attached policies, and its permissions boundary. */
export const rolePolicies = z.object({
  policies: z.array(rolePolicy),
  /** Null if the role has none. */
  boundary: z.nullable(rolePolicy),
});
export type RolePolicies = z.infer<typeof rolePolicies>;

/** An existing role, from iam:GetRole, with its policies. */
export const foundRole = z.object({
  /** As IAM returns it: the path may differ from that of the ARN by which the role was found. */
  arn: name('role'),
  /** Null if the trust policy cannot be read. */
  trust: z.nullable(z.array(trustStatement)),
  /** ARNs, sorted. */
  attachedPolicies: z.array(name('role')),
  /** Its inline policies, its attached policies except AWS managed ones that suffice, and its boundary. */
  own: rolePolicies,
  /** Without possible secrets. Omitted if there are none. */
  tags: z.optional(z.record(name('label'), name('label'))),
});

/** What IAM returns for a role name. */
export const namedRole = z.object({
  name: name('role'),
  /** Null if the role does not exist. */
  found: z.nullable(foundRole),
});
export type NamedRole = z.infer<typeof namedRole>;

/** Policies of the cluster's role, except AWS managed ones that suffice. Null if the role does not exist. */
export const clusterRolePolicies = z.nullable(rolePolicies);

/** Each role that a Karpenter controller has, or assumes through EKS Pod Identity or a setting. */
export const karpenterRoles = z.array(
  z.object({
    arn: name('role'),
    name: name('role'),
    /** Null if no role has that ARN. */
    found: z.nullable(
      z.object({
        /** The trust policy as JSON, with values only for conditions that are evaluated; null if it is invalid JSON. */
        trust: json('role'),
        tags: z.record(name('label'), name('label')),
        ...rolePolicies.def.shape,
      }),
    ),
  }),
);
export type KarpenterRole = z.infer<typeof karpenterRoles>[number];
