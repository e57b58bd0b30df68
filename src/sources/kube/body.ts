import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SourceError } from '../../reason.ts';
import { errorCode } from './errors.ts';

/** The largest body that is read. 500 objects of the largest size that etcd takes would be more; no real page is. */
const BODY_LIMIT = 256 * 1024 * 1024;
/** Output buffer of the decompression: node's default of 16 kB halves the throughput for pages of megabytes. */
const GZIP_CHUNK = 256 * 1024;
/** How many first bytes `onStart` is given at least, where the body has them: enough for a list's metadata. */
const START_LENGTH = 2048;

/** Codes of a body that ended before its end: a closed socket, chunks without the last one, gzip without its trailer. */
const CUT_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR']);

/**
 * Reads a response's body to its end and decompresses it.
 * @param call the request, as messages name it
 * @param onStart called once with the first bytes of the body, before the rest is here
 * @throws SourceError `truncated` where the body ends early, `unreadable` where it is too large or not decodable
 */
export async function readBody(
  response: IncomingMessage,
  call: string,
  onStart?: (start: Buffer) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  let started = false;
  const start = (): void => {
    started = true;
    onStart?.(Buffer.concat(chunks));
  };
  try {
    for await (const chunk of decoded(response, call)) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length > BODY_LIMIT) throw tooLarge(call);
      if (!started && length >= START_LENGTH) start();
    }
  } catch (error) {
    response.destroy();
    throw error instanceof SourceError ? error : bodyError(error, call);
  }
  if (!response.complete) throw cutError(call);
  if (!started) start();
  return Buffer.concat(chunks);
}

function decoded(response: IncomingMessage, call: string): Readable {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return response;
  if (encoding !== 'gzip')
    throw new SourceError({ kind: 'unreadable', message: `${call}: the answer is encoded as "${encoding}"` });
  const gunzip = createGunzip({ chunkSize: GZIP_CHUNK });
  response.once('error', (error) => gunzip.destroy(error));
  return response.pipe(gunzip);
}

function bodyError(error: unknown, call: string): SourceError {
  const code = errorCode(error);
  if (CUT_CODES.has(code) || code.startsWith('HPE_')) return cutError(call, error);
  const text = error instanceof Error ? error.message : String(error);
  return new SourceError(
    { kind: 'unreadable', message: `${call}: the answer cannot be decoded: ${text}` },
    { cause: error },
  );
}

function cutError(call: string, cause?: unknown): SourceError {
  return new SourceError({ kind: 'truncated', message: `${call}: the answer was cut off in the middle` }, { cause });
}

function tooLarge(call: string): SourceError {
  return new SourceError({
    kind: 'unreadable',
    message: `${call}: the answer is larger than ${BODY_LIMIT / 1024 / 1024} MiB`,
  });
}
