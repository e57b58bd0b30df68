import type { Facts } from '../facts/facts.ts';
import type { KarpenterPath } from '../karpenter/path.ts';
import type { FactsOf, Need, PluginCheck, RowsOf, Table } from '../plugin-api/define.ts';

/** What a check should say of facts. */
export interface Case<Of extends Need = Need, Tables extends Table = Table> extends AnyCase {
  /** The facts that the check declares, by the names that it uses; the cluster is given as `cluster`. */
  facts: Partial<Omit<FactsOf<Of>, 'cluster'>>;
  /** Rows in place of those of the check's tables, so that new data breaks no case. Such a table does not end. */
  tables?: Partial<RowsOf<Tables>> | undefined;
}

/** A case of any check. */
export interface AnyCase {
  /** A sentence: what the facts show. */
  name: string;
  facts: object;
  /** The version of the control plane; `1.33` if omitted. */
  current?: string | undefined;
  /** The last version of the update; one above `current` if omitted. */
  target?: string | undefined;
  /** What is different about the cluster; see {@link aCluster}. */
  cluster?: Partial<Facts['cluster']> | undefined;
  /** The versions of Karpenter; none if omitted. */
  karpenter?: KarpenterPath | undefined;
  /** The moment, ISO 8601; `2026-11-20T12:00:00.000Z` if omitted. */
  now?: string | undefined;
  tables?: object | undefined;
  /** Facts that wait for a grant (`--with`) that was not requested. */
  unasked?: readonly string[] | undefined;
  /**
   * All that the check finds, in any order; `[]`: nothing. As reports show it: up to the target, and findings of one resource and one
   * rule as one. What eks-preflight adds, because it did not see a fact or because a table ends, is not listed.
   */
  finds?: readonly ExpectedFinding[] | undefined;
  /** The status of the check, with what eks-preflight adds. */
  status?: 'pass' | 'warn' | 'fail' | 'unknown' | 'skip' | undefined;
  /** The reason why the check does not apply; instead of `finds`. */
  skips?: Text | undefined;
}

/** A text, whole; or an expression that matches it. */
export type Text = string | RegExp;

/** A part of a finding: what is left out is not compared. */
export interface ExpectedFinding {
  level?: 'fail' | 'warn' | 'unknown' | undefined;
  /** As reports print it, `Deployment shop/cart`; or a part of it as data. */
  resource?: Text | ExpectedResource | undefined;
  message?: Text | undefined;
  /** The first version at its level: `1.34`; null: today. */
  at?: string | null | undefined;
  /** The first version at which it warns, if that is earlier than `at`. */
  since?: string | null | undefined;
  rule?: string | null | undefined;
  blocks?: 'control-plane' | 'nodes' | 'workloads' | 'delivery' | 'karpenter' | undefined;
  phase?: 'before' | 'after' | undefined;
  /** Markdown, as reports print it. */
  fix?: Text | undefined;
  /** The commands of the fix, in order. */
  commands?: readonly Text[] | undefined;
  links?: readonly Text[] | undefined;
  /** In order, a part of each. */
  evidence?: readonly ExpectedEvidence[] | undefined;
}

/** A part of a resource. */
export interface ExpectedResource {
  kind?: Text | undefined;
  name?: Text | undefined;
  namespace?: Text | undefined;
  apiVersion?: Text | undefined;
  arn?: Text | undefined;
}

/** A part of a piece of evidence. Own objects are named `<plug-in>/<name>` in `fact`. */
export interface ExpectedEvidence {
  observed?: Text | undefined;
  required?: Text | null | undefined;
  resource?: Text | null | undefined;
  fact?: Text | null | undefined;
}

/** Cases of a check; with this, TypeScript knows its facts, objects and tables. Identity. */
export function defineCases<Needed extends Need, Used extends Need, Of extends Table, Gate extends Need>(
  _check: PluginCheck<Needed, Used, Of, Gate>,
  cases: readonly Case<Needed | Used | Gate, Of>[],
): readonly Case<Needed | Used | Gate, Of>[] {
  return cases;
}
