/** Hosts that checks and tables link to. Any other address comes from a cluster or a file, and is not linked. */
const hosts = new Set([
  'argo-cd.readthedocs.io',
  'artifacthub.io',
  'aws-otel.github.io',
  'aws.amazon.com',
  'aws.github.io',
  'awslabs.github.io',
  'cert-manager.io',
  'cloudnative-pg.io',
  'coredns.io',
  'docs.aws.amazon.com',
  'docs.cilium.io',
  'docs.nvidia.com',
  'docs.tigera.io',
  'endoflife.date',
  'external-secrets.io',
  'fluxcd.io',
  'gateway-api.sigs.k8s.io',
  'helm.sh',
  'istio.io',
  'karpenter.sh',
  'keda.sh',
  'kubernetes-sigs.github.io',
  'kubernetes.github.io',
  'kubernetes.io',
  'kubevirt.io',
  'kyverno.io',
  'linkerd.io',
  'nvidia.github.io',
  'open-policy-agent.github.io',
  'prometheus-operator.dev',
  'secrets-store-csi-driver.sigs.k8s.io',
  'strimzi.io',
]);

/** Anyone can publish on github.com; only pages of these owners are linked. */
const githubOwners = new Set([
  'argoproj',
  'aws',
  'awsdocs',
  'awslabs',
  'bottlerocket-os',
  'cert-manager',
  'chanzuckerberg',
  'cilium',
  'containerd',
  'coredns',
  'eks-preflight',
  'eksctl-io',
  'external-secrets',
  'fluent',
  'fluxcd',
  'helm',
  'istio',
  'jupyterhub',
  'kedacore',
  'kubernetes',
  'kubernetes-sigs',
  'kyverno',
  'linkerd',
  'NVIDIA',
  'open-policy-agent',
  'open-telemetry',
  'projectcalico',
  'prometheus-operator',
  'strimzi',
  'terraform-aws-modules',
  'tigera',
  'vmware-tanzu',
]);

const safe = /^https:[\w./~#?=&%+:@,-]+$/;

/** True for an https address of one of these hosts or, on github.com, of one of these owners. */
export function isOurLink(link: string): boolean {
  if (!safe.test(link) || !URL.canParse(link)) return false;
  const { hostname, pathname, username } = new URL(link);
  if (username !== '') return false;
  return hostname === 'github.com' ? githubOwners.has(pathname.split('/')[1] ?? '') : hosts.has(hostname);
}
