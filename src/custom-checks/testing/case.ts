import type { Facts } from '../../facts/facts.ts';
import type { KarpenterPath } from '../../karpenter/path.ts';
import type { Check } from '../../check.ts';
import type { FactsOf, Need } from '../../facts/plugin-objects.ts';
import type { RowsOf, Table } from '../../tables/plugin-table.ts';

/** Facts, and what the check must find. */
export interface Case<Of extends Need = Need, Tables extends Table = Table> extends AnyCase {
  /** The facts that the check declares, by their names in the check; the cluster is in `cluster`. */
  facts: Partial<Omit<FactsOf<Of>, 'cluster'>>;
  /** Rows that replace those of the tables, so that new data breaks no case. These tables do not end. */
  tables?: Partial<RowsOf<Tables>> | undefined;
}

/** A case of any check. */
export interface AnyCase {
  /** A sentence: what the facts show. */
  name: string;
  facts: object;
  /** The version of the control plane; if omitted, that in `cluster`, else `1.33`. */
  current?: string | undefined;
  /** The last version of the update; one above `current` if omitted. */
  target?: string | undefined;
  /** Fields of the cluster that differ from {@link aCluster}. */
  cluster?: Partial<Facts['cluster']> | undefined;
  /** The versions of Karpenter; none if omitted. */
  karpenter?: KarpenterPath | undefined;
  /** The time, ISO 8601; `2026-11-20T12:00:00.000Z` if omitted. */
  now?: string | undefined;
  tables?: object | undefined;
  /** Facts that need a grant (`--with`) that was not requested. */
  unasked?: readonly string[] | undefined;
  /**
   * All findings, in any order; `[]`: none. As in reports, problems after the target are left out, and findings with
   * the same resource and rule are merged. Omit the findings that eks-preflight adds for a missing fact or a table that
   * ends.
   */
  finds?: readonly ExpectedFinding[] | undefined;
  /** The status of the check. The findings that eks-preflight adds count, too. */
  status?: 'pass' | 'warn' | 'fail' | 'unknown' | 'skip' | undefined;
  /** The reason why the check does not apply; instead of `finds`. */
  skips?: Text | undefined;
}

/** The whole text, or a regular expression that matches it. */
export type Text = string | RegExp;

/** A part of a finding: what you omit is not compared. */
export interface ExpectedFinding {
  level?: 'fail' | 'warn' | 'unknown' | undefined;
  /** As reports print it, `Deployment shop/cart`; or a part of it as data. */
  resource?: Text | ExpectedResource | undefined;
  message?: Text | undefined;
  /** The first version at which `level` applies: `1.34`; null: it applies today. */
  at?: string | null | undefined;
  /** The first version at which it warns, if that is earlier than `at`. */
  since?: string | null | undefined;
  rule?: string | null | undefined;
  blocks?: 'control-plane' | 'nodes' | 'workloads' | 'deployments' | 'karpenter' | undefined;
  phase?: 'before' | 'after' | undefined;
  /** Markdown, as reports print it. */
  fix?: Text | undefined;
  /** The commands of the fix, in order. */
  commands?: readonly Text[] | undefined;
  links?: readonly Text[] | undefined;
  /** All evidence in order; of each piece, only the given fields are compared. */
  evidence?: readonly ExpectedEvidence[] | undefined;
}

/** A part of a resource; fields that you omit are not compared. */
export interface ExpectedResource {
  kind?: Text | undefined;
  name?: Text | undefined;
  namespace?: Text | undefined;
  apiVersion?: Text | undefined;
  arn?: Text | undefined;
}

/** A part of a piece of evidence. In `fact`, objects of the plug-in are named `<plug-in>/<name>`. */
export interface ExpectedEvidence {
  observed?: Text | undefined;
  required?: Text | null | undefined;
  resource?: Text | null | undefined;
  fact?: Text | null | undefined;
}

/** Defines cases of a check, with the types of its facts, objects and tables. It returns them unchanged. */
export function defineCases<Needed extends Need, Used extends Need, Of extends Table, Gate extends Need>(
  _check: Check<Needed, Used, Of, Gate>,
  cases: readonly Case<Needed | Used | Gate, Of>[],
): readonly Case<Needed | Used | Gate, Of>[] {
  return cases;
}
