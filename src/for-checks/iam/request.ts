/** Stands for any text without a colon: in a resource, the ID of any instance; in a value, the name of any NodePool. */
export const anyText = '\u0000';

/** A request, as IAM evaluates it. */
export interface Request {
  /** `ec2:RunInstances` */
  action: string;
  /** An ARN, which may contain `anyText`; `*` if the action has no resource types. */
  resource: string;
  /** Values by condition key, which is case-insensitive. An empty list: the request lacks the key. */
  context: Readonly<Record<string, readonly string[]>>;
  /** Prefixes of keys that the request has only if they are in `context`: `aws:RequestTag/`. */
  complete?: readonly string[];
}

/** The values of a condition key; empty: the request lacks it; undefined: unknown. */
export type ContextLookup = (key: string) => readonly string[] | undefined;

/** Returns a case-insensitive lookup; tag keys within condition keys are also case-insensitive. */
export function createContextLookup({ context, complete = [] }: Pick<Request, 'context' | 'complete'>): ContextLookup {
  const values = new Map(Object.entries(context).map(([key, list]) => [key.toLowerCase(), list]));
  const beginnings = complete.map((beginning) => beginning.toLowerCase());
  return (key) => {
    const name = key.toLowerCase();
    return values.get(name) ?? (beginnings.some((beginning) => name.startsWith(beginning)) ? [] : undefined);
  };
}
