import { advice, joinAdvice, quotedMarkdown, type Advice } from '../languages/advice.ts';
import type { AnyCheck, Context, Finding } from '../check.ts';
import type { FactName, Facts } from '../facts/facts.ts';
import { byLevelThenResource, reportFinding } from './finding.ts';
import { loadTables } from './ended-tables.ts';
import { goneOf } from './gone.ts';
import type { Readings } from '../facts/reading.ts';
import type { Reason } from '../facts/reason.ts';
import { wholeWay } from '../karpenter/path.ts';
import { sentence, unwrap } from '../languages/markdown.ts';
import type { MissingFact, ReportedFinding, Result } from '../judge/result.ts';
import { reasonUnasked } from '../facts/grants.ts';
import { loadTable, type TableName } from '../tables/tables.ts';
import { format } from '../languages/versions.ts';

/** Everything that a check is judged on, besides its tables. */
export interface Judgement {
  readings: Readings;
  context: Omit<Context, 'tables' | 'gone'>;
  /** Where the facts come from: shown with each piece of evidence. */
  source: 'live' | 'inventory';
  /** Why all facts are too old for the day they are judged for; the readings are marked stale with its message. */
  aged?: Reason | undefined;
  /** Loads a table; tests bring their own rows. */
  table?: typeof loadTable;
}

const documentation = 'https://github.com/eks-preflight/eks-preflight/blob/main/CHECKS.md';

/** The fact's value does not come alone: what of it was not seen, as findings of level unknown. */
interface Unseen {
  fact: FactName;
  what: string;
  reason: Reason;
}

/**
 * Judges one check. The only place that makes `unknown` of missing things: a fact that was not read or only in part,
 * an answer its source calls old, a list that changed under the reader and is counted, a table that ends before the
 * target, a check that crashed.
 */
export function judge(check: AnyCheck, world: Judgement): Result {
  const { tables, ended } = loadTables(check, world);
  const context: Context = { ...world.context, tables, gone: goneOf(world.readings) };
  const gate = unseenOf(check.applies?.needs ?? [], world);
  const usable = (names: readonly FactName[]) => names.every((name) => world.readings[name]?.ok === true);

  if (check.applies !== undefined && usable(check.applies.needs)) {
    const verdict = attempt(() => check.applies?.when(gateValues(check, world), context));
    if (verdict instanceof Error) return resultOf(check, world, [crash(check, verdict)], gate);
    const half = unseenOf(check.applies.needs, world, new Set(check.applies.needs));
    if (typeof verdict === 'string' && half.length > 0) return resultOf(check, world, half.map(missingFinding), half);
    if (typeof verdict === 'string') return { ...resultOf(check, world, [], []), status: 'skip', reason: verdict };
  }
  const waiting = check.needs.flatMap((fact) => reasonUnasked(fact, world.readings)?.message ?? []);
  if (waiting[0] !== undefined) return { ...resultOf(check, world, [], []), status: 'skip', reason: waiting[0] };
  const counted = new Set<FactName>(check.counts ?? []);
  const unseen = distinct([...gate, ...unseenOf([...check.needs, ...(check.uses ?? [])], world, counted)]);
  const required = [...(check.applies?.needs ?? []), ...check.needs];
  const found = usable(required) ? findingsOf(check, world.readings, context) : [];
  return resultOf(check, world, [...found, ...unseen.map(missingFinding), ...ended], unseen);
}

/** A check that the user did not choose: in the results, so that nobody takes its absence for a pass. */
export function notSelected(check: AnyCheck, world: Judgement): Result {
  return { ...resultOf(check, world, [], []), status: 'skip', reason: 'not selected' };
}

function unseenOf(
  names: readonly FactName[],
  { readings, aged }: Pick<Judgement, 'readings' | 'aged'>,
  counted: ReadonlySet<FactName> = new Set(),
): Unseen[] {
  const unseen: Unseen[] = [];
  for (const fact of names) {
    const reading = readings[fact];
    if (reading === undefined) {
      unseen.push({ fact, what: fact, reason: { kind: 'absent', message: `${fact} is not in this inventory` } });
      continue;
    }
    if (!reading.ok) {
      unseen.push({ fact, what: fact, reason: reading.reason as Reason });
      continue;
    }
    for (const gap of reading.gaps ?? []) unseen.push({ fact, what: gap.what, reason: gap.reason as Reason });
    if (reading.stale !== undefined) {
      const own: Reason = { kind: 'stale', message: `${fact} is old: ${reading.stale}` };
      unseen.push({ fact, what: fact, reason: aged?.message === reading.stale ? aged : own });
    }
    if (reading.inconsistent === true && counted.has(fact)) {
      const message = `${fact} changed while it was listed: objects born meanwhile may be missing`;
      unseen.push({ fact, what: fact, reason: { kind: 'inconsistent', message } });
    }
  }
  return unseen;
}

