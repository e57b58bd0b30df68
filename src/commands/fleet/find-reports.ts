import { join } from 'node:path';
import { ScanError, usageError } from '../../facts/reason.ts';
import type { About } from '../../report/fleet/cluster.ts';
import type { State } from '../../schedule/changes/state.ts';
import { readState } from '../../schedule/history/history.ts';
import { clusterAt, isBucketAddress } from '../../schedule/history/paths.ts';
import type { Place } from '../../schedule/history/place.ts';
import { atMost } from '../../sources/kube/concurrency.ts';
import { longestReport, readReportText } from '../files/report-file.ts';
import type { FleetPlace, NamedReport, ReportPlace } from './places.ts';

/** The maximum number of reports in one place, and of the folders that are listed for them. */
const mostReports = 20_000;
/** How many levels of folders below a place are listed. */
const deepest = 6;

/** A report of a fleet that was found, but not read yet. */
export interface FoundReport {
  about: About;
  /** The path of the report without links to folders, or its address: it identifies the report, and names its cluster. */
  path: string;
  /**
   * Reads it; undefined if there is none, although the folder is that of a cluster.
   * @param longest the maximum size in bytes; a report that the user named may be larger
   * @throws ScanError, for a larger one of kind `truncated`
   */
  read(longest: number): Promise<string | undefined>;
  /** Reads the state beside it; null if there is none, or if it cannot be read. */
  readState(): Promise<State | null>;
}

/**
 * Finds the reports in a place: `latest.json` of each cluster in a history, and every other JSON file. Skips names that
 * begin with a dot. What cannot be listed, such as a link to a folder, counts as a report that cannot be read.
 * @throws ScanError if the place itself cannot be listed, or has too many reports
 */
export async function findReports(opened: FleetPlace): Promise<FoundReport[]> {
  if ('report' in opened) return [namedReport(opened)];
  const inTurn = atMost(opened.atOnce);
  const found: FoundReport[][] = [];
  let [count, folders] = [0, ['']];
  for (let depth = 0; folders.length > 0; depth += 1) {
    const open = async (key: string): Promise<Opened> => {
      const part = await openFolder(opened, key, depth);
      count += Math.max(1, part.reports.length);
      if (count > mostReports) throw tooMany(opened.place);
      return part;
    };
    const parts = await Promise.all(folders.map((key) => inTurn(() => open(key))));
    found.push(...parts.map(({ reports }) => reports));
    folders = parts.flatMap((part) => part.folders);
  }
  return found.flat();
}

function tooMany({ name }: Place): ScanError {
  return usageError(`${name} has more than ${mostReports} reports or folders`, 'Name a folder below it.');
}

interface Opened {
  reports: FoundReport[];
  /** The keys of the folders to open next. */
  folders: string[];
}

async function openFolder(opened: ReportPlace, key: string, depth: number): Promise<Opened> {
  const latest = latestReport(opened, key);
  if (latest !== undefined) return { reports: [latest], folders: [] };
  if (depth > deepest) return { reports: [unlisted(opened, key, tooDeep)], folders: [] };
  try {
    const { folders, files } = await opened.place.list(key);
    const reports = files.filter((file) => isShown(file) && /\.json$/i.test(file));
    return {
      reports: reports.map((file) => otherReport(opened, `${key}${file}`)),
      folders: folders.filter(isShown).map((folder) => `${key}${folder}/`),
    };
  } catch (error) {
    if (key === '' || !(error instanceof ScanError)) throw error;
    return { reports: [unlisted(opened, key, error)], folders: [] };
  }
}

function isShown(name: string): boolean {
  return !name.startsWith('.');
}

const tooDeep = new ScanError({
  kind: 'truncated',
  message: `folders more than ${deepest} levels below the named one are not read: name a folder nearer to it`,
});

/** A folder that cannot be listed: it may have reports. */
function unlisted({ place, path }: ReportPlace, key: string, error: ScanError): FoundReport {
  return {
    about: { name: addressAt(place.name, key), report: null },
    path: addressAt(path, key),
    read: () => Promise.reject(error),
    readState: noState,
  };
}

/** The latest report of a cluster if the key is its folder in a history, which is not listed. */
function latestReport({ place, path }: ReportPlace, key: string): FoundReport | undefined {
  const cluster = clusterAt(addressAt(path, key).replace(/[\\/]$/, ''));
  if (cluster === undefined) return undefined;
  const stateFile = { ...place, read: (_: string, longest: number) => place.read(`${key}state.json`, longest) };
  return {
    about: { ...cluster, report: addressAt(place.name, `${key}latest.json`) },
    path: addressAt(path, `${key}latest.json`),
    read: async (longest) => (await place.read(`${key}latest.json`, longest))?.text,
    readState: async () => (await readState(stateFile, cluster)).state,
  };
}

function otherReport({ place, path }: ReportPlace, key: string): FoundReport {
  const report = addressAt(place.name, key);
  return {
    about: { name: report, report },
    path: addressAt(path, key),
    read: async (longest) => (await place.read(key, longest))?.text,
    readState: noState,
  };
}

function namedReport({ report, path }: NamedReport): FoundReport {
  return {
    about: { name: report, report },
    path,
    read: () => readReportText(report, longestReport),
    readState: noState,
  };
}

function noState(): Promise<null> {
  return Promise.resolve(null);
}

function addressAt(name: string, key: string): string {
  return isBucketAddress(name) ? `${name}/${key}` : join(name, key);
}
