import { ownValue } from './own-value.ts';

/** Labels of an object. */
export type Labels = Readonly<Record<string, string>>;

/** A label selector of the API (meta/v1 LabelSelector); absent parts are empty. */
export interface LabelSelector {
  matchLabels: Labels;
  matchExpressions: readonly LabelRequirement[];
}

interface LabelRequirement {
  key: string;
  /** In, NotIn, Exists or DoesNotExist. */
  operator: string;
  values: readonly string[];
}

type Selects = (labels: Labels) => boolean;
const nothing: Selects = () => false;

/**
 * Creates a matcher with the semantics of the API server: all requirements must match; `{}` matches everything, null
 * and an invalid selector nothing.
 * Source: LabelSelectorAsSelector and labels.NewRequirement of k8s.io/apimachinery; the eviction API ignores a
 * PodDisruptionBudget with an invalid selector.
 */
export function createLabelMatcher(selector: LabelSelector | null): Selects {
  if (selector === null) return nothing;
  const equals = Object.entries(selector.matchLabels).map(([key, value]) => ({ key, operator: 'In', values: [value] }));
  const requirements = [...equals, ...selector.matchExpressions];
  if (!requirements.every(isValid)) return nothing;
  return (labels) => requirements.every((requirement) => isMet(requirement, labels));
}

/** NotIn matches an object without the key. */
function isMet({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value = ownValue(labels, key);
  if (operator === 'In') return value !== undefined && values.includes(value);
  if (operator === 'NotIn') return value === undefined || !values.includes(value);
  return operator === 'Exists' ? value !== undefined : value === undefined;
}

const name = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const prefix = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const longestPrefix = 253;

function isValid({ key, operator, values }: LabelRequirement): boolean {
  if (!isKey(key) || !values.every((value) => value === '' || name.test(value))) return false;
  if (operator === 'In' || operator === 'NotIn') return values.length > 0;
  return (operator === 'Exists' || operator === 'DoesNotExist') && values.length === 0;
}

function isKey(key: string): boolean {
  const [last = '', domain, ...more] = key.split('/').reverse();
  if (more.length > 0 || !name.test(last)) return false;
  return domain === undefined || (domain.length <= longestPrefix && prefix.test(domain));
}
