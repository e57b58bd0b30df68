import { conditionHolds } from './conditions.ts';
import type { Condition, Policy, Selection, Statement } from './document.ts';
import { allFit, and, anyFits, or, listDoubts, no, unknown, type Outcome } from './outcome.ts';
import { matchNegated, matchPattern, shown } from './pattern.ts';
import { createContextLookup, type Request, type ContextLookup } from './request.ts';
import { parsePieces } from './variables.ts';

/** Identifies a statement in a policy. */
export interface Place {
  policy: string;
  statement: string;
}

/** Why a statement does not apply. `wanted`: the values in the statement; `given`: those in the request, if any. */
export type Lack =
  | { element: 'action' | 'resource'; wanted: readonly string[]; given: string }
  | { element: 'condition'; operator: string; key: string; wanted: readonly string[]; given: readonly string[] };

/** The closest Allow, and all reasons why it does not apply. */
export interface Nearest {
  place: Place;
  lacks: readonly Lack[];
}

/** The result, with the statement that determines it, the closest Allow, or the reasons why the result is unknown. */
export type Decision =
  | { answer: 'allowed'; by: Place }
  | { answer: 'denied'; because: 'deny'; by: Place }
  /** No Allow applies in the role's policies, or none in its permissions boundary. */
  | { answer: 'denied'; because: 'no-allow'; layer: 'policies' | 'boundary'; nearest: Nearest | null }
  /** The result depends on an unknown value, an unknown operator, or a flaw. */
  | { answer: 'unknown'; doubts: readonly string[] };

/**
 * Evaluates a request as IAM does within an account: the policies must allow it, and so must the boundary if there is
 * one, and any Deny overrides that. Source: the IAM guide's page on policy evaluation logic.
 * @param boundary undefined if the role has none
 */
export function evaluate(policies: readonly Policy[], boundary: Policy | undefined, request: Request): Decision {
  const lookup = createContextLookup(request);
  const layers = [policies, ...(boundary === undefined ? [] : [[boundary]])].map((layer) =>
    judgeLayer(layer, request, lookup),
  );
  const deny = layers.find(({ denies }) => denies.by !== undefined)?.denies.by;
  if (deny !== undefined) return { answer: 'denied', because: 'deny', by: deny };
  const closed = layers.findIndex(({ allows }) => allows.outcome.is === 'no');
  if (closed !== -1) {
    const layer = closed === 0 ? 'policies' : 'boundary';
    const among = closed === 0 || boundary === undefined ? policies : [boundary];
    return { answer: 'denied', because: 'no-allow', layer, nearest: findNearest(among, request, lookup) };
  }
  const doubts = listDoubts(layers.flatMap(({ allows, denies }) => [allows.outcome, denies.outcome]));
  const by = layers[0]?.allows.by;
  return doubts.length > 0 || by === undefined ? { answer: 'unknown', doubts } : { answer: 'allowed', by };
}

interface Judgement {
  outcome: Outcome;
  /** The statement that was judged; for a layer, the statement that applies, or undefined if none does. */
  by?: Place;
}

function judgeLayer(
  policies: readonly Policy[],
  request: Request,
  lookup: ContextLookup,
): { allows: Judgement; denies: Judgement } {
  const flaws = policies.flatMap(({ name, flaws }) => flaws.map((flaw) => `cannot read ${name}: ${flaw}`));
  const of = (effect: Statement['effect']): Judgement => {
    const judged = policies.flatMap((policy) =>
      policy.statements
        .filter((statement) => statement.effect === effect)
        .map((statement) => judgeStatement(policy, statement, request, lookup)),
    );
    const by = judged.find(({ outcome }) => outcome.is === 'yes')?.by;
    const outcomes = [...judged.map(({ outcome }) => outcome), ...(flaws.length === 0 ? [] : [unknown(...flaws)])];
    return { outcome: or(outcomes), ...(by === undefined ? {} : { by }) };
  };
  return { allows: of('Allow'), denies: of('Deny') };
}

function judgeStatement(policy: Policy, statement: Statement, request: Request, lookup: ContextLookup): Judgement {
  const by = { policy: policy.name, statement: statement.id };
  const action = actionFits(statement.actions, request.action);
  if (action.is === 'no') return { outcome: no, by };
  const resource = resourceFits(policy, statement.resources, request.resource, lookup);
  if (resource.is === 'no') return { outcome: no, by };
  const conditions = allFit(statement.conditions, (condition) => conditionHolds(condition, lookup, policy.variables));
  const outcome = and([resource, conditions]);
  if (outcome.is !== 'unknown') return { outcome, by };
  return { outcome: unknown(...outcome.doubts.map((doubt) => `${by.statement} of ${by.policy}: ${doubt}`)), by };
}

