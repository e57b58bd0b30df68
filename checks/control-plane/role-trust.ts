import type { Facts } from '../../src/facts.ts';
import type { TrustStatement } from '../../src/facts/control-plane.ts';
import { domainOf } from './partitions.ts';

type Cluster = Facts['cluster'];
type Condition = TrustStatement['conditions'][number];

/** Whether something holds; `maybe`: it hangs on what is not known here. */
export type Answer = 'yes' | 'no' | 'maybe';

/**
 * Whether a trust policy lets a service do an action (`sts:AssumeRole`) for this cluster. A Deny outranks every Allow;
 * the service says for which cluster and account it asks (aws:SourceArn, aws:SourceAccount) and that it is one.
 * Source: the IAM guide's page on evaluation logic, the EKS guide's page on the confused deputy.
 */
export function trusts(
  statements: readonly TrustStatement[],
  service: string,
  action: string,
  cluster: Cluster,
): Answer {
  const of = (effect: string) =>
    statements
      .filter((statement) => statement.effect === effect)
      .map((statement) => applies(statement, service, action, cluster));
  const denied = anyOf(of('Deny'));
  const allowed = anyOf(of('Allow'));
  if (denied === 'yes' || allowed === 'no') return 'no';
  return denied === 'maybe' ? 'maybe' : allowed;
}

function applies(
  { services, actions, conditions }: TrustStatement,
  service: string,
  action: string,
  cluster: Cluster,
): Answer {
  return allOf([
    services === null ? 'maybe' : named(services, service, cluster),
    actions === null ? 'maybe' : anyOf(actions.map((pattern) => does(pattern, action))),
    ...conditions.map((condition) => holds(condition, cluster)),
  ]);
}

/** IAM's actions do not tell capitals from small letters. */
function does(pattern: string, action: string): Answer {
  return matches(pattern.toLowerCase(), action.toLowerCase()) ? 'yes' : 'no';
}

/** Some services have a second name in partitions with a domain of their own: `ec2.amazonaws.com.cn`. */
function named(services: readonly string[], service: string, { partition }: Cluster): Answer {
  const second = service.replace(/amazonaws\.com$/, domainOf(partition));
  return services.some((name) => name === '*' || name === service || name === second) ? 'yes' : 'no';
}

/** Operators without a `Not` in them, and what is compared; the negative ones are their opposites. */
const operators: Readonly<Record<string, (value: string, actual: string) => boolean>> = {
  bool: sameButCase,
  stringequals: (value, actual) => value === actual,
  stringequalsignorecase: sameButCase,
  stringlike: (value, actual) => matches(value, actual),
  arnequals: (value, actual) => matches(value, actual),
  arnlike: (value, actual) => matches(value, actual),
};

function sameButCase(value: string, actual: string): boolean {
  return value.toLowerCase() === actual.toLowerCase();
}

function holds({ operator, key, values }: Condition, { arn, account }: Cluster): Answer {
  const request = { 'aws:sourcearn': arn, 'aws:sourceaccount': account, 'aws:principalisawsservice': 'true' };
  const actual = Object.entries(request).find(([name]) => name === key.toLowerCase())?.[1];
  const name = operator
    .toLowerCase()
    .replace(/^for(?:any|all)values?:/, '')
    .replace(/ifexists$/, '');
  const isNegative = /^(?:string|arn)not/.test(name);
  const compare = operators[isNegative ? name.replace('not', '') : name];
  if (actual === undefined || compare === undefined) return 'maybe';
  const found = values.some((value) => compare(value, actual));
  // A policy variable (`${aws:PrincipalAccount}`) may come to anything.
  if (!found && values.some((value) => value.includes('${'))) return 'maybe';
  return found === isNegative ? 'no' : 'yes';
}

/** `*` is any text and `?` one character. */
function matches(pattern: string, text: string): boolean {
  let [at, star, resumed] = [0, -1, 0];
  for (let position = 0; position < text.length;) {
    if (pattern[at] === '*') [star, resumed, at] = [at, position, at + 1];
    else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[position]))
      [at, position] = [at + 1, position + 1];
    else if (star < 0) return false;
    else [at, resumed, position] = [star + 1, resumed + 1, resumed + 1];
  }
  return /^\**$/.test(pattern.slice(at));
}

function anyOf(answers: readonly Answer[]): Answer {
  if (answers.includes('yes')) return 'yes';
  return answers.includes('maybe') ? 'maybe' : 'no';
}

function allOf(answers: readonly Answer[]): Answer {
  if (answers.includes('no')) return 'no';
  return answers.includes('maybe') ? 'maybe' : 'yes';
}
