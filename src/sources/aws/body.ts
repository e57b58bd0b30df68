import type { Readable } from 'node:stream';
import { SourceError } from '../../reason.ts';

/** What the body of one answer may take. */
export interface BodyAllowance {
  largestBytes: number;
  /** Destroys the body once aborted; its reason is what the reading fails with. */
  signal: AbortSignal;
  /** Whose answer it is, for messages. */
  host: string;
}

/**
 * Reads an answer to its end.
 * @throws SourceError `truncated` where it is too large, the signal's reason, or what the stream fails with
 */
export async function bodyOf(stream: Readable, { largestBytes, signal, host }: BodyAllowance): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const cut = (): void => void stream.destroy(signal.reason as Error);
  if (signal.aborted) cut();
  signal.addEventListener('abort', cut, { once: true });
  try {
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > largestBytes) throw tooLarge(host, largestBytes);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } finally {
    signal.removeEventListener('abort', cut);
  }
}

function tooLarge(host: string, largestBytes: number): SourceError {
  const message = `an answer of ${host} is larger than ${Math.round(largestBytes / 1024 / 1024)} MiB`;
  return new SourceError({ kind: 'truncated', message });
}
