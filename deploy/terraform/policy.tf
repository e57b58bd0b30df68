# Written by `npm run generate`.

data "aws_iam_policy_document" "read" {
  statement {
    sid       = "EksPreflight"
    effect    = "Allow"
    resources = ["*"]
    actions = [
      "autoscaling:DescribeAutoScalingGroups",
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
