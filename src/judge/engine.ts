import type { AnyCheck, Context, Finding } from '../check.ts';
import { checkAnchor, parseArea } from './check-id.ts';
import { crash, overtime, valueOrError } from './crash.ts';
import { findDirectionReason } from './direction.ts';
import type { FactName, Facts } from '../facts/facts.ts';
import { mergeFindings, byLevelThenResource, reportFinding, type EngineFinding } from './finding.ts';
import { describeUnlistedPatches, loadTables, toResultTable } from './check-tables.ts';
import { readForCommands } from './free-addresses.ts';
import type { Readings } from '../facts/reading.ts';
import { withTarget } from '../karpenter/path.ts';
import { unwrap } from '../syntax/markdown.ts';
import type { Result } from './result.ts';
import { toStatus } from './verdict.ts';
import { findUnrequestedReason } from '../facts/optional-grants.ts';
import type { loadTable, TableName } from '../tables/tables.ts';
import {
  areRead,
  distinct,
  missingFact,
  missingFinding,
  listUnseen,
  partlyRead,
  type Seen,
  type Unseen,
} from './missing-facts.ts';
import { isRollback, type Minor, type PathEnds } from '../syntax/versions.ts';

/** The input for judging checks. */
export interface JudgeInput extends Seen {
  context: Omit<Context, 'tables' | 'gone' | 'freeAddresses' | 'thresholds' | 'unasked' | 'partial'>;
  /** By check ID, the thresholds that a config file makes stricter. */
  thresholds?: ReadonlyMap<string, Readonly<Record<string, number>>>;
  /** Where the facts come from: shown with each piece of evidence that is not from a table. */
  source: 'live' | 'inventory';
  /** Loads a table; tests pass their own rows. */
  table?: typeof loadTable;
}

const documentation = 'https://github.com/eks-preflight/eks-preflight/blob/main/docs/checks';

/** A check with what its functions receive. */
export interface Prepared {
  check: AnyCheck;
  input: JudgeInput;
  context: Context<TableName>;
  /** The facts for `applies.when`; undefined: it is not called. */
  gate: Facts | undefined;
  /** The facts for `run`; undefined: it is not called. */
  given: Facts | undefined;
  /** The versions that the tables of the check do not cover. */
  ended: readonly EngineFinding[];
}

/** What the functions of a check returned; an error if `applies.when` crashed. */
export interface Answer {
  applies: true | string | Error;
  findings: readonly Finding[];
}

/** Why a check was not judged; or what it found and what was not seen. */
type Outcome =
  | { skipped: NonNullable<Result['skipped']>; reason: string }
  | { found: readonly EngineFinding[]; unseen: readonly Unseen[]; basis?: string | undefined };

/**
 * Judges one check. Missing data that may hide a problem becomes an `unknown` finding: a requested fact that was not
 * read, or only in part, or that is stale; a counted list that changed while it was read; a table that ends before the
 * target. So does a crash of the check.
 */
export function judge(check: AnyCheck, input: JudgeInput): Result {
  const prepared = prepare(check, input);
  return conclude(prepared, callCheck(prepared));
}

/** Selects what the functions of a check receive, without calling them. */
export function prepare(check: AnyCheck, input: JudgeInput): Prepared {
  const { readings } = input;
  const { needs, uses = [], applies } = check;
  const gate = applies?.needs ?? [];
  const { tables, ended } = loadTables(check, input);
  const thresholds = input.thresholds?.get(check.id) ?? {};
  // The check decides what it means that an optional fact was not requested.
  const unasked = new Set(uses.filter((fact) => findUnrequestedReason(fact, readings) !== undefined));
  const isCalled = findDirectionReason(check, input.context) === undefined;
  return {
    check,
    input,
    context: {
      ...input.context,
      tables,
      thresholds,
      unasked,
      partial: partlyRead([...needs, ...uses], input),
      ...readForCommands(readings),
    },
    gate: isCalled && applies !== undefined && areRead(gate, readings) ? valuesForWhen(applies, input) : undefined,
    given: isCalled && areRead([...gate, ...needs], readings) ? selectFacts([...needs, ...uses], readings) : undefined,
    ended,
  };
}

