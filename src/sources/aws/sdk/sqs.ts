/** The exports of the SQS client that are used; listing them keeps the lazily loaded chunk small. */
export { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
