import type { IamStatement } from '../../facts/reason.ts';
import { keyResource, type Encryption } from '../../sources/aws/encryption.ts';
import { readTargets } from './targets.ts';

/** The account and region of the scan: a bus may be named without them. */
export interface GrantPlace {
  partition: string;
  region: string;
  account: string;
}

/**
 * What the targets of `--deliver` need of AWS. Their secrets are not read.
 * @param place undefined: any account and region
 * @throws ScanError (`usage`) where a value is no target
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
