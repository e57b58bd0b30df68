import { untilStopped } from '../../sources/stop.ts';

/** Stores reports and states of clusters in a folder or under a bucket's prefix. Methods reject with a ScanError. */
export interface Place {
  /** As the user named it. */
  name: string;
  /**
   * Reads what is stored under a key; undefined if nothing is.
   * @param longest limit in bytes
   */
  read(key: string, longest: number): Promise<Stored | undefined>;
  /** Writes a new file or object. False if the key exists. */
  create(key: string, text: string): Promise<boolean>;
  /** Overwrites this version. False if there is another by now. */
  replace(key: string, text: string, version: string): Promise<boolean>;
  /** The names of the folders right below a key, the first thousand of them. */
  folders(key: string): Promise<string[]>;
}

/** What is stored under a key. */
export interface Stored {
  text: string;
  /** Changes with each write. */
  version: string;
}

/** The same place, whose methods reject once the signal is aborted: a network share whose server is down never answers. */
export function untilStoppedPlace(place: Place, signal: AbortSignal): Place {
  return {
    name: place.name,
    read: (key, longest) => untilStopped(signal, () => place.read(key, longest)),
    create: (key, text) => untilStopped(signal, () => place.create(key, text)),
    replace: (key, text, version) => untilStopped(signal, () => place.replace(key, text, version)),
    folders: (key) => untilStopped(signal, () => place.folders(key)),
  };
}

/** Limit of the folders that are listed below one key. */
export const mostFolders = 1_000;
