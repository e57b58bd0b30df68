import { ScanError } from '../../facts/reason.ts';
import type { RequestHeaders } from '../kube/contract.ts';
import { toNonEmptyText, type YamlMap } from './merged.ts';
import { isObject } from '../../syntax/json.ts';

const FIELDS = ['as', 'as-uid', 'as-groups', 'as-user-extra'] as const;
/** What an HTTP header's name may hold (RFC 9110, token), except the percent sign that the encoding itself uses. */
const NAME_BYTE = /[!#$&'*+.^_`|~0-9A-Za-z-]/;

/**
 * The impersonation headers of a kubeconfig user, as kubectl sends them; none without impersonation.
 * Source: https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/
 * @param user the user's part of the kubeconfig
 * @param owner the beginning of messages
 * @throws ScanError `unreadable` if an API server would not accept the fields
 */
export function impersonationHeaders(user: YamlMap, owner: string): RequestHeaders {
  const set = FIELDS.filter((field) => !isEmpty(user[field]));
  if (set.length === 0) return {};
  const name = toNonEmptyText(user['as']);
  if (name === undefined) throw refused(owner, `sets ${set.join(' and ')} without a user to act as (as)`);
  const uid = user['as-uid'];
  if (!isEmpty(uid) && typeof uid !== 'string') throw refused(owner, 'sets as-uid to a value that is not a string');
  const groups = requireStrings(user['as-groups'], owner, 'as-groups');
  const extra = extraHeaders(user['as-user-extra'], owner);
  const headers = {
    'Impersonate-User': name,
    ...(typeof uid === 'string' && uid !== '' ? { 'Impersonate-Uid': uid } : {}),
    ...(groups.length === 0 ? {} : { 'Impersonate-Group': groups }),
    ...extra,
  };
  refuseUnsendable(headers, owner);
  return headers;
}

function extraHeaders(value: unknown, owner: string): RequestHeaders {
  if (isEmpty(value)) return {};
  if (!isObject(value)) throw refused(owner, 'sets as-user-extra to a value that is not a map of lists');
  const headers: RequestHeaders = {};
  for (const [key, values] of Object.entries(value)) {
    headers[`Impersonate-Extra-${escapedKey(key)}`] = requireStrings(values, owner, `as-user-extra.${key}`);
  }
  return headers;
}

/** Percent-encodes each byte that a header's name may not hold, and `%`, as client-go's headerKeyEscape does. */
function escapedKey(key: string): string {
  return Array.from(Buffer.from(key, 'utf8'), (byte) => {
    const character = String.fromCharCode(byte);
    return NAME_BYTE.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

function requireStrings(value: unknown, owner: string, field: string): string[] {
  if (isEmpty(value)) return [];
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw refused(owner, `sets ${field} to a value that is not a list of strings`);
}

/** Rejects header values for which Node would throw at each request, with a stack instead of a reason. */
function refuseUnsendable(headers: RequestHeaders, owner: string): void {
  const bad = Object.entries(headers).find(([, values]) =>
    [values].flat().some((text) => /[^\t\x20-\x7e\x80-\xff]/.test(text)),
  );
  if (bad !== undefined) throw refused(owner, `has a value for ${bad[0]} that is invalid in a header`);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function refused(owner: string, problem: string): ScanError {
  const hint = 'Fix it (as, as-uid, as-groups, as-user-extra), or use a context without it.';
  return new ScanError({ kind: 'unreadable', message: `${owner} ${problem}`, hint });
}
