import { untilStopped } from '../../sources/stop.ts';

/** One place for the reports and the states of clusters: a folder or a prefix of a bucket. Every method rejects with a SourceError. */
export interface Place {
  /** As the user named it. */
  name: string;
  /**
   * Reads what lies under a key; undefined: nothing.
   * @param longest bytes
   */
  read(key: string, longest: number): Promise<Stored | undefined>;
  /** Writes where nothing lies yet. False: something lies there. */
  create(key: string, text: string): Promise<boolean>;
  /** Writes over what was read as this version. False: it is another by now. */
  replace(key: string, text: string, version: string): Promise<boolean>;
  /** The names of the folders right below a key, the first thousand of them. */
  folders(key: string): Promise<string[]>;
}

/** What lies under a key. */
export interface Stored {
  text: string;
  /** Changes with each write. */
  version: string;
}

/** The same place, whose methods reject once the signal is aborted: a share whose server is gone never answers. */
export function untilStoppedPlace(place: Place, signal: AbortSignal): Place {
  return {
    name: place.name,
    read: (key, longest) => untilStopped(signal, () => place.read(key, longest)),
    create: (key, text) => untilStopped(signal, () => place.create(key, text)),
    replace: (key, text, version) => untilStopped(signal, () => place.replace(key, text, version)),
    folders: (key) => untilStopped(signal, () => place.folders(key)),
  };
}

/** Folders that are looked at below one key. */
export const mostFolders = 1_000;
