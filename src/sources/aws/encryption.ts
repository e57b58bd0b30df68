/** How objects in S3 are encrypted, as `--sse` and `--sse-kms-key-id` say. */
export interface Encryption {
  sse: 'AES256' | 'aws:kms' | 'aws:kms:dsse';
  kmsKeyId: string | null;
}

/** The fields of a request that say it; none where the bucket decides. */
export function encryptionFields(encryption: Encryption | null) {
  if (encryption === null) return {};
  const { sse, kmsKeyId } = encryption;
  return { ServerSideEncryption: sse, ...(kmsKeyId === null ? {} : { SSEKMSKeyId: kmsKeyId }) };
}

/** The resource of an IAM policy that is this key. A policy names a key by its ID; an alias may lead to any of them. */
export function keyResource(
  key: string,
  { partition, region, account }: { partition: string; region: string; account: string },
): string {
  if (/^arn:[^:]+:kms:[^:]+:\d{12}:key\//.test(key)) return key;
  const isId = /^(?:mrk-)?[\da-f-]{32,36}$/.test(key);
  return `arn:${partition}:kms:${region}:${account}:key/${isId ? key : '*'}`;
}
