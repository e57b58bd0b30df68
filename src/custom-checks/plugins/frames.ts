/** Framing of messages between this process and a worker: four bytes with the length, then the message. */

const headLength = 4;

/** Frames one message. */
export function buildFrame(body: Uint8Array): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt32LE(body.length);
  return Buffer.concat([head, body]);
}

/** Receives the parsed messages. */
export interface FrameReader {
  frame(body: Buffer): void;
  /** The next message is longer than the limit: parsing has stopped. */
  tooLong(): void;
}

/**
 * Parses framed messages from pieces of a stream.
 * @param longest limit of one message in bytes
 * @returns a function that takes the next piece
 */
export function createFrameParser(longest: number, { frame, tooLong }: FrameReader): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  let length = 0;
  let ended = false;
  const wanted = (): number => {
    if (length < headLength) return headLength;
    if ((pieces[0]?.length ?? 0) < headLength) pieces = [Buffer.concat(pieces)];
    return headLength + (pieces[0]?.readUInt32LE() ?? 0);
  };
  return (piece) => {
    if (ended) return;
    pieces.push(piece);
    length += piece.length;
    for (let next = wanted(); length >= headLength; next = wanted()) {
      ended = next - headLength > longest;
      if (ended) return tooLong();
      if (length < next) return;
      const all = Buffer.concat(pieces);
      pieces = [all.subarray(next)];
      length -= next;
      frame(all.subarray(headLength, next));
    }
  };
}
