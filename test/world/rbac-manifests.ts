type Json = Record<string, unknown>;

const apiVersion = 'rbac.authorization.k8s.io/v1';

/** A rule of the core group. */
export function aRule(resources: readonly string[], verbs: readonly string[]): Json {
  return { apiGroups: [''], resources, verbs };
}

/** A Role if the path has a namespace, otherwise a ClusterRole. */
export function aRoleObject(path: string, rules: readonly Json[], labels: Record<string, string> = {}): Json {
  const metadata = toMetadata(path);
  return { apiVersion, kind: isNamespaced(path) ? 'Role' : 'ClusterRole', metadata: { ...metadata, labels }, rules };
}

/** A RoleBinding if the path has a namespace, otherwise a ClusterRoleBinding. */
export function aBindingObject(path: string, role: string, subjects: readonly Json[], kind = 'ClusterRole'): Json {
  return {
    apiVersion,
    kind: isNamespaced(path) ? 'RoleBinding' : 'ClusterRoleBinding',
    metadata: toMetadata(path),
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: role },
    subjects,
  };
}

function isNamespaced(path: string): boolean {
  return path.includes('/');
}

function toMetadata(path: string): Record<string, string> {
  const [first = path, name] = path.split('/');
  return name === undefined ? { name: first } : { namespace: first, name };
}