/** The result of a check whose functions returned this; what they returned without being called does not count. */
export function conclude(prepared: Prepared, answer: Answer): Result {
  const { check, input } = prepared;
  const unjudged = findDirectionReason(check, input.context);
  if (unjudged !== undefined) return buildResult(check, input, { skipped: 'not-applicable', reason: unjudged });
  const outcome =
    appliesOutcome(prepared, answer) ??
    notRequestedOutcome(check, input.readings) ??
    runOutcome(prepared, prepared.given === undefined ? [] : answer.findings);
  return buildResult(check, input, outcome);
}

/** The result of a check that the user did not select: listed, so that its absence is not mistaken for a pass. */
export function notSelected(check: AnyCheck, input: JudgeInput): Result {
  return buildResult(check, input, { skipped: 'not-selected', reason: 'not selected' });
}

/** The result of a check that was ended because it took too long, or that was not started because the time was over. */
export function endedResult(check: AnyCheck, input: JudgeInput, hasStarted: boolean): Result {
  return buildResult(check, input, { found: [overtime(check, hasStarted)], unseen: [] });
}

/** Calls `run` only if `applies.when` returns true. */
function callCheck({ check, gate, given, context }: Prepared): Answer {
  const applies = gate === undefined ? true : valueOrError(() => check.applies?.when(gate, context) ?? true);
  return { applies, findings: applies === true && given !== undefined ? runCheck(check, given, context) : [] };
}

/**
 * The outcome of a check that does not apply, or whose `when` crashed. If only partial facts show that the check does
 * not apply, the outcome has unknown findings. Undefined if the check applies, or if the facts for `when` were not
 * read: `runOutcome` then reports them as missing.
 */
function appliesOutcome({ check, input, gate }: Prepared, { applies }: Answer): Outcome | undefined {
  if (gate === undefined || applies === true) return undefined;
  const needs = check.applies?.needs ?? [];
  if (applies instanceof Error) return { found: [crash(check, applies)], unseen: listUnseen(needs, input) };
  // A partial list cannot show that the check does not apply.
  const unseen = listUnseen(needs, input, new Set(needs));
  if (unseen.length > 0) return { found: unseen.map((one) => missingFinding(one)), unseen };
  return { skipped: 'not-applicable', reason: applies };
}

/** The outcome of a check that needs a fact which was not requested; undefined if there is no such fact. */
function notRequestedOutcome({ needs }: AnyCheck, readings: Readings): Outcome | undefined {
  const [reason] = needs.flatMap((fact) => findUnrequestedReason(fact, readings)?.message ?? []);
  return reason === undefined ? undefined : { skipped: 'not-asked', reason };
}

function runOutcome(prepared: Prepared, found: readonly Finding[]): Outcome {
  const { check, input, context, ended } = prepared;
  const { needs, warnsBy = [], applies, counts = [] } = check;
  const uses = (check.uses ?? []).filter((fact) => !context.unasked.has(fact));
  const gate = applies?.needs ?? [];
  const unseen = distinct([
    ...listUnseen(gate, input),
    ...listUnseen([...needs, ...uses], input, new Set<FactName>(counts)),
  ]);
  const dated = unseen.flatMap((one) => {
    // Where all facts are too old, so are those by which `unseenAt` answers.
    const isNow = gate.includes(one.fact) || input.aged !== undefined;
    const at = isNow ? context.current : unseenAt(check, input, context, one.fact);
    return at === null ? [] : [{ one, at }];
  });
  const missing = dated.map(({ one, at }) => ({
    ...missingFinding(one, warnsBy.includes(one.fact) ? 'warn' : undefined),
    at,
  }));
  const all = [...found, ...missing, ...ended];
  const judged = { found: all, unseen: dated.map(({ one }) => one) };
  const basis = valueOrError(() => findBasis(prepared, all.length === 0));
  return basis instanceof Error ? { ...judged, found: [...all, crash(check, basis)] } : { ...judged, basis };
}

