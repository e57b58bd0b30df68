import path from 'node:path';
import { usageError } from '../../facts/reason.ts';
import type { About } from '../../report/fleet/cluster.ts';
import type { State } from '../../schedule/changes/state.ts';
import { readState } from '../../schedule/history/history.ts';
import { clusterAt, isBucketAddress, longestObject } from '../../schedule/history/paths.ts';
import type { Place } from '../../schedule/history/place.ts';
import type { FleetPlace } from './places.ts';

/** The maximum number of reports in one fleet. */
const mostReports = 20_000;
/** Folders below the one that the user named. */
const deepest = 6;

/** A report of a fleet that was found, but not read yet. */
export interface FoundReport {
  about: About & { report: string };
  /**
   * Reads it; undefined if there is none, although the folder is that of a cluster.
   * @throws ScanError
   */
  read(): Promise<string | undefined>;
  /** Reads the state beside it; null if there is none that can be read. */
  readState(): Promise<State | null>;
}

/**
 * Finds the reports in a place: `latest.json` of each cluster in a history, and every other JSON file.
 * @throws ScanError if the place cannot be listed, or has too many reports
 */
export async function findReports({ place, file }: FleetPlace): Promise<FoundReport[]> {
  if (file !== undefined) return [fileReport(place, file)];
  const found: FoundReport[] = [];
  await addReports(place, '', found);
  return found;
}

async function addReports(place: Place, key: string, found: FoundReport[]): Promise<void> {
  const history = inHistory(place, key);
  if (history !== undefined) {
    addFound(history, found, place);
    return;
  }
  const { folders, files } = await place.list(key);
  for (const file of files.toSorted())
    if (file.endsWith('.json')) addFound(fileReport(place, `${key}${file}`), found, place);
  if (key.split('/').length > deepest) return;
  for (const folder of folders.toSorted())
    if (!folder.startsWith('.')) await addReports(place, `${key}${folder}/`, found);
}

function addFound(report: FoundReport, found: FoundReport[], { name }: Place): void {
  if (found.length >= mostReports)
    throw usageError(`${name} has more than ${mostReports} reports`, 'Name a folder below it.');
  found.push(report);
}

/** The latest report of a cluster, if the key is its folder in a history; its folder is not listed. */
function inHistory(place: Place, key: string): FoundReport | undefined {
  const address = addressOf(place, key).replace(/[\\/]$/, '');
  const cluster = clusterAt(isBucketAddress(address) ? address : path.resolve(address));
  if (cluster === undefined) return undefined;
  const latest = fileReport(place, `${key}latest.json`);
  const state = { ...place, read: (_: string, longest: number) => place.read(`${key}state.json`, longest) };
  return {
    ...latest,
    about: { ...latest.about, ...cluster },
    readState: async () => (await readState(state, cluster)).state,
  };
}

function fileReport(place: Place, key: string): FoundReport {
  const report = addressOf(place, key);
  return {
    about: { name: report, report },
    read: async () => (await place.read(key, longestObject))?.text,
    readState: () => Promise.resolve(null),
  };
}

function addressOf({ name }: Place, key: string): string {
  return isBucketAddress(name) ? `${name}/${key}` : path.join(name, key);
}
