import type { Facts } from '../../src/facts.ts';
import type { TrustStatement } from '../../src/facts/control-plane.ts';
import { conditionHolds } from '../../src/iam/conditions.ts';
import { matchPattern } from '../../src/iam/pattern.ts';
import { toldBy } from '../../src/iam/request.ts';
import { piecesOf } from '../../src/iam/variables.ts';

type Cluster = Facts['cluster'];
type Condition = TrustStatement['conditions'][number];

/** Whether something holds; `maybe`: it hangs on what is not known here. */
export type Answer = 'yes' | 'no' | 'maybe';

/**
 * Whether a trust policy lets a service do an action (`sts:AssumeRole`) for this cluster. A Deny outranks every Allow;
 * the service says for which cluster and account it asks (aws:SourceArn, aws:SourceAccount).
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
    services === null ? 'maybe' : named(services, service),
    actions === null ? 'maybe' : actions.some((pattern) => matches(pattern, action)) ? 'yes' : 'no',
    ...conditions.map((condition) => holds(condition, cluster)),
  ]);
}

/** Some services have a second name in China. */
function named(services: readonly string[], service: string): Answer {
  return services.some((name) => name === '*' || name === service || name === `${service}.cn`) ? 'yes' : 'no';
}

/** By the evaluator of IAM policies; what it is not told (all but source ARN and account) is a maybe. */
function holds(condition: Condition, { arn, account }: Cluster): Answer {
  const told = toldBy({ context: { 'aws:SourceArn': [arn], 'aws:SourceAccount': [account] } });
  const { is } = conditionHolds(condition, told, true);
  return is === 'unknown' ? 'maybe' : is;
}

/** `*` is any text and `?` one character; IAM's actions do not tell capitals from small letters. */
function matches(pattern: string, action: string): boolean {
  const pieces = piecesOf(pattern, { variables: false, wildcards: true }, () => undefined);
  return matchPattern(pieces, action, { ignoreCase: true }).is === 'yes';
}

function anyOf(answers: readonly Answer[]): Answer {
  if (answers.includes('yes')) return 'yes';
  return answers.includes('maybe') ? 'maybe' : 'no';
}

function allOf(answers: readonly Answer[]): Answer {
  if (answers.includes('no')) return 'no';
  return answers.includes('maybe') ? 'maybe' : 'yes';
}
