import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SourceError } from '../facts/reason.ts';

/** Garbage is collected to see what is behind it once the heap has grown so much since the last time, in bytes. */
const LOOK_AFTER = 32 * 1024 * 1024;

/** To be called for each page that is kept; `what` is the list, for messages. */
export type RefuseFullHeap = (what: string) => void;

/**
 * Makes what refuses to keep more once the program has grown by `bytes`. Measured and not estimated: what is kept of a page
 * is the collectors' affair, and weighing it costs as much as parsing it. Only what is alive counts, so that a heap full of
 * garbage ends no list.
 * @returns throws a SourceError, `truncated`, where the heap is full
 */
export function createHeapLimit(bytes: number): RefuseFullHeap {
  const full = usedBytes() + bytes;
  let lookAt = full;
  return (what) => {
    if (usedBytes() < lookAt) return;
    collectGarbage();
    const alive = usedBytes();
    lookAt = Math.max(full, alive + LOOK_AFTER);
    if (alive <= full) return;
    lookAt = full;
    const message = `${what} was left: a scan keeps at most ${Math.round(bytes / 1024 / 1024)} MiB of what it reads`;
    throw new SourceError({ kind: 'truncated', message });
  };
}

function usedBytes(): number {
  return getHeapStatistics().used_heap_size;
}

let gc: (() => void) | undefined;

/** V8 shows its collector to contexts that are made after the flag. */
function collectGarbage(): void {
  if (gc === undefined) {
    setFlagsFromString('--expose-gc');
    gc = runInNewContext('gc') as () => void;
  }
  gc();
}
