import { group, rulesOf, type Rule } from './permissions.ts';
import type { Permission } from './reason.ts';

/**
 * Terraform for what `permissions` need: the policy on an existing role, the role's access entry, the ClusterRole and its
 * binding. Written as `terraform fmt` writes it.
 */
export function terraformConfiguration(permissions: readonly Permission[]): string {
  const actions = permissions.flatMap((permission) => ('iam' in permission ? [permission.iam] : []));
  const rules = rulesOf(permissions);
  const kubernetes = rules.length === 0 ? [] : [accessEntry, clusterRole(rules), binding];
  return `${[head(rules.length > 0), role, policy(actions), ...kubernetes].join('\n\n')}\n`;
}

/** aws_eks_access_entry: aws 5.33; the resources named _v1: kubernetes 2.7. */
function head(kubernetes: boolean): string {
  return `# What eks-preflight reads, and no more. Written by \`eks-preflight permissions --format terraform\`.

terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.33"
    }${kubernetes ? kubernetesProvider : ''}
  }
}`;
}

const kubernetesProvider = `
    kubernetes = {
      source  = "hashicorp/kubernetes"
      version = ">= 2.7"
    }`;

const role = `variable "eks_preflight_role_name" {
  description = "IAM role that runs eks-preflight; it exists already"
  type        = string
}

data "aws_iam_role" "eks_preflight" {
  name = var.eks_preflight_role_name
}`;

function policy(actions: readonly string[]): string {
  return `data "aws_iam_policy_document" "eks_preflight" {
  statement {
    sid       = "EksPreflight"
    effect    = "Allow"
    resources = ["*"]
    actions = [
${actions.map((action) => `      ${text(action)},`).join('\n')}
    ]
  }
}

resource "aws_iam_policy" "eks_preflight" {
  name        = "eks-preflight"
  description = "Reads what eks-preflight judges"
  policy      = data.aws_iam_policy_document.eks_preflight.json
}

resource "aws_iam_role_policy_attachment" "eks_preflight" {
  role       = data.aws_iam_role.eks_preflight.name
  policy_arn = aws_iam_policy.eks_preflight.arn
}`;
}

const accessEntry = `variable "eks_preflight_cluster_name" {
  description = "EKS cluster that eks-preflight scans"
  type        = string
}

# Where the cluster's authentication mode is CONFIG_MAP there are no access entries: leave this one out, and add under
# mapRoles of kube-system/aws-auth
#   - rolearn: ROLE_ARN
#     username: eks-preflight
#     groups: [${group}]
resource "aws_eks_access_entry" "eks_preflight" {
  cluster_name      = var.eks_preflight_cluster_name
  principal_arn     = data.aws_iam_role.eks_preflight.arn
  kubernetes_groups = [${text(group)}]
}`;

function clusterRole(rules: readonly Rule[]): string {
  return `resource "kubernetes_cluster_role_v1" "eks_preflight" {
  metadata {
    name = ${text(group)}
  }

${rules.map(ruleBlock).join('\n\n')}
}`;
}

function ruleBlock(rule: Rule): string {
  const entries: [string, readonly string[]][] =
    'urls' in rule
      ? [
          ['non_resource_urls', rule.urls],
          ['verbs', ['get']],
        ]
      : [
          ['api_groups', [rule.apiGroup]],
          ['resources', rule.resources],
          ...(rule.name === undefined ? [] : [['resource_names', [rule.name]] as [string, readonly string[]]]),
          ['verbs', [rule.verb]],
        ];
  const width = Math.max(...entries.map(([name]) => name.length));
  const lines = entries.map(([name, values]) => `    ${name.padEnd(width)} = [${values.map(text).join(', ')}]`);
  return `  rule {\n${lines.join('\n')}\n  }`;
}

const binding = `resource "kubernetes_cluster_role_binding_v1" "eks_preflight" {
  metadata {
    name = ${text(group)}
  }

  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = "ClusterRole"
    name      = kubernetes_cluster_role_v1.eks_preflight.metadata[0].name
  }

  subject {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Group"
    name      = ${text(group)}
  }
}`;

/** A quoted template of HCL in which nothing is a template. */
function text(value: string): string {
  return JSON.stringify(value).replaceAll('${', '$${').replaceAll('%{', '%%{');
}
