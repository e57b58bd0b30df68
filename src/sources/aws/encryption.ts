/** How objects in S3 are encrypted, as `--sse` and `--sse-kms-key-id` say. */
export interface Encryption {
  sse: 'AES256' | 'aws:kms' | 'aws:kms:dsse';
  kmsKeyId: string | null;
}
