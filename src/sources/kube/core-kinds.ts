/**
 * The kinds of the core group, by resource. Discovery shows the kinds of all other groups; the core group is not looked
 * up there.
 * https://kubernetes.io/docs/reference/kubernetes-api/
 */
export const coreKinds: ReadonlyMap<string, string> = new Map([
  ['configmaps', 'ConfigMap'],
  ['endpoints', 'Endpoints'],
  ['events', 'Event'],
  ['limitranges', 'LimitRange'],
  ['namespaces', 'Namespace'],
  ['nodes', 'Node'],
  ['persistentvolumeclaims', 'PersistentVolumeClaim'],
  ['persistentvolumes', 'PersistentVolume'],
  ['pods', 'Pod'],
  ['podtemplates', 'PodTemplate'],
  ['replicationcontrollers', 'ReplicationController'],
  ['resourcequotas', 'ResourceQuota'],
  ['secrets', 'Secret'],
  ['serviceaccounts', 'ServiceAccount'],
  ['services', 'Service'],
]);

const kinds: ReadonlySet<string> = new Set(coreKinds.values());
const ofCluster: ReadonlySet<string> = new Set(['Namespace', 'Node', 'PersistentVolume']);

/** Where objects of a kind of the core group live; undefined if the group does not have the kind. */
export function findCoreScope(kind: string): 'Cluster' | 'Namespaced' | undefined {
  if (!kinds.has(kind)) return undefined;
  return ofCluster.has(kind) ? 'Cluster' : 'Namespaced';
}
