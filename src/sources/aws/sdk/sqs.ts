/** What is used of the SQS client: named, so that a lazily loaded chunk holds no more than this. */
export { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
