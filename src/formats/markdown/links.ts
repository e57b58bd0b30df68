/** Hosts that checks and tables link to. Any other address comes from a cluster or a file, and is not linked. */
const hosts = new Set([
  'argo-cd.readthedocs.io',
  'artifacthub.io',
  'aws.amazon.com',
  'aws.github.io',
  'awslabs.github.io',
  'cloudnative-pg.io',
  'coredns.io',
  'docs.aws.amazon.com',
  'docs.nvidia.com',
  'fluxcd.io',
  'gateway-api.sigs.k8s.io',
  'helm.sh',
  'karpenter.sh',
  'kubernetes-sigs.github.io',
  'kubernetes.github.io',
  'kubernetes.io',
  'kubevirt.io',
  'nvidia.github.io',
]);

/** Anyone can publish on github.com; only pages of these owners are linked. */
const githubOwners = new Set([
  'aws',
  'awsdocs',
  'awslabs',
  'bottlerocket-os',
  'chanzuckerberg',
  'containerd',
  'coredns',
  'eks-preflight',
  'eksctl-io',
  'fluent',
  'helm',
  'kubernetes',
  'kubernetes-sigs',
  'NVIDIA',
  'strimzi',
  'terraform-aws-modules',
]);

const safe = /^https:[\w./~#?=&%+:@,-]+$/;

/** True for an https address of one of these hosts or, on github.com, of one of these owners. */
export function isOurLink(link: string): boolean {
  if (!safe.test(link) || !URL.canParse(link)) return false;
  const { hostname, pathname, username } = new URL(link);
  if (username !== '') return false;
  return hostname === 'github.com' ? githubOwners.has(pathname.split('/')[1] ?? '') : hosts.has(hostname);
}
