import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ScanError } from '../../src/facts/reason.ts';
import { createBlocks, readBody, type Allowance } from '../../src/sources/kube/body.ts';
import { startCountdown } from '../../src/sources/countdown.ts';
import { oneLargeBody } from '../../src/sources/large-body.ts';

function response(...pieces: string[]): IncomingMessage {
  return Object.assign(Readable.from(pieces.map((piece) => Buffer.from(piece))), {
    headers: {},
    complete: true,
  }) as unknown as IncomingMessage;
}

function tenBytes(): Allowance {
  const limit = startCountdown(60_000, () => undefined);
  limit.end();
  const enter = oneLargeBody(new AbortController().signal);
  return { largestBytes: 30, plainBytes: 10, enter, limit, blocks: createBlocks(10) };
}

describe('the memory of a body', () => {
  it('is that of an earlier one that was left, and of no other', async () => {
    const allowance = tenBytes();
    const [first, second] = await Promise.all(
      ['aaaa', 'bbbb'].map((text) => readBody(response(text), 'GET', allowance)),
    );
    expect([first?.bytes.toString(), second?.bytes.toString()]).toEqual(['aaaa', 'bbbb']);
    first?.leave();
    first?.leave();
    const [third, fourth] = await Promise.all(['cc', 'dd'].map((text) => readBody(response(text), 'GET', allowance)));
    expect([third?.bytes.toString(), fourth?.bytes.toString(), second?.bytes.toString()]).toEqual(['cc', 'dd', 'bbbb']);
    expect(third?.bytes.buffer).toBe(first?.bytes.buffer);
    expect(fourth?.bytes.buffer).not.toBe(third?.bytes.buffer);
  });

  it('grows beyond the block with everything that has arrived', async () => {
    const allowance = tenBytes();
    const large = await readBody(response('123456', '7890', 'abc', 'd'), 'GET', allowance);
    expect(large.bytes.toString()).toBe('1234567890abcd');
    large.leave();
    expect((await readBody(response('x'), 'GET', allowance)).bytes.toString()).toBe('x');
  });

  it('is given back by a body that is too large', async () => {
    const allowance = tenBytes();
    const blocks = allowance.blocks ?? createBlocks(10);
    const block = blocks.take();
    blocks.give(block);
    await expect(readBody(response('x'.repeat(31)), 'GET', allowance)).rejects.toThrow(ScanError);
    expect(blocks.take()).toBe(block);
  });
});
