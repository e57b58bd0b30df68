import { ScanError } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { encryptionFields, type Encryption } from '../../sources/aws/encryption.ts';
import { putObject } from '../../sources/aws/put-object.ts';
import type { Delivery, DeliveryContext, Target } from './contract.ts';
import { isNewerPage, pageFiles } from './page.ts';

/** The bucket and settings for the pages of a run. */
interface Pages {
  source: AwsSource;
  bucket: string;
  /** When the run scanned, ISO 8601. */
  scannedAt: string;
  encryption: Encryption | null;
}

/**
 * Puts the page of the run and `latest.html` below the prefix. Browsers cache the page, which never changes, and
 * request `latest.html` each time.
 */
export async function putPages(
  delivery: Delivery,
  { bucket, prefix }: Extract<Target, { kind: 's3' }>,
  { aws, encryption, log }: DeliveryContext,
): Promise<void> {
  const files = pageFiles(delivery);
  if (files === undefined) return;
  const source = await aws();
  const pages = { source, bucket, scannedAt: delivery.message.scannedAt, encryption };
  const toObjectKey = (path: string): string => (prefix === '' ? path : `${prefix}/${path}`);
  await putPage(pages, { key: toObjectKey(files.page), html: files.html, cache: 'private, max-age=86400' }, {});
  const isWritten = await putLatest(pages, { key: toObjectKey(files.latest), html: files.html, cache: 'no-cache' });
  log(
    `s3: PutObject s3://${bucket}/${toObjectKey(files.page)}: ok${isWritten ? '' : '; latest.html is of a newer run'}`,
  );
}

interface PageObject {
  key: string;
  html: string;
  cache: string;
}

/** @returns false if the condition does not hold, because another run wrote the object */
async function putPage(
  { source, bucket, scannedAt, encryption }: Pages,
  { key, html, cache }: PageObject,
  condition: { IfNoneMatch?: '*'; IfMatch?: string },
): Promise<boolean> {
  return putObject(source, {
    Bucket: bucket,
    Key: key,
    Body: html,
    ContentType: 'text/html; charset=utf-8',
    CacheControl: cache,
    Metadata: { [momentName]: scannedAt },
    ...encryptionFields(encryption),
    ...condition,
  });
}

/** The name of the metadata with the time of the scan: `x-amz-meta-scanned-at`. */
const momentName = 'scanned-at';

/** S3 rejects a write if another run wrote since the last read; each rejection uses up one attempt. */
const mostTries = 5;

/**
 * Updates `latest.html` to the page of the newest run; if it cannot be read, overwrites it.
 * @returns false if another run is newer
 */
async function putLatest(pages: Pages, page: PageObject): Promise<boolean> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const there = await readHead(pages, page.key);
    if (there === 'unseen') return putPage(pages, page, {});
    if (there !== undefined && isNewerPage(there.moment, pages.scannedAt)) return false;
    const condition = there === undefined ? { IfNoneMatch: '*' as const } : { IfMatch: there.etag };
    if (await putPage(pages, page, condition)) return true;
  }
  const message = `s3://${pages.bucket}/${page.key} changed ${mostTries} times while it was written`;
  throw new ScanError({ kind: 'inconsistent', message });
}

async function readHead(
  { source, bucket }: Pages,
  key: string,
): Promise<{ etag: string; moment: string } | 'unseen' | undefined> {
  const { HeadObjectCommand } = await import('../../sources/aws/sdk/s3.ts');
  const client = await source.client('s3');
  try {
    return await source.call('s3:GetObject', async () => {
      const command = new HeadObjectCommand({ Bucket: bucket, Key: key });
      const answer = await client.send(command).catch(orNothing);
      if (answer === undefined) return undefined;
      const { ETag: etag, Metadata = {} } = answer;
      return etag === undefined ? 'unseen' : { etag, moment: Metadata[momentName] ?? '' };
    });
  } catch (error) {
    if (error instanceof ScanError) return 'unseen';
    throw error;
  }
}

/** A response to HEAD has no body, so only the error's name shows that the object does not exist. */
function orNothing(error: unknown): undefined {
  if (error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name)) return undefined;
  throw error;
}
