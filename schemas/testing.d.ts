/** Written by `npm run generate` from src/custom-checks/testing/. docs/own-checks/reference.md says what is promised. */

import type { Facts } from './facts.js';
import type { FactsOf, KubernetesObject, Need, Objects, Plugin, PluginCheck, RowsOf, Table } from './index.js';

/** Defines cases of a check, with the types of its facts, objects and tables. It returns them unchanged. */
export declare function defineCases<
  Needed extends Need,
  Used extends Need,
  Of extends Table,
  Gate extends Need
>(_check: PluginCheck<Needed, Used, Of, Gate>, cases: readonly Case<Needed | Used | Gate, Of>[]): readonly Case<Needed | Used | Gate, Of>[];

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
  cluster?: Partial<Facts["cluster"]> | undefined;
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
  status?: "pass" | "warn" | "fail" | "unknown" | "skip" | undefined;
  /** The reason why the check does not apply; instead of `finds`. */
  skips?: Text | undefined;
}

/** Facts, and what the check must find. */
export interface Case<
  Of extends Need = Need,
  Tables extends Table = Table
> extends AnyCase {
  /** The facts that the check declares, by their names in the check; the cluster is in `cluster`. */
  facts: Partial<Omit<FactsOf<Of>, "cluster">>;
  /** Rows that replace those of the tables, so that new data breaks no case. These tables do not end. */
  tables?: Partial<RowsOf<Tables>> | undefined;
}

/** A part of a piece of evidence. In `fact`, objects of the plug-in are named `<plug-in>/<name>`. */
export interface ExpectedEvidence {
  observed?: Text | undefined;
  required?: Text | null | undefined;
  resource?: Text | null | undefined;
  fact?: Text | null | undefined;
}

/** A part of a finding: what you omit is not compared. */
export interface ExpectedFinding {
  level?: "fail" | "warn" | "unknown" | undefined;
  /** As reports print it, `Deployment shop/cart`; or a part of it as data. */
  resource?: Text | ExpectedResource | undefined;
  message?: Text | undefined;
  /** The first version at which `level` applies: `1.34`; null: it applies today. */
  at?: string | null | undefined;
  /** The first version at which it warns, if that is earlier than `at`. */
  since?: string | null | undefined;
  rule?: string | null | undefined;
  blocks?: "control-plane" | "nodes" | "workloads" | "deployments" | "karpenter" | undefined;
  phase?: "before" | "after" | undefined;
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

/** The whole text, or a regular expression that matches it. */
export type Text = string | RegExp;

/**
 * Runs cases of a check, each as a test. Judges the check as in a scan, by the same engine and with the same
 * validation. A failed test names the case, and shows the expected (`-`) and the actual (`+`) findings.
 * @throws Error if there is no test runner
 */
export declare function checkCases<
  Needed extends Need,
  Used extends Need,
  Of extends Table,
  Gate extends Need
>(check: PluginCheck<Needed, Used, Of, Gate>, cases: readonly Case<Needed | Used | Gate, Of>[], options?: CaseOptions): void;

/** How to run cases. */
export interface CaseOptions extends Runner {
  /** Allows that none of the cases expects a finding. */
  onlySilent?: boolean | undefined;
}

/**
 * Removes from the facts of each case what a missing permission hides: each fact of `uses`, all of them together, and
 * each part of a fact that can be denied separately. The check must not crash, and must not fail or warn more than
 * before: unread data must not count as absent.
 * @throws Error if there is no test runner
 */
export declare function checkDenials<
  Needed extends Need,
  Used extends Need,
  Of extends Table,
  Gate extends Need
>(check: PluginCheck<Needed, Used, Of, Gate>, cases: readonly Case<Needed | Used | Gate, Of>[], options?: Runner): void;

/**
 * Tests the law for every check of a plug-in: missing data is unknown, never a pass; the result depends only on the
 * facts; a scan accepts its names, IDs and texts.
 * @throws Error if there is no test runner
 */
export declare function checkLaw(plugin: Plugin, options: LawOptions): void;

/** The cases with which the law is tested. */
export interface LawOptions extends Runner {
  /** The cases of each check, by its ID; at least one has all facts and finds nothing. */
  cases: Readonly<Record<string, readonly AnyCase[]>>;
}

/**
 * Runs `project` on objects, each case as a test, and validates the item as a scan does. Tests the schema, too.
 * @throws Error if there is no test runner
 */
export declare function projectCases<
  Name extends string,
  Item
>(objects: Objects<Name, Item>, cases: readonly ProjectCase<Item>[], options?: Runner): void;

/** An object, and the item that `project` must return for it. */
export interface ProjectCase<Item = unknown> {
  /** A sentence: what the object shows. */
  name: string;
  /** The object as the API server returns it: paste it from `kubectl get ... -o json`. */
  object: KubernetesObject;
  /** The complete item; undefined: `project` drops the object. */
  keeps: Item | undefined;
}

/** A test runner: `describe` and `it` of node:test, Vitest, Jest or Mocha. */
export interface Runner {
  /** Groups tests; by default, the global `describe`. */
  describe?: ((name: string, body: () => void) => unknown) | undefined;
  /** Defines a test; by default, the global `it`. */
  it?: ((name: string, body: () => Promise<void>) => unknown) | undefined;
}

/** The default cluster of cases: `prod` at 1.33 in eu-west-1. */
export declare const aCluster: Facts["cluster"];

/** A self-managed node at the given kubelet version; `more` replaces fields. */
export declare function aNode(name: string, kubeletVersion: string, more?: Partial<Facts["nodes"][number]>): Facts["nodes"][number];

/** A healthy managed node group at 1.33; `more` replaces fields. */
export declare function aNodegroup(name: string, more?: Partial<Facts["nodegroups"][number]>): Facts["nodegroups"][number];

/** A healthy EKS add-on; `more` replaces fields. */
export declare function anAddon(name: string, more?: Partial<Facts["addons"][number]>): Facts["addons"][number];

/** A running pod of `Deployment shop/cart`; `more` replaces fields. */
export declare function aPod(name: string, more?: Partial<Facts["pods"][number]>): Facts["pods"][number];

/** `Deployment shop/cart`, for `deployments`, `daemonSets`, `statefulSets` or `cronJobs`; `more` replaces fields. */
export declare function aWorkload(more?: Partial<Facts["deployments"][number]>): Facts["deployments"][number];

/** The update path of the cluster's Karpenter. Versions are releases (`1.5.0`); compare them with `isBelow`. */
interface KarpenterPath {
  /** Null: Karpenter is not installed, or no source shows its version. */
  current: string | null;
  /** The planned release; the same as `current` if no update of Karpenter is planned. */
  target: string | null;
  /** `[current, ...each version of the path]`; empty if `current` is null. */
  versions: readonly string[];
}

export {};
