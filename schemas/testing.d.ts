/** Written by `npm run generate` from src/custom-checks/testing/. docs/own-checks.md says what is promised. */

import type { Facts } from './facts.js';
import type { FactsOf, KubernetesObject, Need, Objects, Plugin, PluginCheck, RowsOf, Table } from './index.js';

/** Cases of a check, with the types of its facts, objects and tables. It returns them unchanged. */
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
  /** The version of the control plane; `1.33` if omitted. */
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
   * All findings, in any order; `[]`: none. As in reports: up to the target, and findings with the same resource and rule are one.
   * Omit what eks-preflight adds for a fact that it did not see or a table that ends.
   */
  finds?: readonly ExpectedFinding[] | undefined;
  /** The status of the check, including what eks-preflight adds. */
  status?: "pass" | "warn" | "fail" | "unknown" | "skip" | undefined;
  /** The reason why the check does not apply; instead of `finds`. */
  skips?: Text | undefined;
}

/** Facts, and what the check must find. */
export interface Case<
  Of extends Need = Need,
  Tables extends Table = Table
> extends AnyCase {
  /** The facts that the check declares, by its names; the cluster is in `cluster`. */
  facts: Partial<Omit<FactsOf<Of>, "cluster">>;
  /** Rows instead of those of the tables, so that new data breaks no case. Such a table does not end. */
  tables?: Partial<RowsOf<Tables>> | undefined;
}

/** A part of a piece of evidence. Own objects are named `<plug-in>/<name>` in `fact`. */
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
  /** The first version at its level: `1.34`; null: today. */
  at?: string | null | undefined;
  /** The first version at which it warns, if that is earlier than `at`. */
  since?: string | null | undefined;
  rule?: string | null | undefined;
  blocks?: "control-plane" | "nodes" | "workloads" | "delivery" | "karpenter" | undefined;
  phase?: "before" | "after" | undefined;
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

/** The whole text, or a regular expression that matches it. */
export type Text = string | RegExp;

/**
 * Runs cases of a check, each as a test. The check is judged as in a scan, by the same engine and the same validation. A test
 * that fails names the case, and shows what was expected (`-`) and found (`+`).
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
  /** The cases show only what the check does not report. */
  onlySilent?: boolean | undefined;
}

/**
 * Removes from the facts of each case what a missing permission removes, one at a time: a fact of `uses`, or a part of a fact. The
 * check must not crash, and must not fail or warn where it did not before: what was not read must not count as absent.
 * @throws Error if there is no test runner
 */
export declare function checkDenials<
  Needed extends Need,
  Used extends Need,
  Of extends Table,
  Gate extends Need
>(check: PluginCheck<Needed, Used, Of, Gate>, cases: readonly Case<Needed | Used | Gate, Of>[], options?: Runner): void;

/**
 * Tests what must hold for every check of a plug-in: what was not seen is unknown, never a pass; the result depends on the facts
 * only; a scan accepts its names, IDs and texts.
 * @throws Error if there is no test runner
 */
export declare function checkLaw(plugin: Plugin, options: LawOptions): void;

/** What the law is tried on. */
export interface LawOptions extends Runner {
  /** The cases of each check, by its ID; at least one has all facts and finds nothing. */
  cases: Readonly<Record<string, readonly AnyCase[]>>;
}

/**
 * Runs `project` on objects, each case as a test, and validates what it returns as a scan does. Another test validates the schema.
 * @throws Error if there is no test runner
 */
export declare function projectCases<
  Name extends string,
  Item
>(objects: Objects<Name, Item>, cases: readonly ProjectCase<Item>[], options?: Runner): void;

/** An object, and what is kept of it. */
export interface ProjectCase<Item = unknown> {
  /** A sentence: what the object shows. */
  name: string;
  /** As the API server returns it: paste it from `kubectl get ... -o json`. */
  object: KubernetesObject;
  /** All that is kept of it; undefined: nothing. */
  keeps: Item | undefined;
}

/** A test runner: `describe` and `it` of node:test, Vitest, Jest or Mocha. */
export interface Runner {
  /** Groups tests; by default, the global `describe`. */
  describe?: ((name: string, body: () => void) => unknown) | undefined;
  /** Defines a test; by default, the global `it`. */
  it?: ((name: string, body: () => Promise<void>) => unknown) | undefined;
}

/** The cluster of cases by default: `prod` at 1.33 in eu-west-1. */
export declare const aCluster: Facts["cluster"];

/** A self-managed node at the given kubelet version; `more` replaces fields. */
export declare function aNode(name: string, kubeletVersion: string, more?: Partial<Facts["nodes"][number]>): Facts["nodes"][number];

/** A managed node group of 1.33 that is healthy; `more` replaces fields. */
export declare function aNodegroup(name: string, more?: Partial<Facts["nodegroups"][number]>): Facts["nodegroups"][number];

/** An add-on of EKS that is healthy; `more` replaces fields. */
export declare function anAddon(name: string, more?: Partial<Facts["addons"][number]>): Facts["addons"][number];

/** A running pod of `Deployment shop/cart`; `more` replaces fields. */
export declare function aPod(name: string, more?: Partial<Facts["pods"][number]>): Facts["pods"][number];

/** `Deployment shop/cart` with two replicas; `more` replaces fields. Facts `deployments`, `daemonSets`, `statefulSets` and `cronJobs` hold these. */
export declare function aWorkload(more?: Partial<Facts["deployments"][number]>): Facts["deployments"][number];

/** The path of the Karpenter that serves the cluster. Versions are of releases: `1.5.0`; compare them by `isBelow`. */
interface KarpenterPath {
  /** Null: Karpenter is not installed, or no source shows its version. */
  current: string | null;
  /** `current` if no update of Karpenter is planned. */
  target: string | null;
  /** `[current, ...each version of the path]`; empty if `current` is null. */
  versions: readonly string[];
}

export {};
