/** The exports of the STS client that are used; listing them keeps the lazily loaded chunk small. */
export { STSClient } from '@aws-sdk/client-sts';
