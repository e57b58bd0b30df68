import type { CelValue } from '../cel/values.ts';
import type { Compiled } from '../cel/compile.ts';
import { formatCount } from '../../syntax/english.ts';
import { isObject } from '../../syntax/json.ts';
import { oneLine } from '../../syntax/one-line.ts';
import { parseMinor } from '../../syntax/versions.ts';
import type { Finding } from '../../check.ts';
import type { ExpressionKey, Rule } from './expressions.ts';

/** The resource of an item, as reports show it. */
export interface ItemResource {
  kind: string;
  name: string;
  namespace?: string;
  apiVersion?: string;
}

/** The items that a rule judges, in order. */
export interface Items {
  values: readonly CelValue[];
  /** The resource of the item at an index. */
  resourceAt(index: number): ItemResource;
}

/** The variables of expressions besides `object`. */
export interface RuleContext {
  cluster: CelValue;
  /** Minor versions: 34 for 1.34. */
  current: number;
  target: number;
}

/** Failures with the same text. The last of a rule also counts all failures beyond {@link mostFailures}. */
interface Failures {
  key: ExpressionKey;
  /** The expression with its position, and the error. */
  text: string;
  /** The index of the first item that failed. */
  index: number;
  count: number;
}

/** How many different failures of one rule are reported separately. */
const mostFailures = 10;

/**
 * Yields a finding for each item for which `match` and `when` are true. Each different failure of an expression
 * (up to {@link mostFailures}) also yields one unknown finding, with its position in the file: a failed `match` or
 * `when` does not show whether the item has the problem.
 */
export function* evaluateRule(rule: Rule, items: Items, context: RuleContext): Generator<Finding> {
  const { match, when, messageExpression } = rule.compiled;
  const failures = new Map<string, Failures>();
  const [current, target] = [BigInt(context.current), BigInt(context.target)];
  const evaluate = (key: ExpressionKey, compiled: Compiled, index: number, object: CelValue): CelValue | undefined => {
    const result = compiled.evaluate({ object, cluster: context.cluster, current, target });
    if (result.ok) return result.value;
    const text = placed(rule, key, result);
    const known = failures.get(text) ?? (failures.size < mostFailures ? undefined : [...failures.values()].at(-1));
    if (known !== undefined) known.count += 1;
    else failures.set(text, { key, text, index, count: 1 });
    return undefined;
  };
  for (const [index, object] of items.values.entries()) {
    if (match !== undefined && evaluate('match', match, index, object) !== true) continue;
    if (evaluate('when', when, index, object) !== true) continue;
    const message =
      messageExpression === undefined ? rule.message : evaluate('messageExpression', messageExpression, index, object);
    yield {
      level: rule.level,
      resource: items.resourceAt(index),
      message: typeof message === 'string' && message.trim() !== '' ? oneLine(message, 500) : rule.title,
      ...buildAtField(rule),
    };
  }
  for (const failure of failures.values()) yield unknownFinding(failure, items.resourceAt(failure.index));
}

function buildAtField({ at }: Rule): { at?: number } {
  const minor = at === undefined ? undefined : parseMinor(at);
  return minor === undefined ? {} : { at: minor };
}

function placed(rule: Rule, key: ExpressionKey, failed: { line: number; column: number; message: string }): string {
  const { line, column } = rule.resolvePlace(key, failed);
  return `${key} (line ${line}, column ${column}): ${failed.message}`;
}

function unknownFinding({ key, text, count }: Failures, resource: ItemResource): Finding {
  const more = count === 1 ? '' : `, and for ${formatCount(count - 1, 'more object')}`;
  return { level: 'unknown', rule: `error-in-${key}`, resource, message: `not judged: ${text}${more}` };
}

/** The resource of an item of a fact, or of an object. */
export function toResource(item: unknown, kind: string, index: number): ItemResource {
  const { metadata, ...fields } = isObject(item) ? item : {};
  const from: Readonly<Record<string, unknown>> = isObject(metadata) ? metadata : fields;
  const name = [from['name'], fields['id'], fields['arn']].find((one) => typeof one === 'string' && one !== '');
  const { namespace } = from;
  const { apiVersion } = fields;
  return {
    kind: !isObject(metadata) && typeof fields['kind'] === 'string' ? fields['kind'] : kind,
    name: typeof name === 'string' ? name : `#${index + 1}`,
    ...(typeof namespace === 'string' ? { namespace } : {}),
    ...(typeof apiVersion === 'string' ? { apiVersion } : {}),
  };
}
