import type { ListObjectsV2CommandInput, ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { ScanError } from '../../facts/reason.ts';
import { boundedPages, tokenPages } from '../../sources/aws/pages.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { mostNames, type Names } from './place.ts';

type Page = Pick<
  ListObjectsV2CommandOutput,
  'CommonPrefixes' | 'Contents' | 'EncodingType' | 'IsTruncated' | 'NextContinuationToken'
>;

/**
 * Lists the names directly below a prefix, on all pages.
 * @param prefix empty, or with a slash at its end
 * @param send requests one page
 * @throws ScanError (`truncated`) if there are more than {@link mostNames}, or the list does not end; (`unreadable`) if
 *   a page announces another one without its token
 */
export async function listBucketNames(
  bucket: string,
  prefix: string,
  send: (input: ListObjectsV2CommandInput) => Promise<Page>,
): Promise<Names> {
  const names: Names = { folders: [], files: [] };
  // A key may have characters that XML cannot contain.
  const input = { Bucket: bucket, Prefix: prefix, Delimiter: '/', EncodingType: 'url' } as const;
  const pages = tokenPages((ContinuationToken) => send({ ...input, ...setFields({ ContinuationToken }) }));
  const listed = ({ CommonPrefixes = [], Contents = [] }: Page) => [...CommonPrefixes, ...Contents];
  for await (const page of boundedPages(pages, listed)) {
    const below = (key = ''): string[] => namesBelow(prefix, page.EncodingType === 'url' ? decoded(key) : key);
    const { CommonPrefixes: folders = [], Contents: files = [] } = page;
    names.folders.push(...folders.flatMap(({ Prefix }) => below(Prefix)).map((name) => name.slice(0, -1)));
    names.files.push(...files.flatMap(({ Key }) => below(Key)));
    if (names.folders.length + names.files.length > mostNames) throw tooMany(`s3://${bucket}/${prefix}`);
  }
  return names;
}

/** The prefix itself may be an object: consoles create one for an empty folder. */
function namesBelow(prefix: string, key: string): string[] {
  const name = key.slice(prefix.length);
  return key.startsWith(prefix) && name !== '' ? [name] : [];
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return key; // not encoded, although the answer says so
  }
}

/** The error for a folder or a prefix with more names than are listed. */
export function tooMany(name: string): ScanError {
  return new ScanError({ kind: 'truncated', message: `${name} has more than ${mostNames} names` });
}
