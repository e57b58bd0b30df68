import type { Reason } from '../../facts/reason.ts';
import { networkTexts } from '../wording.ts';
import type { Proxy } from './proxy.ts';
import { oneLine } from '../../syntax/one-line.ts';

/** Code of the cause if a proxy itself fails (5xx), which may be temporary. */
export const PROXY_BUSY = 'EPROXYBUSY';

/**
 * Why a proxy that answers does not connect.
 * @param target the requested host and port
 */
export function refusalReason(proxy: Proxy, target: string, status: number, said: string): Reason {
  const answer = oneLine(`${status} ${said}`, 100);
  return {
    kind: 'unreachable',
    message: `${describeProxy(proxy)} does not connect to ${target}: it answers ${answer}`,
    hint: refusalHint(proxy, status),
    ...(status === 407 ? { shared: `${describeProxy(proxy)} answers ${answer}` } : {}),
  };
}

function refusalHint({ namedBy, credentials }: Proxy, status: number): string {
  if (status === 407 && credentials === undefined) {
    return `write user and password into ${namedBy}: http://user:password@host:port, special characters percent-encoded`;
  }
  if (status === 407) return `it does not accept the user and password in ${namedBy}`;
  if (status >= 500) return `the proxy itself cannot reach the host; ${exceptionHint(namedBy)}`;
  return `the proxy does not allow this host; ${exceptionHint(namedBy)}`;
}

/** Why a proxy cannot be reached, from an error of Node's sockets, of TLS or of the SOCKS client. */
export function unreachableReason(proxy: Proxy, target: string, error: unknown): Reason {
  const code = toErrorCode(error);
  const said = oneLine(error instanceof Error ? error.message : String(error), 200);
  const text = networkTexts[code] === undefined ? said : `${networkTexts[code]} (${code})`;
  const kind = code === 'ETIMEDOUT' || /timed out/i.test(said) ? 'time-out' : 'unreachable';
  return {
    kind,
    message: `no connection to ${target} through the proxy ${proxy.text}: ${text}`,
    hint: `check ${proxy.namedBy}; ${exceptionHint(proxy.namedBy)}`,
  };
}

/** The code of a Node error; the SOCKS client puts it into the message. */
export function toErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return /\bE[A-Z_]{4,}\b/.exec(error.message)?.[0] ?? '';
}

/** The reason for a proxy that does not answer in time. */
export function silenceReason(proxy: Proxy, target: string, limitMs: number): Reason {
  const seconds = Math.round(limitMs / 100) / 10;
  return {
    kind: 'time-out',
    message: `no connection to ${target} through the proxy ${proxy.text}: no data for ${seconds} s`,
    hint: `check ${proxy.namedBy}; ${exceptionHint(proxy.namedBy)}`,
  };
}

function describeProxy({ text, namedBy }: Proxy): string {
  return `the proxy ${text} (${namedBy})`;
}

function exceptionHint(namedBy: string): string {
  const isVariable = /_proxy$/i.test(namedBy);
  return isVariable
    ? `if this machine reaches the host without the proxy, add the host to NO_PROXY`
    : 'if this machine reaches the host without the proxy, remove the proxy from the kubeconfig';
}
