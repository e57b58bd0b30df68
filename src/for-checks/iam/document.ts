import { isObject, type JsonObject } from '../../syntax/json.ts';

/** One operator and one key of a Condition element, with the values. */
export interface Condition {
  /** The operator as written: `ForAllValues:StringEquals`. */
  operator: string;
  key: string;
  values: readonly string[];
}

/** Action or Resource; with `except`, NotAction or NotResource. */
export interface Selection {
  except: boolean;
  patterns: readonly string[];
}

/** A statement of an identity policy or of a permissions boundary. */
export interface Statement {
  /** The Sid, or `statement 2`. */
  id: string;
  effect: 'Allow' | 'Deny';
  actions: Selection;
  resources: Selection;
  conditions: readonly Condition[];
}

/** A policy, as far as it could be parsed. */
export interface Policy {
  name: string;
  /** True for Version 2012-10-17, in which `${aws:username}` is a variable. */
  variables: boolean;
  statements: readonly Statement[];
  /** What could not be parsed, and where. A policy with a flaw may allow or deny anything. */
  flaws: readonly string[];
}

type Flawed = { flaw: string };

/**
 * Parses an inline or managed policy, or a permissions boundary. Never throws: syntax errors are flaws.
 * Source: the IAM guide's grammar of the JSON policy language.
 */
export function readPolicy(name: string, document: unknown): Policy {
  const none = { name, variables: false, statements: [] };
  if (!isObject(document)) return { ...none, flaws: ['the document is no object'] };
  const { Version: version = '2008-10-17', Statement: written, Id: _id, ...others } = document;
  const other = Object.keys(others)[0];
  if (other !== undefined) return { ...none, flaws: [`${other} is not a policy element`] };
  if (version !== '2012-10-17' && version !== '2008-10-17')
    return { ...none, flaws: [`unknown Version ${JSON.stringify(version)}`] };
  const list: unknown[] = Array.isArray(written) ? written : [written];
  const read = list.map((statement, at) => readStatement(statement, `statement ${at + 1}`));
  return {
    name,
    variables: version === '2012-10-17',
    statements: read.flatMap((one) => ('flaw' in one ? [] : [one])),
    flaws: read.flatMap((one) => ('flaw' in one ? [one.flaw] : [])),
  };
}

const elements = new Set(['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition']);

function readStatement(written: unknown, place: string): Statement | Flawed {
  if (!isObject(written)) return { flaw: `${place} is no object` };
  const other = Object.keys(written).find((element) => !elements.has(element));
  if (other !== undefined) return { flaw: `${place}: ${other} is no element of an identity's policy` };
  const { Sid: sid, Effect: effect } = written;
  if (effect !== 'Allow' && effect !== 'Deny') return { flaw: `${place}: Effect is neither Allow nor Deny` };
  const actions = readSelection(written, 'Action', place);
  const resources = readSelection(written, 'Resource', place);
  const conditions = readConditions(written['Condition'], place);
  if ('flaw' in actions) return actions;
  if ('flaw' in resources) return resources;
  if ('flaw' in conditions) return conditions;
  const action = actions.patterns.find((pattern) => !/^(?:\*+|[^:]+:[^:]+)$/.test(pattern) || pattern.includes('${'));
  if (action !== undefined) return { flaw: `${place}: ${action} is no action` };
  return { id: typeof sid === 'string' && sid !== '' ? sid : place, effect, actions, resources, conditions };
}

function readSelection(written: JsonObject, element: 'Action' | 'Resource', place: string): Selection | Flawed {
  const plain = written[element];
  const negated = written[`Not${element}`];
  if ((plain === undefined) === (negated === undefined))
    return { flaw: `${place}: one of ${element} and Not${element} is needed` };
  const patterns = parseTexts(plain ?? negated);
  if (patterns === undefined || patterns.length === 0)
    return { flaw: `${place}: ${element} holds something else than texts` };
  return { except: plain === undefined, patterns };
}

/** Parses the Condition element of a policy or a trust policy. */
export function readConditions(written: unknown, place: string): Condition[] | Flawed {
  if (written === undefined) return [];
  if (!isObject(written)) return { flaw: `${place}: Condition is no object` };
  const conditions: Condition[] = [];
  for (const [operator, keys] of Object.entries(written)) {
    if (!isObject(keys)) return { flaw: `${place}: Condition ${operator} is no object` };
    for (const [key, value] of Object.entries(keys)) {
      const values = parseTexts(value);
      if (values === undefined) return { flaw: `${place}: Condition ${operator} ${key} holds no texts` };
      conditions.push({ operator, key, values });
    }
  }
  return conditions;
}

/** A single value needs no list; numbers and booleans need no quotes. */
function parseTexts(value: unknown): string[] | undefined {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  const texts = list.flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : [],
  );
  return texts.length === list.length ? texts : undefined;
}
