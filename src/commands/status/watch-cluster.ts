import type { StatusDocument } from '../../report/status/schema.ts';
import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import type { Io } from '../io.ts';
import type { Settings } from '../options/settings.ts';
import type { LoadCatalog } from '../select-checks.ts';
import { takeLook, type Kept, type LiveLook, type TakeLook } from './look.ts';
import { watchStatus, type LookKind } from './watch.ts';

/** What is watched, and how it is printed. */
export interface WatchedCluster {
  /** The time between two looks, in milliseconds. */
  every: number;
  /** Stdout gets the last status alone; changes are printed on stderr. */
  isJson: boolean;
  /** Takes the looks with which the watch begins and ends. */
  takeWhole: TakeLook;
  render(document: StatusDocument, isWatched: boolean): Promise<string>;
  settings: Settings;
  loadCatalog: LoadCatalog;
  io: Io;
}

/**
 * Watches a live cluster until nothing runs.
 * @returns the exit code of its last status
 * @throws ScanError if the first look fails, or a signal ends the watch
 */
export async function watchCluster(watched: WatchedCluster): Promise<number> {
  const { every, isJson, render, io } = watched;
  const kept: Kept = { updates: new Map(), credentials: {} };
  const print = isJson ? io.stderr : io.stdout;
  return watchStatus({
    look: (kind) => takeKeptLook(kind, kept, watched),
    async show(document, kind) {
      if (isJson && kind === 'first') return;
      io.stdout(`${kind === 'last' && !isJson ? '\n' : ''}${await render(document, kind === 'first')}`);
    },
    say: (line) => print(`${withoutWorkflowCommands(line)}\n`),
    credentialsEnd: () => kept.credentials.current?.expiration,
    every,
    io,
  });
}

/** Credentials that AWS may have rejected are not used again. */
async function takeKeptLook(
  kind: LookKind,
  kept: Kept,
  { takeWhole, settings, loadCatalog, io }: WatchedCluster,
): Promise<LiveLook> {
  const isLoud = kind === 'first' || settings.verbose === true;
  const quiet: Partial<Io> = isLoud ? {} : { stderr: () => undefined, stderrIsTerminal: false };
  const credentials = { ...kept.credentials };
  kept.credentials.current = undefined;
  const take = kind === 'between' ? takeLook : takeWhole;
  const look = await withOwnSignal(io.signal, (signal) =>
    take(settings, loadCatalog, { ...io, ...quiet, signal }, { ...kept, credentials }),
  );
  if (look.failures.aws === undefined) kept.credentials.current = credentials.current;
  return look;
}

/**
 * Runs one look with a signal that ends with it: what listens to a signal that is never aborted is kept with all that it
 * has read.
 */
async function withOwnSignal<Value>(stop: AbortSignal, run: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const own = new AbortController();
  const end = (): void => own.abort(stop.reason);
  if (stop.aborted) end();
  stop.addEventListener('abort', end, { once: true });
  try {
    return await run(own.signal);
  } finally {
    stop.removeEventListener('abort', end);
    own.abort();
  }
}
