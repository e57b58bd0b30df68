/** The exports of the Auto Scaling client that are used; listing them keeps the lazily loaded chunk small. */
export {
  AutoScalingClient,
  paginateDescribeAutoScalingGroups,
  paginateDescribeInstanceRefreshes,
} from '@aws-sdk/client-auto-scaling';
