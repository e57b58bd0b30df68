/** How objects in S3 are encrypted, as `--sse` and `--sse-kms-key-id` set it. */
export interface Encryption {
  sse: 'AES256' | 'aws:kms' | 'aws:kms:dsse';
  kmsKeyId: string | null;
}

/** The request fields that set the encryption; empty if the bucket's default applies. */
export function encryptionFields(encryption: Encryption | null) {
  if (encryption === null) return {};
  const { sse, kmsKeyId } = encryption;
  return { ServerSideEncryption: sse, ...(kmsKeyId === null ? {} : { SSEKMSKeyId: kmsKeyId }) };
}

/** The key as a resource of an IAM policy. A policy needs the key ID, so an alias becomes `key/*`. */
export function keyResource(
  key: string,
  { partition, region, account }: { partition: string; region: string; account: string },
): string {
  if (/^arn:[^:]+:kms:[^:]+:\d{12}:key\//.test(key)) return key;
  const isId = /^(?:mrk-)?[\da-f-]{32,36}$/.test(key);
  return `arn:${partition}:kms:${region}:${account}:key/${isId ? key : '*'}`;
}
