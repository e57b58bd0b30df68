# The minimum permissions of eks-preflight. Written by `eks-preflight permissions --format terraform`.

terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.33"
    }
    kubernetes = {
      source  = "hashicorp/kubernetes"
      version = ">= 2.7"
    }
  }
}

variable "eks_preflight_role_name" {
  description = "existing IAM role that runs eks-preflight"
  type        = string
}

data "aws_iam_role" "eks_preflight" {
  name = var.eks_preflight_role_name
}

data "aws_iam_policy_document" "eks_preflight" {
  statement {
    sid       = "EksPreflight"
    effect    = "Allow"
    resources = ["*"]
    actions = [
      "autoscaling:DescribeAutoScalingGroups",
      "autoscaling:DescribeInstanceRefreshes",
      "cloudwatch:GetMetricData",
      "ec2:DescribeCapacityReservations",
      "ec2:DescribeImages",
      "ec2:DescribeInstanceTypeOfferings",
      "ec2:DescribeInstanceTypes",
      "ec2:DescribeInstances",
      "ec2:DescribeLaunchTemplateVersions",
      "ec2:DescribeNetworkInterfaces",
      "ec2:DescribeRouteTables",
      "ec2:DescribeSecurityGroups",
      "ec2:DescribeSubnets",
      "ec2:DescribeVpcAttribute",
      "ec2:DescribeVpcEndpoints",
      "ec2:GetManagedPrefixListEntries",
      "ec2:GetSubnetCidrReservations",
      "eks:DescribeAccessEntry",
      "eks:DescribeAddon",
      "eks:DescribeAddonVersions",
      "eks:DescribeCluster",
      "eks:DescribeClusterVersions",
      "eks:DescribeFargateProfile",
      "eks:DescribeInsight",
      "eks:DescribeNodegroup",
      "eks:DescribePodIdentityAssociation",
      "eks:DescribeUpdate",
      "eks:ListAccessEntries",
      "eks:ListAddons",
      "eks:ListCertificateAuthorities",
      "eks:ListFargateProfiles",
      "eks:ListInsights",
      "eks:ListNodegroups",
      "eks:ListPodIdentityAssociations",
      "eks:ListUpdates",
      "events:DescribeRule",
      "events:ListRuleNamesByTarget",
      "iam:GetInstanceProfile",
      "iam:GetPolicy",
      "iam:GetPolicyVersion",
      "iam:GetRole",
      "iam:GetRolePolicy",
      "iam:ListAttachedRolePolicies",
      "iam:ListRolePolicies",
      "kms:DescribeKey",
      "kms:ListGrants",
      "servicequotas:GetAWSDefaultServiceQuota",
      "servicequotas:GetServiceQuota",
      "sqs:GetQueueUrl",
    ]
  }
}

resource "aws_iam_policy" "eks_preflight" {
  name        = "eks-preflight"
  description = "Read access for eks-preflight"
  policy      = data.aws_iam_policy_document.eks_preflight.json
}

resource "aws_iam_role_policy_attachment" "eks_preflight" {
  role       = data.aws_iam_role.eks_preflight.name
  policy_arn = aws_iam_policy.eks_preflight.arn
}

variable "eks_preflight_cluster_name" {
  description = "EKS cluster that eks-preflight scans"
  type        = string
}

# If the authentication mode of the cluster is CONFIG_MAP, there are no access entries: omit this resource, and add under
# mapRoles of kube-system/aws-auth
#   - rolearn: ROLE_ARN
#     username: eks-preflight
#     groups: [eks-preflight]
resource "aws_eks_access_entry" "eks_preflight" {
  cluster_name      = var.eks_preflight_cluster_name
  principal_arn     = data.aws_iam_role.eks_preflight.arn
  kubernetes_groups = ["eks-preflight"]
}

