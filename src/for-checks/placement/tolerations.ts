import type { NodeTaint, Placement } from '../../facts/pod-templates.ts';
import { toInteger } from './requirement.ts';

/** A toleration of a pod template. */
export type Toleration = NonNullable<Placement['tolerations']>[number];

/** The effects that keep pods from a node. */
const filtering = ['NoSchedule', 'NoExecute'];

/** Whether a taint keeps pods from a node unless they tolerate it. */
export function isFiltering({ effect }: NodeTaint): boolean {
  return filtering.includes(effect);
}

/**
 * Whether a toleration fits a taint. Undefined if it does where the API server has the alpha feature of numeric operators.
 * Source: ToleratesTaint of k8s.io/api 1.34 and 1.37
 */
export function tolerates({ key, operator, value, effect }: Toleration, taint: NodeTaint): boolean | undefined {
  if (effect !== null && effect !== '' && effect !== taint.effect) return false;
  if (key !== null && key !== '' && key !== taint.key) return false;
  if (operator === 'Exists') return true;
  const [own, other] = [value ?? '', taint.value ?? ''];
  if (operator === 'Equal' || operator === '') return own === other;
  if (operator === 'Lt' || operator === 'Gt') return compare(operator, own, other) ? undefined : false;
  return undefined;
}

function compare(operator: 'Lt' | 'Gt', own: string, other: string): boolean {
  const [limit, number] = [toDecimal(own), toDecimal(other)];
  if (limit === undefined || number === undefined) return false;
  return operator === 'Lt' ? number < limit : number > limit;
}

/** Without zeros before the number, and without a plus. */
function toDecimal(text: string): bigint | undefined {
  return /^(?:0|-?[1-9]\d*)$/.test(text) ? toInteger(text) : undefined;
}

/** Whether tolerations fit every taint that keeps pods from nodes, also an unknown one. */
export function toleratesAll(tolerations: readonly Toleration[]): boolean {
  return filtering.every((effect) =>
    tolerations.some(
      (one) =>
        !one.key && one.operator === 'Exists' && (one.effect === null || one.effect === '' || one.effect === effect),
    ),
  );
}
