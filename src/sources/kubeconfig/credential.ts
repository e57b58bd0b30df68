import type { RequestHeaders } from '../kube/contract.ts';

/** Request headers that authenticate, and when to renew them (milliseconds since 1970; Infinity: never). */
export interface Credential {
  headers: RequestHeaders;
  renewAt: number;
}

/** Requests in progress with the old credential can get a 401 for this long after its renewal. */
const stragglerMilliseconds = 5_000;
const failureMilliseconds = 10_000;

/**
 * Keeps one credential for all requests. `obtain` runs once for parallel calls, again at `renewAt`, and again when a
 * request says `renew` (its headers got 401), unless such a renewal succeeded in the last five seconds. An error of
 * `obtain` is thrown to all waiting callers and to calls within the next ten seconds, so that a failing source is not
 * run once per request.
 */
export function renewedCredential(
  obtain: () => Promise<Credential>,
  now: () => number = () => Date.now(),
): (renew: boolean) => Promise<RequestHeaders> {
  let present: Credential | undefined;
  let pending: Promise<Credential> | undefined;
  let renewedAt = -Infinity;
  let failure: { error: unknown; until: number } | undefined;

  async function obtainOnce(renew: boolean): Promise<Credential> {
    try {
      present = await obtain();
      if (renew) renewedAt = now();
      return present;
    } catch (error) {
      failure = { error, until: now() + failureMilliseconds };
      throw error;
    } finally {
      pending = undefined;
    }
  }

  return async (renew) => {
    if (pending !== undefined) return { ...(await pending).headers };
    if (failure !== undefined && now() < failure.until) throw failure.error;
    const rejected = renew && now() - renewedAt >= stragglerMilliseconds;
    if (present !== undefined && !rejected && now() < present.renewAt) return { ...present.headers };
    pending = obtainOnce(renew);
    return { ...(await pending).headers };
  };
}
