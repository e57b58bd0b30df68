import * as z from 'zod/mini';
import { name } from './marks.ts';

/** RBAC permissions whose meaning changes with a Kubernetes version. */

/** Subresources of pods that open a stream. */
export const streams = ['pods/exec', 'pods/attach', 'pods/portforward'] as const;

/** The user and the group of unauthenticated requests. */
export const anonymousNames = ['system:anonymous', 'system:unauthenticated'] as const;

const subject = z.object({
  kind: z.enum(['User', 'Group', 'ServiceAccount']),
  /** The namespace of a ServiceAccount; null for users and groups. */
  namespace: z.nullable(name('ns')),
  name: name('user'),
});

/**
 * Roles and bindings that checks read. Omits roles that Kubernetes or EKS maintains. Both lists are empty if the
 * cluster already runs the last Kubernetes version that changes what they grant, or a newer one.
 */
export const accessGrants = z.object({
  /** Bound roles that grant `get` on a stream by name, not only through the resource `*`, but not `create`. */
  streamReaders: z.array(
    z.object({
      kind: z.enum(['Role', 'ClusterRole']),
      /** Null for a ClusterRole. */
      namespace: z.nullable(name('ns')),
      name: name('role'),
      streams: z.array(z.enum(streams)),
      /** The subjects to which bindings grant the role; at most ten. */
      subjects: z.array(subject),
      /** The number of bindings that grant the role. */
      bindings: z.number(),
    }),
  ),
  /** Bindings that grant something to unauthenticated users, except ClusterRoleBinding system:public-info-viewer. */
  anonymousBindings: z.array(
    z.object({
      kind: z.enum(['RoleBinding', 'ClusterRoleBinding']),
      /** Null for a ClusterRoleBinding. */
      namespace: z.nullable(name('ns')),
      name: name('role'),
      role: name('role'),
      subjects: z.array(z.enum(anonymousNames)),
    }),
  ),
});
export type AccessGrants = z.infer<typeof accessGrants>;

/**
 * ClusterRoles, bound for the whole cluster, that grant `update` or `patch` on `resourceclaims/status` by name, to
 * subjects without a role for `resourceclaims/driver` or `resourceclaims/binding`. Omits roles that Kubernetes or EKS
 * maintains. Empty if the cluster already runs the Kubernetes version that demands the other two, or a newer one.
 */
export const claimStatusWriters = z.array(
  z.object({
    name: name('role'),
    /** At most ten. */
    subjects: z.array(subject),
  }),
);
