import * as z from 'zod/mini';
import { anonymousNames, type AccessGrants } from '../../../facts/access.ts';
import type { StreamReader } from './stream-readers.ts';

type AnonymousBinding = AccessGrants['anonymousBindings'][number];
type Subject = AccessGrants['streamReaders'][number]['subjects'][number];

/** The role that one binding grants, and to whom. */
export interface Grant {
  kind: AnonymousBinding['kind'];
  role: Pick<StreamReader, 'kind' | 'namespace' | 'name'>;
  subjects: Subject[];
}

const kinds = ['User', 'Group', 'ServiceAccount'] as const;
const binding = z.object({
  metadata: z.object({ namespace: z.optional(z.string()), name: z.string() }),
  roleRef: z.object({ kind: z.string(), name: z.string() }),
  subjects: z.optional(
    z.nullable(z.array(z.object({ kind: z.string(), name: z.string(), namespace: z.optional(z.string()) }))),
  ),
});

/** The role and the subjects of a binding; undefined if it refers to neither a Role nor a ClusterRole. */
export function toGrant(kind: Grant['kind'], raw: unknown): Grant | undefined {
  const { metadata, roleRef, subjects } = binding.parse(raw);
  if (roleRef.kind !== 'Role' && roleRef.kind !== 'ClusterRole') return undefined;
  const namespace = roleRef.kind === 'Role' ? (metadata.namespace ?? null) : null;
  return {
    kind,
    role: { kind: roleRef.kind, namespace, name: roleRef.name },
    subjects: (subjects ?? []).flatMap((one) => {
      const found = kinds.find((known) => known === one.kind);
      return found === undefined ? [] : [{ kind: found, namespace: one.namespace ?? null, name: one.name }];
    }),
  };
}

/** This built-in binding lets everyone read the version and the health; Kubernetes creates it in every cluster. */
const builtIn = 'system:public-info-viewer';

/** A binding that grants something to unauthenticated users. */
export function toAnonymousBinding(kind: Grant['kind'], raw: unknown): AnonymousBinding | undefined {
  const { metadata, roleRef, subjects } = binding.parse(raw);
  const found = anonymousNames.filter((name) =>
    subjects?.some((one) => one.name === name && (one.kind === 'User' || one.kind === 'Group')),
  );
  if (found.length === 0 || (kind === 'ClusterRoleBinding' && metadata.name === builtIn)) return undefined;
  return { kind, namespace: metadata.namespace ?? null, name: metadata.name, role: roleRef.name, subjects: found };
}
