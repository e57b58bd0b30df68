import type { Gap } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import { presentText } from '../require-field.ts';

const atOnce = 8;

/** What was read of the items of a list, in its order, and what was not. */
interface Described<Value> {
  value: Value[];
  gaps: Gap[];
}

/**
 * Describes each item of a list. Omits items that were deleted after they were listed. An item that cannot be described
 * becomes a gap, so that the rest is still judged.
 * @param what the word for one item in messages: `node group`
 * @throws ScanError (`unreadable`) if a name is not a string
 */
export async function describeEach<Value>(
  what: string,
  names: readonly string[],
  describe: (name: string) => Promise<Value>,
): Promise<Described<Value>> {
  for (const name of names) presentText(name, `the name of a ${what}`);
  return readEach(names, (name) => `${what} ${name}`, describe);
}

/**
 * Like {@link describeEach}, for items of any kind: at most 8 at once.
 * @param toGap what is missing if the item cannot be read: `node group blue`
 */
export async function readEach<Item, Value>(
  items: readonly Item[],
  toGap: (item: Item) => string,
  read: (item: Item) => Promise<Value>,
): Promise<Described<Value>> {
  const outcomes: ({ value: Value } | { gap: Gap } | undefined)[] = [];
  const queue = [...items.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, item] = next;
      outcomes[index] = await readOutcome(toGap(item), () => read(item));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return {
    value: outcomes.flatMap((outcome) => (outcome !== undefined && 'value' in outcome ? [outcome.value] : [])),
    gaps: outcomes.flatMap((outcome) => (outcome !== undefined && 'gap' in outcome ? [outcome.gap] : [])),
  };
}

async function readOutcome<Value>(what: string, read: () => Promise<Value>) {
  try {
    return { value: await read() };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    if (error.reason.kind === 'absent') return undefined;
    return { gap: { what, reason: error.reason } };
  }
}
