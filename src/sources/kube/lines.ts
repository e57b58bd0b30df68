import type { IncomingMessage } from 'node:http';
import { ScanError } from '../../facts/reason.ts';
import { bodyError, cutError, decoded, type Body } from './body.ts';
import { tooLargeError } from './errors.ts';

/** The limits of a body of which only some lines are kept. */
export interface LineLimits {
  /** Largest body, decompressed, in bytes. */
  largestBytes: number;
  /** Limit of all kept lines together, and of a single line, in bytes. */
  keptBytes: number;
}

const lineFeed = 0x0a;

/**
 * Reads a response's body to its end, line by line.
 * @param call the request, as messages name it
 * @param starts prefixes of the lines to keep
 * @throws ScanError `truncated` if the body ends early or is too large, `unreadable` if it cannot be decoded
 */
export async function readLines(
  response: IncomingMessage,
  call: string,
  starts: readonly string[],
  limits: LineLimits,
): Promise<Body> {
  const kept: Buffer[] = [];
  const wanted = starts.map((start) => Buffer.from(start));
  let [read, keptBytes] = [0, 0];
  let rest: Buffer = Buffer.alloc(0);
  const take = (line: Buffer): void => {
    if (!wanted.some((start) => line.subarray(0, start.length).equals(start))) return;
    // A copy, because a slice would keep the whole chunk in memory.
    kept.push(Buffer.from(line));
    keptBytes += line.length;
    if (keptBytes > limits.keptBytes) throw tooLargeError(call, { largestBytes: limits.keptBytes });
  };
  try {
    for await (const chunk of decoded(response, call)) {
      read += (chunk as Buffer).length;
      if (read > limits.largestBytes) throw tooLargeError(call, limits);
      if (rest.length > limits.keptBytes) throw tooLargeError(call, { largestBytes: limits.keptBytes });
      rest = takeLines(Buffer.concat([rest, chunk as Buffer]), take);
    }
    if (!response.complete) throw cutError(call);
    if (rest.length > 0) take(rest);
    return { bytes: Buffer.from(kept.map(String).join('\n')), leave: () => undefined };
  } catch (error) {
    response.destroy();
    throw error instanceof ScanError ? error : bodyError(error, call);
  }
}

/** Passes on each whole line. @returns what follows the last one */
function takeLines(bytes: Buffer, take: (line: Buffer) => void): Buffer {
  let from = 0;
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, from)) {
    take(bytes.subarray(from, end));
    from = end + 1;
  }
  return bytes.subarray(from);
}
