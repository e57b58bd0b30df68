/** What is used of the EKS client: named, so that a lazily loaded chunk holds no more than this. */
export {
  DescribeAddonCommand,
  DescribeClusterCommand,
  DescribeInsightCommand,
  DescribeNodegroupCommand,
  DescribeUpdateCommand,
  EKSClient,
  paginateDescribeAddonVersions,
  paginateDescribeClusterVersions,
  paginateListAddons,
  paginateListCertificateAuthorities,
  paginateListClusters,
  paginateListInsights,
  paginateListNodegroups,
  paginateListUpdates,
} from '@aws-sdk/client-eks';
