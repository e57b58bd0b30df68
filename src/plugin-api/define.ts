import type { Blocks, Phase } from '../check.ts';
import type { Advice } from '../languages/advice.ts';
import type { Minor } from '../languages/versions.ts';
import type { FactName, Facts } from './facts.ts';
import type { Field, Flat } from './fields.ts';
import type { PluginFinding, Severity } from './finding.ts';

declare const itemOf: unique symbol;
declare const rowOf: unique symbol;

/** Objects of a kind that the cluster serves, as a fact: {@link defineObjects} makes it. */
export interface Objects<Name extends string = string, Item = unknown> {
  readonly [itemOf]?: Item;
  readonly objects: Name;
  readonly definition: ObjectsDefinition<Name, Item>;
}

/**
 * What to list, and what of each object to keep.
 * @typeParam Kept what `project` returns: an item, with the words of its texts
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
  /** Lists metadata only, which is smaller: `project` gets `metadata` and nothing else. */
  metadataOnly?: boolean | undefined;
  /** What it means that the API server serves none of the versions: no objects (`empty`), or unknown (the default). */
  notServed?: 'empty' | 'unknown' | undefined;
  /** The shape of what `project` returns. Fields that it does not name are not kept. */
  schema: Field<Item>;
  /**
   * Keeps of one object what checks read; undefined drops it. A throw makes the whole fact unreadable. Its parameter may name
   * the fields that it reads: `project: ({ metadata, spec }: KubernetesObject & { spec?: { limit?: number } }) => ...`.
   */
  project(object: KubernetesObject): Kept | undefined;
}

/** An object as the API server sends it, without `managedFields`. Nothing but the metadata has been looked at. */
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

/** Rows that change with time: {@link defineTable} makes it. */
export interface Table<Name extends string = string, Row = unknown> {
  readonly [rowOf]?: Row;
  readonly table: Name;
  readonly definition: TableDefinition<Name, Row>;
}

/** Dated data of a plug-in. */
export interface TableDefinition<Name extends string = string, Row = unknown> {
  /** The name of the table, in camel case. It is `<plug-in>/<name>` in reports. */
  name: Name;
  /** The last Kubernetes version that the rows cover, `1.36`: beyond it, checks that read the table are unknown. Left out: it does not end. */
  knownThrough?: string | undefined;
  /** Plain JSON. */
  rows: readonly Row[];
}

/** A fact of eks-preflight by its name, or objects of the plug-in. */
export type Need = FactName | Objects;

/** What is kept of one of the objects: `ItemOf<typeof budgets>`. */
export type ItemOf<Of extends Objects> = Of extends Objects<string, infer Item> ? Item : never;

/** A row of a table: `RowOf<typeof registries>`. */
export type RowOf<Of extends Table> = Of extends Table<string, infer Row> ? Row : never;

/** The rows of tables by their names: `RowsOf<typeof registries>`. */
export type RowsOf<Of extends Table> = { readonly [Each in Of as Each['table']]: readonly RowOf<Each>[] };

/** Facts by name, those of eks-preflight and objects of the plug-in: `FactsOf<'nodes' | typeof budgets>`. */
export type FactsOf<Of extends Need> = Flat<
  Pick<Facts, Extract<Of, FactName>> & {
    readonly [Each in Extract<Of, Objects> as Each['objects']]: readonly ItemOf<Each>[];
  }
>;

/** What `run` gets: facts of `needs` are there, those of `uses` may be undefined. */
export type Given<Needed extends Need, Used extends Need> = Flat<FactsOf<Needed> & Partial<FactsOf<Used>>>;

/** What a check of a plug-in knows beside its facts: `PluginContext<typeof registries>`. */
export interface PluginContext<Of extends Table = never> {
  /** The cluster, as EKS describes it. */
  readonly cluster: Facts['cluster'];
  /** The control plane's minor today: 34 is Kubernetes 1.34. */
  readonly current: Minor;
  /** The minor at the end of the path; `current` where no update is planned. */
  readonly target: Minor;
  /** `[current, ...each minor of the path]`; only `current` where no update is planned. */
  readonly versions: readonly Minor[];
  /** The path of the Karpenter that serves the cluster. Versions are of releases: `1.5.0`. */
  readonly karpenter: {
    /** Null: Karpenter is not installed, or no source tells its version. */
    readonly current: string | null;
    /** Equal to `current` where no update of it is planned. */
    readonly target: string | null;
    /** `[current, ...each stop of the path]`; empty where `current` is null. */
    readonly versions: readonly string[];
  };
  /** The moment the facts are judged at, ISO 8601. */
  readonly now: string;
  /** Facts of `uses` that need a grant (`--with`) that was not requested. */
  readonly unasked: ReadonlySet<string>;
  /** The rows of the tables that the check declares, by name. */
  readonly tables: RowsOf<Of>;
}

