import type { Reason } from '../../facts/reason.ts';
import { networkTexts } from '../wording.ts';
import { oneLine } from '../../syntax/one-line.ts';

const NETWORK_HINT =
  'check the network, and whether this machine reaches AWS only through a proxy (HTTPS_PROXY) or a VPC endpoint';
const TLS_CODE = /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/;
const TLS_HINT =
  "a proxy intercepts TLS (set its certificate in NODE_EXTRA_CA_CERTS), or this machine's clock is wrong";

/** Where a request went, for messages. */
export interface Place {
  /** The host, with the port if the request sets one; may also name the proxy. */
  host: string;
  region: string;
}

/** Why no complete answer came, and how many tries the same request gets. */
export interface ConnectionFailure {
  reason: Reason;
  tries: number;
}

/** A silent host gets two tries, because each may take the whole idle limit. */
export const SILENT_TRIES = 2;

/**
 * Converts an error of Node's sockets or of the SDK's HTTP handler. If a host is unreachable, all calls fail alike, so
 * the reason is shared; only a truncated answer concerns one call.
 * @param call names the call in messages: `eks:ListClusters`, or `AWS` if it is unknown
 * @returns undefined for any other error: one that a service returned, or a bug
 */
export function connectionFailure(
  error: unknown,
  call: string,
  { host, region }: Place,
): ConnectionFailure | undefined {
  if (!(error instanceof Error) || '$metadata' in error) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const failure = describeFailure(error, code, call, { host, region });
  if (failure === undefined) return undefined;
  return { ...failure, reason: { ...failure.reason, ...(code !== '' && { code }), names: [host] } };
}

function describeFailure(
  error: Error,
  code: string,
  call: string,
  { host, region }: Place,
): ConnectionFailure | undefined {
  const where = `${host} (region ${region})`;
  const text = networkTexts[code];
  if (text === undefined && (error.name === 'TimeoutError' || code === 'ETIMEDOUT')) {
    const message = `${where} does not answer${waitedText(error.message)}`;
    return { reason: { kind: 'time-out', message, hint: NETWORK_HINT, shared: message }, tries: SILENT_TRIES };
  }
  if (code === 'ECONNRESET' && error.message === 'aborted') {
    return {
      reason: { kind: 'truncated', message: `${call}: the answer of ${host} ends in the middle` },
      tries: Infinity,
    };
  }
  if (TLS_CODE.test(code)) {
    const message = `TLS to ${where} failed: ${oneLine(error.message, 200)} (${code})`;
    return { reason: { kind: 'unreachable', message, hint: TLS_HINT, shared: message }, tries: 1 };
  }
  if (text === undefined) return undefined;
  const hint = code === 'ENOTFOUND' ? `is ${region} the right region? Or ${NETWORK_HINT}` : NETWORK_HINT;
  const message = `cannot reach ${where}: ${text} (${code})`;
  return { reason: { kind: 'unreachable', message, hint, shared: message }, tries: Infinity };
}

/** How long the host was silent: the error's message names the limit in milliseconds; empty if it does not. */
function waitedText(message: string): string {
  const limit = /(\d{1,9}) ms/.exec(message)?.[1];
  return limit === undefined ? '' : `: no data for ${Math.round(Number(limit) / 100) / 10} s`;
}
