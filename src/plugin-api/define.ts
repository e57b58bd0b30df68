import type { Advice } from '../languages/advice.ts';
import type { Blocks, Context, Evidence, Finding, Phase } from '../check.ts';
import type { FactName, Facts } from '../facts/facts.ts';
import type { Field } from './fields.ts';

declare const itemOf: unique symbol;
declare const rowOf: unique symbol;

/** Objects of a kind that the cluster serves, as a fact: {@link defineObjects} makes it. */
export interface Objects<Name extends string = string, Item = unknown> {
  readonly [itemOf]?: Item;
  readonly objects: Name;
  readonly definition: ObjectsDefinition<Name, Item>;
}

/** What to list, and what of each object to keep. */
export interface ObjectsDefinition<Name extends string = string, Item = unknown> {
  /** The name of the fact, in camel case: `budgets`. It is `<plug-in>/budgets` in reports and inventories. */
  name: Name;
  /** The API group; empty for the core group. */
  group: string;
  /** Acceptable versions, best first; the first one that the API server serves is listed. */
  versions: readonly string[];
  /** The resource as in the URL: `budgets`. */
  resource: string;
  /** Lists metadata only, which is smaller: `project` gets `metadata` and nothing else. */
  metadataOnly?: boolean;
  /** What it means that the API server serves none of the versions: no objects (`empty`), or unknown (the default). */
  notServed?: 'empty' | 'unknown';
  /** The shape of what `project` returns. Fields that it does not name are not kept. */
  schema: Field<Item>;
  /** Keeps of one object what checks read; undefined drops it. A throw makes the whole fact unreadable. */
  project(object: KubernetesObject): Item | undefined;
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
  knownThrough?: string;
  /** Plain JSON. */
  rows: readonly Row[];
}

/** A fact of eks-preflight by its name, or objects of the plug-in. */
export type Need = FactName | Objects;

/** The values of facts by the names that checks use. */
export type FactsOf<Of extends Need> = Pick<Facts, Extract<Of, FactName>> & {
  [Each in Extract<Of, Objects> as Each['objects']]: Each extends Objects<string, infer Item> ? readonly Item[] : never;
};
type Given<Needed extends Need, Used extends Need> = FactsOf<Needed> & Partial<FactsOf<Used>>;
/** The rows of tables by name. */
export type RowsOf<Of extends Table> = {
  [Each in Of as Each['table']]: Each extends Table<string, infer Row> ? readonly Row[] : never;
};

/** What a check of a plug-in knows beside its facts. */
export interface PluginContext<Of extends Table = never> extends Pick<
  Context,
  'cluster' | 'current' | 'target' | 'versions' | 'karpenter' | 'now'
> {
  /** Facts of `uses` that need a grant (`--with`) that was not requested. */
  unasked: ReadonlySet<string>;
  /** The rows of the tables that the check declares, by name. */
  tables: RowsOf<Of>;
}

/** A problem that a check of a plug-in found. `fact` of its evidence is a fact's name, or that of the plug-in's objects. */
export type PluginFinding = Omit<Finding, 'evidence' | 'remedy' | 'atKarpenter'> & {
  evidence?: readonly (Omit<Evidence, 'fact'> & { fact?: string })[];
};

/** A check of a plug-in: data and one pure function. */
export interface PluginCheck<
  Needed extends Need = Need,
  Used extends Need = Need,
  Of extends Table = Table,
  Gate extends Need = Need,
> {
  /** `<plug-in>/<noun of the failing state>`, in kebab case: `acme/foreign-images`. */
  id: string;
  /** What a finding means, in a few words. */
  title: string;
  /** The worst level that it may report. */
  severity: 'fail' | 'warn';
  /** What the problem stops; a finding may say otherwise. */
  blocks: Blocks;
  /** When the fix belongs; `before` unless told. `after` is never a fail. */
  phase?: Phase;
  /** Why it matters: Markdown. */
  why: string;
  /** What to do: imperative, {@link advice}. A finding may have its own. */
  fix: Advice;
  /** Sources, https. */
  links?: readonly string[];
  /** Facts without which nothing can be judged: one that could not be read makes the result unknown. */
  needs: readonly Needed[];
  /** Facts given as `value | undefined`: a missing one adds an unknown finding, the rest is still judged. */
  uses?: readonly Used[];
  /** Facts of `uses` that only warnings depend on: a missing one hides no failure. */
  warnsBy?: readonly Used[];
  /** Facts that are counted or joined: a list that changed while it was read adds an unknown finding. */
  counts?: readonly (Needed | Used)[];
  /** Tables that it reads: one that ends before the target adds an unknown finding. */
  tables?: readonly Of[];
  /** Judged first, on its own facts. A string is the reason why the check does not apply here: `skip`. */
  applies?: { needs: readonly Gate[]; when(facts: FactsOf<Gate>, context: PluginContext<Of>): true | string };
  /** Pure: no clock, no files, no network. It gets its facts and nothing else. */
  run(facts: Given<Needed, Used>, context: PluginContext<Of>): Iterable<PluginFinding>;
}

/** A check whose facts are no longer known to the type system, as a plug-in holds it. */
export type AnyPluginCheck = Omit<PluginCheck, 'run' | 'applies'> & {
  // eslint-disable-next-line
  applies?: { needs: readonly Need[]; when(facts: never, context: never): true | string };
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
>(check: PluginCheck<Needed, Used, Of, Gate>): PluginCheck<Needed, Used, Of, Gate> {
  return check;
}

/** Defines objects of the cluster as a fact, which checks name in `needs` or `uses`. */
export function defineObjects<const Name extends string, Item>(
  definition: ObjectsDefinition<Name, Item>,
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
