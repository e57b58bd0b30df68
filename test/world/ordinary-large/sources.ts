import type { Source } from '../ordinary-team/sources.ts';

/** Groups of objects that differ from those of the ordinary team, with the source of each. */
export const largeSources: readonly Source[] = [
  {
    what: 'managed groups of one zone for the Cluster Autoscaler',
    where: 'https://docs.aws.amazon.com/eks/latest/best-practices/cas.html',
    reconstructed: 'names, counts and types of all groups; that those of databases are one minor behind',
  },
  {
    what: 'releases of AMIs, kernels, containerd',
    where: 'github.com/awslabs/amazon-eks-ami: release notes of v20260304 (1.33.8) and v20260714 (1.34.9)',
    reconstructed: 'the end of the kubelet versions; ids of the AMIs',
  },
  {
    what: 'versions that EKS offers, with their dates; kinds that EKS serves beyond the defaults of Kubernetes',
    where: 'test/world/ordinary-newest/sources.ts',
  },
  {
    what: 'upgrade insights',
    where: 'test/world/ordinary-newest/sources.ts',
    reconstructed: 'status and reason of the insight on kubelets one minor behind, with its resources',
  },
  {
    what: 'EKS add-ons',
    where: 'EKS user guide of August 2026 (newest version of each core add-on), public repositories of 2026 (others)',
    reconstructed: 'that these are the defaults of 1.34',
  },
  {
    what: 'addresses that nodes take: two interfaces of fifteen addresses',
    where: 'https://github.com/aws/amazon-vpc-cni-k8s/blob/master/docs/eni-and-ip-target.md (WARM_ENI_TARGET 1)',
  },
  {
    what: 'Cluster Autoscaler',
    where: 'github.com/kubernetes/autoscaler cluster-autoscaler-1.34.5, cluster-autoscaler-chart-9.59.0',
  },
  {
    what: "the teams' workloads",
    where:
      'the layout of `helm create`; budgets as https://kubernetes.io/docs/tasks/run-application/configure-pdb/ shows them',
    reconstructed:
      'all of it: names, versions, counts; two budgets let nothing go, minAvailable 1 of one replica and minAvailable 3 of three',
  },
];
