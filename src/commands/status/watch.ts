import { ScanError, stopError } from '../../facts/reason.ts';
import { alignLooks, type Look } from '../../report/status/align-looks.ts';
import { listChanges } from '../../report/status/changes.ts';
import type { StatusDocument } from '../../report/status/schema.ts';
import { clockText } from '../../syntax/dates.ts';
import { printable } from '../../syntax/printable.ts';
import type { Io } from '../io.ts';
import { pause } from '../pause.ts';
import type { LiveLook } from './look.ts';
import { compareOutages, failuresWithoutLook, type Outages } from './outages.ts';

/** A watch begins and ends with a look at everything. */
export type LookKind = 'first' | 'between' | 'last';

/** How a cluster is watched. */
export interface Watching {
  look(kind: LookKind): Promise<LiveLook>;
  /** Prints a status in full: at the start and at the end, or the only one if nothing runs. */
  show(document: StatusDocument, kind: 'first' | 'last' | 'only'): Promise<void>;
  /** Prints one line, without its line feed. */
  say(line: string): void;
  /** When the credentials end; undefined if they do not say so. */
  credentialsEnd(): Date | undefined;
  /** The time between two looks, in milliseconds. */
  every: number;
  io: Pick<Io, 'now' | 'pause' | 'signal'>;
}

/** What is known from the looks before. */
interface Known {
  look: Look;
  outages: Outages;
  /** The end of the credentials that was said, in milliseconds. */
  saidEnd: number | undefined;
}

/**
 * Looks at a cluster until nothing runs, and prints a line for each change.
 * @returns the exit code of the last look
 * @throws ScanError if the first look fails, or a signal ends the watch; later looks may fail
 */
export async function watchStatus(watching: Watching): Promise<number> {
  const { look, show, every, io } = watching;
  const first = await whole(look('first'), io.signal);
  await show(first.document, isOver(first) ? 'only' : 'first');
  if (isOver(first)) return first.document.exitCode;
  let known = say({ look: first, outages: new Set(), saidEnd: undefined }, first, watching);
  for (;;) {
    await pause(every, io);
    const between = await attempt('between', known, watching);
    ({ known } = between);
    if (between.look === undefined || !isOver(between.look)) continue;
    const last = await attempt('last', known, watching);
    ({ known } = last);
    if (last.look === undefined || !isOver(last.look)) continue;
    await show(last.look.document, 'last');
    return last.look.document.exitCode;
  }
}

/** A look that may fail. Prints what it changes. */
async function attempt(
  kind: LookKind,
  known: Known,
  watching: Watching,
): Promise<{ look: LiveLook | undefined; known: Known }> {
  const { io } = watching;
  try {
    const look = await whole(watching.look(kind), io.signal);
    return { look, known: say(known, look, watching) };
  } catch (error) {
    // The cluster was deleted.
    if (!(error instanceof ScanError) || io.signal.aborted || error.reason.kind === 'absent') throw error;
    const { after, lines } = compareOutages(known.outages, failuresWithoutLook(known.outages, error.reason));
    for (const line of lines) sayAt(line, watching);
    return { look: undefined, known: sayEnd({ ...known, outages: after }, watching) };
  }
}

/** A look that a signal cut off has not failed: it is not shown. */
async function whole(taking: Promise<LiveLook>, signal: AbortSignal): Promise<LiveLook> {
  const look = await taking;
  if (signal.aborted) throw stopError(signal);
  return look;
}

/** Prints what is new, and returns what is known then. */
function say(known: Known, look: LiveLook, watching: Watching): Known {
  const { after: outages, lines } = compareOutages(known.outages, look.failures);
  const { before, after, read } = alignLooks(known.look, look);
  for (const line of lines) sayAt(line, watching);
  for (const { part, text } of listChanges(before, after)) sayAt(`${part}  ${text}`, watching);
  return sayEnd({ ...known, look: { document: after, read }, outages }, watching);
}

/** How long before their end the credentials are mentioned, in milliseconds. */
const warnBefore = 5 * 60_000;

function sayEnd(known: Known, watching: Watching): Known {
  const end = watching.credentialsEnd();
  const now = watching.io.now();
  const left = end === undefined ? Infinity : end.getTime() - now.getTime();
  if (end === undefined || left <= 0 || left > warnBefore || end.getTime() === known.saidEnd) return known;
  const when = clockText(end.toISOString(), now.toISOString());
  sayAt(`AWS credentials expire at ${when}: renew them; the watch then goes on`, watching);
  return { ...known, saidEnd: end.getTime() };
}

function sayAt(text: string, { say: print, io }: Watching): void {
  print(printable(`${io.now().toISOString().slice(11, 19)}  ${text}`));
}

/** Nothing runs or stands still, and all was read that can be. */
function isOver({ document, read, failures }: LiveLook): boolean {
  const { controlPlane, groups, addons } = document;
  const runs = [controlPlane, ...groups, ...addons].some(({ state }) => state === 'running' || state === 'stuck');
  const isRead = Object.values(read).every((section) => section !== null);
  return !runs && isRead && failures.aws === undefined && failures.kube === undefined;
}
