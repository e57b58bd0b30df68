import type { IamStatement } from '../../facts/reason.ts';
import { keyResource, type Encryption } from '../../sources/aws/encryption.ts';
import { readTargets } from './targets.ts';

/** Where the scan runs: completes the ARNs of buckets, of keys, and of buses that are given by name. */
export interface GrantPlace {
  partition: string;
  region: string;
  account: string;
}

/**
 * The IAM permissions that the targets of `--deliver` need. Does not read their secrets.
 * @param place undefined: any account and Region
 * @throws ScanError (`usage`) if a value is not a valid target
 */
export function deliveryGrants(
  values: readonly string[],
  place?: GrantPlace,
  encryption: Encryption | null = null,
): IamStatement[] {
  const { partition = '*', region = '*', account = '*' } = place ?? {};
  const targets = readTargets(values);
  const objects = targets.flatMap((target) =>
    target.kind === 's3' ? [`arn:${partition}:s3:::${[target.bucket, target.prefix].filter(Boolean).join('/')}/*`] : [],
  );
  const topics = targets.flatMap((target) => (target.kind === 'sns' ? [target.topicArn] : []));
  const buses = targets.flatMap((target) => {
    if (target.kind !== 'events') return [];
    return [
      target.bus.startsWith('arn:')
        ? target.bus
        : `arn:${partition}:events:${region}:${account}:event-bus/${target.bus}`,
    ];
  });
  const key = encryption?.kmsKeyId ?? null;
  const keys = objects.length === 0 || key === null ? [] : [keyResource(key, { partition, region, account })];
  const grants: readonly IamStatement[] = [
    { sid: 'EksPreflightDeliverPages', actions: ['s3:GetObject', 's3:PutObject'], resources: objects },
    { sid: 'EksPreflightDeliverKey', actions: ['kms:GenerateDataKey', 'kms:Decrypt'], resources: keys },
    { sid: 'EksPreflightDeliverTopic', actions: ['sns:Publish'], resources: topics },
    { sid: 'EksPreflightDeliverEvents', actions: ['events:PutEvents'], resources: buses },
  ];
  return grants.filter(({ resources }) => resources.length > 0);
}
