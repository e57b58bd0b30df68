import type { Advice } from './syntax/advice.ts';
import type { Facts, FactName } from './facts/facts.ts';
import type { FactsOf, Given, Need, OwnFact } from './facts/plugin-objects.ts';
import type { OwnTable, RowsOf, Table } from './tables/plugin-table.ts';
import type { TableName } from './tables/tables.ts';
import type { JointStep } from './karpenter/path.ts';
import type { Minor } from './syntax/versions.ts';

/** What a problem stops: the control plane's own update, nodes, running workloads, future deployments, Karpenter. */
export type Blocks = 'control-plane' | 'nodes' | 'workloads' | 'deployments' | 'karpenter';

/** When a fix belongs: before the update or after it. */
export type Phase = 'before' | 'after';

/** Which changes of the control plane's version a check judges: updates, a rollback by one minor version, or both. */
export type Direction = 'up' | 'down' | 'both';

/** The worst level of a check's findings. */
export type Severity = 'fail' | 'warn';

/** The level of a finding; `unknown`: the data was read, but cannot be judged. */
export type Level = Severity | 'unknown';

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
  source?: 'live' | 'table' | undefined;
}

/**
 * One problem of one resource, as a check reports it.
 * @typeParam Of its levels: a check of severity `warn` reports no `fail`
 */
export interface Finding<Of extends Level = Level> {
  /** The level at version `at` if nothing changes until then; `unknown`: the data was read, but cannot be judged. */
  level: Of;
  resource: Resource;
  /** One line, present tense, with values, without the name of the resource. What to do is in `fix`. */
  message: string;
  /** @internal The problem in at most 40 characters, without names; replaces the check's own `short`. */
  short?: string | undefined;
  /** The first minor version at which `level` applies: 34 is Kubernetes 1.34. If omitted, it applies today. */
  at?: Minor | undefined;
  /**
   * @internal As `at`, for a version of Karpenter: one of `context.karpenter.versions`. Never set together with `at`.
   * If it is not among the steps (today's version, or no path), the finding applies today.
   */
  atKarpenter?: string | undefined;
  /** The first minor version at which it warns, if that is before `at`. */
  since?: Minor | undefined;
  /** Distinguishes several problems of one resource; part of the fingerprint. Letters, digits, `.`, `_` and `-`. */
  rule?: string | undefined;
  evidence?: readonly Evidence[] | undefined;
  /** What to do, made with {@link advice}, instead of the fix of the check. */
  fix?: Advice | undefined;
  /** @internal Reverts the fix after the update: a separate task, as users may paste all commands of `fix` at once. */
  undo?: Advice | undefined;
  /** Sources, https. */
  links?: readonly string[] | undefined;
  /** @internal The one action that fixes findings of several checks: `update-nodegroup:blue`. They are one entry. */
  remedy?: string | undefined;
  /** @internal The groups of nodes whose replacement it stops, as `listRolledGroups` names them; no part of the fingerprint. */
  groups?: readonly string[] | undefined;
  /** @internal The managed node group that the fix creates instead. */
  creates?: string | undefined;
  /** What the problem stops, if not what the check declares. */
  blocks?: Blocks | undefined;
  /** When the fix belongs, if not when the check declares. A finding with `after` cannot fail. */
  phase?: Phase | undefined;
}

/** @internal A finding of a check of severity `warn`. */
export type Warning = Finding<'warn' | 'unknown'>;

/** @internal A number of a check that a config file may make stricter, never looser. */
export interface Threshold<Of extends Table | OwnTable = OwnTable> {
  /** What the number means: `free addresses in each subnet`. */
  about: string;
  /** Which numbers make the check find more. */
  stricter: 'higher' | 'lower';
  /** The default. */
  standard(tables: RowsOf<Of>): number;
}

/** What a check receives besides its facts: `PluginContext<typeof registries>`. It has no clock and reads no files. */
export interface Context<Of extends Table | OwnTable = never> {
  /** The cluster, as EKS describes it. */
  readonly cluster: Facts['cluster'];
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
  /** @internal The steps of both components in order; if omitted, those of Karpenter come first. */
  readonly steps?: readonly JointStep[] | undefined;
  /** The time for which the facts are judged, ISO 8601. */
  readonly now: string;
  /** @internal IDs of configured subnets and security groups that a complete list does not have: commands omit them. */
  readonly gone: ReadonlySet<string>;
  /** @internal The free IPv4 addresses of subnets that were read, by ID: for commands that name subnets. */
  readonly freeAddresses?: ReadonlyMap<string, number> | undefined;
  /** Facts of `uses` that need a grant (`--with`) that was not requested. */
  readonly unasked: ReadonlySet<string>;
  /** @internal Facts of the check that were read only in part, or that are stale; if omitted, none. */
  readonly partial?: ReadonlySet<string> | undefined;
  /** @internal Ids of the checks that are judged in this scan; if omitted, all. */
  readonly selected?: ReadonlySet<string> | undefined;
  /** @internal The numbers that a config file sets for thresholds of the check. */
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  /** The rows of the tables that the check declares, by name. */
  readonly tables: RowsOf<Of>;
}

