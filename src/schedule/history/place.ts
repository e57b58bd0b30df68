import { untilStopped } from '../../sources/stop.ts';

/** Stores reports and states of clusters in a folder or under a bucket's prefix. Methods reject with a ScanError. */
export interface Place {
  /** The folder as the user gave it, or the `s3://` address. */
  name: string;
  /**
   * Reads the text under a key; undefined if there is none.
   * @param longest limit in bytes
   */
  read(key: string, longest: number): Promise<Stored | undefined>;
  /** Creates a file or object. False if the key exists. */
  create(key: string, text: string): Promise<boolean>;
  /** Replaces this version. False if the current version is another. */
  replace(key: string, text: string, version: string): Promise<boolean>;
  /** The names of the folders directly below a key; at most {@link mostFolders}. */
  folders(key: string): Promise<string[]>;
  /** The names directly below a key. Rejects if there are more than {@link mostNames}. */
  list(key: string): Promise<Names>;
}

/** The folders, and everything else, directly below a key. */
export interface Names {
  folders: string[];
  files: string[];
}

/** A stored text and its version. */
export interface Stored {
  text: string;
  /** Changes whenever the text changes. */
  version: string;
}

/** Wraps a place so that its methods reject once the signal is aborted: a network share may never respond. */
export function untilStoppedPlace(place: Place, signal: AbortSignal): Place {
  return {
    name: place.name,
    read: (key, longest) => untilStopped(signal, () => place.read(key, longest)),
    create: (key, text) => untilStopped(signal, () => place.create(key, text)),
    replace: (key, text, version) => untilStopped(signal, () => place.replace(key, text, version)),
    folders: (key) => untilStopped(signal, () => place.folders(key)),
    list: (key) => untilStopped(signal, () => place.list(key)),
  };
}

/** The maximum number of folders that are listed below one key. */
export const mostFolders = 1_000;

/** The maximum number of names that are listed below one key. */
export const mostNames = 100_000;
