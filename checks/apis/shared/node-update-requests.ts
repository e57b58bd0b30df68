/** A request that a node update must send. */
export interface Vital {
  what: string;
  group: string;
  resource: string;
  subresource: string;
  operations: readonly string[];
  /** `cluster`: no namespaceSelector applies. `pods`: namespaces with pods that a controller recreates. */
  where: 'cluster' | 'kubeSystem' | 'kubeNodeLease' | 'any' | 'pods';
  /**
   * After how many seconds the client gives up. Set for heartbeats, which are sent every few seconds: if they fail, a node
   * counts as unhealthy, or a leader loses its lease.
   */
  givesUpAfter?: number;
}

/**
 * A kubelet's client for leases and the node status waits for `nodeStatusUpdateFrequency`, 10 seconds by default.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.34.1/cmd/kubelet/app/server.go (heartbeatClientConfig)
 */
const kubeletGivesUpAfter = 10;
/**
 * A leader waits for half of its renew deadline, which is 10 seconds by default.
 * Source: https://github.com/kubernetes/client-go/blob/v0.34.1/tools/leaderelection/resourcelock/interface.go
 * (NewFromKubeconfig)
 */
const leaderGivesUpAfter = 5;

const core = { group: '', subresource: '' };
/** The requests of every node update, whatever runs on the nodes. `v1` is the only version of their kinds. */
export const vitals: readonly Vital[] = [
  { ...core, what: 'nodes', resource: 'nodes', operations: ['CREATE', 'UPDATE'], where: 'cluster' },
  {
    ...core,
    what: 'nodes',
    resource: 'nodes',
    subresource: 'status',
    operations: ['UPDATE'],
    where: 'cluster',
    givesUpAfter: kubeletGivesUpAfter,
  },
  { ...core, what: 'pods in kube-system', resource: 'pods', operations: ['CREATE'], where: 'kubeSystem' },
  {
    ...core,
    what: 'pods in kube-system',
    resource: 'pods',
    subresource: 'binding',
    operations: ['CREATE'],
    where: 'kubeSystem',
  },
  { ...core, what: 'evictions', resource: 'pods', subresource: 'eviction', operations: ['CREATE'], where: 'any' },
  { ...core, what: 'deletions of pods', resource: 'pods', operations: ['DELETE'], where: 'any' },
  {
    what: 'leases of nodes',
    group: 'coordination.k8s.io',
    resource: 'leases',
    subresource: '',
    operations: ['CREATE', 'UPDATE'],
    where: 'kubeNodeLease',
    givesUpAfter: kubeletGivesUpAfter,
  },
  {
    what: 'leases in kube-system',
    group: 'coordination.k8s.io',
    resource: 'leases',
    subresource: '',
    operations: ['UPDATE'],
    where: 'kubeSystem',
    givesUpAfter: leaderGivesUpAfter,
  },
  {
    ...core,
    what: 'the status of pods in kube-system',
    resource: 'pods',
    subresource: 'status',
    operations: ['UPDATE'],
    where: 'kubeSystem',
  },
  {
    what: 'CSINodes',
    group: 'storage.k8s.io',
    resource: 'csinodes',
    subresource: '',
    operations: ['CREATE', 'UPDATE'],
    where: 'cluster',
  },
];

/** Requests for pods that a node update evicts: a controller recreates them, and the scheduler binds them to a node. */
export const newPods: readonly Vital[] = [
  { ...core, what: 'pods', resource: 'pods', operations: ['CREATE'], where: 'pods' },
  { ...core, what: 'pods', resource: 'pods', subresource: 'binding', operations: ['CREATE'], where: 'pods' },
];

/** The request that updates a Deployment or DaemonSet in kube-system. */
export function toUpdateRequest(resource: string): Vital {
  return { group: 'apps', subresource: '', what: resource, resource, operations: ['UPDATE'], where: 'kubeSystem' };
}
