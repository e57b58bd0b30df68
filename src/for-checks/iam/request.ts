/** Stands for any text without a colon: in a resource for the name of any instance, in a value for any node pool's. */
export const anyText = '\u0000';

/** One request, as IAM sees it. */
export interface Request {
  /** `ec2:RunInstances` */
  action: string;
  /** An ARN, in which `anyText` may occur; `*` if the action supports no resources. */
  resource: string;
  /** Values by condition key, which is case-insensitive. No value: the key is not in the request. */
  context: Readonly<Record<string, readonly string[]>>;
  /** Prefixes of keys that are in the request only if the context has them: `aws:RequestTag/`. */
  complete?: readonly string[];
}

/** The values of a condition key; none: it is not in the request; undefined: unknown. */
export type ContextLookup = (key: string) => readonly string[] | undefined;

/** Key names are case-insensitive, including the tag keys within them. */
export function createContextLookup({ context, complete = [] }: Pick<Request, 'context' | 'complete'>): ContextLookup {
  const values = new Map(Object.entries(context).map(([key, list]) => [key.toLowerCase(), list]));
  const beginnings = complete.map((beginning) => beginning.toLowerCase());
  return (key) => {
    const name = key.toLowerCase();
    return values.get(name) ?? (beginnings.some((beginning) => name.startsWith(beginning)) ? [] : undefined);
  };
}