/** A check: data and pure functions (`run`, and optionally `applies.when`). */
export interface Check<
  Needed extends Need = Need,
  Used extends Need = Need,
  Of extends Table | OwnTable = Table | OwnTable,
  Gate extends Need = Need,
  Worst extends Severity = Severity,
  GateUsed extends OwnFact = never,
> {
  /** `PLUGIN/NAME`, in lower case with hyphens: `acme/foreign-images`. Of a built-in check: the path in `checks/`. */
  id: string;
  /** What a finding means, in a few words. */
  title: string;
  /** @internal The problem in at most 40 characters, without names; one text, or one for each `rule`. Default: title. */
  short?: string | Readonly<Record<string, string>> | undefined;
  /** @internal What to do, imperative, in at most 60 characters: one text, or one for each `rule`; `''`: all others. */
  task?: string | Readonly<Record<string, string>> | undefined;
  /** The worst level that it may report. */
  severity: Worst;
  /** What the problem stops; a finding may have its own. */
  blocks: Blocks;
  /** What else findings of level `fail` may stop: where a fact is missing, nothing of this is ready. */
  alsoBlocks?: readonly Blocks[] | undefined;
  /** @internal The same, for a rollback only. */
  alsoBlocksRollback?: readonly Blocks[] | undefined;
  /** When the fix belongs: `before` (the default) or `after` the update. A finding with `after` cannot fail. */
  phase?: Phase | undefined;
  /** @internal What it judges; `up` if omitted. A scan in another direction skips it: it would pass falsely. */
  direction?: Direction | undefined;
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
  /**
   * @internal The first version at which a missing fact can hide a finding; null: none up to the target. If omitted:
   * today. Receives the facts of `needs` that were read in full, and the name of the missing one.
   */
  unseenAt?(facts: Partial<FactsOf<Needed>>, context: Context<Of>, missing: FactName): Minor | null;
  /** @internal What a pass is based on if other facts replace one that was not requested; undefined: its own facts. */
  passedBy?(facts: Given<Needed, Used>, context: Context<Of>): string | undefined;
  /** @internal What every result is based on, even one with findings: how much was judged. `passedBy` takes precedence. */
  basis?(facts: Given<Needed, Used>, context: Context<Of>): string | undefined;
  /** Tables that it reads: one that ends before the target adds an unknown finding. */
  tables?: readonly Of[] | undefined;
  /** @internal What a config file may make stricter, by name; `run` reads `context.thresholds`. */
  thresholds?: Readonly<Record<string, Threshold<Of>>> | undefined;
  /** Runs first, with its own facts. Returns the reason why the check does not apply to this cluster, or true. */
  applies?:
    | {
        needs: readonly Gate[];
        /** @internal Given as `value | undefined`; a missing one is not reported: `when` must then return true. */
        uses?: readonly GateUsed[] | undefined;
        when(facts: Given<Gate, GateUsed>, context: Context<Of>): true | string;
      }
    | undefined;
  /** Pure: no clock, no files, no network. It receives nothing but its facts and the context. */
  run(facts: Given<Needed, Used>, context: Context<Of>): Iterable<Finding<NoInfer<Worst> | 'warn' | 'unknown'>>;
}

/** A check without the types of its facts, as the engine and the registry hold it. */
export type AnyCheck = Omit<Check<FactName, FactName, TableName, FactName>, 'run' | 'applies' | keyof Defaults> &
  Defaults & {
    /** The plug-in that it belongs to; omitted for built-in checks. */
    plugin?: string;
    applies?:
      | {
          needs: readonly FactName[];
          uses?: readonly FactName[] | undefined;
          when(facts: Facts, context: Context<TableName>): true | string;
        }
      | undefined;
    run(facts: Facts, context: Context<TableName>): Iterable<Finding>;
  };

/** The fields of a check that {@link defineCheck} sets if they are omitted. */
interface Defaults {
  phase: Phase;
  links: readonly string[];
}

/** Returns the check with its defaults; its types make reading an undeclared fact or table a compile error. */
export function defineCheck<
  const Needed extends Need,
  const Used extends Need = never,
  const Of extends Table | OwnTable = never,
  const Gate extends Need = never,
  const Worst extends Severity = Severity,
  const GateUsed extends OwnFact = never,
>(check: Check<Needed, Used, Of, Gate, Worst, GateUsed>): Check<Needed, Used, Of, Gate, Worst, GateUsed> & Defaults {
  const { phase = 'before', links = [] } = check;
  return { ...check, phase, links };
}
