/** Written by `npm run generate` from src/. docs/own-checks.md says what is promised. */

import type { FactName, Facts } from './facts.js';
export type { FactName, Facts };
import type { JudgeOptions, ScanOptions } from './options.js';
export type { JudgeOptions, ScanOptions };
import type { Entry, ErrorReport, Finding, Report, Result } from './report.js';
export type { Entry, ErrorReport, Finding, Report, Result };

/**
 * Makes advice of a template: its own text is Markdown, a text among the values is somebody else's words and becomes one
 * line that is no Markdown, a command becomes code, advice stays as it is.
 */
export declare function advice(template: TemplateStringsArray, ...values: readonly (string | number | Command | Advice)[]): Advice;

/** A block of commands, one after the other: all of them, or none where one is withheld, since they build upon each other. */
export declare function commands(...lines: readonly Command[]): Advice;

/** Pieces of advice, one after the other. */
export declare function joinAdvice(parts: readonly Advice[], between: string): Advice;

/**
 * A JSON document as an argument: on one line where it is short, else broken at its outer levels. White space between
 * tokens means nothing to JSON, so it can be pasted from an indented report, which a here-document could not. Invisible
 * characters and code fences are written as escapes of JSON.
 */
export declare function json(value: unknown): JsonArgument;

/**
 * Makes a command of a template: its own text is shell, each value is quoted where it stands, alone or as part of a word
 * (`deployment/${name}`). A value that begins a word with `-` becomes `--flag=VALUE` behind a flag.
 * @returns a withheld command where a value holds a line break, a control character or a code fence, or begins with `-`
 *   where no flag stands before it
 * @throws Error where the template puts a value inside quotes: the whole argument has to be the value
 */
export declare function sh(template: TemplateStringsArray, ...values: readonly CommandPart[]): Command;

/** Defines a check. Identity, for inference: reading a fact or a table that is not declared does not compile. */
export declare function defineCheck<
  const Needed extends Need,
  const Used extends Need = never,
  const Of extends Table = never,
  const Gate extends Need = never,
  const Worst extends Severity = Severity
>(check: PluginCheck<Needed, Used, Of, Gate, Worst>): PluginCheck<Needed, Used, Of, Gate, Worst>;

/** Defines objects of the cluster as a fact, which checks name in `needs` or `uses`. */
export declare function defineObjects<
  const Name extends string,
  Item,
  const Kept extends Item = Item
>(definition: ObjectsDefinition<Name, Item, Kept>): Objects<Name, Item>;

/** Defines a plug-in: the default export of the module that `--plugin` names. Its facts and tables are those that its checks name. */
export declare function definePlugin(plugin: Plugin): Plugin;

/** Defines a table, which checks name in `tables`. */
export declare function defineTable<
  const Name extends string,
  Row
>(definition: TableDefinition<Name, Row>): Table<Name, Row>;

/** Fields of facts. Every text says what it is, because inventories are shared: what is not listed is redacted. */
export declare const f: {
  /** A text that the owner chose: `--redact` replaces it by a pseudonym of the kind. */
  name: (kind?: NameKind) => Field<string>;
  /** A text that is kept if it is one of the words, and redacted like a name otherwise. */
  word: (...words: readonly string[]) => Field<string>;
  /** One of the words; another text makes the fact unreadable. */
  oneOf: <const Word extends string>(...words: readonly Word[]) => Field<Word>;
  /** A sentence: `--redact` keeps only words that everybody uses. */
  prose: () => Field<string>;
  /** A number; `--redact` keeps it. */
  number: () => Field<number>;
  /** True or false; `--redact` keeps it. */
  boolean: () => Field<boolean>;
  /** JSON of any shape: each text and each key in it is a name. */
  json: (kind?: NameKind) => Field<unknown>;
  /** A list of such values. */
  list: <Value>(of: Field<Value>) => Field<readonly Value[]>;
  /** Such a value or null. */
  nullable: <Value>(of: Field<Value>) => Field<Value | null>;
  /** A field of an object that may be missing. */
  optional: <Value>(of: Field<Value>) => OptionalField<Value>;
  /** A map with names as keys: labels, annotations. */
  record: <Value>(of: Field<Value>, keys?: NameKind) => Field<Readonly<Record<string, Value>>>;
  /** An object: what it does not name is not kept. */
  object: <const Of extends Fields>(fields: Of) => Field<ObjectOf<Of>>;
};

