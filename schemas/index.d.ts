/** Written by `npm run generate` from src/api/. docs/own-checks/reference.md says what is promised. */

import type { FactName, Facts } from './facts.js';
export type { FactName, Facts };
import type { JudgeOptions, ScanOptions } from './options.js';
export type { JudgeOptions, ScanOptions };
import type { Entry, ErrorReport, Finding, Report, Result } from './report.js';
export type { Entry, ErrorReport, Finding, Report, Result };

/**
 * Makes advice from a template. The text of the template is Markdown. A string value becomes one line of plain text, a
 * command becomes code, and advice stays unchanged.
 */
export declare function advice(template: TemplateStringsArray, ...values: readonly (string | number | Command | Advice)[]): Advice;

/** A block of commands, in order. If one is withheld, all are: each may depend on those before it. */
export declare function commands(...lines: readonly Command[]): Advice;

/** Joins pieces of advice, in order. */
export declare function joinAdvice(parts: readonly Advice[], between: string): Advice;

/**
 * A JSON document as an argument: on one line if it is short, otherwise with line breaks between its outer values,
 * where the indentation of a report does no harm. Invisible characters and code fences are written as JSON escapes.
 */
export declare function json(value: unknown): JsonArgument;

/**
 * Makes a command from a template. The text of the template is shell; each value is quoted, alone or as part of a word
 * (`deployment/${name}`). After a flag, a value that begins with `-` becomes `--flag=VALUE`.
 * @returns a withheld command if a value contains a line break, an invisible character or a code fence, or begins with
 *   `-` without a flag before it; a list must not contain a word that begins with `-`, even after a flag
 * @throws Error if the template has a value inside quotes: `sh` quotes values itself
 */
export declare function sh(template: TemplateStringsArray, ...values: readonly CommandPart[]): Command;

/** Returns the check with its defaults; its types make reading an undeclared fact or table a compile error. */
export declare function defineCheck<
  const Needed extends Need,
  const Used extends Need = never,
  const Of extends Table = never,
  const Gate extends Need = never,
  const Worst extends Severity = Severity
>(check: PluginCheck<Needed, Used, Of, Gate, Worst>): PluginCheck<Needed, Used, Of, Gate, Worst> & Defaults;

/** Defines objects of the cluster as a fact. Checks list it in `needs` or `uses`. */
export declare function defineObjects<
  const Name extends string,
  Item,
  const Kept extends Item = Item
>(definition: ObjectsDefinition<Name, Item, Kept>): Objects<Name, Item>;

/** Defines a plug-in: the default export of the module in `--plugin`. Its checks determine its facts and tables. */
export declare function definePlugin(plugin: Plugin): Plugin;

/** Defines a table. Checks list it in `tables`. */
export declare function defineTable<
  const Name extends string,
  Row
>(definition: TableDefinition<Name, Row>): Table<Name, Row>;

/** Functions that make fields. The function for a string decides how `--redact` changes it before others see it. */
export declare const f: {
  /** Any string: `--redact` replaces it with a pseudonym of the kind. */
  name: (kind?: NameKind) => Field<string>;
  /** Any string: `--redact` keeps it if it is one of the words, and replaces it like a name otherwise. */
  word: (...words: readonly string[]) => Field<string>;
  /** One of the words; any other value makes the fact unreadable. */
  oneOf: <const Word extends string>(...words: readonly Word[]) => Field<Word>;
  /** A sentence: `--redact` removes it. */
  prose: () => Field<string>;
  /** A number; `--redact` keeps it. */
  number: () => Field<number>;
  /** True or false; `--redact` keeps it. */
  boolean: () => Field<boolean>;
  /** JSON of any shape: `--redact` treats each string and each key as a name. */
  json: (kind?: NameKind) => Field<unknown>;
  /** A list of values. */
  list: <Value>(of: Field<Value>) => Field<readonly Value[]>;
  /** A value or null. */
  nullable: <Value>(of: Field<Value>) => Field<Value | null>;
  /** A field of an object that may be missing. */
  optional: <Value>(of: Field<Value>) => OptionalField<Value>;
  /** A map with names as keys: labels, annotations. */
  record: <Value>(of: Field<Value>, keys?: NameKind) => Field<Readonly<Record<string, Value>>>;
  /** An object: other fields are not kept. */
  object: <const Of extends Fields>(fields: Of) => Field<ObjectOf<Of>>;
};

/** What a problem stops: the control plane's own update, nodes, running workloads, future deployments, Karpenter. */
export type Blocks = "control-plane" | "nodes" | "workloads" | "deployments" | "karpenter";

