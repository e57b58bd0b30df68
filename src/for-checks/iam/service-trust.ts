import type { TrustStatement } from '../../facts/control-plane.ts';
import { conditionHolds } from './conditions.ts';
import { and, or, not, toOutcome, unknown, type Outcome } from './outcome.ts';
import { matchPattern } from './pattern.ts';
import { createContextLookup, type Request, type ContextLookup } from './request.ts';
import { parsePieces } from './variables.ts';

/** The request of an AWS service to assume a role. */
export interface ServiceAsker extends Pick<Request, 'context'> {
  /** The service principal, and the second one that some services have in partitions with a separate domain. */
  names: readonly string[];
  /** `sts:AssumeRole` */
  action: string;
}

/** `maybe`: the answer depends on data that is unknown here. */
export type Answer = 'yes' | 'no' | 'maybe';

/**
 * Whether a trust policy allows a service to assume the role. A Deny overrides every Allow; conditions on keys that the
 * context lacks result in `maybe`. Source: the IAM guide's page on evaluation logic.
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

/** `*` matches any text and `?` one character; IAM's actions are case-insensitive. */
function actionFits(pattern: string, action: string): Outcome {
  const pieces = parsePieces(pattern, { variables: false, wildcards: true }, () => undefined);
  return matchPattern(pieces, action, { ignoreCase: true });
}

/** Describes the statements of a trust policy. */
export function trustText(trust: readonly TrustStatement[]): string {
  const statements = trust.map(({ effect, services, actions, conditions }) => {
    const who = services === null ? 'NotPrincipal' : services.join(', ') || 'no service';
    const what = actions === null ? 'NotAction' : actions.join(', ');
    const when = conditions.map(({ operator, key, values }) => ` ${operator} ${key} ${values.join(', ')}`.trimEnd());
    return `${effect} ${who} ${what}${when.length === 0 ? '' : ` if${when.join(' and')}`}`;
  });
  return statements.join('; ');
}