/** What a problem stops: the control plane's own update, nodes, running workloads, future deployments, Karpenter. */
export type Blocks = "control-plane" | "nodes" | "workloads" | "delivery" | "karpenter";

/** When a fix belongs: before the update or after it. */
export type Phase = "before" | "after";

/** What a name is of: `ns` a namespace, `app` a workload or another object, `word` anything else. */
export type NameKind = (typeof nameKinds)[number];

/** What to do about a finding: Markdown with the commands in it. Made with {@link advice}: no text is one. */
export interface Advice {
  readonly [isAdvice]: true;
  /** Markdown. Commands stand in it as code, a line or a block each. */
  readonly text: string;
  /** The commands, as they can be pasted, in the order of the text. */
  readonly commands: readonly string[];
}

/**
 * A shell command that can be pasted: its words from outside are quoted for a POSIX shell. Made with {@link sh} alone.
 * Where a value cannot stand in a command safely, `withheld` says why and there is no text.
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

/** What a command may be made of: a word or part of one, several words, a document, a piece made by {@link sh} itself. */
export type CommandPart = string | number | readonly string[] | JsonArgument | Command;

/** A JSON document as one argument: quoted as a whole, on as many lines as it needs. Made by {@link json} alone. */
export interface JsonArgument {
  readonly [isDocument]: true;
  readonly text: string;
}

/** Why something could not be read. One kind for every source, so that the engine and the reporters know only this. */
export type ReasonKind = "denied" | "absent" | "unreachable" | "time-out" | "truncated" | "unreadable" | "not-offered" | "inconsistent" | "stale" | "not-asked" | "usage";

/** The minor of a Kubernetes 1.x version, as a number: 1.34 is 34. Compare and subtract it as a number. */
export type Minor = number;

/** A check whose facts are no longer known to the type system, as a plug-in holds it. */
export type AnyPluginCheck = Omit<PluginCheck, "run" | "applies"> & {
  applies?: {
    needs: readonly Need[];
    when(facts: never, context: never): true | string;
  } | undefined;
  run(facts: never, context: never): Iterable<PluginFinding>;
};

/** Facts by name, those of eks-preflight and objects of the plug-in: `FactsOf<'nodes' | typeof budgets>`. */
export type FactsOf<Of extends Need> = Flat<Pick<Facts, Extract<Of, FactName>> & { readonly [Each in Extract<Of, Objects> as Each["objects"]]: readonly ItemOf<Each>[] }>;

/** What `run` gets: facts of `needs` are there, those of `uses` may be undefined. */
export type Given<
  Needed extends Need,
  Used extends Need
> = Flat<FactsOf<Needed> & Partial<FactsOf<Used>>>;

/** What is kept of one of the objects: `ItemOf<typeof budgets>`. */
export type ItemOf<Of extends Objects> = Of extends Objects<string, infer Item> ? Item : never;

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

/** A fact of eks-preflight by its name, or objects of the plug-in. */
export type Need = FactName | Objects;

/** Objects of a kind that the cluster serves, as a fact: {@link defineObjects} makes it. */
export interface Objects<
  Name extends string = string,
  Item = unknown
> {
  readonly [itemOf]?: Item;
  readonly objects: Name;
  readonly definition: ObjectsDefinition<Name, Item>;
}

/**
 * What to list, and what of each object to keep.
 * @typeParam Kept what `project` returns: an item, with the words of its texts
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
  /** Acceptable versions, best first; the first one that the API server serves is listed. */
  versions: readonly string[];
  /** The resource as in the URL: `budgets`. */
  resource: string;
  /** Lists metadata only, which is smaller: `project` gets `metadata` and nothing else. */
  metadataOnly?: boolean | undefined;
  /** What it means that the API server serves none of the versions: no objects (`empty`), or unknown (the default). */
  notServed?: "empty" | "unknown" | undefined;
  /** The shape of what `project` returns. Fields that it does not name are not kept. */
  schema: Field<Item>;
  /**
   * Keeps of one object what checks read; undefined drops it. A throw makes the whole fact unreadable. Its parameter may name
   * the fields that it reads: `project: ({ metadata, spec }: KubernetesObject & { spec?: { limit?: number } }) => ...`.
   */
  project(object: KubernetesObject): Kept | undefined;
}

