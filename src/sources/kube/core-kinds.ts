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
