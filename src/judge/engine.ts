import { advice } from '../syntax/advice.ts';
import type { AnyCheck, Context, Finding } from '../check.ts';
import type { FactName, Facts } from '../facts/facts.ts';
import { mergeFindings, byLevelThenResource, reportFinding, type EngineFinding } from './finding.ts';
import { loadTables } from './check-tables.ts';
import type { Readings } from '../facts/reading.ts';
import { withTarget } from '../karpenter/path.ts';
import { unwrap } from '../syntax/markdown.ts';
import type { Result } from './result.ts';
import { toStatus } from './verdict.ts';
import { findUnrequestedReason } from '../facts/optional-grants.ts';
import { loadTable, type TableName } from '../tables/tables.ts';
import { distinct, missingFact, missingFinding, listUnseen, type Seen, type Unseen } from './missing-facts.ts';
import { format, type Minor } from '../syntax/versions.ts';

/** The input for judging checks. */
export interface JudgeInput extends Seen {
  context: Omit<Context, 'tables' | 'gone' | 'thresholds' | 'unasked'>;
  /** By check ID, the thresholds that a config file makes stricter. */
  thresholds?: ReadonlyMap<string, Readonly<Record<string, number>>>;
  /** Where the facts come from: shown with each piece of evidence that is not from a table. */
  source: 'live' | 'inventory';
  /** Loads a table; tests pass their own rows. */
  table?: typeof loadTable;
}

const documentation = 'https://github.com/eks-preflight/eks-preflight/blob/main/docs/checks';

/** Why a check was not judged; or what it found and what was not seen. */
type Outcome =
  | { skipped: NonNullable<Result['skipped']>; reason: string }
  | { found: readonly EngineFinding[]; unseen: readonly Unseen[]; passedBy?: string | undefined };

/**
 * Judges one check. Missing data that may hide a problem becomes an `unknown` finding: a requested fact that was not
 * read, or only in part, or that is stale; a counted list that changed while it was read; a table that ends before the
 * target. So does a crash of the check.
 */
export function judge(check: AnyCheck, input: JudgeInput): Result {
  const { tables, ended } = loadTables(check, input);
  const thresholds = input.thresholds?.get(check.id) ?? {};
  const { readings } = input;
  const unasked = selectUnrequestedFacts(check, readings);
  const context: Context = { ...input.context, tables, thresholds, unasked, gone: listMissingResourceIds(readings) };
  const outcome =
    appliesOutcome(check, input, context) ??
    notRequestedOutcome(check, readings) ??
    runOutcome(check, input, context, ended);
  return buildResult(check, input, outcome);
}

/** The result of a check that the user did not select: listed, so that its absence is not mistaken for a pass. */
export function notSelected(check: AnyCheck, input: JudgeInput): Result {
  return buildResult(check, input, { skipped: 'not-selected', reason: 'not selected' });
}

/**
 * The outcome of a check that does not apply, or whose `when` crashed. If only partial facts show that the check does
 * not apply, the outcome has unknown findings. Undefined if the check applies, or if the facts for `when` were not
 * read: `runOutcome` then reports them as missing.
 */
function appliesOutcome(check: AnyCheck, input: JudgeInput, context: Context): Outcome | undefined {
  const { applies } = check;
  if (applies === undefined || !areRead(applies.needs, input.readings)) return undefined;
  const applicable = valueOrError(() => applies.when(valuesForWhen(applies, input), context));
  if (applicable instanceof Error) {
    return { found: [crash(check, applicable)], unseen: listUnseen(applies.needs, input) };
  }
  if (typeof applicable !== 'string') return undefined;
  // A partial list cannot show that the check does not apply.
  const unseen = listUnseen(applies.needs, input, new Set(applies.needs));
  if (unseen.length > 0) return { found: unseen.map((one) => missingFinding(one)), unseen };
  return { skipped: 'not-applicable', reason: applicable };
}

/** The outcome of a check that needs a fact which was not requested; undefined if there is no such fact. */
function notRequestedOutcome({ needs }: AnyCheck, readings: Readings): Outcome | undefined {
  const [reason] = needs.flatMap((fact) => findUnrequestedReason(fact, readings)?.message ?? []);
  return reason === undefined ? undefined : { skipped: 'not-asked', reason };
}

/** The optional facts that were not requested; the check decides what their absence means. */
function selectUnrequestedFacts({ uses = [] }: AnyCheck, readings: Readings): ReadonlySet<FactName> {
  return new Set(uses.filter((fact) => findUnrequestedReason(fact, readings) !== undefined));
}

