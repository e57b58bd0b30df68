import type { Advice } from './syntax/advice.ts';
import type { Facts, FactName } from './facts/facts.ts';
import type { Tables, TableName } from './tables/tables.ts';
import type { JointStep, KarpenterPath } from './karpenter/path.ts';
import type { Minor } from './syntax/versions.ts';

/** What a problem stops: the control plane's own update, nodes, running workloads, future deployments, Karpenter. */
export type Blocks = 'control-plane' | 'nodes' | 'workloads' | 'delivery' | 'karpenter';

/** When to apply a fix: before the update or after it. */
export type Phase = 'before' | 'after';

/** The object that a finding is about. */
export interface Resource {
  kind: string;
  name: string;
  namespace?: string;
  apiVersion?: string;
  arn?: string;
  /** Shown after the name: `eu-west-1a`. */
  note?: string;
}

/** What was seen, and what is required. `fact` names the source if the check does not make it obvious. */
export interface Evidence {
  observed: string;
  required?: string;
  /** The object seen, if it is not the resource of the finding: a node of a node group. */
  resource?: string;
  fact?: FactName;
  /** `table` if the evidence is from a table; otherwise `live`, the default. */
  source?: 'live' | 'table';
}

/** One problem of one resource. */
export interface Finding {
  /** The level at version `at` if nothing changes until then; `unknown`: the data was read, but cannot be judged. */
  level: 'fail' | 'warn' | 'unknown';
  resource: Resource;
  /** One line, present tense, with values, without the name of the resource. What to do is in `fix`. */
  message: string;
  /** The problem in at most 40 characters, without names; replaces the check's own `short`. */
  short?: string;
  /** The first version at which the finding has its level. If omitted: today. */
  at?: Minor;
  /**
   * Like `at`, but a version of Karpenter: one of `context.karpenter.versions`. Never set together with `at`. If no
   * step leads to this version (it runs today, or there is no path), the finding applies today.
   */
  atKarpenter?: string;
  /** The first version at which the finding is reported, if earlier than `at`. */
  since?: Minor;
  /** Which of several problems, if a check reports more than one per resource; part of the fingerprint. */
  rule?: string;
  evidence?: readonly Evidence[];
  /** What to do about this finding, imperative; replaces the `fix` of the check. */
  fix?: Advice;
  /** Reverts the fix after the update. A separate task: users may paste all commands of `fix` at once. */
  undo?: Advice;
  links?: readonly string[];
  /** The one action that fixes findings of several checks: `update-nodegroup:blue`. Reports show them as one entry. */
  remedy?: string;
  blocks?: Blocks;
  phase?: Phase;
}

/** A number of a check that a config file may make stricter, never looser. */
export interface Threshold<Table extends TableName = TableName> {
  /** What the number means: `free addresses in each subnet`. */
  about: string;
  /** Whether higher or lower numbers make the check find more. */
  stricter: 'higher' | 'lower';
  /** The default. */
  standard(tables: Pick<Tables, Table>): number;
}

/** What a check knows besides its facts. Injected: a check has no clock and reads no files. */
export interface Context<Table extends TableName = TableName> {
  cluster: Facts['cluster'];
  /** The control plane's minor today. */
  current: Minor;
  target: Minor;
  /** `[current, ...each version of the path]`; only `current` if no update is planned. */
  versions: readonly Minor[];
  karpenter: KarpenterPath;
  /** The steps of both components in order; if omitted, those of Karpenter come first. */
  steps?: readonly JointStep[];
  /** The time for which the facts are judged, ISO 8601. */
  now: string;
  /**
   * IDs of subnets and security groups that the cluster's configuration names but that do not exist, according to a
   * complete list. Commands must omit them.
   */
  gone: ReadonlySet<string>;
  /** Facts of `uses` that need a grant that was not requested; if omitted, none. */
  unasked?: ReadonlySet<FactName>;
  /** Ids of the checks that are judged in this scan; if omitted, all. */
  selected?: ReadonlySet<string>;
  /** The numbers that a config file sets for thresholds of the check. */
  thresholds?: Readonly<Record<string, number>>;
  tables: Pick<Tables, Table>;
}

type Given<Need extends FactName, Use extends FactName> = Pick<Facts, Need> & Partial<Pick<Facts, Use>>;

