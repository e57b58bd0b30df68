/** Whole keys. Sources: the well-known taints of Kubernetes, and the documentation of each software. */
const keys: readonly RegExp[] = [
  /^node\.kubernetes\.io\/(?:not-ready|unreachable|unschedulable|network-unavailable|out-of-service)$/,
  /^node\.kubernetes\.io\/(?:memory|disk|pid)-pressure$/,
  /^node\.cloudprovider\.kubernetes\.io\/(?:uninitialized|shutdown)$/,
  /^node\.cluster\.x-k8s\.io\/uninitialized$/,
  /^karpenter\.sh\/(?:disrupted|disruption|unregistered)$/,
  /^(?:ToBeDeletedByClusterAutoscaler|DeletionCandidateOfClusterAutoscaler|NodeWithImpairedVolumes)$/,
  /^(?:ebs|efs|fsx|s3)\.csi\.aws\.com\/agent-not-ready$/,
  /^(?:node\.cilium\.io\/agent-not-ready|cni\.istio\.io\/not-ready)$/,
];

/**
 * Starts of keys: of Cluster Autoscaler's startup and status taints (pkg/utils/taints), the Node Readiness Controller and
 * AWS Node Termination Handler.
 */
const starts: readonly string[] = [
  'ignore-taint.cluster-autoscaler.kubernetes.io/',
  'startup-taint.cluster-autoscaler.kubernetes.io/',
  'status-taint.cluster-autoscaler.kubernetes.io/',
  'readiness.k8s.io/',
  'aws-node-termination-handler/',
  'vpc.amazonaws.com/',
];

/**
 * True for the key of a taint that a node has for a time: Kubernetes, Karpenter, Cluster Autoscaler, a CNI plugin or a CSI
 * driver removes it once the node is ready, or ends the node. The configuration of a node group may list it.
 * Source: https://kubernetes.io/docs/reference/labels-annotations-taints/
 */
export function isTemporaryTaint(key: string): boolean {
  return starts.some((start) => key.startsWith(start)) || keys.some((whole) => whole.test(key));
}
