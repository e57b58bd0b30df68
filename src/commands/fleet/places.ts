import { stat } from 'node:fs/promises';
import path from 'node:path';
import { usageError } from '../../facts/reason.ts';
import { folderPlace } from '../../schedule/history/folder.ts';
import { isBucketAddress, parseBucket } from '../../schedule/history/paths.ts';
import type { Place } from '../../schedule/history/place.ts';
import { describeFailure } from '../files/files.ts';

/** A place with reports that the user named: a folder, a prefix in S3, or one report. */
export interface FleetPlace {
  place: Place;
  /** The key of the report, if the user named one report. */
  file?: string;
  close(): void;
}

/**
 * Opens what the user named.
 * @param named a folder, a report, or an `s3://` address
 * @throws ScanError (`usage`) if it does not exist
 */
export async function openFleetPlace(named: string): Promise<FleetPlace> {
  if (isBucketAddress(named)) return openBucketPlace(named);
  const isFolder = await stat(named).then(
    (stats) => stats.isDirectory(),
    (error: unknown) => {
      throw usageError(`cannot read ${named}: ${describeFailure(error)}`);
    },
  );
  const close = (): void => undefined;
  if (isFolder) return { place: folderPlace(named), close };
  return { place: folderPlace(path.dirname(named)), file: path.basename(named), close };
}

async function openBucketPlace(named: string): Promise<FleetPlace> {
  const { openBucket } = await import('../files/bucket-object.ts');
  const at = parseBucket(named, 'address');
  const parts = at.prefix.split('/').slice(0, -1);
  const last = parts.at(-1) ?? '';
  if (!last.endsWith('.json')) return openBucket(at);
  const prefix = parts.slice(0, -1).map((part) => `${part}/`);
  return { ...(await openBucket({ ...at, prefix: prefix.join('') })), file: last };
}
