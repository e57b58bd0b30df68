/** What is used of the Auto Scaling client: named, so that a lazily loaded chunk holds no more than this. */
export { AutoScalingClient, paginateDescribeAutoScalingGroups } from '@aws-sdk/client-auto-scaling';
