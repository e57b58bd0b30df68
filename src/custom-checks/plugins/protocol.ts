import type { Reason } from '../../facts/reason.ts';
import type { Context } from '../../check.ts';
import type { FieldData } from '../../facts/plugin-fields.ts';
import type { RuleFlaw } from '../rule-files/flaws.ts';
import type { PlacedTest } from '../rule-files/read.ts';

/** The questions to a plug-in's worker, one at a time; plain data. */
export type Question =
  | { ask: 'declare'; module: ModuleAt | RulesAt; api: Readonly<Record<string, string>> }
  /** Facts by the names that checks use. They replace earlier ones of the same name. */
  | { ask: 'know'; facts: Readonly<Record<string, unknown>> }
  | ({ ask: 'judge' } & Judgement)
  | { ask: 'project'; objects: string; items: readonly unknown[] }
  /** A test of a rule file, by its index in the file. */
  | { ask: 'test'; test: number };

/** A module that can be imported. */
export interface ModuleAt {
  /** A `file:` URL, or the name of a package. */
  specifier: string;
  /** A `file:` URL from which packages are looked up. */
  from: string;
}

/** A rule file, with its text. */
export interface RulesAt {
  /** The path as the user named it. */
  file: string;
  rules: string;
}

/** A check to judge, with the names of the facts of `applies` (`gate`) and `run` (`given`); null: it is not called. */
export interface Judgement {
  check: string;
  gate: readonly string[] | null;
  given: readonly string[] | null;
  context: JudgedContext;
}

/** What a check receives besides its facts and tables. */
export type JudgedContext = Pick<
  Context,
  'cluster' | 'current' | 'target' | 'versions' | 'karpenter' | 'now' | 'unasked'
>;

/** `said` comes from the plug-in and must be validated; `failed` is the message of an error. */
export type Answer = { said: unknown } | { failed: string };

/** Limit of one answer in bytes. */
export const longestAnswer = 64_000_000;

/** The outcome of a check in the worker, not validated. */
export interface RawCheckOutcome {
  /** Why the check does not apply. */
  skip?: string;
  /** The tables that `applies.when` read. */
  by?: string[];
  findings: unknown[];
  /** The message of the error that the check threw. */
  crashed?: string;
  /** What is wrong with the value that the check returned, worded to follow "the check". */
  flaw?: string;
}

/** The declaration of a worker's plug-in, not validated. */
export interface RawDeclaration {
  name: unknown;
  checks: unknown[];
  objects: (Record<string, unknown> & { schema: FieldData })[];
  tables: unknown[];
}

/** The answer for a rule file: its declaration and tests, all its flaws, or why it cannot be read. */
export type RulesAnswer =
  | (RawDeclaration & {
      tests: Pick<PlacedTest, 'name' | 'line' | 'rule'>[];
      /** The objects in the tests, by the name of their list. */
      testObjects: Readonly<Record<string, readonly unknown[]>>;
    })
  | { flaws: readonly RuleFlaw[] }
  | { refused: Reason };

/** Limit of the findings of one check. */
export const mostFindings = 20_000;

/** Limit of the characters of all findings of one check. */
export const longestFindings = 32_000_000;
