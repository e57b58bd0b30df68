/** What is used of the EC2 client: named, so that a lazily loaded chunk holds no more than this. */
export {
  DescribeVpcAttributeCommand,
  EC2Client,
  paginateDescribeImages,
  paginateDescribeInstances,
  paginateDescribeLaunchTemplateVersions,
  paginateDescribeRouteTables,
  paginateDescribeSecurityGroups,
  paginateDescribeSubnets,
  paginateDescribeVpcEndpoints,
  paginateGetManagedPrefixListEntries,
} from '@aws-sdk/client-ec2';
