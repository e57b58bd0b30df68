import type { Blocks, Phase } from '../../check.ts';
import type { Advice } from '../../syntax/advice.ts';
import type { Minor } from '../../syntax/versions.ts';
import type { FactName, Facts } from './facts.ts';
import type { Field, Flat } from './fields.ts';
import type { PluginFinding, Severity } from './finding.ts';

declare const itemOf: unique symbol;
declare const rowOf: unique symbol;

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
  /** Acceptable versions, best first; the first one that the API server serves is listed. */
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

/** A table of a plug-in, made with {@link defineTable}. */
export interface Table<Name extends string = string, Row = unknown> {
  readonly [rowOf]?: Row;
  readonly table: Name;
  readonly definition: TableDefinition<Name, Row>;
}

/** The definition of a table: data that may end at a Kubernetes version. */
export interface TableDefinition<Name extends string = string, Row = unknown> {
  /** The name of the table, in camel case. It is `<plug-in>/<name>` in reports. */
  name: Name;
  /** The last Kubernetes version in the table, `1.36`: beyond it, checks that read it are unknown. Default: no end. */
  knownThrough?: string | undefined;
  /** Plain JSON. */
  rows: readonly Row[];
}

/** A fact of eks-preflight by its name, or objects that the plug-in defines. */
export type Need = FactName | Objects;

/** An item of a fact of objects: `ItemOf<typeof budgets>`. */
export type ItemOf<Of extends Objects> = Of extends Objects<string, infer Item> ? Item : never;

/** A row of a table: `RowOf<typeof registries>`. */
export type RowOf<Of extends Table> = Of extends Table<string, infer Row> ? Row : never;

/** The rows of tables by their names: `RowsOf<typeof registries>`. */
export type RowsOf<Of extends Table> = { readonly [Each in Of as Each['table']]: readonly RowOf<Each>[] };

/** Facts by name, of eks-preflight and of the plug-in: `FactsOf<'nodes' | typeof budgets>`. */
export type FactsOf<Of extends Need> = Flat<
  Pick<Facts, Extract<Of, FactName>> & {
    readonly [Each in Extract<Of, Objects> as Each['objects']]: readonly ItemOf<Each>[];
  }
>;

/** The facts that `run` receives: those of `needs` are defined, those of `uses` may be undefined. */
export type Given<Needed extends Need, Used extends Need> = Flat<FactsOf<Needed> & Partial<FactsOf<Used>>>;

/** What a check of a plug-in receives besides its facts: `PluginContext<typeof registries>`. */
export interface PluginContext<Of extends Table = never> {
  /** The cluster, as EKS describes it. */
  readonly cluster: Facts['cluster'];
  /** The minor version of the control plane: 34 is Kubernetes 1.34. */
  readonly current: Minor;
  /** The minor version at the end of the path; `current` if no update is planned. */
  readonly target: Minor;
  /** `[current, ...each minor version of the path]`; only `current` if no update is planned. */
  readonly versions: readonly Minor[];
  /** The path of the Karpenter controller that serves the cluster, as release versions: `1.5.0`. */
  readonly karpenter: {
    /** Null: Karpenter is not installed, or no source shows its version. */
    readonly current: string | null;
    /** `current` if no update of Karpenter is planned. */
    readonly target: string | null;
    /** `[current, ...each version of the path]`; empty if `current` is null. */
    readonly versions: readonly string[];
  };
  /** The time for which the facts are judged, ISO 8601. */
  readonly now: string;
  /** Facts of `uses` that need a grant (`--with`) that was not requested. */
  readonly unasked: ReadonlySet<string>;
  /** The rows of the tables that the check declares, by name. */
  readonly tables: RowsOf<Of>;
}

/** A check of a plug-in: data and pure functions (`run`, and optionally `applies.when`). */
export interface PluginCheck<
  Needed extends Need = Need,
  Used extends Need = Need,
  Of extends Table = Table,
  Gate extends Need = Need,
  Worst extends Severity = Severity,
> {
  /** `PLUGIN/NAME`, in lower case with hyphens: `acme/foreign-images`. */
  id: string;
  /** What a finding means, in a few words. */
  title: string;
  /** The worst level that it may report. */
  severity: Worst;
  /** What the problem stops; a finding may have its own. */
  blocks: Blocks;
  /** When the fix belongs: `before` (the default) or `after` the update. A finding with `after` cannot fail. */
  phase?: Phase | undefined;
  /** Why it matters: Markdown. */
  why: string;
  /** What to do: imperative, {@link advice}. A finding may have its own. */
  fix: Advice;
  /** Sources, https. */
  links?: readonly string[] | undefined;
  /** Facts without which nothing can be judged: if one could not be read, the result is unknown. */
  needs: readonly Needed[];
  /**
   * Facts without which the rest can still be judged: a missing one is undefined, and adds an unknown finding unless it
   * needs a grant that was not requested.
   */
  uses?: readonly Used[] | undefined;
  /** Facts of `uses` that only warnings depend on: a missing one hides no failure. */
  warnsBy?: readonly NoInfer<Used>[] | undefined;
  /** Facts that are counted or joined: a list that changed while it was read adds an unknown finding. */
  counts?: readonly NoInfer<Needed | Used>[] | undefined;
  /** Tables that it reads: one that ends before the target adds an unknown finding. */
  tables?: readonly Of[] | undefined;
  /** Runs first, with its own facts. Returns the reason why the check does not apply to this cluster, or true. */
  applies?:
    | {
        needs: readonly Gate[];
        when(facts: FactsOf<Gate>, context: PluginContext<Of>): true | string;
      }
    | undefined;
  /** Pure: no clock, no files, no network. It receives nothing but its facts and the context. */
  run(
    facts: Given<Needed, Used>,
    context: PluginContext<Of>,
  ): Iterable<PluginFinding<NoInfer<Worst> | 'warn' | 'unknown'>>;
}

/** A check of a plug-in without the types of its facts. */
export type AnyPluginCheck = Omit<PluginCheck, 'run' | 'applies'> & {
  applies?: { needs: readonly Need[]; when(facts: never, context: never): true | string } | undefined;
  run(facts: never, context: never): Iterable<PluginFinding>;
};

/** The default export of a module, made with {@link definePlugin}. */
export interface Plugin {
  /** Lower case with hyphens; not an area of eks-preflight. IDs of its checks begin with it. */
  name: string;
  checks: readonly AnyPluginCheck[];
}

/** Returns the check unchanged; its types make reading an undeclared fact or table a compile error. */
export function defineCheck<
  const Needed extends Need,
  const Used extends Need = never,
  const Of extends Table = never,
  const Gate extends Need = never,
  const Worst extends Severity = Severity,
>(check: PluginCheck<Needed, Used, Of, Gate, Worst>): PluginCheck<Needed, Used, Of, Gate, Worst> {
  return check;
}

/** Defines objects of the cluster as a fact. Checks list it in `needs` or `uses`. */
export function defineObjects<const Name extends string, Item, const Kept extends Item = Item>(
  definition: ObjectsDefinition<Name, Item, Kept>,
): Objects<Name, Item> {
  return { objects: definition.name, definition };
}

/** Defines a table. Checks list it in `tables`. */
export function defineTable<const Name extends string, Row>(definition: TableDefinition<Name, Row>): Table<Name, Row> {
  return { table: definition.name, definition };
}

/** Defines a plug-in: the default export of the module in `--plugin`. Its checks determine its facts and tables. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
