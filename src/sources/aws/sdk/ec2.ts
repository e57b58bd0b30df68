/** What is used of the EC2 client: named, so that a lazily loaded chunk holds no more than this. */
export { EC2Client, paginateDescribeSubnets } from '@aws-sdk/client-ec2';
