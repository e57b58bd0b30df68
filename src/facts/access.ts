import * as z from 'zod/mini';
import { name } from './marks.ts';

/** Rights that RBAC grants and a Kubernetes version changes the meaning of. */

/** Subresources of pods that open a stream. */
export const streams = ['pods/exec', 'pods/attach', 'pods/portforward'] as const;

/** Groups and users of requests that do not authenticate. */
export const anonymousNames = ['system:anonymous', 'system:unauthenticated'] as const;

const subject = z.object({
  kind: z.enum(['User', 'Group', 'ServiceAccount']),
  /** Of a ServiceAccount; null for the others. */
  namespace: z.nullable(name('ns')),
  name: name('user'),
});

/**
 * Roles and bindings that checks read, none of them those that Kubernetes or EKS maintains. From the last version on that
 * changes anything about them, nothing is listed.
 */
export const accessGrants = z.object({
  /** Bound roles that name a stream with `get` and nowhere grant `create` on it. */
  streamReaders: z.array(
    z.object({
      kind: z.enum(['Role', 'ClusterRole']),
      /** Null for a ClusterRole. */
      namespace: z.nullable(name('ns')),
      name: name('role'),
      streams: z.array(z.enum(streams)),
      /** To whom its bindings grant it; the first of them. */
      subjects: z.array(subject),
      /** How many bindings grant it. */
      bindings: z.number(),
    }),
  ),
  /** Bindings that grant something to unauthenticated users, but the one to `system:public-info-viewer`. */
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