function runOutcome(check: AnyCheck, input: JudgeInput, context: Context, ended: readonly EngineFinding[]): Outcome {
  const { needs, warnsBy = [], applies, counts = [] } = check;
  const uses = (check.uses ?? []).filter((fact) => context.unasked?.has(fact) !== true);
  const gate = applies?.needs ?? [];
  const unseen = distinct([
    ...listUnseen(gate, input),
    ...listUnseen([...needs, ...uses], input, new Set<FactName>(counts)),
  ]);
  const found = areRead([...gate, ...needs], input.readings) ? runCheck(check, input.readings, context) : [];
  const dated = unseen.flatMap((one) => {
    const at = gate.includes(one.fact) ? context.current : unseenAt(check, input, context, one.fact);
    return at === null ? [] : [{ one, at }];
  });
  const missing = dated.map(({ one, at }) => ({
    ...missingFinding(one, warnsBy.includes(one.fact) ? 'warn' : undefined),
    at,
  }));
  const all = [...found, ...missing, ...ended];
  const given = () => selectFacts([...needs, ...(check.uses ?? [])], input.readings);
  const passedBy = all.length > 0 ? undefined : valueOrError(() => check.passedBy?.(given(), context));
  if (passedBy instanceof Error) return { found: [crash(check, passedBy)], unseen: [] };
  return { found: all, unseen: dated.map(({ one }) => one), passedBy };
}

/**
 * The first version at which the missing fact can hide a finding: the one that the check's `unseenAt` returns, or else
 * the current version. Null if the fact hides no finding.
 */
function unseenAt(check: AnyCheck, input: JudgeInput, context: Context, missing: FactName): Minor | null {
  const whole = selectFacts(selectWholeFacts(check.needs, input), input.readings);
  const at = valueOrError(() => check.unseenAt?.(whole, context, missing));
  return at === undefined || at instanceof Error ? context.current : at;
}

function selectWholeFacts(names: readonly FactName[], input: JudgeInput): FactName[] {
  return names.filter((name) => listUnseen([name], input, new Set([name])).length === 0);
}

function areRead(names: readonly FactName[], readings: Readings): boolean {
  return names.every((name) => readings[name]?.ok === true);
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

/**
 * Runs a part of a check. Returns an error instead of throwing it, so that one crash does not stop the other checks.
 */
function valueOrError<Value>(run: () => Value): Value | Error {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function runCheck(check: AnyCheck, readings: Readings, context: Context): Finding[] {
  const found: Finding[] = [];
  const failure = valueOrError(() => {
    const given = selectFacts([...check.needs, ...(check.uses ?? [])], readings);
    for (const finding of check.run(given, context)) found.push(finding);
  });
  return failure instanceof Error ? [...found, crash(check, failure)] : found;
}

function crash(check: AnyCheck, error: Error): Finding {
  return {
    level: 'unknown',
    rule: 'crashed',
    resource: { kind: 'Check', name: check.id },
    message: `the check crashed: ${error.message}`,
    short: 'the check crashed',
    fix: advice`Report this as an eks-preflight bug; attach a redacted inventory if possible.`,
  };
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
    status: isJudged ? toStatus(findings) : 'skip',
    reason: isJudged ? (outcome.passedBy ?? null) : outcome.reason,
    skipped: isJudged ? null : outcome.skipped,
    why: unwrap(check.why),
    docs:
      check.plugin === undefined
        ? `${documentation}/${parseArea(check.id)}.md#${checkAnchor(check.id)}`
        : (check.links[0] ?? ''),
    links: [...check.links],
    tables: (check.tables ?? []).map((name) => toResultTable(name, input)),
    findings,
    missing: isJudged ? outcome.unseen.map(missingFact) : [],
  };
}

function toResultTable(name: TableName, { table = loadTable }: JudgeInput): Result['tables'][number] {
  const { knownThrough, karpenterKnownThrough } = table(name);
  const kubernetes = knownThrough === undefined ? [] : [format(knownThrough)];
  const karpenter = karpenterKnownThrough === undefined ? [] : [`Karpenter ${karpenterKnownThrough}`];
  return { name, knownThrough: [...kubernetes, ...karpenter].join(', ') || null };
}

/** The anchor of a check's section in the documentation, as GitHub derives it from the heading. */
export function checkAnchor(id: string): string {
  return id.replace('/', '');
}

/** The area of a check: the first part of its id. */
export function parseArea(id: string): string {
  return id.split('/')[0] ?? id;
}

/**
 * The IDs of subnets and security groups that the configuration of the cluster names but that do not exist. Lists none
 * of a kind whose objects were not all read: absence from an incomplete list proves nothing.
 */
export function listMissingResourceIds({ cluster, subnets, securityGroups }: Readings): ReadonlySet<string> {
  if (cluster?.ok !== true) return new Set();
  const { subnetIds, securityGroupIds, clusterSecurityGroupId } = cluster.value;
  const groupIds = clusterSecurityGroupId === null ? securityGroupIds : [...securityGroupIds, clusterSecurityGroupId];
  return new Set([
    ...(subnets?.ok === true && isWhole(subnets) ? idsMissingFrom(subnets.value, subnetIds) : []),
    ...(securityGroups?.ok === true && isWhole(securityGroups)
      ? idsMissingFrom(securityGroups.value.groups, groupIds)
      : []),
  ]);
}

function isWhole({ gaps, stale }: { gaps?: readonly unknown[] | undefined; stale?: string | undefined }): boolean {
  return (gaps ?? []).length === 0 && stale === undefined;
}

function idsMissingFrom(objects: readonly { id: string }[], ids: readonly string[]): string[] {
  const existing = new Set(objects.map(({ id }) => id));
  return ids.filter((id) => !existing.has(id));
}
