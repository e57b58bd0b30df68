/** What is used of the EKS client: named, so that a lazily loaded chunk holds no more than this. */
export {
  DescribeAddonCommand,
  DescribeClusterCommand,
  DescribeNodegroupCommand,
  DescribeUpdateCommand,
  EKSClient,
  paginateDescribeClusterVersions,
  paginateListAddons,
  paginateListCertificateAuthorities,
  paginateListClusters,
  paginateListNodegroups,
  paginateListUpdates,
} from '@aws-sdk/client-eks';
