import type { IncomingHttpHeaders } from 'node:http';
import { ScanError, type Reason } from '../../facts/reason.ts';
import { networkTexts } from '../../sources/wording.ts';
import type { Again } from './retries.ts';

/** Why one attempt to post failed. */
export interface Failed extends Again {
  /** For `--verbose`: an HTTP status, an error code, or the kind of the reason. */
  code: string;
}

const tlsCode = /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/;
const tlsHint =
  'the certificate must be valid for the host; for a private certificate authority, set NODE_EXTRA_CA_CERTS';

/** The failure for a response that rejects the message. Shows only the host of the URL. */
export function statusFailure(url: URL, status: number, headers: IncomingHttpHeaders, body: string): Failed {
  const code = `${status}`;
  if (status >= 300 && status < 400) {
    const message = `${url.host} returned ${status}, a redirect${whereTo(url, headers.location)}: redirects are not followed`;
    const hint = 'set the secret to the URL that accepts messages';
    return { code, passing: false, waitMs: null, reason: { kind: 'unreadable', message, hint } };
  }
  const said = errorCode(url, body);
  const message = `${url.host} returned ${status}${said === undefined ? '' : ` (${said})`}`;
  const passing = status >= 500 || [408, 425, 429].includes(status);
  return {
    code,
    passing,
    waitMs: passing ? retryAfter(headers['retry-after']) : null,
    reason: buildStatusReason(status, message),
  };
}

/**
 * The failure in a response with a success status: Slack's Web API returns `"ok":false`, old connectors of Teams return
 * a sentence, and a proxy may return a login page. Undefined if there is none.
 */
export function chatFailure(url: URL, status: number, body: string): Failed | undefined {
  const isPage = /^\s*<(?:!doctype\b|html\b|\?xml\b)/i.test(body);
  const isRefusal =
    /^\s*\{[^{}]*"(?:ok|success)"\s*:\s*false/.test(body) || body.includes('delivery failed with error');
  if (!isPage && !isRefusal) return undefined;
  const [, said] = /"error"\s*:\s*"([a-z_]{3,60})"/.exec(body) ?? [];
  const shown = said === undefined || url.href.includes(said) ? '' : ` (${said})`;
  const message = `${url.host} returned ${status} with ${isPage ? 'a web page' : `an error${shown}`}`;
  const hint = 'check the secret: it must be the URL at which the receiver takes messages';
  return { code: `${status}`, passing: false, waitMs: null, reason: { kind: 'unreadable', message, hint } };
}

function buildStatusReason(status: number, message: string): Reason {
  if (status === 401 || status === 403) {
    return { kind: 'denied', message, hint: 'check the secret: the receiver rejected it' };
  }
  if (status === 404 || status === 410) {
    return { kind: 'absent', message, hint: 'the webhook was deleted, or the URL in the secret is wrong' };
  }
  if (status === 429) return { kind: 'time-out', message, hint: 'it receives too many messages' };
  return { kind: status >= 500 ? 'unreachable' : 'unreadable', message };
}

/**
 * The host of a redirect if it differs, or its scheme if that is neither HTTP nor HTTPS. Omits the path, which may
 * contain a secret.
 */
function whereTo(url: URL, location: string | undefined): string {
  if (location === undefined || !URL.canParse(location, url)) return '';
  const { protocol, host } = new URL(location, url);
  if (protocol !== 'https:' && protocol !== 'http:') return ` to ${protocol.slice(0, 20)}`;
  return host === url.host ? '' : ` to ${host.slice(0, 100)}`;
}

/**
 * The error code in a body: `invalid_blocks` from Slack, `WorkflowTriggerIsNotEnabled` from Teams. Omits other text,
 * which may repeat the URL.
 */
function errorCode(url: URL, body: string): string | undefined {
  const [, code] = /^\s*([a-z_]{3,60})\s*$/.exec(body) ?? /"code"\s*:\s*"([A-Za-z]{3,60})"/.exec(body) ?? [];
  return code === undefined || url.href.includes(code) ? undefined : code;
}

/** Parses Retry-After, a number of seconds or a date, to milliseconds from now (RFC 9110, 10.2.3). */
function retryAfter(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** The failure for a time-out, or for an error of sockets, TLS, proxies or the HTTP parser. */
export function networkFailure(url: URL, cause: { lateMs: number } | { error: unknown }): Failed {
  if ('lateMs' in cause) {
    const message = `${url.host} does not answer within ${Math.round(cause.lateMs / 100) / 10} s`;
    return { code: 'time-out', passing: true, waitMs: null, reason: { kind: 'time-out', message } };
  }
  const { error } = cause;
  if (error instanceof ScanError) {
    return { code: error.reason.kind, passing: true, waitMs: null, reason: error.reason };
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
  if (tlsCode.test(code)) {
    const message = `TLS to ${url.host} failed (${code})`;
    return { code, passing: false, waitMs: null, reason: { kind: 'unreachable', message, hint: tlsHint } };
  }
  if (code.startsWith('HPE_')) {
    const message = `${url.host} sent an invalid HTTP response (${code})`;
    return { code, passing: false, waitMs: null, reason: { kind: 'unreadable', message } };
  }
  const message = `cannot reach ${url.host}: ${networkTexts[code] ?? 'the connection failed'} (${code})`;
  const hint = 'check the network; set HTTPS_PROXY if this machine needs a proxy';
  return { code, passing: true, waitMs: null, reason: { kind: 'unreachable', message, hint } };
}
