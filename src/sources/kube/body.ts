import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ScanError } from '../../facts/reason.ts';
import type { Countdown } from '../countdown.ts';
import { errorCode, tooLargeError } from './errors.ts';
import type { Enter } from '../large-body.ts';

/** Output buffer of the decompression: node's default of 16 kB halves the throughput for pages of megabytes. */
const GZIP_CHUNK = 256 * 1024;
/** `onStart` gets at least this many bytes, if the body has them: enough for a list's metadata. */
const START_LENGTH = 2048;

/** Codes of a body that was cut off: a closed socket, chunks without the last one, gzip without its trailer. */
const CUT_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR']);

/** The limits of a body. */
export interface Allowance {
  /** Largest body, decompressed, in bytes. */
  largestBytes: number;
  /** Largest body that is read without waiting for `enter`, in bytes. */
  plainBytes: number;
  enter: Enter;
  /** Paused while the body waits for `enter`. */
  limit: Countdown;
  /** Memory that bodies use one after the other; without it, each body has memory that is garbage later. */
  blocks?: Blocks | undefined;
}

/** Memory for bodies, each block of `plainBytes`. */
export interface Blocks {
  take(): Buffer;
  give(block: Buffer): void;
}

/** Keeps blocks that were given back. The system provides a block's memory only as far as it was ever written. */
export function createBlocks(plainBytes: number): Blocks {
  const spare: Buffer[] = [];
  return {
    take: () => spare.pop() ?? Buffer.allocUnsafeSlow(plainBytes),
    give: (block) => void spare.push(block),
  };
}

/** A whole body. The caller must call `leave` once it is parsed: the bytes may be those of another body afterwards. */
export interface Body {
  bytes: Buffer;
  leave(): void;
}

/**
 * Reads a response's body to its end and decompresses it.
 * @param call the request, as messages name it
 * @param onStart called once with the first bytes of the body, before the rest arrives; a short body is passed whole
 * @throws ScanError `truncated` if the body ends early or is too large, `unreadable` if it cannot be decoded
 */
export async function readBody(
  response: IncomingMessage,
  call: string,
  allowance: Allowance,
  onStart?: (start: Buffer) => void,
): Promise<Body> {
  const held = createHolder(allowance);
  let started = false;
  const start = (): void => {
    started = true;
    onStart?.(held.bytes());
  };
  try {
    for await (const chunk of decoded(response, call)) {
      if (held.length() + (chunk as Buffer).length > allowance.largestBytes) throw tooLargeError(call, allowance);
      await held.add(chunk as Buffer);
      if (!started && held.length() >= START_LENGTH) start();
    }
    if (!response.complete) throw cutError(call);
    if (!started) start();
    return { bytes: held.bytes(), leave: held.leave };
  } catch (error) {
    response.destroy();
    held.leave();
    throw error instanceof ScanError ? error : bodyError(error, call);
  }
}

/** Collects a body: in a block or in pieces, and beyond `plainBytes`, once it has passed `enter`, in a larger block. */
function createHolder({ largestBytes, plainBytes, enter, limit, blocks }: Allowance) {
  const pieces: Buffer[] = [];
  let length = 0;
  let usual = blocks?.take();
  let large: Buffer | undefined;
  let end = (): void => undefined;
  const moveIn = async (): Promise<Buffer> => {
    limit.hold();
    end = await enter();
    limit.goOn();
    // Memory is allocated page by page at the first write, so the block takes only what the body needs.
    const made = Buffer.allocUnsafeSlow(largestBytes);
    let at = usual?.copy(made, 0, 0, length) ?? 0;
    for (const piece of pieces.splice(0)) at += piece.copy(made, at);
    return made;
  };
  return {
    length: () => length,
    async add(piece: Buffer): Promise<void> {
      if (length + piece.length > plainBytes) large ??= await moveIn();
      const block = large ?? usual;
      if (block === undefined) pieces.push(piece);
      else piece.copy(block, length);
      length += piece.length;
    },
    bytes: () => (large ?? usual)?.subarray(0, length) ?? Buffer.concat(pieces),
    leave() {
      end();
      if (usual !== undefined) blocks?.give(usual);
      usual = undefined;
    },
  };
}

/** The body as it arrives, decompressed. */
export function decoded(response: IncomingMessage, call: string): Readable {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return response;
  if (encoding !== 'gzip')
    throw new ScanError({ kind: 'unreadable', message: `${call}: the answer is encoded as "${encoding}"` });
  const gunzip = createGunzip({ chunkSize: GZIP_CHUNK });
  response.once('error', (error) => gunzip.destroy(error));
  return response.pipe(gunzip);
}

/** The error for a body that was cut off or cannot be decoded. */
export function bodyError(error: unknown, call: string): ScanError {
  const code = errorCode(error);
  if (CUT_CODES.has(code) || code.startsWith('HPE_')) return cutError(call, error);
  const text = error instanceof Error ? error.message : String(error);
  return new ScanError(
    { kind: 'unreadable', message: `${call}: the answer cannot be decoded: ${text}` },
    { cause: error },
  );
}

/** The error for a body that was cut off. */
export function cutError(call: string, cause?: unknown): ScanError {
  return new ScanError({ kind: 'truncated', message: `${call}: the answer was cut off in the middle` }, { cause });
}
