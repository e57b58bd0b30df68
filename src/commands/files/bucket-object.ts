import { ScanError, usageError } from '../../facts/reason.ts';
import { bucketPlace, type BucketPlace } from '../../schedule/history/bucket.ts';
import { longestObject, parseBucket } from '../../schedule/history/paths.ts';
import type { Place } from '../../schedule/history/place.ts';
import { createAwsSource } from '../../sources/aws/source.ts';

/** S3 redirects to the bucket's Region, so any Region works. */
const anyRegion = 'us-east-1';

/** A place in S3, open until it is closed. */
export interface OpenBucket {
  place: Place;
  close(): void;
}

/** Opens a place in S3. Region and credentials are those of the AWS CLI. */
export async function openBucket(at: BucketPlace): Promise<OpenBucket> {
  const source = await createAwsSource(
    { cluster: '' },
    {
      userAgent: 'eks-preflight',
      limits: { answerBytes: longestObject, answerMs: 300_000 },
      otherRegion: anyRegion,
    },
  );
  const place = bucketPlace(at, { aws: () => Promise.resolve(source), encryption: null });
  return { place, close: () => source.close() };
}

/**
 * Reads an object that the user named: `s3://BUCKET/KEY`. Region and credentials are those of the AWS CLI.
 * @param longest the maximum size in bytes
 * @throws ScanError (`usage`) if it cannot be read, or is longer
 */
export async function readBucketObject(address: string, what: string, longest: number): Promise<string> {
  const { bucket, prefix } = parseBucket(address, 'address', 's3://BUCKET/KEY');
  const key = prefix.replace(/\/$/, '');
  if (key === '') throw usageError(`cannot read ${what} ${address}: the address has no key`, 'Use s3://BUCKET/KEY.');
  const { place, close } = await openBucket({ bucket, prefix: '' });
  try {
    const found = await place.read(key, longest);
    if (found !== undefined) return found.text;
    throw usageError(`cannot read ${what} ${address}: no such object`);
  } catch (error) {
    if (!(error instanceof ScanError) || error.reason.kind === 'usage') throw error;
    throw usageError(`cannot read ${what} ${address}: ${error.reason.message}`, error.reason.hint);
  } finally {
    close();
  }
}
