import type { Inventory } from '../../inventory/inventory.ts';
import type { Io } from '../io.ts';
import type { Result } from '../../judge/result.ts';
import { judgeInventory, type Judging } from './judge-inventory.ts';

/**
 * Redacts an inventory, and judges it before and after: a check that looks for a name which became a pseudonym would
 * report something else when the file is replayed, so stderr names the check.
 * @param judging its options are at most the targets; without `asOf`, the inventory is judged as of the time when it
 *   was taken
 */
export async function redactForSharing(
  inventory: Inventory,
  judging: Omit<Judging, 'source'> & { io: Io },
): Promise<Inventory> {
  const { redactInventory } = await import('../../inventory/redact/redact.ts');
  const redacted = redactInventory(inventory, judging.plugins?.facts);
  const judge = async (facts: Inventory): Promise<Result[]> =>
    (await judgeInventory(facts, { ...judging, source: 'inventory' })).results;
  const before = (await judge(inventory)).map(outcome);
  const otherwise = (await judge(redacted)).filter((result, at) => outcome(result) !== before[at]);
  if (otherwise.length > 0) {
    const ids = otherwise.map(({ id }) => id).join(', ');
    judging.io.stderr(
      `eks-preflight: redaction replaced names that these checks look for; their results may differ: ${ids}\n`,
    );
  }
  return { ...redacted, alike: checksAlike(judging, otherwise) };
}

function checksAlike(
  { checks, selection }: Pick<Judging, 'checks' | 'selection'>,
  otherwise: readonly Result[],
): string[] {
  const others = new Set(otherwise.map(({ id }) => id));
  return checks.flatMap(({ id, plugin }) =>
    plugin === undefined || !selection.ids.has(id) || others.has(id) ? [] : [id],
  );
}

/**
 * What must be the same before and after redaction: the status, whether there is a reason, and the level, versions,
 * blocks and phase of each finding.
 */
function outcome({ id, status, reason, findings }: Result): string {
  const spoken = findings.map(({ level, at, since, blocks, phase }) =>
    [level, at?.version, since?.version, blocks, phase].join(' '),
  );
  return [id, status, reason === null ? '' : 'skipped', ...spoken.sort()].join('\n');
}
