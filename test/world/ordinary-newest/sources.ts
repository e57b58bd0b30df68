import type { Source } from '../ordinary-team/sources.ts';

/** Groups of objects that differ from those of the ordinary team, with the source of each. */
export const newestSources: readonly Source[] = [
  {
    what: 'versions that EKS offers, with their dates',
    where: 'EKS user guide: kubernetes-versions; aws-cdk-lib 2.276.0 of 10 November 2026 lists 1.37, 2.275.0 does not',
    reconstructed: 'day, patch and ends of support of 1.37',
  },
  {
    what: 'upgrade insights: for the next version only, four topics, their texts',
    where:
      'https://docs.aws.amazon.com/cli/latest/reference/eks/list-insights.html (output of a cluster at 1.32: 1.33 only), describe-insight beside it; outputs published by others in 2025 and 2026 agree',
    reconstructed:
      'recommendations of two topics; that EKS has none on deprecated APIs for 1.37, as for 1.33 to 1.36: the deprecation guide of Kubernetes lists no removal',
  },
  {
    what: 'kinds that EKS serves beyond the defaults of Kubernetes: VolumeAttributesClass v1beta1 and DRA',
    where:
      'EKS user guide: release notes of 1.31 and 1.33; github.com/kubernetes/api v0.37.0-beta.0: v1beta1 of VolumeAttributesClass is served below 1.37. Other versions that 1.37 removes are off by default since they are beta of 1.24 or later',
    reconstructed: 'that 1.36 still serves it',
  },
  {
    what: 'EKS add-ons',
    where:
      'EKS user guide of August 2026 (newest version of each core add-on), public repositories of autumn 2026 (others)',
    reconstructed: 'what EKS offers for 1.37: the same as for 1.36, and a kube-proxy',
  },
  {
    what: 'images of the EBS CSI driver and of the VPC CNI',
    where:
      'github.com/kubernetes-sigs/aws-ebs-csi-driver v1.64.0: charts/aws-ebs-csi-driver/values.yaml; github.com/aws/eks-charts 5239609: stable/aws-vpc-cni/values.yaml',
    reconstructed: 'that 1.66.0 has the same sidecars; version of the image of the EKS Pod Identity Agent',
  },
  {
    what: 'a managed group with an image of its own: CUSTOM, the id of the AMI for a release, a version of Kubernetes',
    where:
      'https://docs.aws.amazon.com/eks/latest/APIReference/API_Nodegroup.html; outputs of describe-nodegroup that others have published have amiType CUSTOM, version 1.29 and 1.30, and an AMI for releaseVersion',
  },
  {
    what: 'its launch template',
    where:
      'github.com/terraform-aws-modules/terraform-aws-eks v21.19.0: modules/eks-managed-node-group (metadata_options), templates/al2023_user_data.tpl',
    reconstructed: 'that EKS labels its nodes as those of other groups',
  },
  {
    what: 'its image',
    where: 'github.com/awslabs/amazon-eks-ami v20260714: templates/al2023 (ami_description)',
    reconstructed: 'name and date',
  },
  {
    what: 'nodes at 1.36',
    where:
      'kubectl get nodes -o wide of clusters at 1.36 that others have published: containerd://2.2.4+unknown, kernel 6.18 of amzn2023; github.com/awslabs/amazon-eks-ami v20260714: 1.36.2; Kubernetes 1.33 leaves kubeProxyVersion empty',
    reconstructed:
      'which kernel and containerd came with Amazon Linux 2023.12.20260930; the end of the kubelet version',
  },
  {
    what: 'Karpenter: image, settings, affinity',
    where: 'github.com/aws/karpenter-provider-aws v1.15.2: charts/karpenter',
    reconstructed: 'the schemas of the CRDs (test/world/karpenter-crds.ts); topologySpreadConstraints left out',
  },
  {
    what: 'Karpenter: controller policy, node role, queue, five rules',
    where:
      'github.com/aws/karpenter-provider-aws v1.14.1: website/content/en/preview/getting-started/getting-started-with-karpenter/cloudformation.yaml',
    reconstructed: 'its six policies are one (test/for-checks/iam/karpenter-policies.json)',
  },
  {
    what: 'Kyverno: controllers, replicas, Services, CRDs',
    where:
      'github.com/kyverno/kyverno v1.19.0: charts/kyverno 3.9.0; https://kyverno.io/docs/installation/methods/ (high availability)',
    reconstructed: 'versions of the group policies.kyverno.io, whose chart is another',
  },
  {
    what: 'Kyverno: webhooks, which it writes itself',
    where:
      'github.com/kyverno/kyverno v1.19.0: pkg/controllers/webhook/controller.go and utils_webhook.go, pkg/config/config.go, cmd/kyverno/main.go, cmd/cleanup-controller/main.go',
    reconstructed: 'the CA bundle; that each pattern of a policy is one for all pods',
  },
  {
    what: 'Kyverno: policies',
    where: 'github.com/kyverno/kyverno v1.19.0: charts/kyverno-policies 3.9.0, failurePolicy Fail by default',
    reconstructed: 'Enforce by a value; patterns left out',
  },
  {
    what: 'AWS Load Balancer Controller',
    where: 'github.com/aws/eks-charts 5239609: stable/aws-load-balancer-controller 3.5.0, default values',
  },
  {
    what: 'cert-manager, external-dns, Prometheus and what belongs to it',
    where:
      'github.com/cert-manager/cert-manager v1.21.1; github.com/kubernetes-sigs/external-dns external-dns-helm-chart-1.21.1; github.com/prometheus-community/helm-charts kube-prometheus-stack-88.5.3; github.com/grafana-community/helm-charts grafana-12.11.1',
    reconstructed: 'that nothing but versions has changed in what these charts make',
  },
  {
    what: 'Argo CD',
    where:
      'github.com/argoproj/argo-helm argo-cd-10.1.1: charts/argo-cd; github.com/argoproj/argo-cd release-3.5: docs/operator-manual/tested-kubernetes-versions.md',
    reconstructed: 'patch of 3.5 and version of its chart',
  },
];
