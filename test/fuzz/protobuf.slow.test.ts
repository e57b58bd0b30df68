import { describe, expect, it } from 'vitest';
import { podFields } from '../../src/collectors/kube/read-fields.ts';
import { ScanError } from '../../src/facts/reason.ts';
import { readProtobufList } from '../../src/sources/kube/protobuf/list.ts';
import { generatedPods } from '../world/generated-pods.ts';
import { toProtobuf } from '../world/kube/protobuf.ts';
import { seeded, type Random } from './mutate.ts';
import { fuzzRuns } from './rounds.ts';

/**
 * Lists in protobuf with some broken bytes. Each is refused, or read to as many objects, and no error is but a
 * ScanError.
 */

const items = generatedPods(20, 3);
const text = JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items });
const whole = toProtobuf(text) ?? Buffer.alloc(0);

/** Changes, removes, doubles or inserts up to four bytes, or cuts the end. */
function broken(random: Random): Buffer {
  const at = Math.floor(random() * whole.length);
  const length = Math.ceil(random() * 4);
  const bytes = Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
  const [before, after] = [whole.subarray(0, at), whole.subarray(at)];
  const changes = [
    () => Buffer.concat([before, bytes, after.subarray(length)]),
    () => Buffer.concat([before, after.subarray(length)]),
    () => Buffer.concat([before, bytes, after]),
    () => before,
  ];
  return changes[Math.floor(random() * changes.length)]?.() ?? whole;
}

function read(body: Buffer): 'refused' | number {
  try {
    return [...readProtobufList(body, 'Pod', podFields).objects].length;
  } catch (error) {
    if (error instanceof ScanError) return 'refused';
    throw error;
  }
}

describe.each(fuzzRuns(process.env, 10))(
  '$rounds broken lists in protobuf (seed $seed)',
  ({ seed, rounds, timeout }) => {
    it(
      'are refused, or have as many objects',
      () => {
        const random = seeded(seed);
        const counts = new Map<'refused' | number, number>();
        for (let round = 0; round < rounds; round += 1) {
          const outcome = round === 0 ? read(whole) : read(broken(random));
          counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        }
        console.log(`fuzz, protobuf, seed ${seed}: ${JSON.stringify([...counts])}`);
        expect([...counts.keys()].filter((outcome) => outcome !== 'refused' && outcome < items.length)).toEqual([]);
      },
      timeout,
    );
  },
);
