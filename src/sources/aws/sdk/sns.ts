/** What is used of the SNS client: named, so that a lazily loaded chunk holds no more than this. */
export { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
