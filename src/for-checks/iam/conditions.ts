import type { Condition } from './document.ts';
import { operators, type Operator } from './operators.ts';
import { allFit, allOf, anyFits, anyOf, no, outcomeOf, unknown, yes, type Outcome } from './outcome.ts';
import type { Told } from './request.ts';

const form = /^(?:(ForAllValues|ForAnyValue):)?([A-Za-z]+?)(IfExists)?$/i;

/**
 * Whether a condition holds. For a key that is not in the request: ForAllValues is true, ForAnyValue false, IfExists
 * true, a negated operator true, any other false. Source: the IAM guide's pages on condition operators and on set
 * operators. A condition without values is unknown: its values were not kept, or what IAM makes of it is not documented.
 * @param variables whether the policy's version supports variables
 */
export function conditionHolds({ operator, key, values }: Condition, told: Told, variables: boolean): Outcome {
  const [, set, name = '', ifExists] = form.exec(operator) ?? [];
  const given = told(key);
  if (given !== undefined && values.length === 0) return unknown(`the values of ${operator} ${key} are unknown`);
  if (name.toLowerCase() === 'null' && set === undefined && ifExists === undefined) return isNull(key, values, given);
  const known = operators.get(name.toLowerCase());
  if (known === undefined) return unknown(`unknown operator ${operator}`);
  if (given === undefined) return unknown(`the value of ${key} is unknown`);
  if (given.length === 0) return outcomeOf(holdsWithoutKey(known, set, ifExists !== undefined));
  const outcomes = given.map((value) => matches(known, values, value, told, variables));
  if (set?.toLowerCase() === 'forallvalues') return allOf(outcomes);
  if (set !== undefined) return anyOf(outcomes);
  if (outcomes.length > 1) return unknown(`${key} has several values, but ${operator} supports one`);
  return outcomes[0] ?? no;
}

function holdsWithoutKey({ negated }: Operator, set: string | undefined, ifExists: boolean): boolean {
  if (ifExists || set?.toLowerCase() === 'forallvalues') return true;
  return set === undefined && negated;
}

/** Of one value of the request: it matches one of the wanted, or, for a negated operator, none of them. */
function matches(
  { negated, compare }: Operator,
  wanted: readonly string[],
  given: string,
  told: Told,
  variables: boolean,
): Outcome {
  return (negated ? allFit : anyFits)(wanted, (value) => compare(value, given, told, variables));
}

/** `true`: the key is not in the request. */
function isNull(key: string, values: readonly string[], given: readonly string[] | undefined): Outcome {
  if (!values.every((value) => /^(?:true|false)$/i.test(value)))
    return unknown(`Null supports true or false, not ${values.join(', ')}`);
  const wanted = new Set(values.map((value) => value.toLowerCase() === 'true'));
  if (wanted.size === 2) return yes;
  if (given === undefined) return unknown(`unknown whether the request contains ${key}`);
  return outcomeOf(wanted.has(given.length === 0));
}
