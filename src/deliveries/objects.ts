import { encryptionFields } from '../sources/aws/encryption.ts';
import type { Delivery, DeliveryContext, Target } from './contract.ts';
import { pageFiles } from './page.ts';

/**
 * Writes the page of the run and `latest.html` below the prefix. Browsers keep what never changes; `latest.html` is asked for
 * each time.
 */
export async function putPages(
  delivery: Delivery,
  { bucket, prefix }: Extract<Target, { kind: 's3' }>,
  { aws, encryption, log }: DeliveryContext,
): Promise<void> {
  const files = pageFiles(delivery);
  if (files.length === 0) return;
  const source = await aws();
  const [client, { PutObjectCommand }] = await Promise.all([source.client('s3'), import('../sources/aws/sdk/s3.ts')]);
  for (const { path, html } of files) {
    const key = prefix === '' ? path : `${prefix}/${path}`;
    const command = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: html,
      ContentType: 'text/html; charset=utf-8',
      CacheControl: key.endsWith('/latest.html') ? 'no-cache' : 'private, max-age=86400',
      ...encryptionFields(encryption),
    });
    await source.call('s3:PutObject', () => client.send(command));
    log(`s3: PutObject s3://${bucket}/${key}: ok`);
  }
}
