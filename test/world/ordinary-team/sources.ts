/** The source of the shape of a group of objects. */
export interface Source {
  what: string;
  where: string;
  /** What does not come from the source but from documentation or memory. */
  reconstructed?: string;
}

/** Every group of objects of the ordinary team, with its source. */
export const sources: readonly Source[] = [
  {
    what: 'cluster, roles, managed node groups, access entries, security groups',
    where:
      'github.com/terraform-aws-modules/terraform-aws-eks v21.10.1: main.tf, node_groups.tf, modules/eks-managed-node-group',
    reconstructed:
      'ids, suffixes, tags of the team; the answers of EC2, EKS and Auto Scaling; that ConfigMap aws-auth names the roles of managed groups',
  },
  {
    what: 'VPC, subnets, route tables',
    where:
      'github.com/terraform-aws-modules/terraform-aws-eks v21.10.1: examples/karpenter/main.tf (module vpc 6, single_nat_gateway)',
    reconstructed: 'ids, free addresses',
  },
  {
    what: 'Karpenter: Deployment, budget, ServiceAccount, CRDs',
    where: 'github.com/aws/karpenter-provider-aws v1.8.8: charts/karpenter',
    reconstructed: 'the last 48 digits of the image digest; the schemas of the CRDs (test/world/karpenter-crds.ts)',
  },
  {
    what: 'Karpenter by Argo CD: controller role, node role, queue, rules, node class, pool',
    where: 'github.com/terraform-aws-modules/terraform-aws-eks v21.10.1: modules/karpenter, examples/karpenter',
    reconstructed:
      'the pool consolidates WhenEmptyOrUnderutilized as in the guide of Karpenter, not WhenEmpty as in the example',
  },
  {
    what: 'Karpenter by Helm: controller policy, node role, queue, rules',
    where:
      'github.com/aws/karpenter-provider-aws v1.8.2: website/content/en/preview/getting-started/getting-started-with-karpenter/cloudformation.yaml (the policy by test/for-checks/iam/karpenter-policies.json)',
  },
  {
    what: 'AWS Load Balancer Controller',
    where: 'github.com/aws/eks-charts 7b027f2: stable/aws-load-balancer-controller 1.14.1, default values',
    reconstructed: 'the CA that the chart generates',
  },
  {
    what: 'VPC CNI',
    where: 'github.com/aws/eks-charts: stable/aws-vpc-cni/templates/daemonset.yaml',
    reconstructed: 'what EKS changes when it renders the chart; build numbers',
  },
  {
    what: 'EBS CSI driver',
    where: 'github.com/kubernetes-sigs/aws-ebs-csi-driver v1.53.0: charts/aws-ebs-csi-driver',
    reconstructed: 'managed-by EKS, the registry of the add-on',
  },
  {
    what: 'EKS Pod Identity Agent',
    where: 'github.com/aws/eks-pod-identity-agent: charts/eks-pod-identity-agent',
    reconstructed: 'version of the image',
  },
  {
    what: 'CoreDNS, kube-proxy, Metrics Server',
    where: 'documentation of EKS add-ons',
    reconstructed: 'all of it, from clusters as they are known; the Corefile is that of the other worlds',
  },
  {
    what: 'what EKS offers of each add-on',
    where:
      'EKS user guide of August 2026 (newest version of each core add-on), public repositories of autumn 2026 (others)',
    reconstructed: 'defaults, which older versions are offered where, owner and type',
  },
  {
    what: 'upgrade insights',
    where: 'EKS user guide: topics of insights; "Deprecated APIs" exist for versions that remove APIs only',
    reconstructed: 'that they exist for three versions ahead',
  },
  {
    what: 'Argo CD',
    where:
      'github.com/argoproj/argo-helm argo-cd-9.1.3: charts/argo-cd, default values; tracking by annotation: Argo CD 3.0',
  },
  {
    what: 'cert-manager',
    where: 'github.com/cert-manager/cert-manager v1.19.1: deploy/charts/cert-manager, default values with crds.enabled',
    reconstructed: 'the CA that its cainjector writes into the configuration',
  },
  {
    what: 'Prometheus, Alertmanager, Grafana, exporters',
    where:
      'github.com/prometheus-community/helm-charts kube-prometheus-stack-79.9.0, github.com/grafana/helm-charts grafana-10.2.0',
    reconstructed: 'the StatefulSets that the operator makes; storage by values',
  },
  {
    what: 'webhooks that EKS brings',
    where:
      'https://repost.aws/knowledge-center/eks-troubleshoot-irsa-errors (pod-identity-webhook), github.com/aws/amazon-vpc-resource-controller-k8s 15d7dea: config/webhook/manifests.yaml; kubectl on clusters of EKS names the configurations vpc-resource-mutating-webhook and vpc-resource-validating-webhook',
    reconstructed: 'the port on the control plane at which the vpc-resource webhooks answer',
  },
  {
    what: 'endpoint slices of the Services that webhooks call; the condition of the APIService of Metrics Server',
    where:
      'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/, github.com/kubernetes/kube-aggregator: pkg/controllers/status',
    reconstructed: 'addresses, suffixes of names',
  },
  {
    what: 'external-dns',
    where: 'github.com/kubernetes-sigs/external-dns external-dns-helm-chart-1.19.0',
  },
  {
    what: 'Cluster Autoscaler',
    where: 'github.com/kubernetes/autoscaler cluster-autoscaler-chart-9.51.0, default values',
  },
  {
    what: 'the shop',
    where: 'the layout of `helm create`',
    reconstructed: 'all of it: names, versions, budgets, schedules',
  },
];
