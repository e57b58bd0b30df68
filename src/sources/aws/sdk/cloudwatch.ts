/** The exports of the CloudWatch client that are used; listing them keeps the lazily loaded chunk small. */
export { CloudWatchClient, paginateGetMetricData } from '@aws-sdk/client-cloudwatch';
