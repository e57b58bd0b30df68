import { permissionText, ScanError, type Permission, type Reason } from '../../facts/reason.ts';
import { statusBody, strangerReason, type Answer } from './answer.ts';
import { networkTexts } from '../wording.ts';
import { oneLine } from '../../syntax/one-line.ts';

const NETWORK_HINT =
  "the endpoint may be private: check the VPN or bastion, and whether the cluster's publicAccessCidrs include this machine's address";
const IDENTITY_HINT =
  "this identity has no access entry or aws-auth mapping in the cluster (`eks-preflight permissions --format rbac` prints how to create one), or this machine's clock is wrong (tokens contain a timestamp)";
const IMPERSONATION_HINT =
  'the kubeconfig user impersonates another user (as, as-groups): grant the verb impersonate, or use a context without it';
const WRONG_CA_HINT =
  "the server shows a certificate that the cluster's own CA did not sign: a proxy that intercepts TLS, or another server at this address";

const TLS_HINTS: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: WRONG_CA_HINT,
  DEPTH_ZERO_SELF_SIGNED_CERT: WRONG_CA_HINT,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: WRONG_CA_HINT,
  UNABLE_TO_GET_ISSUER_CERT: WRONG_CA_HINT,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: WRONG_CA_HINT,
  CERT_SIGNATURE_FAILURE: WRONG_CA_HINT,
  CERT_HAS_EXPIRED: "the certificate has expired, or this machine's clock is wrong",
  CERT_NOT_YET_VALID: "the certificate is not valid yet: this machine's clock is probably wrong",
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name: set the TLS server name of the endpoint',
};

/**
 * Why no answer came, from an error of Node's sockets or TLS.
 * @param host names the host in messages, with its port and the proxy, if there are any
 */
export function connectionReason(error: unknown, host: string): Reason {
  const code = errorCode(error);
  return { ...describeConnection(error, code, host), ...(code !== '' && { code }), names: [host] };
}

function describeConnection(error: unknown, code: string, host: string): Reason {
  const text = oneLine(error instanceof Error ? error.message : String(error), 200);
  const tlsHint = TLS_HINTS[code];
  if (tlsHint !== undefined)
    return { kind: 'unreachable', message: `TLS to ${host} failed: ${text} (${code})`, hint: tlsHint };
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) {
    return { kind: 'unreachable', message: `TLS to ${host} failed: ${text}`, hint: WRONG_CA_HINT };
  }
  if (code === 'ETIMEDOUT') return timeOutReason(`${host} does not answer (${code})`);
  const known = networkTexts[code];
  return {
    kind: 'unreachable',
    message: `cannot reach ${host}: ${known === undefined ? text : `${known} (${code})`}`,
    hint: NETWORK_HINT,
  };
}

/** The reason for a server that does not answer. */
export function timeOutReason(message: string): Reason {
  return { kind: 'time-out', message, hint: NETWORK_HINT };
}

const TOO_LARGE = 'EKS_PREFLIGHT_TOO_LARGE';

/** The error for an answer that is larger than the limit: a retry would return the same. */
export function tooLargeError(call: string, { largestBytes }: { largestBytes: number }): ScanError {
  const message = `${call}: the answer is larger than ${sizeText(largestBytes)}`;
  return new ScanError({ kind: 'truncated', message }, { cause: { code: TOO_LARGE } });
}

/** True if {@link tooLargeError} made it. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof ScanError && errorCode(error.cause) === TOO_LARGE;
}

function sizeText(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return mebibytes >= 1 ? `${Math.round(mebibytes)} MiB` : `${bytes} bytes`;
}

/** The `code` of a node error, or an empty string. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/**
 * The reason for an answer that is not a success.
 * @param call the request, as messages name it
 * @param permission what RBAC must grant for the call
 */
export function statusReason(answer: Answer, call: string, permission: Permission): Reason {
  const body = statusBody(answer);
  const reason = describeStatus(answer, body, call, permission);
  return { ...reason, status: answer.status, ...(body !== undefined && body.reason !== '' && { code: body.reason }) };
}

function describeStatus(
  answer: Answer,
  status: ReturnType<typeof statusBody>,
  call: string,
  permission: Permission,
): Reason {
  if (answer.status === 404)
    return status === undefined && !isPlainText(answer)
      ? strangerReason(answer, call)
      : absentReason(call, status?.message);
  if (answer.status === 429)
    return { kind: 'unreachable', message: `${call}: the API server throttles (429)${tail(status?.message)}` };
  if (answer.status >= 500) {
    const kind = answer.status === 504 ? 'time-out' : 'unreachable';
    return {
      kind,
      message: `${call}: the API server failed (${answer.status})${tail(status?.message ?? plain(answer))}`,
    };
  }
  if (status === undefined) return strangerReason(answer, call);
  if (answer.status === 401) {
    const message = 'the API server does not accept the credentials (401 Unauthorized)';
    return { kind: 'denied', message, hint: IDENTITY_HINT, shared: message };
  }
  if (answer.status === 403)
    return (
      impersonationReason(status.message) ?? {
        kind: 'denied',
        message: status.message || `${call}: forbidden`,
        permission: permissionText(permission),
      }
    );
  if (answer.status === 410)
    return { kind: 'truncated', message: `${call}: the list expired while it was read${tail(status.message)}` };
  return { kind: 'unreadable', message: `${call}: ${answer.status}${tail(status.message)}` };
}

/** The reason if impersonation is denied, shared because every request then fails; otherwise undefined. */
function impersonationReason(message: string): Reason | undefined {
  const resource = /cannot impersonate resource "([^"]+)"/.exec(message)?.[1];
  if (resource === undefined) return undefined;
  return { kind: 'denied', message, permission: `${resource}: impersonate`, hint: IMPERSONATION_HINT, shared: message };
}

function absentReason(call: string, message: string | undefined): Reason {
  return { kind: 'absent', message: `${call}: not found${tail(message)}` };
}

function isPlainText(answer: Answer): boolean {
  return answer.headers['content-type']?.startsWith('text/plain') === true;
}

function plain(answer: Answer): string | undefined {
  return isPlainText(answer) ? oneLine(answer.body.toString('utf8', 0, 1000), 200) : undefined;
}

function tail(message: string | undefined): string {
  return message === undefined || message === '' ? '' : `: ${message}`;
}
