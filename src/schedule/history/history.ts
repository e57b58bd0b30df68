import { ScanError } from '../../facts/reason.ts';
import { isDense } from '../../syntax/json.ts';
import { stateSchema, type ClusterPlace, type State } from '../changes/state.ts';
import { isAhead, isEarlier } from '../changes/clocks.ts';
import { tooLong } from './bucket.ts';
import { clusterKey, isClusterPlace, longestObject, reportName } from './paths.ts';
import { mostFolders, type Place } from './place.ts';

/** The stored state of a cluster. */
export interface KeptState {
  /** Null: it does not exist, or cannot be read. */
  state: State | null;
  /** Why it cannot be read; otherwise null. */
  error: string | null;
  /** The version that may be overwritten; undefined: no state exists. False: unknown, or its schema is newer. */
  version: string | undefined | false;
}

/** More objects and arrays than any state has. */
const mostNested = 5_000_000;

/** Two concurrent runs need a second attempt, three a third. */
const mostTries = 5;

/** Reads the state of a cluster. Does not reject for a state that cannot be read: the result has the error. */
export async function readState(place: Place, cluster: ClusterPlace): Promise<KeptState> {
  try {
    const stored = await place.read(`${clusterKey(cluster)}state.json`, longestObject);
    if (stored === undefined) return { state: null, error: null, version: undefined };
    const data = isDense(stored.text, mostNested) ? undefined : parseJson(stored.text);
    return { ...parsedState(data, cluster), version: isOfNewerSchema(data) ? false : stored.version };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return { state: null, error: error.reason.message, version: false };
  }
}

function parsedState(data: unknown, cluster: ClusterPlace): { state: State | null; error: string | null } {
  const unreadable = (flaw: string) => ({ state: null, error: `state.json ${flaw}` });
  if (data === undefined) return unreadable('is damaged: invalid JSON');
  if (isOfNewerSchema(data)) return unreadable('was written by a newer version of eks-preflight');
  const read = stateSchema.safeParse(data);
  if (!read.success) {
    const at = read.error.issues[0]?.path.map(String).join('.') ?? '';
    return unreadable(`is damaged: ${at === '' ? 'not a state' : `${at} is invalid`}`);
  }
  if (clusterKey(read.data.cluster) !== clusterKey(cluster)) return unreadable('belongs to another cluster');
  return { state: read.data, error: null };
}

function isOfNewerSchema(data: unknown): boolean {
  const version: unknown = Object(data)['schemaVersion'];
  return typeof version === 'number' && version > 1;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Writes the state. If another run has changed it, builds and writes it again, up to {@link mostTries} times in all.
 * @param kept the state as read before the deliveries
 * @param next builds the state from the stored one; null keeps the stored one, which is newer
 * @throws ScanError if it cannot be written, or must not be replaced
 */
export async function writeState(
  place: Place,
  cluster: ClusterPlace,
  kept: KeptState,
  next: (current: State | null) => State | null,
): Promise<void> {
  const key = `${clusterKey(cluster)}state.json`;
  let current = kept;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { version } = current;
    if (version === false) throw notReplaced(current);
    const state = next(current.state);
    if (state === null) return;
    const text = `${JSON.stringify(state)}\n`;
    // A state above the limit could not be read again, and thus not replaced.
    if (Buffer.byteLength(text) > longestObject) throw tooLong('state.json', longestObject);
    const isWritten = version === undefined ? await place.create(key, text) : await place.replace(key, text, version);
    if (isWritten) return;
    // If the response was lost, our own write looks like another run's.
    if ((await place.read(key, longestObject))?.text === text) return;
    current = await readState(place, cluster);
  }
  throw new ScanError({
    kind: 'inconsistent',
    message: `state not saved: other runs changed state.json during all ${mostTries} attempts`,
  });
}

function notReplaced({ error }: KeptState): ScanError {
  const message = `state not saved: ${error ?? 'state.json could not be read'}`;
  return new ScanError({ kind: 'unreadable', message });
}

