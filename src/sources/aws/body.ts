import type { Readable } from 'node:stream';
import { ScanError } from '../../facts/reason.ts';
import type { Countdown } from '../countdown.ts';
import type { Enter } from '../large-body.ts';

/** The idle limit: it restarts with each piece, and pauses while this program does not read. */
export interface Silence {
  heard(): void;
  hold(): void;
}

/** The limits of the body of one answer. */
export interface BodyAllowance {
  largestBytes: number;
  /** Largest body that is read without waiting for `enter`, in bytes. */
  plainBytes: number;
  enter: Enter;
  /** The time limit of the whole answer; paused while the body waits for `enter`. */
  whole: Countdown;
  silence: Silence;
  /** Destroys the body once aborted; reading then fails with the signal's reason. */
  signal: AbortSignal;
  /** The host that answers, for messages. */
  host: string;
}

/**
 * Reads an answer to its end.
 * @throws ScanError `truncated` if it is too large, the signal's reason, or the error of the stream
 */
export async function readBody(
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

function tooLarge(host: string, largestBytes: number): ScanError {
  const message = `an answer of ${host} is larger than ${Math.round(largestBytes / 1024 / 1024)} MiB`;
  return new ScanError({ kind: 'truncated', message });
}
