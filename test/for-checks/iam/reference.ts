/**
 * A second evaluator, written for the tests from the IAM guide: slow and plain, without code from src/for-checks/iam.
 * It answers only true or false, for one world, in which every value is given. Where the guide leaves the behavior
 * open, a switch of the world decides.
 */

export interface World {
  context: Record<string, string[]>;
  /** A `*` within a segment of an ARN also matches colons. */
  starsCrossColons: boolean;
  /** A resource pattern of fewer than six parts is completed with `:*` even if it contains a `*`. */
  completes: boolean;
  /** The result of a negated comparison with a variable without a value. */
  negatedAbsent: boolean;
}

export interface WrittenStatement {
  Sid?: string;
  Effect: 'Allow' | 'Deny';
  Action?: string | string[];
  NotAction?: string | string[];
  Resource?: string | string[];
  NotResource?: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

export interface WrittenPolicy {
  Version?: string;
  Statement: WrittenStatement[];
}

export function isAllowed(
  policies: WrittenPolicy[],
  boundary: WrittenPolicy | undefined,
  action: string,
  resource: string,
  world: World,
): boolean {
  const everything = boundary === undefined ? policies : [...policies, boundary];
  if (applies(everything, 'Deny', action, resource, world)) return false;
  if (!applies(policies, 'Allow', action, resource, world)) return false;
  return boundary === undefined || applies([boundary], 'Allow', action, resource, world);
}

function applies(policies: WrittenPolicy[], effect: string, action: string, resource: string, world: World): boolean {
  for (const policy of policies)
    for (const statement of policy.Statement)
      if (statement.Effect === effect && statementApplies(statement, policy.Version, action, resource, world))
        return true;
  return false;
}

function statementApplies(
  statement: WrittenStatement,
  version: string | undefined,
  action: string,
  resource: string,
  world: World,
): boolean {
  const { Action, NotAction, Resource, NotResource, Condition = {} } = statement;
  if (Action !== undefined && !list(Action).some((one) => glob(one, action, 'i'))) return false;
  if (NotAction !== undefined && list(NotAction).some((one) => glob(one, action, 'i'))) return false;
  if (Resource !== undefined && !list(Resource).some((one) => fits(one, resource, version, world) === true))
    return false;
  if (NotResource !== undefined)
    for (const one of list(NotResource)) {
      const outcome = fits(one, resource, version, world);
      if (outcome === true || (outcome === undefined && !world.negatedAbsent)) return false;
    }
  for (const [operator, keys] of Object.entries(Condition))
    for (const [key, values] of Object.entries(keys))
      if (!holds(operator, key, list(values), version, world)) return false;
  return true;
}

function list(value: string | string[]): string[] {
  return Array.isArray(value) ? value : [value];
}

/** Private Use characters for `${*}` and `${?}`, which are not wildcards. */
const star = '\uE000';
const mark = '\uE001';

/**
 * The text with its variables replaced, if the version has variables; undefined if a variable has neither one value nor
 * a default.
 */
function filled(text: string, version: string | undefined, world: World): string | undefined {
  if (version !== '2012-10-17') return text;
  let absent = false;
  const result = text.replaceAll(/\$\{([^}]*)\}/g, (_, inner: string) => {
    if (inner === '*') return star;
    if (inner === '?') return mark;
    if (inner === '$') return '$';
    const [key = '', fallback] = inner.split(',').map((part) => part.trim());
    const values = findValues(key, world);
    if (values.length === 1 && values[0] !== undefined) return values[0].replaceAll('*', star).replaceAll('?', mark);
    if (fallback !== undefined) return fallback.slice(1, -1).replaceAll('*', star).replaceAll('?', mark);
    absent = true;
    return '';
  });
  return absent ? undefined : result;
}

function findValues(key: string, world: World): string[] {
  for (const [name, values] of Object.entries(world.context))
    if (name.toLowerCase() === key.toLowerCase()) return values;
  return [];
}

function glob(pattern: string, text: string, flags: '' | 'i' = ''): boolean {
  return kept(`${flags} ${pattern}`, () => {
    const letters = Array.from(pattern, (letter) => written(letter, '[^]*'));
    return new RegExp(`^${letters.join('')}$`, flags);
  }).test(text);
}

