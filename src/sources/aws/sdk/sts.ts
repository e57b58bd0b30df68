/** What is used of the STS client: named, so that a lazily loaded chunk holds no more than this. */
export { STSClient } from '@aws-sdk/client-sts';
