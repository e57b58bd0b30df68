import { realpath, stat } from 'node:fs/promises';
import { usageError } from '../../facts/reason.ts';
import { folderPlace } from '../../schedule/history/folder.ts';
import { isBucketAddress, parseBucket } from '../../schedule/history/paths.ts';
import type { Place } from '../../schedule/history/place.ts';
import { describeFailure } from '../files/files.ts';

/** What the user named: one report, or a folder or a prefix in S3 with reports. */
export type FleetPlace = NamedReport | ReportPlace;

/** One report: a file, or an `s3://` address. */
export interface NamedReport {
  report: string;
  /** As that of {@link ReportPlace}. */
  path: string;
}

/** A folder or a prefix in S3, open until it is closed. */
export interface ReportPlace {
  place: Place;
  /** Its path without links, or its address; without a slash at its end. */
  path: string;
  /** How many folders are listed at once, and how many reports are read ahead. */
  atOnce: number;
  close(): void;
}

/**
 * Folders: the next files are read while one is judged; more are not faster. S3: an answer takes about as long as judging
 * ten reports.
 */
const atOnce = { folder: 4, bucket: 16 };

/**
 * Opens what the user named.
 * @param named a folder, a report, or an `s3://` address
 * @throws ScanError (`usage`) if it does not exist, or the address is invalid
 */
export async function openFleetPlace(named: string): Promise<FleetPlace> {
  if (isBucketAddress(named)) return openBucketPlace(named);
  try {
    const isFolder = (await stat(named)).isDirectory();
    const path = await realpath(named).catch(() => named); // a pipe has none
    if (!isFolder) return { report: named, path };
    return { place: folderPlace(named), path, atOnce: atOnce.folder, close: () => undefined };
  } catch (error) {
    throw usageError(
      `cannot read ${named}: ${describeFailure(error)}`,
      'Name a folder, a report, or an s3:// address.',
    );
  }
}

async function openBucketPlace(named: string): Promise<FleetPlace> {
  const at = parseBucket(named, 'address');
  if (named.endsWith('.json')) return { report: named, path: named };
  const { openBucket } = await import('../files/bucket-object.ts');
  const { place, close } = await openBucket(at);
  return { place, path: place.name, atOnce: atOnce.bucket, close };
}
