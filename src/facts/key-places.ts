/** Where an object uses a key of Karpenter. `required`: a pod cannot run where the rule is not met. */
export const keyPlaces = [
  'annotation',
  'label',
  'taint',
  'toleration',
  'node selector',
  'required node affinity',
  'preferred node affinity',
  'required pod affinity',
  'preferred pod affinity',
  'required pod anti-affinity',
  'preferred pod anti-affinity',
  'required topology spread',
  'preferred topology spread',
] as const;
export type KeyPlace = (typeof keyPlaces)[number];
