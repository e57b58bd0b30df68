/** The exports of the EC2 client that are used; listing them keeps the lazily loaded chunk small. */
export {
  DescribeVpcAttributeCommand,
  EC2Client,
  paginateDescribeCapacityReservations,
  GetSubnetCidrReservationsCommand,
  paginateDescribeImages,
  paginateDescribeInstances,
  paginateDescribeInstanceTypeOfferings,
  paginateDescribeInstanceTypes,
  paginateDescribeLaunchTemplateVersions,
  paginateDescribeNetworkInterfaces,
  paginateDescribeRouteTables,
  paginateDescribeSecurityGroups,
  paginateDescribeSubnets,
  paginateDescribeVpcEndpoints,
  paginateGetManagedPrefixListEntries,
} from '@aws-sdk/client-ec2';
