import type { Facts } from '../facts/facts.ts';
import type { KarpenterPath } from '../karpenter/path.ts';
import type { FactsOf, Need, PluginCheck, RowsOf, Table } from '../plugin-api/define.ts';

/** What a check should say of facts. */
export interface Case<Of extends Need = Need, Tables extends Table = Table> extends AnyCase {
  /** The facts that the check declares, by the names that it uses; the cluster is given as `cluster`. */
  facts: Partial<Omit<FactsOf<Of>, 'cluster'>>;
  /** Rows in place of those of the check's tables, so that new data breaks no case. Such a table does not end. */
  tables?: Partial<RowsOf<Tables>>;
}

/** A case of any check. */
export interface AnyCase {
  /** A sentence: what the facts show. */
  name: string;
  facts: object;
  /** The version of the control plane; `1.33` if omitted. */
  current?: string;
  /** The last version of the update; one above `current` if omitted. */
  target?: string;
  /** What is different about the cluster; see {@link aCluster}. */
  cluster?: Partial<Facts['cluster']>;
  /** The versions of Karpenter; none if omitted. */
  karpenter?: KarpenterPath;
  /** The moment, ISO 8601; `2026-11-20T12:00:00.000Z` if omitted. */
  now?: string;
  tables?: object;
  /** Facts that wait for a grant (`--with`) that was not requested. */
  unasked?: readonly string[];
  /** All that the check finds, in any order; `[]`: nothing. What eks-preflight adds, since it did not see a fact, is not listed. */
  finds?: readonly ExpectedFinding[];
  /** The status of the check, with what eks-preflight adds. */
  status?: 'pass' | 'warn' | 'fail' | 'unknown' | 'skip';
  /** The reason why the check does not apply; instead of `finds`. */
  skips?: Text;
}

/** A text, whole; or an expression that matches it. */
export type Text = string | RegExp;

/** A part of a finding: what is left out is not compared. */
export interface ExpectedFinding {
  level?: 'fail' | 'warn' | 'unknown';
  /** As reports print it, `Deployment shop/cart`; or a part of it as data. */
  resource?: Text | { kind?: Text; name?: Text; namespace?: Text; apiVersion?: Text; arn?: Text };
  message?: Text;
  /** The first version at its level: `1.34`; null: today. */
  at?: string | null;
  /** The first version at which it warns, if that is earlier than `at`. */
  since?: string | null;
  rule?: string | null;
  blocks?: 'control-plane' | 'nodes' | 'workloads' | 'delivery' | 'karpenter';
  phase?: 'before' | 'after';
  /** Markdown, as reports print it. */
  fix?: Text;
  /** The commands of the fix, in order. */
  commands?: readonly Text[];
  links?: readonly Text[];
  /** In order, a part of each. */
  evidence?: readonly { observed?: Text; required?: Text | null; resource?: Text | null; fact?: Text | null }[];
}

/** Cases of a check; with this, TypeScript knows its facts, objects and tables. Identity. */
export function defineCases<Needed extends Need, Used extends Need, Of extends Table, Gate extends Need>(
  _check: PluginCheck<Needed, Used, Of, Gate>,
  cases: readonly Case<Needed | Used | Gate, Of>[],
): readonly Case<Needed | Used | Gate, Of>[] {
  return cases;
}
