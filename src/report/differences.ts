import { grants } from '../facts/optional-grants.ts';
import { parseArea } from '../judge/check-id.ts';
import { formatCount } from '../syntax/english.ts';
import type { Report } from './schema.ts';
import { isRollbackPath } from '../judge/direction.ts';

/** The properties of a report that show how it was taken. */
export type Taken = Pick<Report, 'target' | 'steps' | 'karpenter' | 'results' | 'coverage' | 'plugins'>;

/**
 * Lists how an older report was taken, where this differs from the newer one: its targets, plug-ins, checks and grants.
 * Findings that the older report did not look for count as new.
 */
export function listDifferences(now: Taken, before: Taken): string[] {
  return [
    ...(before.target === now.target ? [] : [targetText(before)]),
    ...karpenterTargets(before)
      .filter((target) => !karpenterTargets(now).includes(target))
      .map((target) => `Karpenter target ${target}`),
    ...missing(now, before).map((name) => `the plug-in ${name}`),
    ...missing(before, now).map((name) => `no plug-in ${name}`),
    ...listSelectionDifferences(now, before),
    ...listGrantDifferences(now, before),
  ];
}

/** `target 1.36`, `rollback target 1.34`. */
function targetText({ target, steps }: Pick<Report, 'target' | 'steps'>): string {
  return isRollbackPath(steps) ? `rollback target ${target}` : `target ${target}`;
}

function karpenterTargets({ karpenter }: Taken): string[] {
  return karpenter.flatMap(({ target }) => target ?? []);
}

function listSelectionDifferences(now: Taken, before: Taken): string[] {
  const others = new Set([...missing(now, before), ...missing(before, now)]);
  const [here, there] = [selectedIds(now, others), selectedIds(before, others)];
  const isSame = here.size === there.size && [...here].every((id) => there.has(id));
  return isSame ? [] : [`${selectedIds(before).size} of ${formatCount(before.results.length, 'check')}`];
}

/** The IDs of the selected checks, without those of the given plug-ins. */
function selectedIds({ results }: Taken, without: ReadonlySet<string> = new Set()): Set<string> {
  const selected = results.filter(({ id, skipped }) => skipped !== 'not-selected' && !without.has(parseArea(id)));
  return new Set(selected.map(({ id }) => id));
}

/** The plug-ins that only the second report has. */
function missing({ plugins: here = [] }: Taken, { plugins: there = [] }: Taken): string[] {
  return there.map(({ name }) => name).filter((name) => here.every((one) => one.name !== name));
}

function listGrantDifferences(now: Taken, before: Taken): string[] {
  const changed = grants.filter((grant) => isUnasked(now, grant) !== isUnasked(before, grant));
  return changed.map((grant) => (isUnasked(before, grant) ? `no --with ${grant}` : `--with ${grant}`));
}

function isUnasked({ coverage }: Taken, grant: string): boolean {
  return Object.values(coverage.facts).some(({ reason }) => reason === `needs --with ${grant}`);
}
