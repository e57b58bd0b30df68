import type { TrustStatement } from '../../facts/control-plane.ts';
import { conditionHolds } from './conditions.ts';
import { and, or, not, toOutcome, unknown, type Outcome } from './outcome.ts';
import { matchPattern } from './pattern.ts';
import { createContextLookup, type Request, type ContextLookup } from './request.ts';
import { parsePieces } from './variables.ts';

/** An AWS service that requests to assume a role. */
export interface ServiceAsker extends Pick<Request, 'context'> {
  /** Its principal, and a second one that some services have in partitions with their own domain. */
  names: readonly string[];
  /** `sts:AssumeRole` */
  action: string;
}

/** Whether something holds; `maybe`: it depends on something that is unknown here. */
export type Answer = 'yes' | 'no' | 'maybe';

/**
 * Whether the statements of a trust policy let a service assume the role. A Deny outranks every Allow; what the context
 * does not contain is a maybe. Source: the IAM guide's page on evaluation logic.
 */
export function trustsService(statements: readonly TrustStatement[], asker: ServiceAsker): Answer {
  const lookup = createContextLookup(asker);
  const of = (effect: string) =>
    statements
      .filter((statement) => statement.effect === effect)
      .map((statement) => statementFits(statement, asker, lookup));
  const { is } = and([or(of('Allow')), not(or(of('Deny')))]);
  return is === 'unknown' ? 'maybe' : is;
}

function statementFits(
  { services, actions, conditions }: TrustStatement,
  asker: ServiceAsker,
  lookup: ContextLookup,
): Outcome {
  return and([
    services === null
      ? unknown('NotPrincipal')
      : toOutcome(services.some((name) => name === '*' || asker.names.includes(name))),
    actions === null ? unknown('NotAction') : or(actions.map((pattern) => actionFits(pattern, asker.action))),
    ...conditions.map((condition) => conditionHolds(condition, lookup, true)),
  ]);
}

/** `*` is any text and `?` one character; IAM's actions are case-insensitive. */
function actionFits(pattern: string, action: string): Outcome {
  const pieces = parsePieces(pattern, { variables: false, wildcards: true }, () => undefined);
  return matchPattern(pieces, action, { ignoreCase: true });
}

/** The statements of a trust policy in words. */
export function trustText(trust: readonly TrustStatement[]): string {
  const statements = trust.map(({ effect, services, actions, conditions }) => {
    const who = services === null ? 'NotPrincipal' : services.join(', ') || 'no service';
    const what = actions === null ? 'NotAction' : actions.join(', ');
    const when = conditions.map(({ operator, key, values }) => ` ${operator} ${key} ${values.join(', ')}`.trimEnd());
    return `${effect} ${who} ${what}${when.length === 0 ? '' : ` if${when.join(' and')}`}`;
  });
  return statements.join('; ');
}
