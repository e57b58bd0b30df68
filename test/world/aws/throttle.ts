import type { AwsFailure } from './reply.ts';
import type { AwsRequest, Service } from './request.ts';

/** A token bucket, as AWS has one for each account, Region and action. */
export interface Rate {
  /** Requests that a full bucket allows at once. */
  burst: number;
  /** Tokens that it gets back in a second. */
  perSecond: number;
}

/** Takes a token for a request. Returns the error of a request that gets none; it costs no token. */
export type Throttle = (request: AwsRequest) => AwsFailure | undefined;

/** The buckets of one running world, full at first. @param rates by action; `aws` is for every other action */
export function createThrottle(rates: () => Readonly<Record<string, Rate>> | undefined): Throttle {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return ({ service, region, action }) => {
    const rate = rates()?.[action] ?? rates()?.['aws'];
    if (rate === undefined) return undefined;
    const now = performance.now();
    const key = `${region} ${action}`;
    const { tokens, at } = buckets.get(key) ?? { tokens: rate.burst, at: now };
    const left = Math.min(rate.burst, tokens + ((now - at) / 1000) * rate.perSecond);
    buckets.set(key, { tokens: left >= 1 ? left - 1 : left, at: now });
    return left >= 1 ? undefined : (throttled[service] ?? rateExceeded('ThrottlingException', 400));
  };
}

function rateExceeded(error: string, status: number, message = 'Rate exceeded'): AwsFailure {
  return { error, status, message };
}

/** The error of each service whose error is not `ThrottlingException`. */
const throttled: Partial<Record<Service, AwsFailure>> = {
  eks: rateExceeded('TooManyRequestsException', 429, 'Too Many Requests'),
  ec2: rateExceeded('RequestLimitExceeded', 503, 'Request limit exceeded.'),
  iam: rateExceeded('Throttling', 400),
  sts: rateExceeded('Throttling', 400),
  autoscaling: rateExceeded('Throttling', 400),
  sqs: rateExceeded('RequestThrottled', 403, 'Request is throttled.'),
  servicequotas: rateExceeded('TooManyRequestsException', 400),
};