function distinct(unseen: readonly Unseen[]): Unseen[] {
  const byKey = new Map(unseen.map((entry) => [`${entry.fact}\n${entry.what}\n${entry.reason.message}`, entry]));
  return [...byKey.values()];
}

/** A reason that many facts share is told in the same words by all of them, so that a reporter can say it once. */
function missingFinding({ fact, what, reason }: Unseen): Finding {
  const seen = what === fact || reason.shared !== undefined ? 'not seen' : `${what} not seen`;
  return {
    level: 'unknown',
    rule: `missing:${fact}`,
    resource: what === fact ? { kind: 'Fact', name: fact } : { kind: 'Fact', name: fact, note: what },
    message: `${seen}: ${reason.shared ?? reason.message}`,
    fix: fixForReason(reason),
  };
}

function fixForReason({ permission, hint, kind }: Reason): Advice {
  const grant = permission === undefined ? [] : [advice`Grant \`${permission}\` and scan again.`];
  const look = hint === undefined ? [] : [quotedMarkdown(sentence(hint))];
  if (permission !== undefined || hint !== undefined) return joinAdvice([...grant, ...look], ' ');
  return kind === 'absent' ? advice`Take a new inventory with this version of eks-preflight.` : advice`Scan again.`;
}

/** What `applies` may look at besides its needs is given whole or not at all: a skip is not decided on half a list. */
function gateValues({ applies }: AnyCheck, world: Judgement): Facts {
  const { needs = [], uses = [] } = applies ?? {};
  const names = [...needs, ...uses.filter((name) => unseenOf([name], world, new Set([name])).length === 0)];
  return valuesOf(names, world.readings);
}

/** Asserts that every fact which must be there was read: the caller has checked it. */
function valuesOf(names: readonly FactName[], readings: Readings): Facts {
  const given = names.flatMap((name) => {
    const reading = readings[name];
    return reading?.ok === true ? [[name, reading.value]] : [];
  });
  return Object.fromEntries(given) as Facts;
}

function attempt<Value>(run: () => Value): Value | Error {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function findingsOf(check: AnyCheck, readings: Readings, context: Context): Finding[] {
  const found: Finding[] = [];
  const failure = attempt(() => {
    const given = valuesOf([...check.needs, ...(check.uses ?? [])], readings);
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
    fix: advice`Report this as an eks-preflight bug; attach a redacted inventory if possible.`,
  };
}

function resultOf(check: AnyCheck, world: Judgement, found: readonly Finding[], unseen: readonly Unseen[]): Result {
  const { context, source } = world;
  const where = { source, context: { current: context.current, karpenter: wholeWay(context.karpenter) } };
  const findings = found.map((finding) => reportFinding(check, where, finding)).sort(byLevelThenResource);
  return {
    id: check.id,
    title: check.title,
    category: areaOf(check.id),
    severity: check.severity,
    status: statusOf(findings),
    reason: null,
    why: unwrap(check.why),
    docs: `${documentation}#${check.id.replace('/', '')}`,
    links: [...check.links],
    tables: (check.tables ?? []).map((name) => tableOf(name, world)),
    findings,
    missing: unseen.map(missingFact),
  };
}

function tableOf(name: TableName, world: Judgement): Result['tables'][number] {
  const { knownThrough, karpenterKnownThrough } = (world.table ?? loadTable)(name);
  const kubernetes = knownThrough === undefined ? [] : [format(knownThrough)];
  const karpenter = karpenterKnownThrough === undefined ? [] : [`Karpenter ${karpenterKnownThrough}`];
  return { name, knownThrough: [...kubernetes, ...karpenter].join(', ') || null };
}

function missingFact({ fact, what, reason }: Unseen): MissingFact {
  return {
    fact,
    reason: reason.kind,
    message: what === fact ? reason.message : `${what}: ${reason.message}`,
    permission: reason.permission ?? null,
    hint: reason.hint ?? null,
  };
}

/** The area of a check: the first part of its id. */
export function areaOf(id: string): string {
  return id.split('/')[0] ?? id;
}

function statusOf(findings: readonly ReportedFinding[]): Result['status'] {
  if (findings.some(({ level }) => level === 'fail')) return 'fail';
  if (findings.some(({ level }) => level === 'unknown')) return 'unknown';
  return findings.length > 0 ? 'warn' : 'pass';
}
