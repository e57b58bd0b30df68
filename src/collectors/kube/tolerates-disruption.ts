import * as z from 'zod/mini';

const text = z.optional(z.nullable(z.string()));
export const toleration = z.object({ key: text, operator: text, value: text, effect: text });

/** Whether a toleration matches karpenter.sh/disruption=disrupting:NoSchedule. Source: ToleratesTaint of k8s.io/api */
export function toleratesDisruption({ key, operator, value, effect }: z.infer<typeof toleration>): boolean {
  if (effect && effect !== 'NoSchedule') return false;
  if (!key) return operator === 'Exists';
  return key === 'karpenter.sh/disruption' && (operator === 'Exists' || value === 'disrupting');
}
