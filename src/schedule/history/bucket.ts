import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { ScanError } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { encryptionFields, type Encryption } from '../../sources/aws/encryption.ts';
import { putObject } from '../../sources/aws/put-object.ts';
import { listBucketNames } from './bucket-names.ts';
import { mostFolders, type Place, type Stored } from './place.ts';

/** A bucket, and the prefix of all our keys in it; the prefix ends with `/` or is empty. */
export interface BucketPlace {
  bucket: string;
  prefix: string;
}

/** Creates a {@link Place} in S3. Conditional writes (`If-None-Match`, `If-Match`) detect a second writer. */
export function bucketPlace(
  { bucket, prefix }: BucketPlace,
  { aws, encryption }: { aws: () => Promise<AwsSource>; encryption: Encryption | null },
): Place {
  const opened = async () => {
    const source = await aws();
    return { source, client: await source.client('s3'), sdk: await import('../../sources/aws/sdk/s3.ts') };
  };
  const put = async (key: string, text: string, condition: object): Promise<boolean> => {
    const input = { Bucket: bucket, Key: `${prefix}${key}`, Body: text, ContentType: 'application/json' };
    return putObject(await aws(), { ...input, ...encryptionFields(encryption), ...condition });
  };
  return {
    name: `s3://${bucket}${prefix === '' ? '' : `/${prefix.replace(/\/$/, '')}`}`,
    create: (key, text) => put(key, text, { IfNoneMatch: '*' }),
    replace: (key, text, version) => put(key, text, { IfMatch: version }),
    async read(key, longest) {
      const { source, client, sdk } = await opened();
      const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: `${prefix}${key}` });
      return source.call('s3:GetObject', async () => {
        const answer = await client.send(command).catch(orUndefined);
        return answer === undefined ? undefined : storedIn(answer, `s3://${bucket}/${prefix}${key}`, longest);
      });
    },
    async folders(key) {
      const { source, client, sdk } = await opened();
      const at = `${prefix}${key}`;
      const input = { Bucket: bucket, Prefix: at, Delimiter: '/', MaxKeys: mostFolders };
      const { CommonPrefixes = [] } = await source.call('s3:ListBucket', () =>
        client.send(new sdk.ListObjectsV2Command(input)),
      );
      return CommonPrefixes.flatMap(({ Prefix = '' }) => (Prefix.startsWith(at) ? [Prefix.slice(at.length, -1)] : []));
    },
    async list(key) {
      const { source, client, sdk } = await opened();
      return listBucketNames(bucket, `${prefix}${key}`, (page) =>
        source.call('s3:ListBucket', () => client.send(new sdk.ListObjectsV2Command(page))),
      );
    },
  };
}

async function storedIn(
  { Body, ContentLength = 0, ETag }: GetObjectCommandOutput,
  name: string,
  longest: number,
): Promise<Stored> {
  if (ContentLength > longest) throw tooLong(name, longest);
  const text = (await Body?.transformToString()) ?? '';
  if (Buffer.byteLength(text) > longest) throw tooLong(name, longest);
  if (ETag === undefined) throw new ScanError({ kind: 'unreadable', message: 's3:GetObject: no ETag' });
  return { text, version: ETag };
}

/** The error for a file or object that is larger than the limit in bytes. */
export function tooLong(name: string, longest: number): ScanError {
  return new ScanError({ kind: 'truncated', message: `${name} is larger than ${longest / 1_000_000} MB` });
}

function orUndefined(error: unknown): undefined {
  if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
  throw error;
}
