import type { Facts as OwnFacts } from '../../facts/facts.ts';

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

/** The value of each fact of eks-preflight, by its name. Checks receive them frozen. */
export type Facts = Frozen<OwnFacts>;

/** The name of a fact of eks-preflight. */
export type FactName = keyof Facts;
