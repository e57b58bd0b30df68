import type { Readable } from 'node:stream';
import { SourceError } from '../../facts/reason.ts';
import type { Countdown } from '../countdown.ts';
import type { Enter } from '../large-body.ts';

/** The longest silence: begins anew with each piece, and rests while we do not listen. */
export interface Silence {
  heard(): void;
  hold(): void;
}

/** What the body of one answer may take. */
export interface BodyAllowance {
  largestBytes: number;
  /** What it may take without entering the room, in bytes. */
  plainBytes: number;
  enter: Enter;
  /** The time for all of it; held while the body waits for the room. */
  whole: Countdown;
  silence: Silence;
  /** Destroys the body once aborted; its reason is what the reading fails with. */
  signal: AbortSignal;
  /** Whose answer it is, for messages. */
  host: string;
}

/**
 * Reads an answer to its end.
 * @throws SourceError `truncated` where it is too large, the signal's reason, or what the stream fails with
 */
export async function bodyOf(
  stream: Readable,
  { largestBytes, plainBytes, enter, whole, silence, signal, host }: BodyAllowance,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let leave: (() => void) | undefined;
  const cut = (): void => void stream.destroy(signal.reason as Error);
  if (signal.aborted) cut();
  signal.addEventListener('abort', cut, { once: true });
  try {
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      silence.heard();
      length += piece.length;
      if (length > largestBytes) throw tooLarge(host, largestBytes);
      pieces.push(piece);
      if (length <= plainBytes || leave !== undefined) continue;
      whole.hold();
      silence.hold();
      leave = await enter();
      whole.goOn();
      silence.heard();
    }
    return Buffer.concat(pieces);
  } finally {
    signal.removeEventListener('abort', cut);
    leave?.();
  }
}

function tooLarge(host: string, largestBytes: number): SourceError {
  const message = `an answer of ${host} is larger than ${Math.round(largestBytes / 1024 / 1024)} MiB`;
  return new SourceError({ kind: 'truncated', message });
}
