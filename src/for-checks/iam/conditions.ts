import type { Condition } from './document.ts';
import { operators, type Operator } from './operators.ts';
import { allFit, and, anyFits, or, no, toOutcome, unknown, yes, type Outcome } from './outcome.ts';
import type { ContextLookup } from './request.ts';

const form = /^(?:(ForAllValues|ForAnyValue):)?([A-Za-z]+?)(IfExists)?$/i;

/**
 * Whether a condition holds. If the request lacks the key, the result is true for ForAllValues, for IfExists and for
 * negated operators without ForAnyValue, and false for all others except Null. A condition without values is unknown:
 * its values were not stored, or IAM does not document the result.
 * Source: the IAM guide's pages on condition operators and on set operators.
 * @param variables whether the policy's version supports variables
 */
export function conditionHolds(
  { operator, key, values }: Condition,
  lookup: ContextLookup,
  variables: boolean,
): Outcome {
  const [, set, name = '', ifExists] = form.exec(operator) ?? [];
  const given = lookup(key);
  if (given !== undefined && values.length === 0) return unknown(`the values of ${operator} ${key} are unknown`);
  if (name.toLowerCase() === 'null' && set === undefined && ifExists === undefined) return isNull(key, values, given);
  const known = operators.get(name.toLowerCase());
  if (known === undefined) return unknown(`unknown operator ${operator}`);
  if (given === undefined) return unknown(`the value of ${key} is unknown`);
  if (given.length === 0) return toOutcome(holdsWithoutKey(known, set, ifExists !== undefined));
  const outcomes = given.map((value) => matches(known, values, value, lookup, variables));
  if (set?.toLowerCase() === 'forallvalues') return and(outcomes);
  if (set !== undefined) return or(outcomes);
  if (outcomes.length > 1) return unknown(`${key} has several values, but ${operator} supports one`);
  return outcomes[0] ?? no;
}

function holdsWithoutKey({ negated }: Operator, set: string | undefined, ifExists: boolean): boolean {
  if (ifExists || set?.toLowerCase() === 'forallvalues') return true;
  return set === undefined && negated;
}

/** Whether one value of the request matches any of the policy's values, or none of them for a negated operator. */
function matches(
  { negated, compare }: Operator,
  wanted: readonly string[],
  given: string,
  lookup: ContextLookup,
  variables: boolean,
): Outcome {
  return (negated ? allFit : anyFits)(wanted, (value) => compare(value, given, lookup, variables));
}

/** Null with the value `true` requires that the request lacks the key. */
function isNull(key: string, values: readonly string[], given: readonly string[] | undefined): Outcome {
  if (!values.every((value) => /^(?:true|false)$/i.test(value)))
    return unknown(`Null supports true or false, not ${values.join(', ')}`);
  const wanted = new Set(values.map((value) => value.toLowerCase() === 'true'));
  if (wanted.size === 2) return yes;
  if (given === undefined) return unknown(`unknown whether the request contains ${key}`);
  return toOutcome(wanted.has(given.length === 0));
}
