import type { JointStep } from '../../karpenter/path.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { parseMinor, type Minor } from '../../syntax/versions.ts';
import { stages, type Draft } from './draft.ts';

/**
 * The update of the control plane that a step belongs to, counted from 0: an update of Karpenter belongs to the next
 * update of the control plane, or to the last one if none follows. Null, and a step off the path, belong to the first.
 */
export function findHop(at: ReportedFinding['at'], steps: readonly Pick<JointStep, 'component' | 'to'>[]): number {
  const index = steps.findIndex((step) => step.component === at?.component && step.to === at.version);
  const last = Math.max(0, steps.filter(({ component }) => component === 'kubernetes').length - 1);
  const before = steps.slice(0, Math.max(0, index)).filter(({ component }) => component === 'kubernetes').length;
  return Math.min(before, last);
}

/** Where a task stands that is done while the control plane is at a version: before the first update, or after one. */
export function placeAt(version: Minor, versions: readonly Minor[]): { hop: number; isBefore: boolean } {
  const index = versions.indexOf(version);
  return index <= 0 ? { hop: 0, isBefore: true } : { hop: index - 1, isBefore: false };
}

/** Sorts tasks: by the update that they belong to, the stage, the rank, then the id. */
export function byPlace(a: Draft, b: Draft): number {
  return (
    a.hop - b.hop ||
    stages.indexOf(a.stage) - stages.indexOf(b.stage) ||
    a.rank - b.rank ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

/** The step of the control plane that ends an update of the path; null if there is none. */
export function stepAt(version: Minor | undefined, format: (minor: Minor) => string): Draft['at'] {
  return version === undefined ? null : { component: 'kubernetes', version: format(version) };
}

/** The minor version of a step of the control plane. */
export function findMinor(at: ReportedFinding['at']): Minor | undefined {
  return at?.component === 'kubernetes' ? parseMinor(at.version) : undefined;
}