/** One check: data and pure functions. Its id is the path of its file or folder below `checks/`. */
export interface Check<
  Need extends FactName = FactName,
  Use extends FactName = FactName,
  Table extends TableName = TableName,
  Gate extends FactName = FactName,
  GateUse extends FactName = FactName,
> {
  /** `<area>/<noun of the failing state>`. */
  id: string;
  /** What a finding means, in a few words. */
  title: string;
  /**
   * The problem of a finding in at most 40 characters, without names: `no free IP addresses`. One string, or one for
   * each `rule`. If omitted: the title.
   */
  short?: string | Readonly<Record<string, string>>;
  /**
   * What to do after the update, imperative, in at most 60 characters: the title of tasks of phase `after`. One
   * string, or one for each `rule`. If omitted: the title.
   */
  task?: string | Readonly<Record<string, string>>;
  /** The worst level it may report. */
  severity: 'fail' | 'warn';
  /** What the problem stops; a finding may have its own. */
  blocks: Blocks;
  /** When to apply the fix; a finding may say otherwise. A check of phase `after` never has severity `fail`. */
  phase: Phase;
  /** Markdown: becomes the documentation. */
  why: string;
  /** Imperative: text, and commands as values. */
  fix: Advice;
  /** Official sources. */
  links: readonly string[];
  /**
   * A fact that could not be collected adds an unknown finding, unless `unseenAt` returns null. If a fact needs a
   * grant (`--with`) that was not requested, the check is skipped.
   */
  needs: readonly Need[];
  /**
   * Facts that `run` gets as `value | undefined`. A missing fact adds an unknown finding, and the rest is still judged.
   * No finding is added if the fact needs a grant (`--with`) that was not requested: the check itself reports what
   * `context.unasked` affects.
   */
  uses?: readonly Use[];
  /** Facts of `uses` that only warnings depend on: a missing one hides no failure. */
  warnsBy?: readonly Use[];
  /** Facts that are counted or joined: an inconsistent reading of one adds an unknown finding. */
  counts?: readonly (Need | Use)[];
  /**
   * The first version at which a missing fact can hide a finding; null: none up to the target. If omitted: today.
   * Receives the facts of `needs` that were read in full, and the name of the missing one.
   */
  unseenAt?(facts: Partial<Pick<Facts, Need>>, context: Context<Table>, missing: FactName): Minor | null;
  /** What a pass is based on if other facts replace one that was not requested. Undefined: the check's own facts. */
  passedBy?(facts: Given<Need, Use>, context: Context<Table>): string | undefined;
  /** A table that ends before the target adds an unknown finding for each version that it lacks. */
  tables?: readonly Table[];
  /** What a config file may make stricter, by name (`freeInEachSubnet`); `run` reads `context.thresholds`. */
  thresholds?: Readonly<Record<string, Threshold<Table>>>;
  /**
   * `when` runs before `run`, with its own facts. It returns the reason why the check does not apply to this cluster,
   * or true.
   */
  applies?: {
    needs: readonly Gate[];
    /** Facts that `when` gets as `value | undefined`. A missing one is not reported: `when` must then return true. */
    uses?: readonly GateUse[];
    when(facts: Given<Gate, GateUse>, context: Context<Table>): true | string;
  };
  run(facts: Given<Need, Use>, context: Context<Table>): Iterable<Finding>;
}

/** A check without the types of its facts, as the engine and the registry hold it. */
export type AnyCheck = Omit<Check, 'run' | 'applies'> & {
  /** The plug-in that it belongs to; omitted for built-in checks. */
  plugin?: string;
  applies?: {
    needs: readonly FactName[];
    uses?: readonly FactName[];
    when(facts: Facts, context: Context): true | string;
  };
  run(facts: Facts, context: Context): Iterable<Finding>;
};

/** Returns the check. The type parameters make reading an undeclared fact or table a compile error. */
export function defineCheck<
  const Need extends FactName,
  const Use extends FactName = never,
  const Table extends TableName = never,
  const Gate extends FactName = never,
  const GateUse extends FactName = never,
>(check: Check<Need, Use, Table, Gate, GateUse>): Check<Need, Use, Table, Gate, GateUse> {
  return check;
}
