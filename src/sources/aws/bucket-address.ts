/** A bucket, and the parts of the prefix in its address. */
export interface BucketAddress {
  bucket: string;
  folders: string[];
}

/**
 * Parses `s3://BUCKET[/PREFIX]`. Undefined if it is invalid, or if the prefix has a part `.` or `..`, a backslash, a
 * control character, or more than 700 characters.
 */
export function bucketAddress(text: string): BucketAddress | undefined {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? [];
  const isPlain = prefix.split('/').every((part) => part !== '.' && part !== '..') && !/[\p{Cc}\\]/u.test(prefix);
  if (bucket === undefined || prefix.length > 700 || !isPlain) return undefined;
  return { bucket, folders: prefix.split('/').filter((part) => part !== '') };
}
