import type { IamStatement } from '../../facts/reason.ts';
import { keyResource } from '../../sources/aws/encryption.ts';
import { isBucketAddress, parseBucket } from './paths.ts';

/**
 * The IAM permissions that `--state` needs; none for a folder. An omitted partition, Region or account means any.
 * @param kmsKey the value of `--sse-kms-key-id`; if it is omitted, no key is needed
 * @throws ScanError (`usage`) if `--state` is invalid
 */
export function stateGrants(
  state: string,
  { partition = '*', region = '*', account = '*' }: { partition?: string; region?: string; account?: string } = {},
  kmsKey?: string,
): IamStatement[] {
  if (!isBucketAddress(state)) return [];
  const { bucket, prefix } = parseBucket(state, '--state');
  const arn = `arn:${partition}:s3:::${bucket}`;
  // Without s3:ListBucket, S3 returns 403 instead of 404 for a missing object: a first run would look denied.
  const listing = { sid: 'EksPreflightStateList', actions: ['s3:ListBucket'], resources: [arn] } as const;
  const narrowed = { test: 'StringLike', variable: 's3:prefix', values: [`${prefix}*`] };
  const key = kmsKey === undefined ? [] : [keyResource(kmsKey, { partition, region, account })];
  const grants: IamStatement[] = [
    { sid: 'EksPreflightState', actions: ['s3:GetObject', 's3:PutObject'], resources: [`${arn}/${prefix}*`] },
    prefix === '' ? listing : { ...listing, condition: narrowed },
    { sid: 'EksPreflightStateKey', actions: ['kms:GenerateDataKey', 'kms:Decrypt'], resources: key },
  ];
  return grants.filter(({ resources }) => resources.length > 0);
}
