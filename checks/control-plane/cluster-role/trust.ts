import type { Facts } from '../../../src/facts/facts.ts';
import type { TrustStatement } from '../../../src/facts/control-plane.ts';
import { conditionHolds } from '../../../src/iam-evaluator/conditions.ts';
import { allOf, anyOf, not, outcomeOf, unknown, type Outcome } from '../../../src/iam-evaluator/outcome.ts';
import { matchPattern } from '../../../src/iam-evaluator/pattern.ts';
import { toldBy } from '../../../src/iam-evaluator/request.ts';
import { piecesOf } from '../../../src/iam-evaluator/variables.ts';
import { domainOf } from '../../../src/subjects/partitions.ts';

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
  const { is } = allOf([anyOf(of('Allow')), not(anyOf(of('Deny')))]);
  return is === 'unknown' ? 'maybe' : is;
}

function applies(
  { services, actions, conditions }: TrustStatement,
  service: string,
  action: string,
  cluster: Cluster,
): Outcome {
  return allOf([
    services === null ? unknown('NotPrincipal') : named(services, service, cluster),
    actions === null ? unknown('NotAction') : anyOf(actions.map((pattern) => matches(pattern, action))),
    ...conditions.map((condition) => holds(condition, cluster)),
  ]);
}

/** By the evaluator of IAM policies; what it is not told (all but source ARN, account and that a service asks) is a maybe. */
function holds(condition: Condition, { arn, account }: Cluster): Outcome {
  const context = { 'aws:SourceArn': [arn], 'aws:SourceAccount': [account], 'aws:PrincipalIsAWSService': ['true'] };
  return conditionHolds(condition, toldBy({ context }), true);
}

/** Some services have a second name in partitions with a domain of their own: `ec2.amazonaws.com.cn`. */
function named(services: readonly string[], service: string, { partition }: Cluster): Outcome {
  const second = service.replace(/amazonaws\.com$/, domainOf(partition));
  return outcomeOf(services.some((name) => name === '*' || name === service || name === second));
}

/** `*` is any text and `?` one character; IAM's actions do not tell capitals from small letters. */
function matches(pattern: string, action: string): Outcome {
  const pieces = piecesOf(pattern, { variables: false, wildcards: true }, () => undefined);
  return matchPattern(pieces, action, { ignoreCase: true });
}
