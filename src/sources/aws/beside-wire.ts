import type {
  BuildMiddleware,
  DeserializeMiddleware,
  FinalizeRequestMiddleware,
  HandlerExecutionContext,
  HttpRequest,
  MiddlewareStack,
} from '@smithy/types';
import type { WireAnswer } from './answer.ts';
import type { Beside } from './beside.ts';
import { callName } from './call-name.ts';
import { isThrottled } from './errors.ts';
import type { WholeResponse } from './handler.ts';

/**
 * Calls whose answer depends only on the account, the Region and the parameters, so that it is the same for each
 * cluster: what AWS offers, quotas, the account's role for Spot, and versions of policies, which never change.
 */
const shareable: Readonly<Record<string, (request: HttpRequest) => boolean>> = {
  'eks:DescribeClusterVersions': () => true,
  'eks:DescribeAddonVersions': () => true,
  'ec2:DescribeInstanceTypes': () => true,
  'ec2:DescribeInstanceTypeOfferings': () => true,
  'servicequotas:GetServiceQuota': () => true,
  'servicequotas:GetAWSDefaultServiceQuota': () => true,
  'iam:GetPolicyVersion': () => true,
  'iam:GetRole': ({ body }) => /(?:^|&)RoleName=AWSServiceRoleForEC2Spot(?:&|$)/.test(String(body)),
};

/** The largest answer that is shared, in bytes. */
const largestBytes = 4 * 1024 * 1024;

/** The scans beside this one, and whose credentials this one has: answers are shared only between equal ones. */
export interface OtherScans {
  beside: Beside;
  identity: string;
}

/** The answers that came from other scans, by the context of their request. */
export type GivenAnswers = WeakMap<HandlerExecutionContext, WireAnswer>;

/** Adds what a scan shares with others to a client; to be called after all other middleware is attached. */
export function attachOthers(
  { beside, identity }: OtherScans,
  given: GivenAnswers,
  [service, stack, region]: [service: string, stack: MiddlewareStack<never, never>, region: string],
): void {
  const toKey = ({ commandName }: HandlerExecutionContext, ...request: unknown[]): string =>
    JSON.stringify([identity, region, callName(service, commandName), ...request]);
  const share: BuildMiddleware<never, never> = (next, context) => async (args) => {
    const request = args.request as HttpRequest;
    const { method, hostname, port, path, query, body } = request;
    if (shareable[callName(service, context.commandName)]?.(request) !== true) return next(args);
    return beside.share(toKey(context, method, hostname, port, path, query, body), async (known) => {
      if (known !== undefined) given.set(context, known);
      const result = await next(args);
      return { result, answer: toShared(result.response as WholeResponse) };
    });
  };
  const insert: DeserializeMiddleware<never, never> = (next, context) => async (args) => {
    const { status: statusCode, headers, body } = given.get(context) ?? {};
    if (body === undefined) return next(args);
    return { response: { statusCode, headers: { ...headers }, body: Buffer.from(body) } };
  };
  const takeTurns: FinalizeRequestMiddleware<never, never> = (next, context) => (args) =>
    inTurns(
      () => next(args),
      () => beside.turn(toKey(context)),
    );
  stack.add(share, { name: 'eksPreflightShare', step: 'build', priority: 'low', override: true });
  stack.add(insert, { name: 'eksPreflightInsert', step: 'deserialize', priority: 'low', override: true });
  // Within one of the SDK's tries; each turn is signed again.
  const place = { relation: 'before', toMiddleware: 'httpSigningMiddleware', override: true } as const;
  stack.addRelativeTo(takeTurns, { name: 'eksPreflightTakeTurns', ...place });
}

/** Makes a call, and again at each turn while it is throttled and there are turns. */
async function inTurns<Result>(call: () => Promise<Result>, nextTurn: () => ReturnType<Beside['turn']>) {
  let tried: Awaited<ReturnType<Beside['turn']>>;
  for (;;) {
    try {
      const result = await call();
      tried?.(false);
      return result;
    } catch (error) {
      const again = isThrottled(error);
      tried?.(again);
      tried = again ? await nextTurn() : undefined;
      if (tried === undefined) throw error;
    }
  }
}

/** Without the date, from which the SDK would learn that the clock of this machine is wrong. */
function toShared({ statusCode, headers, body }: WholeResponse): WireAnswer | null {
  if (body.length > largestBytes) return null;
  const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'date');
  return { status: statusCode, headers: Object.fromEntries(kept), body };
}