/** What the result is based on, if the check says so and its facts were read. */
function findBasis({ check, given, context, input }: Prepared, isPass: boolean): string | undefined {
  if (given === undefined) return undefined;
  const passedBy = isPass ? check.passedBy?.(given, context) : undefined;
  const parts = [passedBy ?? check.basis?.(given, context), describeUnlistedPatches(check, input)];
  return parts.filter((part) => part !== undefined).join('; ') || undefined;
}

/** The first version at which the missing fact can hide a finding: by `unseenAt`, else the current one. Null: none. */
function unseenAt(check: AnyCheck, input: JudgeInput, context: Context<TableName>, missing: FactName): Minor | null {
  const whole = selectFacts(selectWholeFacts(check.needs, input), input.readings);
  const at = valueOrError(() => check.unseenAt?.(whole, context, missing));
  return at === undefined || at instanceof Error ? context.current : at;
}

function selectWholeFacts(names: readonly FactName[], input: JudgeInput): FactName[] {
  return names.filter((name) => listUnseen([name], input, new Set([name])).length === 0);
}

/** Omits optional facts of `applies` that are incomplete: a partial list must not decide that a check is skipped. */
function valuesForWhen({ needs, uses = [] }: NonNullable<AnyCheck['applies']>, input: JudgeInput): Facts {
  return selectFacts([...needs, ...selectWholeFacts(uses, input)], input.readings);
}

/** Returns the facts that were read. The cast is safe only if the caller checked that all required facts were read. */
function selectFacts(names: readonly FactName[], readings: Readings): Facts {
  const given = names.flatMap((name) => {
    const reading = readings[name];
    return reading?.ok === true ? [[name, reading.value]] : [];
  });
  return Object.fromEntries(given) as Facts;
}

function runCheck(check: AnyCheck, given: Facts, context: Context<TableName>): Finding[] {
  const found: Finding[] = [];
  const failure = valueOrError(() => {
    for (const finding of check.run(given, context)) found.push(finding);
  });
  return failure instanceof Error ? [...found, crash(check, failure)] : found;
}

function buildResult(check: AnyCheck, input: JudgeInput, outcome: Outcome): Result {
  const { context, source } = input;
  const isJudged = 'found' in outcome;
  const origin = { source, context: { current: context.current, karpenter: withTarget(context.karpenter) } };
  const found = isJudged ? outcome.found : [];
  const findings = mergeFindings(found.map((finding) => reportFinding(check, origin, finding))).sort(
    byLevelThenResource,
  );
  return {
    id: check.id,
    title: check.title,
    category: parseArea(check.id),
    severity: check.severity,
    mayBlock: listMayBlock(check, context),
    status: isJudged ? toStatus(findings) : 'skip',
    reason: isJudged ? (outcome.basis ?? null) : outcome.reason,
    skipped: isJudged ? null : outcome.skipped,
    why: unwrap(check.why),
    docs:
      check.plugin === undefined
        ? `${documentation}/${parseArea(check.id)}.md#${checkAnchor(check.id)}`
        : (check.links[0] ?? ''),
    links: [...check.links],
    tables: (check.tables ?? []).map((name) => toResultTable(name, input.table)),
    findings,
    missing: isJudged ? outcome.unseen.map(missingFact) : [],
  };
}

/** What findings of level `fail` may stop on this path. */
function listMayBlock(check: AnyCheck, path: PathEnds): Result['mayBlock'] {
  const { blocks, alsoBlocks = [], alsoBlocksRollback = [] } = check;
  return [...new Set([blocks, ...alsoBlocks, ...(isRollback(path) ? alsoBlocksRollback : [])])];
}