/** A check: data and pure functions (`run`, and optionally `applies.when`). */
export interface PluginCheck<
  Needed extends Need = Need,
  Used extends Need = Need,
  Of extends Table = Table,
  Gate extends Need = Need,
  Worst extends Severity = Severity
> {
  /** `PLUGIN/NAME`, in lower case with hyphens: `acme/foreign-images`. Of a built-in check: the path in `checks/`. */
  id: string;
  /** What a finding means, in a few words. */
  title: string;
  /** The worst level that it may report. */
  severity: Worst;
  /** What the problem stops; a finding may have its own. */
  blocks: Blocks;
  /** What else findings of level `fail` may stop: where a fact is missing, nothing of this is ready. */
  alsoBlocks?: readonly Blocks[] | undefined;
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
  applies?: {
    needs: readonly Gate[];
    when(facts: Given<Gate>, context: PluginContext<Of>): true | string;
  } | undefined;
  /** Pure: no clock, no files, no network. It receives nothing but its facts and the context. */
  run(facts: Given<Needed, Used>, context: PluginContext<Of>): Iterable<PluginFinding<NoInfer<Worst> | "warn" | "unknown">>;
}

/** What a check receives besides its facts: `PluginContext<typeof registries>`. It has no clock and reads no files. */
export interface PluginContext<Of extends Table = never> {
  /** The cluster, as EKS describes it. */
  readonly cluster: Facts["cluster"];
  /** The minor version of the control plane: 34 is Kubernetes 1.34. */
  readonly current: Minor;
  /** The minor version at the end of the path; `current` if no update is planned; lower for a rollback. */
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

/** What was seen, and what is required. */
export interface Evidence {
  /** `3 replicas`. */
  observed: string;
  /** What is required: `at least 4`. */
  required?: string | undefined;
  /** The object seen, if it is not the resource of the finding: a node of a node group. */
  resource?: string | undefined;
  /** The fact, or the objects of the plug-in, where it was seen. */
  fact?: string | undefined;
  /** `live`, or `table` if it is from a table. */
  source?: "live" | "table" | undefined;
}

/**
 * One problem of one resource, as a check reports it.
 * @typeParam Of its levels: a check of severity `warn` reports no `fail`
 */
export interface PluginFinding<Of extends Level = Level> {
  /** The level at version `at` if nothing changes until then; `unknown`: the data was read, but cannot be judged. */
  level: Of;
  resource: Resource;
  /** One line, present tense, with values, without the name of the resource. What to do is in `fix`. */
  message: string;
  /** The first minor version at which `level` applies: 34 is Kubernetes 1.34. If omitted, it applies today. */
  at?: Minor | undefined;
  /** The first minor version at which it warns, if that is before `at`. */
  since?: Minor | undefined;
  /** Distinguishes several problems of one resource; part of the fingerprint. Letters, digits, `.`, `_` and `-`. */
  rule?: string | undefined;
  evidence?: readonly Evidence[] | undefined;
  /** What to do, made with {@link advice}, instead of the fix of the check. */
  fix?: Advice | undefined;
  /** Sources, https. */
  links?: readonly string[] | undefined;
  /** What the problem stops, if not what the check declares. */
  blocks?: Blocks | undefined;
  /** When the fix belongs, if not when the check declares. A finding with `after` cannot fail. */
  phase?: Phase | undefined;
}

/** The level of a finding; `unknown`: the data was read, but cannot be judged. */
export type Level = Severity | "unknown";

/** When a fix belongs: before the update or after it. */
export type Phase = "before" | "after";

/** The object that a finding is about. */
export interface Resource {
  /** `Deployment`, `NodeGroup`. */
  kind: string;
  name: string;
  namespace?: string | undefined;
  apiVersion?: string | undefined;
  arn?: string | undefined;
  /** Shown after the name: `eu-west-1a`. */
  note?: string | undefined;
}

/** The worst level of a check's findings. */
export type Severity = "fail" | "warn";

/** What a name refers to: `ns` a namespace, `app` a workload or another object, `word` anything else. */
export type NameKind = (typeof nameKinds)[number];

/** What to do about a finding: Markdown with the commands in it. Only this module makes it; a string is not advice. */
export interface Advice {
  readonly [isAdvice]: true;
  /** Markdown. Each command is in a code span or a code block. */
  readonly text: string;
  /** The commands, ready to paste, in the order of the text. */
  readonly commands: readonly string[];
}

/**
 * A shell command, ready to paste: its values are quoted for a POSIX shell. Made with {@link sh}. If a value cannot be
 * quoted safely, `text` is undefined, and `withheld` says why.
 */
export type Command = {
  readonly [isCommand]: true;
} & ({
  readonly text: string;
  readonly withheld: undefined;
} | {
  readonly text: undefined;
  readonly withheld: string;
});

/** A value in a command: a word or a part of one, several words, a document, or what {@link sh} returns. */
export type CommandPart = string | number | readonly string[] | JsonArgument | Command;

/** A JSON document as one argument: quoted as a whole, on one or more lines. Made with {@link json}. */
export interface JsonArgument {
  readonly [isDocument]: true;
  readonly text: string;
}

/** Why something could not be read. All sources use these kinds; the engine and the reporters know no others. */
export type ReasonKind = "denied" | "absent" | "unreachable" | "time-out" | "truncated" | "unreadable" | "not-offered" | "inconsistent" | "stale" | "not-asked" | "usage";

/** The minor of a Kubernetes 1.x version, as a number: 1.34 is 34. Compare and subtract it as a number. */
export type Minor = number;

/** A check of a plug-in without the types of its facts. */
export type AnyPluginCheck = Omit<PluginCheck<Need, Need, Table>, "run" | "applies"> & {
  applies?: {
    needs: readonly Need[];
    when(facts: never, context: never): true | string;
  } | undefined;
  run(facts: never, context: never): Iterable<PluginFinding>;
};

/** The default export of a module, made with {@link definePlugin}. */
export interface Plugin {
  /** Lower case with hyphens; not an area of eks-preflight. IDs of its checks begin with it. */
  name: string;
  checks: readonly AnyPluginCheck[];
}

/**
 * The shape of a value of a fact, and how `--redact` changes its strings. Made with the functions of {@link f}.
 * @typeParam Value the TypeScript type of the value
 */
export interface Field<Value> {
  readonly [valueOf]?: Value;
  /** The field as data. */
  readonly field: FieldData;
}

/** A field as data. A string counts as a name unless it is a listed word (`word`, `one-of`) or a sentence (`prose`). */
export type FieldData = {
  is: "name";
  kind: NameKind;
} | {
  is: "word";
  words: readonly string[];
} | {
  is: "one-of";
  words: readonly string[];
} | {
  is: "prose" | "number" | "boolean";
} | {
  is: "json";
  kind: NameKind;
  keys?: readonly string[];
} | {
  is: "list" | "nullable" | "optional";
  of: FieldData;
} | {
  is: "record";
  keys: NameKind;
  of: FieldData;
} | {
  is: "object";
  fields: Readonly<Record<string, FieldData>>;
};

/** The fields of an object, by name. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** An intersection as one object type, for editors. */
export type Flat<Of> = { [Key in keyof Of]: Of[Key] } & {};

/** The value of an object of fields. */
export type ObjectOf<Of extends Fields> = Flat<{ readonly [Key in Exclude<keyof Of, OptionalKeys<Of>>]: ValueOf<Of[Key]> } & { readonly [Key in OptionalKeys<Of>]?: ValueOf<Of[Key]> | undefined }>;

/** An optional field of an object: it may be missing. */
export interface OptionalField<Value> extends Field<Value> {
  readonly isOptional: true;
}

/** The value of a field: `ValueOf<typeof budget>`. */
export type ValueOf<Of> = Of extends Field<infer Value> ? Value : never;

/** Facts by name, of eks-preflight and of the plug-in: `FactsOf<'nodes' | typeof budgets>`. */
export type FactsOf<Of extends Need> = Flat<Pick<Facts, Extract<Of, FactName>> & { readonly [Each in Extract<Of, Objects> as Each["objects"]]: readonly ItemOf<Each>[] }>;

/** The facts that `run` receives: those of `needs` are defined, those of `uses` may be undefined. */
export type Given<
  Needed extends Need,
  Used extends Need = never
> = Flat<FactsOf<Needed> & Partial<FactsOf<Used>>>;

/** An item of a fact of objects: `ItemOf<typeof budgets>`. */
export type ItemOf<Of extends Objects> = Of extends Objects<string, infer Item> ? Item : never;

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

/** A fact of eks-preflight by its name, or objects that the plug-in defines. */
export type Need = FactName | Objects;

/** The objects of one kind as a fact, made with {@link defineObjects}. */
export interface Objects<
  Name extends string = string,
  Item = unknown
> {
  readonly [itemOf]?: Item;
  readonly objects: Name;
  readonly definition: ObjectsDefinition<Name, Item>;
}

/**
 * The objects to list, and the parts to keep of each.
 * @typeParam Kept the return type of `project`: an item, with literal types for its words
 */
export interface ObjectsDefinition<
  Name extends string = string,
  Item = unknown,
  Kept extends Item = Item
> {
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
  notServed?: "empty" | "unknown" | undefined;
  /** The shape of the items that `project` returns. Other fields are not kept. */
  schema: Field<Item>;
  /**
   * Converts an object to an item for checks; undefined drops it. If it throws, the whole fact is unreadable. Declare
   * the fields that it reads: `project: ({ spec }: KubernetesObject & { spec?: { limit?: number } }) => ...`.
   */
  project(object: KubernetesObject): Kept | undefined;
}

/** A row of a table: `RowOf<typeof registries>`. */
export type RowOf<Of extends Table> = Of extends Table<string, infer Row> ? Row : never;

/** The rows of tables by their names: `RowsOf<typeof registries>`. */
export type RowsOf<Of extends Table> = { readonly [Each in Of as Each extends Table ? Each["table"] : never]: Each extends Table ? readonly RowOf<Each>[] : never };

/** A table of a plug-in, made with {@link defineTable}. */
export interface Table<
  Name extends string = string,
  Row = unknown
> {
  readonly [rowOf]?: Row;
  readonly table: Name;
  readonly definition: TableDefinition<Name, Row>;
}

/** The definition of a table: data that may end at a Kubernetes version. */
export interface TableDefinition<
  Name extends string = string,
  Row = unknown
> {
  /** The name of the table, in camel case. It is `<plug-in>/<name>` in reports. */
  name: Name;
  /** The last Kubernetes version in the table, `1.36`: beyond it, checks that read it are unknown. Default: no end. */
  knownThrough?: string | undefined;
  /** Plain JSON. */
  rows: readonly Row[];
}

/** What `scan` and `judge` reject with if they cannot run; `message` is that of the reason. */
export interface ScanError extends Error {
  readonly reason: {
    /** `usage`: an option or a file is wrong; the other kinds say why the cluster or the account could not be read. */
    readonly kind: ReasonKind;
    /** One line. */
    readonly message: string;
    /** What to do. */
    readonly hint?: string | undefined;
  };
}

/** What a program passes besides options. */
export interface ProgramEnvironment {
  /** Ends the scan early: facts that were not read by then are unknown. */
  readonly signal?: AbortSignal | undefined;
  /** The folder from which plug-ins are looked up; by default, the current working directory. */
  readonly cwd?: string | undefined;
  /** Receives what the command writes to stderr; each text ends with a line feed. */
  readonly log?: ((text: string) => void) | undefined;
}

/**
 * Reads and judges a live cluster, as `eks-preflight scan` does, with the AWS credentials of the process. Neither
 * environment variables nor a config file set options.
 * @returns the report; a blocker is not an error: `report.exitCode` is the exit code of the command
 * @throws {@link ScanError} if the scan cannot run
 */
export declare function scan(options: ScanOptions, environment?: ProgramEnvironment): Promise<Report>;

/**
 * Judges an inventory, as `eks-preflight scan --inventory` does.
 * @param inventory the output of `--save-inventory`: the text of the file, or its parsed JSON
 * @throws {@link ScanError} if it is not an inventory, or an option is wrong
 */
export declare function judge(inventory: string | object, options?: JudgeOptions, environment?: ProgramEnvironment): Promise<Report>;

/** The fields of a check that {@link defineCheck} sets if they are omitted. */
interface Defaults {
  phase: Phase;
  links: readonly string[];
}

/**
 * The kinds of names. The pseudonym of a name begins with its kind. Account ids, ARNs, AWS ids and addresses are
 * recognized by their shape in any string; the rest of the string gets a pseudonym of this kind. `group`: a node group,
 * a NodePool, a node class; `host`: an address, a host, an API group; `label`: a label's key or value; `word`: anything
 * else.
 */
declare const nameKinds: readonly ["cluster", "node", "group", "ns", "app", "image", "label", "role", "user", "host", "id", "word"];

declare const isAdvice: unique symbol;

declare const isCommand: unique symbol;

declare const isDocument: unique symbol;

declare const valueOf: unique symbol;

type OptionalKeys<Of extends Fields> = { [Key in keyof Of]: Of[Key] extends OptionalField<unknown> ? Key : never }[keyof Of];

declare const itemOf: unique symbol;

declare const rowOf: unique symbol;

export {};
