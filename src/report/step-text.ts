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

/** What heads the first step where nothing stands in its way. */
export function updateTitle(update: NonNullable<At>): string {
  return `The update to ${stepText(update)}`;
}

/** The steps behind the first; empty where there are none. */
export function nextText(steps: readonly { component: NonNullable<At>['component']; to: string }[]): string {
  const next = steps.slice(1).map((step) => `${componentName(step)} ${step.to}`);
  return next.length === 0 ? '' : `Next, in this order: ${next.join(', ')}. Scan again before each.`;
}
