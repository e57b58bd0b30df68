import type { Reason } from '../../facts/reason.ts';
import type { PluginContext } from '../api/define.ts';
import type { FieldData } from '../api/fields.ts';
import type { RuleFlaw } from '../rule-files/flaws.ts';
import type { PlacedTest } from '../rule-files/read.ts';

/** The questions to a plug-in's worker, one at a time. All of it is plain data. */
export type Question =
  | { ask: 'declare'; module: ModuleAt | RulesAt; api: Readonly<Record<string, string>> }
  /** Facts by the names that checks use. They replace those of the same name. */
  | { ask: 'know'; facts: Readonly<Record<string, unknown>> }
  | ({ ask: 'judge' } & Judgement)
  | { ask: 'project'; objects: string; items: readonly unknown[] }
  /** A test of a rule file, by its index in the file. */
  | { ask: 'test'; test: number };

/** A module that can be imported. */
export interface ModuleAt {
  /** A `file:` URL, or the name of a package. */
  specifier: string;
  /** A `file:` URL: packages are looked up from there. */
  from: string;
}

/** A file of rules in CEL. */
export interface RulesAt {
  /** As the user named it. */
  file: string;
  rules: string;
}

/** One check with the names of its facts; null: that function is not run. */
export interface Judgement {
  check: string;
  gate: readonly string[] | null;
  given: readonly string[] | null;
  context: JudgedContext;
}

/** What a check knows besides its facts and tables. */
export type JudgedContext = Omit<PluginContext, 'tables'>;

/** `said` comes from the plug-in: the reader must validate it. */
export type Answer = { said: unknown } | { failed: string };

/** Limit of one answer in bytes. */
export const longestAnswer = 64_000_000;

/** The outcome of a check in the worker, before it is validated. */
export interface RawCheckOutcome {
  /** Why it does not apply. */
  skip?: string;
  /** The tables on which `skip` depends. */
  by?: string[];
  findings: unknown[];
  /** The message of what it threw. */
  crashed?: string;
  /** What is wrong with its return value, worded to follow "the check". */
  flaw?: string;
}

/** What a worker declares, before it is validated. */
export interface RawDeclaration {
  name: unknown;
  checks: unknown[];
  objects: (Record<string, unknown> & { schema: FieldData })[];
  tables: unknown[];
}

/** The answer for a rule file: its declaration and tests, all that is wrong with it, or why it cannot be read. */
export type RulesAnswer =
  | (RawDeclaration & { tests: Pick<PlacedTest, 'name' | 'line' | 'rule'>[] })
  | { flaws: readonly RuleFlaw[] }
  | { refused: Reason };

/** Limit of the findings of one check: more than any cluster has objects. */
export const mostFindings = 20_000;

/** Limit of the characters of all findings of one check. */
export const longestFindings = 32_000_000;