/**
 * Stores the report of one run under the time of its scan. Never replaces another report.
 * @throws ScanError if it cannot be written, or another report exists
 */
export async function keepReport(place: Place, cluster: ClusterPlace, scannedAt: string, json: string): Promise<void> {
  const key = `${clusterKey(cluster)}${reportName(scannedAt)}.json`;
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (await place.create(key, json)) return;
    const there = await place.read(key, longestObject);
    if (there?.text === json) return;
    // If the key does not exist, try again: S3 also rejects a write while another one is running, even our own.
    if (there !== undefined) break;
  }
  throw new ScanError({
    kind: 'inconsistent',
    message: `${place.name}/${key} already exists: another run wrote it`,
  });
}

/**
 * Updates `latest.json`, unless it has a newer report. One from over an hour in the future does not count as newer.
 * @throws ScanError if it cannot be written
 */
export async function keepLatest(
  place: Place,
  cluster: ClusterPlace,
  moments: { scannedAt: string; now: string },
  json: string,
): Promise<void> {
  const key = `${clusterKey(cluster)}latest.json`;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const there = await place.read(key, longestObject);
    if (there?.text === json) return;
    if (there !== undefined && isNewer(there.text, cluster, moments)) return;
    const isWritten =
      there === undefined ? await place.create(key, json) : await place.replace(key, json, there.version);
    if (isWritten) return;
  }
  throw new ScanError({
    kind: 'inconsistent',
    message: `latest.json not updated: other runs changed it during all ${mostTries} attempts`,
  });
}

/** True if the text is a newer report of this cluster, except one from the future. */
function isNewer(text: string, cluster: ClusterPlace, { scannedAt, now }: { scannedAt: string; now: string }): boolean {
  const { cluster: of, scannedAt: at } = Object(parseJson(text)) as { cluster?: unknown; scannedAt?: unknown };
  const { account, region, name } = Object(of) as Record<string, unknown>;
  const own = { account: String(account), region: String(region), name: String(name) };
  if (!isClusterPlace(own) || clusterKey(own) !== clusterKey(cluster)) return false;
  return typeof at === 'string' && isEarlier(scannedAt, at) && !isAhead(at, now);
}

/** Maximum number of accounts that are searched for a cluster. */
const mostAccounts = 50;

/** A cluster that could not be described; only its name is certain. */
export interface KnownCluster {
  name: string;
  region: string | undefined;
  account: string | undefined;
}

/**
 * Finds the place of a cluster whose account or Region a scan could not determine.
 * @returns the given place if its account and Region are known; otherwise the only match that has a state.
 *   Undefined if there is none or more than one, or if the given place is invalid
 * @throws ScanError if the place cannot be read
 */
export async function findCluster(
  place: Place,
  { account, region, name }: KnownCluster,
): Promise<ClusterPlace | undefined> {
  if (account !== undefined && region !== undefined) return placeIfAny({ account, region, name });
  const accounts = account === undefined ? await accountsIn(place) : [account];
  const found: ClusterPlace[] = [];
  for (const one of accounts) {
    const regions = region === undefined ? await place.folders(`${one}/`) : [region];
    for (const where of regions) {
      const at = placeIfAny({ account: one, region: where, name });
      if (at !== undefined && (await readState(place, at)).version !== undefined) found.push(at);
    }
  }
  return found.length === 1 ? found[0] : undefined;
}

/** Empty if there are too many accounts to search: a match might not be the only one. */
async function accountsIn(place: Place): Promise<string[]> {
  const folders = await place.folders('');
  const accounts = folders.filter((id) => /^\d{12}$/.test(id));
  return accounts.length > mostAccounts || folders.length >= mostFolders ? [] : accounts;
}

function placeIfAny(place: ClusterPlace): ClusterPlace | undefined {
  return isClusterPlace(place) ? place : undefined;
}
