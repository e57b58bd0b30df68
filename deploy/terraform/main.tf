# The IAM role of eks-preflight, for EKS Pod Identity and for scans outside the cluster (access_entry, trusted_services).
# policy.tf holds its permissions; `eks-preflight permissions --format iam` prints the same statements.

terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.33"
    }
  }
}

variable "cluster_name" {
  description = "Name of the EKS cluster to scan"
  type        = string
}

variable "role_name" {
  description = "Name of the IAM role"
  type        = string
  default     = "eks-preflight"
}

variable "pod_identity" {
  description = "Whether to associate the role with the ServiceAccount of the chart"
  type        = bool
  default     = true
}

variable "namespace" {
  description = "Namespace of the chart"
  type        = string
  default     = "eks-preflight"
}

variable "service_account" {
  description = "ServiceAccount of the chart"
  type        = string
  default     = "eks-preflight"
}

variable "access_entry" {
  description = "Whether to create an access entry with the Kubernetes group eks-preflight, for scans outside the cluster; apply docs/permissions/cluster-role.yaml, too"
  type        = bool
  default     = false
}

variable "trusted_services" {
  description = "AWS services that can assume the role, for example ecs-tasks.amazonaws.com or codebuild.amazonaws.com"
  type        = list(string)
  default     = []
}

variable "additional_policy_arns" {
  description = "ARNs of additional policies by any name: for the state in S3, for destinations, and for --with logs"
  type        = map(string)
  default     = {}
}

data "aws_caller_identity" "current" {}

data "aws_eks_cluster" "scanned" {
  name = var.cluster_name
}

data "aws_iam_policy_document" "trust" {
  dynamic "statement" {
    for_each = var.pod_identity ? [1] : []
    content {
      sid     = "PodIdentity"
      effect  = "Allow"
      actions = ["sts:AssumeRole", "sts:TagSession"]
      principals {
        type        = "Service"
        identifiers = ["pods.eks.amazonaws.com"]
      }
      condition {
        test     = "StringEquals"
        variable = "aws:RequestTag/eks-cluster-arn"
        values   = [data.aws_eks_cluster.scanned.arn]
      }
      condition {
        test     = "StringEquals"
        variable = "aws:RequestTag/kubernetes-namespace"
        values   = [var.namespace]
      }
      condition {
        test     = "StringEquals"
        variable = "aws:RequestTag/kubernetes-service-account"
        values   = [var.service_account]
      }
    }
  }

  dynamic "statement" {
    for_each = length(var.trusted_services) > 0 ? [1] : []
    content {
      sid     = "Services"
      effect  = "Allow"
      actions = ["sts:AssumeRole"]
      principals {
        type        = "Service"
        identifiers = var.trusted_services
      }
      # Not for other accounts. A service that does not send the key can still assume the role.
      condition {
        test     = "StringEqualsIfExists"
        variable = "aws:SourceAccount"
        values   = [data.aws_caller_identity.current.account_id]
      }
    }
  }
}

resource "aws_iam_role" "eks_preflight" {
  name               = var.role_name
  assume_role_policy = data.aws_iam_policy_document.trust.json

  lifecycle {
    precondition {
      condition     = var.pod_identity || length(var.trusted_services) > 0
      error_message = "Set pod_identity = true or trusted_services: otherwise nothing can assume the role."
    }
  }
}

resource "aws_iam_role_policy" "read" {
  name   = "read"
  role   = aws_iam_role.eks_preflight.id
  policy = data.aws_iam_policy_document.read.json
}

resource "aws_iam_role_policy_attachment" "additional" {
  for_each   = var.additional_policy_arns
  role       = aws_iam_role.eks_preflight.name
  policy_arn = each.value
}

resource "aws_eks_pod_identity_association" "eks_preflight" {
  count           = var.pod_identity ? 1 : 0
  cluster_name    = var.cluster_name
  namespace       = var.namespace
  service_account = var.service_account
  role_arn        = aws_iam_role.eks_preflight.arn
}

resource "aws_eks_access_entry" "eks_preflight" {
  count             = var.access_entry ? 1 : 0
  cluster_name      = var.cluster_name
  principal_arn     = aws_iam_role.eks_preflight.arn
  kubernetes_groups = ["eks-preflight"]
}

output "role_arn" {
  description = "ARN of the role"
  value       = aws_iam_role.eks_preflight.arn
}