/** One character of a pattern as a regular expression. */
function written(letter: string, any: string): string {
  if (letter === '*') return any;
  if (letter === '?') return '[^]';
  return (letter === star ? '*' : letter === mark ? '?' : letter).replace(/[^\w]/, String.raw`\$&`);
}

/** Cache: the same few patterns are used a million times. */
const expressions = new Map<string, RegExp>();

function kept(key: string, make: () => RegExp): RegExp {
  const known = expressions.get(key) ?? make();
  expressions.set(key, known);
  return known;
}

function fits(pattern: string, resource: string, version: string | undefined, world: World): boolean | undefined {
  const text = filled(pattern, version, world);
  if (text === undefined) return undefined;
  if (/^\*+$/.test(text)) return true;
  let whole = text;
  while (world.completes || !pattern.includes('*')) {
    if (pattern.includes('${') || whole.split(':').length >= 6) break;
    whole += ':*';
  }
  if (world.starsCrossColons) return glob(whole, resource);
  return kept(`segments ${whole}`, () => {
    const letters = Array.from(whole, (letter, at) =>
      written(letter, at === whole.length - 1 || whole[at + 1] === ':' ? '[^]*' : '[^:]*'),
    );
    return new RegExp(`^${letters.join('')}$`);
  }).test(resource);
}

function holds(operator: string, key: string, wanted: string[], version: string | undefined, world: World): boolean {
  const given = findValues(key, world);
  if (operator === 'Null') return wanted.some((value) => (value === 'true') === (given.length === 0));
  const parts = operator.split(':');
  const set = parts.length === 2 ? parts[0] : undefined;
  const ifExists = operator.endsWith('IfExists');
  const name = (parts.at(-1) ?? '').replace('IfExists', '');
  const negated = name.includes('Not');
  if (given.length === 0) {
    if (ifExists || set === 'ForAllValues') return true;
    return set === 'ForAnyValue' ? false : negated;
  }
  const one = (value: string): boolean => {
    if (!negated) return wanted.some((want) => equal(name, want, value, version, world) === true);
    return wanted.every((want) => {
      const outcome = equal(name.replace('Not', ''), want, value, version, world);
      return outcome === undefined ? world.negatedAbsent : !outcome;
    });
  };
  return set === 'ForAllValues' ? given.every(one) : given.some(one);
}

function equal(
  name: string,
  rawWanted: string,
  given: string,
  version: string | undefined,
  world: World,
): boolean | undefined {
  if (name.startsWith('String') || name.startsWith('Arn')) {
    const wanted = filled(rawWanted, version, world);
    if (wanted === undefined) return undefined;
    const plain = wanted.replaceAll(star, '*').replaceAll(mark, '?');
    if (name === 'StringEquals') return plain === given;
    if (name === 'StringEqualsIgnoreCase') return plain.toLowerCase() === given.toLowerCase();
    if (name === 'StringLike') return glob(wanted, given);
    const patterns = wanted.split(':');
    const texts = given.split(':');
    if (texts.length < 6) return false;
    const tail = (all: string[]): string[] => [...all.slice(0, 5), all.slice(5).join(':')];
    return tail(patterns).every((pattern, at) => glob(pattern, tail(texts)[at] ?? ''));
  }
  if (name === 'Bool') return rawWanted.toLowerCase() === given.toLowerCase();
  if (name === 'BinaryEquals') return atob(rawWanted) === atob(given);
  if (name.endsWith('IpAddress') || name === 'ipAddress') return inRange(given, rawWanted);
  const number = name.startsWith('Date') ? (text: string) => Date.parse(text) : Number;
  const left = number(given);
  const right = number(rawWanted);
  const order = name.replace(/^Numeric|^Date/, '');
  if (order === 'Equals') return left === right;
  if (order === 'LessThan') return left < right;
  if (order === 'LessThanEquals') return left <= right;
  if (order === 'GreaterThan') return left > right;
  return left >= right;
}

function inRange(address: string, range: string): boolean {
  const [base = '', length = '32'] = range.split('/');
  const bits = (text: string): string =>
    text
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  return bits(address).slice(0, Number(length)) === bits(base).slice(0, Number(length));
}