/** A check of a plug-in: data and one pure function. */
export interface PluginCheck<
  Needed extends Need = Need,
  Used extends Need = Need,
  Of extends Table = Table,
  Gate extends Need = Need,
  Worst extends Severity = Severity,
> {
  /** `<plug-in>/<noun of the failing state>`, in kebab case: `acme/foreign-images`. */
  id: string;
  /** What a finding means, in a few words. */
  title: string;
  /** The worst level that it may report. */
  severity: Worst;
  /** What the problem stops; a finding may say otherwise. */
  blocks: Blocks;
  /** When the fix belongs; `before` unless told. `after` is never a fail. */
  phase?: Phase | undefined;
  /** Why it matters: Markdown. */
  why: string;
  /** What to do: imperative, {@link advice}. A finding may have its own. */
  fix: Advice;
  /** Sources, https. */
  links?: readonly string[] | undefined;
  /** Facts without which nothing can be judged: one that could not be read makes the result unknown. */
  needs: readonly Needed[];
  /** Facts given as `value | undefined`: a missing one adds an unknown finding, the rest is still judged. */
  uses?: readonly Used[] | undefined;
  /** Facts of `uses` that only warnings depend on: a missing one hides no failure. */
  warnsBy?: readonly NoInfer<Used>[] | undefined;
  /** Facts that are counted or joined: a list that changed while it was read adds an unknown finding. */
  counts?: readonly NoInfer<Needed | Used>[] | undefined;
  /** Tables that it reads: one that ends before the target adds an unknown finding. */
  tables?: readonly Of[] | undefined;
  /** Judged first, on its own facts. A string is the reason why the check does not apply here: `skip`. */
  applies?:
    | {
        needs: readonly Gate[];
        when(facts: FactsOf<Gate>, context: PluginContext<Of>): true | string;
      }
    | undefined;
  /** Pure: no clock, no files, no network. It gets its facts and nothing else. */
  run(
    facts: Given<Needed, Used>,
    context: PluginContext<Of>,
  ): Iterable<PluginFinding<NoInfer<Worst> | 'warn' | 'unknown'>>;
}

/** A check whose facts are no longer known to the type system, as a plug-in holds it. */
export type AnyPluginCheck = Omit<PluginCheck, 'run' | 'applies'> & {
  applies?: { needs: readonly Need[]; when(facts: never, context: never): true | string } | undefined;
  run(facts: never, context: never): Iterable<PluginFinding>;
};

/** What a module exports as its default: {@link definePlugin} makes it. */
export interface Plugin {
  /** Kebab case; no area of eks-preflight. Ids of its checks begin with it. */
  name: string;
  checks: readonly AnyPluginCheck[];
}

/** Defines a check. Identity, for inference: reading a fact or a table that is not declared does not compile. */
export function defineCheck<
  const Needed extends Need,
  const Used extends Need = never,
  const Of extends Table = never,
  const Gate extends Need = never,
  const Worst extends Severity = Severity,
>(check: PluginCheck<Needed, Used, Of, Gate, Worst>): PluginCheck<Needed, Used, Of, Gate, Worst> {
  return check;
}

/** Defines objects of the cluster as a fact, which checks name in `needs` or `uses`. */
export function defineObjects<const Name extends string, Item, const Kept extends Item = Item>(
  definition: ObjectsDefinition<Name, Item, Kept>,
): Objects<Name, Item> {
  return { objects: definition.name, definition };
}

/** Defines a table, which checks name in `tables`. */
export function defineTable<const Name extends string, Row>(definition: TableDefinition<Name, Row>): Table<Name, Row> {
  return { table: definition.name, definition };
}

/** Defines a plug-in: the default export of the module that `--plugin` names. Its facts and tables are those that its checks name. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}