resource "kubernetes_cluster_role_v1" "eks_preflight" {
  metadata {
    name = "eks-preflight"
  }

  rule {
    api_groups = ["apiregistration.k8s.io"]
    resources  = ["apiservices"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["argoproj.io"]
    resources  = ["applications"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["karpenter.k8s.aws"]
    resources  = ["awsnodetemplates", "ec2nodeclasses"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["rbac.authorization.k8s.io"]
    resources  = ["clusterrolebindings", "clusterroles", "rolebindings", "roles"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["certificates.k8s.io"]
    resources  = ["clustertrustbundles", "podcertificaterequests"]
    verbs      = ["list"]
  }

  # Only read in the namespace of Karpenter. To narrow this rule, move it to a Role and a
  # RoleBinding in that namespace.
  rule {
    api_groups     = [""]
    resources      = ["configmaps"]
    resource_names = ["karpenter-global-settings"]
    verbs          = ["get"]
  }

  rule {
    api_groups = ["batch"]
    resources  = ["cronjobs"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["storage.k8s.io"]
    resources  = ["csidrivers", "csinodes", "csistoragecapacities", "storageclasses", "volumeattachments", "volumeattributesclasses"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["apiextensions.k8s.io"]
    resources  = ["customresourcedefinitions"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["apps"]
    resources  = ["daemonsets", "deployments", "statefulsets"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["resource.k8s.io"]
    resources  = ["deviceclasses", "devicetaintrules", "resourceclaims", "resourceclaimtemplates", "resourceslices"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["discovery.k8s.io"]
    resources  = ["endpointslices"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["crd.k8s.amazonaws.com"]
    resources  = ["eniconfigs"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["flowcontrol.apiserver.k8s.io"]
    resources  = ["flowschemas", "prioritylevelconfigurations"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["helm.toolkit.fluxcd.io"]
    resources  = ["helmreleases"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["autoscaling"]
    resources  = ["horizontalpodautoscalers"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["networking.k8s.io"]
    resources  = ["ingressclasses", "ingresses", "ipaddresses", "networkpolicies", "servicecidrs"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["kustomize.toolkit.fluxcd.io"]
    resources  = ["kustomizations"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["karpenter.sh"]
    resources  = ["machines", "nodeclaims", "nodepools", "provisioners"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["admissionregistration.k8s.io"]
    resources  = ["mutatingadmissionpolicies", "mutatingadmissionpolicybindings", "mutatingwebhookconfigurations", "validatingadmissionpolicies", "validatingadmissionpolicybindings", "validatingwebhookconfigurations"]
    verbs      = ["list"]
  }

  rule {
    api_groups = [""]
    resources  = ["namespaces", "nodes", "persistentvolumes", "pods", "services"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["eks.amazonaws.com"]
    resources  = ["nodeclasses"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["policy"]
    resources  = ["poddisruptionbudgets", "podsecuritypolicies"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["monitoring.coreos.com"]
    resources  = ["prometheusrules"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["node.k8s.io"]
    resources  = ["runtimeclasses"]
    verbs      = ["list"]
  }

  rule {
    api_groups = ["keda.sh"]
    resources  = ["scaledobjects"]
    verbs      = ["list"]
  }

  # Only read in the namespace of Karpenter. To narrow this rule, move it to a Role and a
  # RoleBinding in that namespace.
  rule {
    api_groups = [""]
    resources  = ["serviceaccounts"]
    verbs      = ["get"]
  }

  # Only Services of webhooks and of CRD conversions are read. To narrow this rule, move it to a
  # Role and a RoleBinding in each of their namespaces.
  rule {
    api_groups = [""]
    resources  = ["services"]
    verbs      = ["get"]
  }

  rule {
    api_groups = ["storagemigration.k8s.io"]
    resources  = ["storageversionmigrations"]
    verbs      = ["list"]
  }

  rule {
    non_resource_urls = ["/apis", "/apis/*", "/version"]
    verbs             = ["get"]
  }
}

resource "kubernetes_cluster_role_binding_v1" "eks_preflight" {
  metadata {
    name = "eks-preflight"
  }

  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "ClusterRole"
    name      = kubernetes_cluster_role_v1.eks_preflight.metadata[0].name
  }

  subject {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Group"
    name      = "eks-preflight"
  }
}

resource "kubernetes_role_v1" "eks_preflight_kube_system" {
  metadata {
    name      = "eks-preflight"
    namespace = "kube-system"
  }

  rule {
    api_groups     = [""]
    resources      = ["configmaps"]
    resource_names = ["aws-auth", "coredns", "kube-proxy-config"]
    verbs          = ["get"]
  }

  rule {
    api_groups     = [""]
    resources      = ["serviceaccounts"]
    resource_names = ["aws-node"]
    verbs          = ["get"]
  }
}

resource "kubernetes_role_binding_v1" "eks_preflight_kube_system" {
  metadata {
    name      = "eks-preflight"
    namespace = "kube-system"
  }

  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Role"
    name      = kubernetes_role_v1.eks_preflight_kube_system.metadata[0].name
  }

  subject {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Group"
    name      = "eks-preflight"
  }
}
