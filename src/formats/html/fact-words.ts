/** Facts whose names, split into words, would mislead. */
const special: Readonly<Record<string, string>> = {
  addonUpdates: 'updates of add-ons',
  auditedCalls: 'requests in the audit log',
  autoScalingGroups: 'Auto Scaling groups',
  budgetedPods: 'pods with a PodDisruptionBudget',
  budgetedWorkloads: 'workloads with a PodDisruptionBudget',
  clusterAutoscalers: 'Cluster Autoscaler',
  clusterVersions: 'EKS versions',
  controllers: 'installed controllers',
  coredns: 'CoreDNS',
  cronJobs: 'CronJobs',
  daemonSets: 'DaemonSets',
  deployments: 'Deployments',
  emptyAutoScalingGroups: 'Auto Scaling groups without nodes',
  helmHistories: 'history of Helm releases',
  helmManifests: 'manifests of Helm releases',
  insights: 'upgrade insights',
  kubeProxy: 'kube-proxy',
  kubeProxyModes: 'kube-proxy modes',
  loadBalancerControllers: 'AWS Load Balancer Controller',
  nodeAuthRoles: 'node roles in aws-auth',
  nodegroupAuthRoles: 'node group roles in aws-auth',
  nodegroupUpdates: 'updates of node groups',
  podDisruptionBudgets: 'PodDisruptionBudgets',
  podSecurityPolicies: 'PodSecurityPolicies',
  requestedApis: 'API requests in the metrics of the API server',
  spotServiceLinkedRole: 'service-linked role for Spot',
  statefulSets: 'StatefulSets',
  updates: 'updates of the cluster',
};

/** The spelling of words that are not just lower case. */
const spelled: Readonly<Record<string, string>> = {
  addon: 'add-on',
  addons: 'add-ons',
  api: 'API',
  apis: 'APIs',
  argo: 'Argo',
  cni: 'CNI',
  crds: 'CRDs',
  csi: 'CSI',
  dns: 'DNS',
  ebs: 'EBS',
  fargate: 'Fargate',
  flux: 'Flux',
  helm: 'Helm',
  ingress: 'Ingress',
  ingresses: 'Ingresses',
  karpenter: 'Karpenter',
  nginx: 'NGINX',
  nodegroup: 'node group',
  nodegroups: 'node groups',
  nvidia: 'NVIDIA',
  sts: 'STS',
  vpc: 'VPC',
};

/** The name of a fact in words: `certificateAuthorities` is `certificate authorities`. */
export function factWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').split(' ');
  return special[name] ?? words.map((word) => spelled[word.toLowerCase()] ?? word.toLowerCase()).join(' ');
}