function actionFits({ except, patterns }: Selection, action: string): Outcome {
  const reading = { variables: false, wildcards: true };
  const match = except ? matchNegated : matchPattern;
  return (except ? allFit : anyFits)(patterns, (text) =>
    match(
      parsePieces(text, reading, () => undefined),
      action,
      { ignoreCase: true },
    ),
  );
}

function resourceFits(
  { variables }: Policy,
  { except, patterns }: Selection,
  resource: string,
  lookup: ContextLookup,
): Outcome {
  const match = except ? matchNegated : matchPattern;
  return (except ? allFit : anyFits)(patterns, (text) => {
    const readings = listReadings(text).map((one) => {
      const pieces = parsePieces(one, { variables, wildcards: true }, lookup);
      return match(pieces, resource, { arn: true });
    });
    const [first = no] = readings;
    return readings.every(({ is }) => is === first.is) ? first : unknown(`how ${text} is completed is not documented`);
  });
}

/**
 * The possible readings of an ARN pattern with fewer than six parts. IAM may append a `*` for each missing part; or a
 * `*` or a variable in the pattern may match the missing colons.
 */
function listReadings(pattern: string): string[] {
  if (/^\*+$/.test(pattern)) return [pattern];
  const plain = pattern.includes('${') ? pattern.replaceAll(/\$\{[^{}]*\}/g, '') : pattern;
  const missing = 6 - plain.split(':').length;
  if (missing <= 0) return [pattern];
  const whole = `${pattern}${':*'.repeat(missing)}`;
  return /\*|\$\{/.test(pattern) ? [pattern, whole] : [whole];
}

/**
 * The Allow that lacks least: an action counts more than resources, and resources count more than conditions. An Allow
 * for other actions only counts if it is for the same service and lacks nothing else.
 */
function findNearest(policies: readonly Policy[], request: Request, lookup: ContextLookup): Nearest | null {
  const candidates = policies.flatMap((policy) =>
    policy.statements
      .filter(({ effect, actions }) => effect === 'Allow' && isNear(actions, request.action))
      .map((statement) => ({
        place: { policy: policy.name, statement: statement.id },
        lacks: listLacks(policy, statement, request, lookup),
      })),
  );
  const [nearest] = candidates
    .filter(({ lacks }) => lacks.length === 1 || !lacks.some(({ element }) => element === 'action'))
    .toSorted((a, b) => distance(a.lacks) - distance(b.lacks));
  return nearest ?? null;
}

/** True if the statement covers the action, or names actions of the same service. */
function isNear(actions: Selection, action: string): boolean {
  const service = `${action.split(':')[0]?.toLowerCase()}:`;
  if (!actions.except && actions.patterns.some((one) => one.toLowerCase().startsWith(service))) return true;
  return actionFits(actions, action).is !== 'no';
}

const weights = { action: 10_000, resource: 100, condition: 1 };

function distance(lacks: readonly Lack[]): number {
  return lacks.reduce((sum, { element }) => sum + weights[element], 0);
}

/** All reasons why a statement does not apply. */
function listLacks(
  policy: Policy,
  { actions, resources, conditions }: Statement,
  request: Request,
  lookup: ContextLookup,
): Lack[] {
  const { action, resource } = request;
  const lacks: Lack[] = [];
  if (actionFits(actions, action).is === 'no')
    lacks.push({ element: 'action', wanted: formatPatterns(actions), given: action });
  if (resourceFits(policy, resources, resource, lookup).is === 'no')
    lacks.push({ element: 'resource', wanted: formatPatterns(resources), given: shown(resource) });
  const missing = conditions.filter((condition) => conditionHolds(condition, lookup, policy.variables).is === 'no');
  return [...lacks, ...missing.map((condition) => conditionLack(condition, lookup))];
}

function conditionLack({ operator, key, values }: Condition, lookup: ContextLookup): Lack {
  return { element: 'condition', operator, key, wanted: values, given: (lookup(key) ?? []).map(shown) };
}

function formatPatterns({ except, patterns }: Selection): string[] {
  return patterns.map((pattern) => (except ? `all but ${pattern}` : pattern));
}
