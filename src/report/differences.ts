import { grants } from '../facts/grants.ts';
import { counted } from '../languages/english.ts';
import type { Report } from './schema.ts';

/** What tells how a report was taken. */
export type Taken = Pick<Report, 'target' | 'karpenter' | 'results' | 'coverage'>;

/**
 * How an older report was taken, where that differs: with other targets, other checks, other grants. What it did not judge is new
 * in the newer one.
 */
export function differencesOf(now: Taken, before: Taken): string[] {
  return [
    ...(before.target === now.target ? [] : [`target ${before.target}`]),
    ...karpenterTargets(before)
      .filter((target) => !karpenterTargets(now).includes(target))
      .map((target) => `Karpenter target ${target}`),
    ...selectionOf(now, before),
    ...grantsOf(now, before),
  ];
}

function karpenterTargets({ karpenter }: Taken): string[] {
  return karpenter.flatMap(({ target }) => target ?? []);
}

function selectionOf(now: Taken, before: Taken): string[] {
  const [here, there] = [selectedIds(now), selectedIds(before)];
  const isSame = here.size === there.size && [...here].every((id) => there.has(id));
  return isSame ? [] : [`${there.size} of ${counted(before.results.length, 'check')}`];
}

function selectedIds({ results }: Taken): Set<string> {
  return new Set(results.filter(({ skipped }) => skipped !== 'not-selected').map(({ id }) => id));
}

function grantsOf(now: Taken, before: Taken): string[] {
  const changed = grants.filter((grant) => isUnasked(now, grant) !== isUnasked(before, grant));
  return changed.map((grant) => (isUnasked(before, grant) ? `no --with ${grant}` : `--with ${grant}`));
}

function isUnasked({ coverage }: Taken, grant: string): boolean {
  return Object.values(coverage.facts).some(({ reason }) => reason === `needs --with ${grant}`);
}
