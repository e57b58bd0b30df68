import type { ReportedFinding } from '../judge/result.ts';
import { isRollbackPath } from '../judge/direction.ts';

type At = ReportedFinding['at'];

/** The display name of a component. */
export function componentName({ component }: Pick<NonNullable<At>, 'component'>): string {
  return component === 'karpenter' ? 'Karpenter' : 'Kubernetes';
}

/** A version as text for people: `1.34`, `Karpenter 1.8.1`. */
export function stepText({ component, version }: NonNullable<At>): string {
  return component === 'karpenter' ? `Karpenter ${version}` : version;
}

/** A version, or `now` for today. */
export function stepOrNow(at: At): string {
  return at === null ? 'now' : stepText(at);
}

/** When something happens: `now`, `at 1.34`. */
export function whenText(at: At): string {
  return at === null ? 'now' : `at ${stepText(at)}`;
}

/**
 * The version, or `now`, for a column. Omits the component: Karpenter versions have three parts, Kubernetes versions
 * two.
 */
export function bareWhen(at: At): string {
  return at?.version ?? 'now';
}

/** What happens to the control plane on the path. */
export function changeWord(steps: Parameters<typeof isRollbackPath>[0]): 'rollback' | 'update' {
  return isRollbackPath(steps) ? 'rollback' : 'update';
}
