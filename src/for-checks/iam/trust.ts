import { conditionHolds } from './conditions.ts';
import { readConditions } from './document.ts';
import { and, or, no, not, unknown, yes, type Outcome } from './outcome.ts';
import { matchPattern } from './pattern.ts';
import { createContextLookup, type Request, type ContextLookup } from './request.ts';
import { parsePieces } from './variables.ts';
import { isObject } from '../../syntax/json.ts';

/** The principal and the request to assume a role. */
export interface Asker extends Pick<Request, 'context' | 'complete'> {
  /** `Federated`: the ARN of an identity provider; `Service`: `pods.eks.amazonaws.com`; `AWS`: the ARN of a role. */
  kind: 'Federated' | 'Service' | 'AWS';
  principal: string;
  /** `sts:AssumeRoleWithWebIdentity` */
  action: string;
  /** True if an Allow must contain the principal itself, not its account. A Deny for the account is then ignored. */
  byName?: boolean;
}

/**
 * Whether a trust policy (parsed JSON) allows the principal to assume the role. A Deny overrides every Allow.
 * Source: the IAM guide's pages on the Principal element and on evaluation logic.
 */
export function trusts(document: unknown, asker: Asker): Outcome {
  const written = isObject(document) ? document['Statement'] : undefined;
  if (written === undefined) return unknown('cannot read the trust policy');
  const list: unknown[] = Array.isArray(written) ? written : [written];
  const lookup = createContextLookup(asker);
  const variables = isObject(document) && document['Version'] === '2012-10-17';
  const of = (effect: string): Outcome =>
    or(list.map((one, at) => statementFits(one, `statement ${at + 1}`, effect, asker, lookup, variables)));
  return and([of('Allow'), not(of('Deny'))]);
}

const effects = new Set<unknown>(['Allow', 'Deny']);

function statementFits(
  statement: unknown,
  place: string,
  effect: string,
  asker: Asker,
  lookup: ContextLookup,
  variables: boolean,
): Outcome {
  if (!isObject(statement)) return unknown(`${place} is no object`);
  if (!effects.has(statement['Effect'])) return unknown(`${place}: Effect is neither Allow nor Deny`);
  if (statement['Effect'] !== effect) return no;
  const conditions = readConditions(statement['Condition'], place);
  if ('flaw' in conditions) return unknown(conditions.flaw);
  return and([
    principalFits(statement, place, asker),
    actionFits(statement, place, asker.action),
    ...conditions.map((condition) => conditionHolds(condition, lookup, variables)),
  ]);
}

function principalFits({ Principal: principal }: Record<string, unknown>, place: string, asker: Asker): Outcome {
  if (principal !== '*' && !isObject(principal))
    return unknown(`${place} names its principals otherwise than by Principal`);
  const { [asker.kind]: own, AWS: aws } = principal === '*' ? { AWS: '*' } : principal;
  if (selectTexts(own).some((name) => isAsker(name, asker))) return yes;
  if (!selectTexts(aws).includes('*')) return no;
  return asker.kind === 'AWS' && asker.byName !== true
    ? yes
    : unknown(`it is not documented whether * of ${place} matches ${asker.principal}`);
}

/** An account covers all of its roles; some services have a second principal in China. */
function isAsker(name: string, { kind, principal, byName = false }: Asker): boolean {
  if (name === principal) return true;
  if (kind === 'Service') return name === `${principal}.cn`;
  if (kind !== 'AWS' || byName) return false;
  const [, partition, , , account = ''] = principal.split(':');
  return name === account || name === `arn:${partition}:iam::${account}:root`;
}

function actionFits(
  { Action: action, NotAction: others }: Record<string, unknown>,
  place: string,
  requestedAction: string,
): Outcome {
  if (others !== undefined || action === undefined)
    return unknown(`${place} names its actions otherwise than by Action`);
  const outcomes = selectTexts(action).map((pattern) =>
    matchPattern(
      parsePieces(pattern, { variables: false, wildcards: true }, () => undefined),
      requestedAction,
      { ignoreCase: true },
    ),
  );
  return or(outcomes);
}

function selectTexts(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one) => typeof one === 'string');
}
