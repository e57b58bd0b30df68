import type { ListObjectsV2CommandInput, ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { ScanError } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { encryptionFields, type Encryption } from '../../sources/aws/encryption.ts';
import { putObject } from '../../sources/aws/put-object.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { mostFolders, mostNames, type Names, type Place, type Stored } from './place.ts';

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
      return source.call('s3:GetObject', async (): Promise<Stored | undefined> => {
        const answer = await client.send(command).catch(orUndefined);
        if (answer === undefined) return undefined;
        const name = `s3://${bucket}/${prefix}${key}`;
        if ((answer.ContentLength ?? 0) > longest) throw tooLong(name, longest);
        const text = (await answer.Body?.transformToString()) ?? '';
        if (Buffer.byteLength(text) > longest) throw tooLong(name, longest);
        if (answer.ETag === undefined) throw new ScanError({ kind: 'unreadable', message: 's3:GetObject: no ETag' });
        return { text, version: answer.ETag };
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
      const input = { Bucket: bucket, Prefix: `${prefix}${key}`, Delimiter: '/' };
      return listPages(input, (page) =>
        source.call('s3:ListBucket', () => client.send(new sdk.ListObjectsV2Command(page))),
      );
    },
  };
}

/** The names below a prefix, of all pages. */
async function listPages(
  input: { Bucket: string; Prefix: string; Delimiter: string },
  send: (input: ListObjectsV2CommandInput) => Promise<ListObjectsV2CommandOutput>,
): Promise<Names> {
  const names: Names = { folders: [], files: [] };
  const below = (path = '') => (path.startsWith(input.Prefix) ? [path.slice(input.Prefix.length)] : []);
  let token: string | undefined;
  do {
    const page = await send({ ...input, ...setFields({ ContinuationToken: token }) });
    const folders = (page.CommonPrefixes ?? []).flatMap(({ Prefix }) => below(Prefix));
    names.folders.push(...folders.map((path) => path.slice(0, -1)));
    names.files.push(...(page.Contents ?? []).flatMap(({ Key }) => below(Key)));
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    if (names.folders.length + names.files.length > mostNames) throw tooMany(`s3://${input.Bucket}/${input.Prefix}`);
  } while (token !== undefined);
  return names;
}

/** The error for a folder or a prefix with more names than are listed. */
export function tooMany(name: string): ScanError {
  return new ScanError({ kind: 'truncated', message: `${name} has more than ${mostNames} names` });
}

/** The error for a file or object that is larger than the limit in bytes. */
export function tooLong(name: string, longest: number): ScanError {
  return new ScanError({ kind: 'truncated', message: `${name} is larger than ${longest / 1_000_000} MB` });
}

function orUndefined(error: unknown): undefined {
  if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
  throw error;
}