/** What a module exports as its default: {@link definePlugin} makes it. */
export interface Plugin {
  /** Kebab case; no area of eks-preflight. Ids of its checks begin with it. */
  name: string;
  checks: readonly AnyPluginCheck[];
}

/** A check of a plug-in: data and one pure function. */
export interface PluginCheck<
  Needed extends Need = Need,
  Used extends Need = Need,
  Of extends Table = Table,
  Gate extends Need = Need,
  Worst extends Severity = Severity
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
  applies?: {
    needs: readonly Gate[];
    when(facts: FactsOf<Gate>, context: PluginContext<Of>): true | string;
  } | undefined;
  /** Pure: no clock, no files, no network. It gets its facts and nothing else. */
  run(facts: Given<Needed, Used>, context: PluginContext<Of>): Iterable<PluginFinding<NoInfer<Worst> | "warn" | "unknown">>;
}

/** What a check of a plug-in knows beside its facts: `PluginContext<typeof registries>`. */
export interface PluginContext<Of extends Table = never> {
  /** The cluster, as EKS describes it. */
  readonly cluster: Facts["cluster"];
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

/** A row of a table: `RowOf<typeof registries>`. */
export type RowOf<Of extends Table> = Of extends Table<string, infer Row> ? Row : never;

/** The rows of tables by their names: `RowsOf<typeof registries>`. */
export type RowsOf<Of extends Table> = { readonly [Each in Of as Each["table"]]: readonly RowOf<Each>[] };

/** Rows that change with time: {@link defineTable} makes it. */
export interface Table<
  Name extends string = string,
  Row = unknown
> {
  readonly [rowOf]?: Row;
  readonly table: Name;
  readonly definition: TableDefinition<Name, Row>;
}

/** Dated data of a plug-in. */
export interface TableDefinition<
  Name extends string = string,
  Row = unknown
> {
  /** The name of the table, in camel case. It is `<plug-in>/<name>` in reports. */
  name: Name;
  /** The last Kubernetes version that the rows cover, `1.36`: beyond it, checks that read the table are unknown. Left out: it does not end. */
  knownThrough?: string | undefined;
  /** Plain JSON. */
  rows: readonly Row[];
}

/**
 * The shape of a value of a fact, and what its texts are to `--redact`. Made by the functions of {@link f}.
 * @typeParam Value what TypeScript sees of such a value
 */
export interface Field<Value> {
  readonly [valueOf]?: Value;
  /** The same as data: what eks-preflight keeps of a module's declarations. */
  readonly field: FieldData;
}

/** A field as data. Texts are names, unless they are listed (`word`) or sentences (`prose`). */
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

/** One object type in place of an intersection: what editors show. */
export type Flat<Of> = { [Key in keyof Of]: Of[Key] } & {};

/** The value of an object of fields. */
export type ObjectOf<Of extends Fields> = Flat<{ readonly [Key in Exclude<keyof Of, OptionalKeys<Of>>]: ValueOf<Of[Key]> } & { readonly [Key in OptionalKeys<Of>]?: ValueOf<Of[Key]> | undefined }>;

/** An optional field of an object: it may be missing. */
export interface OptionalField<Value> extends Field<Value> {
  readonly isOptional: true;
}

/** The value of a field: `ValueOf<typeof budget>`. */
export type ValueOf<Of> = Of extends Field<infer Value> ? Value : never;

/** What was seen and what would be right. */
export interface Evidence {
  /** `3 replicas`. */
  observed: string;
  /** What would be right: `at least 4`. */
  required?: string | undefined;
  /** The object seen, where it is not the finding's resource: a node of a node group. */
  resource?: string | undefined;
  /** Where it was seen, if that is not plain from the check: the name of a fact, or of the plug-in's objects. */
  fact?: string | undefined;
  /** `live`, or `table` where no API told it. */
  source?: "live" | "table" | undefined;
}

/** The level of a finding; `unknown`: the data is there and cannot be read. */
export type Level = Severity | "unknown";

/**
 * One problem of one resource, as a check yields it.
 * @typeParam Of its levels: a check of severity `warn` yields no `fail`
 */
export interface PluginFinding<Of extends Level = Level> {
  /** What happens at the version `at` if nothing changes until then; `unknown`: the data is there and cannot be read. */
  level: Of;
  resource: Resource;
  /** One line, present tense, values included; how to mend it stands in `fix`. */
  message: string;
  /** The first version at the finding's level, a minor: 34 is Kubernetes 1.34. Left out: today. */
  at?: Minor | undefined;
  /** The first version at which it speaks, where that is earlier than `at`. */
  since?: Minor | undefined;
  /** Which rule, where a check holds several: part of the fingerprint. Letters, digits, `.`, `_` and `-`. */
  rule?: string | undefined;
  evidence?: readonly Evidence[] | undefined;
  /** What to do, made with {@link advice}; replaces the check's own. */
  fix?: Advice | undefined;
  /** Sources, https. */
  links?: readonly string[] | undefined;
  /** What the problem stops; left out: what the check says. */
  blocks?: Blocks | undefined;
  /** When the fix belongs; left out: what the check says. `after` is never a fail. */
  phase?: Phase | undefined;
}

/** The object that a finding is about, named so that one can look it up. */
export interface Resource {
  /** `Deployment`, `NodeGroup`. */
  kind: string;
  name: string;
  namespace?: string | undefined;
  apiVersion?: string | undefined;
  arn?: string | undefined;
  /** Shown behind the name: `eu-west-1a`. */
  note?: string | undefined;
}

/** The worst level of a check's findings. */
export type Severity = "fail" | "warn";

/** What `scan` and `judge` reject with where they cannot run; `message` is that of the reason. */
export interface ScanError extends Error {
  readonly reason: {
    /** `usage`: an option or a file; the others say why the cluster or the account could not be read. */
    readonly kind: ReasonKind;
    /** One line. */
    readonly message: string;
    /** What to do. */
    readonly hint?: string | undefined;
  };
}

/** Where a program runs. */
export interface Surroundings {
  /** Ends the scan early: what was not read by then is unknown. */
  readonly signal?: AbortSignal | undefined;
  /** The folder from which plug-ins are looked up; that of the process unless told. */
  readonly cwd?: string | undefined;
  /** Takes what the command would write to stderr; each text ends with a line feed. */
  readonly log?: ((text: string) => void) | undefined;
}

/**
 * Reads and judges a live cluster, as `eks-preflight scan` does, with the AWS credentials of the process. Neither the environment
 * nor a config file sets an option.
 * @returns the report; a blocker is no error: `report.exitCode` is what the command would end with
 * @throws {@link ScanError} where the scan cannot run
 */
export declare function scan(options: ScanOptions, surroundings?: Surroundings): Promise<Report>;

/**
 * Judges an inventory, as `eks-preflight scan --inventory` does.
 * @param inventory what `--save-inventory` wrote: the text of the file, or its JSON
 * @throws {@link ScanError} where it is none, or an option is wrong
 */
export declare function judge(inventory: string | object, options?: JudgeOptions, surroundings?: Surroundings): Promise<Report>;

/**
 * What a name is of; its pseudonym begins with it. Accounts, ARNs, ids of AWS and addresses are told by their shape wherever
 * they stand: what else stands beside them gets a pseudonym of the kind. `group`: a node group, a NodePool, a node class;
 * `host`: an address, a host, an API group; `label`: its key or value; `word`: none of them.
 */
declare const nameKinds: readonly ["cluster", "node", "group", "ns", "app", "image", "label", "role", "user", "host", "id", "word"];

declare const isAdvice: unique symbol;

declare const isCommand: unique symbol;

declare const isDocument: unique symbol;

declare const itemOf: unique symbol;

declare const rowOf: unique symbol;

declare const valueOf: unique symbol;

type OptionalKeys<Of extends Fields> = { [Key in keyof Of]: Of[Key] extends OptionalField<unknown> ? Key : never }[keyof Of];

export {};
