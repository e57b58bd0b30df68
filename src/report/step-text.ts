import type { ReportedFinding } from '../judge/result.ts';

type At = ReportedFinding['at'];

/** What moves, by its name. */
export function componentName({ component }: Pick<NonNullable<At>, 'component'>): string {
  return component === 'karpenter' ? 'Karpenter' : 'Kubernetes';
}

/** A version as one says it: `1.34`, `Karpenter 1.8.1`. */
export function stepText({ component, version }: NonNullable<At>): string {
  return component === 'karpenter' ? `Karpenter ${version}` : version;
}

/** The same of a step that may be today: `now`, `1.34`. */
export function stepOrNow(at: At): string {
  return at === null ? 'now' : stepText(at);
}

/** When something happens: `now`, `at 1.34`. */
export function whenText(at: At): string {
  return at === null ? 'now' : `at ${stepText(at)}`;
}

/** The same for a column. Versions of Karpenter have three parts and those of Kubernetes two: here they need no name. */
export function bareWhen(at: At): string {
  return at?.version ?? 'now';
}
