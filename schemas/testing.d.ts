/** Written by `npm run generate` from src/plugin-testing/. docs/own-checks.md says what is promised. */

import type { Facts } from './facts.js';
import type { FactsOf, KubernetesObject, Need, Objects, Plugin, PluginCheck, RowsOf, Table } from './index.js';

/** Cases of a check; with this, TypeScript knows its facts, objects and tables. Identity. */
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
  /** What is different about the cluster; see {@link aCluster}. */
  cluster?: Partial<Facts["cluster"]> | undefined;
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
  status?: "pass" | "warn" | "fail" | "unknown" | "skip" | undefined;
  /** The reason why the check does not apply; instead of `finds`. */
  skips?: Text | undefined;
}

/** What a check should say of facts. */
export interface Case<
  Of extends Need = Need,
  Tables extends Table = Table
> extends AnyCase {
  /** The facts that the check declares, by the names that it uses; the cluster is given as `cluster`. */
  facts: Partial<Omit<FactsOf<Of>, "cluster">>;
  /** Rows in place of those of the check's tables, so that new data breaks no case. Such a table does not end. */
  tables?: Partial<RowsOf<Tables>> | undefined;
}

/** A part of a piece of evidence. Own objects are named `<plug-in>/<name>` in `fact`. */
export interface ExpectedEvidence {
  observed?: Text | undefined;
  required?: Text | null | undefined;
  resource?: Text | null | undefined;
  fact?: Text | null | undefined;
}

/** A part of a finding: what is left out is not compared. */
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

/** A text, whole; or an expression that matches it. */
export type Text = string | RegExp;

/**
 * Runs cases of a check, each as a test. The check is judged as in a scan, by the same engine and the same validation. A test fails
 * with an Error that names the case and shows expected (`-`) and found (`+`).
 * @throws Error where no test runner is there
 */
export declare function checkCases<
  Needed extends Need,
  Used extends Need,
  Of extends Table,
  Gate extends Need
>(check: PluginCheck<Needed, Used, Of, Gate>, cases: readonly Case<Needed | Used | Gate, Of>[], options?: CaseOptions): void;

/** How to run cases. */
export interface CaseOptions extends Runner {
  /** The cases show only where the check finds nothing. */
  onlySilent?: boolean | undefined;
}

/**
 * Takes from the facts of each case what a missing permission takes, one thing at a time: a fact of `uses`, or a part of a fact of
 * which parts can be missing. The check must not crash, and must not fail or warn where it did not before: what was not read is not
 * taken for what is not there.
 * @throws Error where no test runner is there
 */
export declare function checkDenials<
  Needed extends Need,
  Used extends Need,
  Of extends Table,
  Gate extends Need
>(check: PluginCheck<Needed, Used, Of, Gate>, cases: readonly Case<Needed | Used | Gate, Of>[], options?: Runner): void;

/**
 * Tries what must hold for every check of a plug-in, each law as a test: what was not seen is unknown, never a pass; the outcome hangs
 * on the facts alone; names, IDs and texts are such that a scan takes them.
 * @throws Error where no test runner is there
 */
export declare function checkLaw(plugin: Plugin, options: LawOptions): void;

/** What the law is tried on. */
export interface LawOptions extends Runner {
  /** The cases of each check, by its ID; one of them, at least, gives all facts and finds nothing. */
  cases: Readonly<Record<string, readonly AnyCase[]>>;
}

/**
 * Runs `project` of objects, each case as a test, and validates what it returns as a scan does. Another test shows that redaction
 * knows each text of the schema.
 * @throws Error where no test runner is there
 */
export declare function projectCases<
  Name extends string,
  Item
>(objects: Objects<Name, Item>, cases: readonly ProjectCase<Item>[], options?: Runner): void;

/** An object of the cluster, and what is kept of it. */
export interface ProjectCase<Item = unknown> {
  /** A sentence: what the object shows. */
  name: string;
  /** As the API server sends it: paste it from `kubectl get ... -o json`. */
  object: KubernetesObject;
  /** All that is kept of it; undefined: nothing. */
  keeps: Item | undefined;
}

/** A test runner: `describe` and `it` of node:test, Vitest, Jest or Mocha. */
export interface Runner {
  /** Groups tests; the global one unless given. */
  describe?: ((name: string, body: () => void) => unknown) | undefined;
  /** Defines a test; the global one unless given. */
  it?: ((name: string, body: () => Promise<void>) => unknown) | undefined;
}

/** The cluster of cases: `prod` at 1.33 in eu-west-1. */
export declare const aCluster: Facts["cluster"];

/** A self-managed node at the given kubelet version; anything else by `more`. */
export declare function aNode(name: string, kubeletVersion: string, more?: Partial<Facts["nodes"][number]>): Facts["nodes"][number];

/** A managed node group of 1.33 that is healthy; anything else by `more`. */
export declare function aNodegroup(name: string, more?: Partial<Facts["nodegroups"][number]>): Facts["nodegroups"][number];

/** An add-on of EKS that is healthy; anything else by `more`. */
export declare function anAddon(name: string, more?: Partial<Facts["addons"][number]>): Facts["addons"][number];

/** A running pod of `Deployment shop/cart`; anything else by `more`. */
export declare function aPod(name: string, more?: Partial<Facts["pods"][number]>): Facts["pods"][number];

/** `Deployment shop/cart` with two replicas; anything else by `more`. Facts `deployments`, `daemonSets`, `statefulSets` and `cronJobs` hold these. */
export declare function aWorkload(more?: Partial<Facts["deployments"][number]>): Facts["deployments"][number];

/** The way of the Karpenter that serves the cluster. Versions are of releases: `1.5.0`; compare them by `isBelow`. */
interface KarpenterPath {
  /** Null: Karpenter is not installed, or no source tells its version. */
  current: string | null;
  /** Equal to `current` where no update of it is planned. */
  target: string | null;
  /** `[current, ...each stop of the path]`; empty where `current` is null. */
  versions: readonly string[];
}

export {};
