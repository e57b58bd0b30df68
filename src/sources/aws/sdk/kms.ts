/** The exports of the KMS client that are used; listing them keeps the lazily loaded chunk small. */
export { DescribeKeyCommand, KMSClient, paginateListGrants } from '@aws-sdk/client-kms';
