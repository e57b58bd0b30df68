/** The exports of the SNS client that are used; listing them keeps the lazily loaded chunk small. */
export { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
