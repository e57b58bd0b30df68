/** What is used of the CloudWatch Logs client: named, so that a lazily loaded chunk holds no more than this. */
export {
  CloudWatchLogsClient,
  FilterLogEventsCommand,
  GetQueryResultsCommand,
  paginateDescribeLogGroups,
  StartQueryCommand,
  StopQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
