import type { FactName, Facts } from './facts.ts';
import type { Field, Flat } from './plugin-fields.ts';

declare const itemOf: unique symbol;

/** The objects of one kind as a fact, made with {@link defineObjects}. */
export interface Objects<Name extends string = string, Item = unknown> {
  readonly [itemOf]?: Item;
  readonly objects: Name;
  readonly definition: ObjectsDefinition<Name, Item>;
}

/**
 * The objects to list, and the parts to keep of each.
 * @typeParam Kept the return type of `project`: an item, with literal types for its words
 */
export interface ObjectsDefinition<Name extends string = string, Item = unknown, Kept extends Item = Item> {
  /** The name of the fact, in camel case: `budgets`. It is `<plug-in>/budgets` in reports and inventories. */
  name: Name;
  /** The API group; empty for the core group. */
  group: string;
  /** Acceptable versions, in order of preference; the first one that the API server serves is listed. */
  versions: readonly string[];
  /** The resource as in the URL: `budgets`. */
  resource: string;
  /** Lists metadata only, which is smaller: `project` receives only `metadata`. */
  metadataOnly?: boolean | undefined;
  /** If the API server serves none of the versions: `unknown` (the default), or `empty` (no objects). */
  notServed?: 'empty' | 'unknown' | undefined;
  /** The shape of the items that `project` returns. Other fields are not kept. */
  schema: Field<Item>;
  /**
   * Converts an object to an item for checks; undefined drops it. If it throws, the whole fact is unreadable. Declare
   * the fields that it reads: `project: ({ spec }: KubernetesObject & { spec?: { limit?: number } }) => ...`.
   */
  project(object: KubernetesObject): Kept | undefined;
}

/** An object as the API server returns it, without `managedFields`. It is not validated. */
export interface KubernetesObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** An item of a fact of objects: `ItemOf<typeof budgets>`. */
export type ItemOf<Of extends Objects> = Of extends Objects<string, infer Item> ? Item : never;

/** A fact of eks-preflight by its name, or objects that the plug-in defines. */
export type Need = FactName | Objects;

/** @internal A fact that only built-in checks may read in a place. */
export type OwnFact = FactName;

/** Facts by name, of eks-preflight and of the plug-in: `FactsOf<'nodes' | typeof budgets>`. */
export type FactsOf<Of extends Need> = Flat<
  Pick<Facts, Extract<Of, FactName>> & {
    readonly [Each in Extract<Of, Objects> as Each['objects']]: readonly ItemOf<Each>[];
  }
>;

/** The facts that `run` receives: those of `needs` are defined, those of `uses` may be undefined. */
export type Given<Needed extends Need, Used extends Need = never> = Flat<FactsOf<Needed> & Partial<FactsOf<Used>>>;

/** Defines objects of the cluster as a fact. Checks list it in `needs` or `uses`. */
export function defineObjects<const Name extends string, Item, const Kept extends Item = Item>(
  definition: ObjectsDefinition<Name, Item, Kept>,
): Objects<Name, Item> {
  return { objects: definition.name, definition };
}
