import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ScanError } from '../facts/reason.ts';

/** The heap may grow by this many bytes before garbage is collected again to measure it. */
const LOOK_AFTER = 32 * 1024 * 1024;

/** Throws if the heap is full. Call it for each page of a list; `what` names the list in messages. */
export type RefuseFullHeap = (what: string) => void;

/**
 * Makes a function that throws once the heap has grown by `bytes`. It measures instead of estimating: collectors decide
 * what to keep of a page, and computing its size costs as much as parsing it. Only live objects count, so garbage does
 * not end a list.
 * @returns a function that throws a ScanError `truncated` if the heap is full
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
    throw new ScanError({ kind: 'truncated', message });
  };
}

function usedBytes(): number {
  return getHeapStatistics().used_heap_size;
}

let gc: (() => void) | undefined;

/** V8 exposes its garbage collector only to contexts that are made after the flag is set. */
function collectGarbage(): void {
  if (gc === undefined) {
    setFlagsFromString('--expose-gc');
    gc = runInNewContext('gc') as () => void;
  }
  gc();
}
