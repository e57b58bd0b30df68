import * as z from 'zod/mini';
import { trustStatement } from './control-plane.ts';
import { json, name } from './marks.ts';

/** What IAM allows a role to do. */

/** One policy of a role, reduced to the statements that concern the relevant services. */
export const rolePolicy = z.object({
  name: name('role'),
  /** Null: an inline policy. */
  arn: z.nullable(name('role')),
  /** The policy document as JSON (a managed policy's default version); null: it could not be read, or is invalid JSON. */
  document: json('role'),
  /** Characters of the whole document without white space, as IAM counts them. Left out: it was not read. */
  size: z.optional(z.number()),
});
export type RolePolicy = z.infer<typeof rolePolicy>;

/** iam:GetRolePolicy and GetPolicyVersion: the inline policies of a role, the attached ones, and its permissions boundary. */
export const rolePolicies = z.object({
  policies: z.array(rolePolicy),
  /** Null: the role has none. */
  boundary: z.nullable(rolePolicy),
});
export type RolePolicies = z.infer<typeof rolePolicies>;

/** A role that exists, by iam:GetRole and its policies. */
export const foundRole = z.object({
  /** As IAM returns it: a role of this name may have another path than the ARN that names it. */
  arn: name('role'),
  /** Null: the trust policy cannot be read. */
  trust: z.nullable(z.array(trustStatement)),
  /** ARNs, sorted. */
  attachedPolicies: z.array(name('role')),
  /** Its inline policies, attached ones but for those of AWS that the table of such roles names, the boundary. */
  own: rolePolicies,
  /** Left out: none. */
  tags: z.optional(z.record(name('label'), name('label'))),
});

/** What IAM returns for a role name. */
export const namedRole = z.object({
  name: name('role'),
  /** Null: no such role exists. */
  found: z.nullable(foundRole),
});
export type NamedRole = z.infer<typeof namedRole>;

/** Policies of the cluster's role: inline ones, attached ones but for those of AWS that the table cluster-role names. Null: no such role. */
export const clusterRolePolicies = z.nullable(rolePolicies);

/** Each role that a controller of Karpenter has, or assumes by EKS Pod Identity or a setting. */
export const karpenterRoles = z.array(
  z.object({
    arn: name('role'),
    name: name('role'),
    /** Null: no role of that ARN exists. */
    found: z.nullable(
      z.object({
        /** As JSON, with the values of only those conditions that are judged; null: it is invalid JSON. */
        trust: json('role'),
        tags: z.record(name('label'), name('label')),
        ...rolePolicies.def.shape,
      }),
    ),
  }),
);
export type KarpenterRole = z.infer<typeof karpenterRoles>[number];
