/** The exports of the CloudWatch Logs client that are used; listing them keeps the lazily loaded chunk small. */
export {
  CloudWatchLogsClient,
  FilterLogEventsCommand,
  GetQueryResultsCommand,
  paginateDescribeLogGroups,
  StartQueryCommand,
  StopQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
