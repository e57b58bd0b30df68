import type { Gap } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import { presentText } from '../require-field.ts';

const atOnce = 8;

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
): Promise<{ value: Value[]; gaps: Gap[] }> {
  for (const name of names) presentText(name, `the name of a ${what}`);
  const outcomes: ({ value: Value } | { gap: Gap } | undefined)[] = [];
  const queue = [...names.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, name] = next;
      outcomes[index] = await readOutcome(what, name, describe);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, names.length) }, work));
  return {
    value: outcomes.flatMap((outcome) => (outcome !== undefined && 'value' in outcome ? [outcome.value] : [])),
    gaps: outcomes.flatMap((outcome) => (outcome !== undefined && 'gap' in outcome ? [outcome.gap] : [])),
  };
}

async function readOutcome<Value>(what: string, name: string, describe: (name: string) => Promise<Value>) {
  try {
    return { value: await describe(name) };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    if (error.reason.kind === 'absent') return undefined;
    return { gap: { what: `${what} ${name}`, reason: error.reason } };
  }
}
