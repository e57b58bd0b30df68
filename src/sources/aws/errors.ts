import { SourceError, type IamAction, type Reason, type ReasonKind } from '../../reason.ts';

/** Where a call went, for the words of an error. */
export interface CallTarget {
  action: IamAction;
  region: string;
  profile: string | undefined;
}

interface AwsError {
  name: string;
  message: string;
  code: string | undefined;
  status: number | undefined;
}

const denied =
  /^(AccessDenied(Exception)?|UnauthorizedOperation|AuthorizationError(Exception)?|Client\.UnauthorizedOperation|NotAuthorized(Exception)?)$/;
const badCredentials =
  /^(ExpiredToken(Exception)?|ExpiredTokenException|InvalidClientTokenId|UnrecognizedClientException|AuthFailure|InvalidAccessKeyId|IncompleteSignature|MissingAuthenticationToken(Exception)?|TokenRefreshRequired|InvalidIdentityToken)$/;
const badClock =
  /^(SignatureDoesNotMatch|InvalidSignatureException|RequestTimeTooSkewed|RequestExpired|SignatureExpired)$/;
const noCredentials = /^(CredentialsProviderError|TokenProviderError|ProviderError)$/;
const absent = /^(ResourceNotFoundException|NoSuchEntity(Exception)?|NotFoundException|.*\.NotFound)$/;
const throttled =
  /^(Throttl.*|RequestLimitExceeded|TooManyRequests(Exception)?|RequestThrottled(Exception)?|SlowDown|BandwidthLimitExceeded|LimitExceededException)$/;
const notOffered =
  /^(UnknownOperationException|InvalidAction|UnsupportedOperation(Exception)?|OptInRequired|UnknownEndpoint)$/;
const unreachable =
  /^(ENOTFOUND|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ECONNRESET|EPIPE|CERT_.*|.*_CERT.*|ERR_TLS_.*|EPROTO)$/;
const timedOut = /^(TimeoutError|RequestTimeout(Exception)?|ETIMEDOUT|ESOCKETTIMEDOUT|AbortError)$/;

/**
 * What an SDK error means for the fact that it was to fill: one line, the permission where one is missing, a hint.
 * A SourceError comes back as it is.
 */
export function awsReason(error: unknown, target: CallTarget): Reason {
  if (error instanceof SourceError) return error.reason;
  const known = read(error);
  const { action, region } = target;
  const message = `${action}: ${known.message}`;
  if (noCredentials.test(known.name)) return credentialsReason(known, target);
  if (badCredentials.test(known.name)) return { kind: 'denied', message, hint: loginHint(target.profile) };
  if (badClock.test(known.name))
    return { kind: 'denied', message, hint: 'Check the clock of this machine, and the secret key.' };
  if (denied.test(known.name)) return { kind: 'denied', message, permission: action };
  if (absent.test(known.name)) return { kind: 'absent', message };
  if (notOffered.test(known.name))
    return { kind: 'not-offered', message: `${action} is not offered in ${region}: ${known.message}` };
  if (throttled.test(known.name) || known.status === 429) {
    return {
      kind: 'time-out',
      message: `${action} was throttled to the end: ${known.message}`,
      hint: 'Scan again when fewer programs call this API.',
    };
  }
  return transportReason(known, target, message);
}

function transportReason(
  { name, code, status, message: detail }: AwsError,
  { action, region }: CallTarget,
  message: string,
): Reason {
  const word = code ?? name;
  const hint = `Check the region (${region}), the proxy and the network's way to AWS.`;
  if (timedOut.test(name) || timedOut.test(word))
    return { kind: 'time-out', message: `${action} did not answer in ${region} (${word})`, hint };
  if (/aborted|premature|ECONNABORTED|terminated/i.test(`${word} ${detail}`))
    return { kind: 'truncated', message: `${action}: the answer ended early` };
  if (unreachable.test(word))
    return { kind: 'unreachable', message: `${action}: cannot reach AWS in ${region} (${word})`, hint };
  if (status === 403) return { kind: 'denied', message, permission: action };
  if (status !== undefined && status >= 500)
    return { kind: 'unreachable', message: `${action}: AWS answered ${status}`, hint: 'Scan again.' };
  return kindOfUnread(name, message);
}

function kindOfUnread(name: string, message: string): Reason {
  const kind: ReasonKind = 'unreadable';
  if (name === 'SyntaxError')
    return {
      kind,
      message: `${message} (cut off, or not from AWS)`,
      hint: 'Something between here and AWS may be answering.',
    };
  return { kind, message };
}

function credentialsReason({ message }: AwsError, { profile }: CallTarget): Reason {
  const line = `no usable AWS credentials: ${message}`;
  return { kind: 'denied', message: line, hint: loginHint(profile) };
}

function loginHint(profile: string | undefined): string {
  const sso = `aws sso login${profile === undefined ? '' : ` --profile ${profile}`}`;
  return `Log in again (\`${sso}\` where single sign-on is used), or pass --profile.`;
}

/** Names and messages as the SDK's protocols spell them; the message is cut to one line without an encoded blob. */
function read(error: unknown): AwsError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), code: undefined, status: undefined };
  const { code, Code, $metadata, cause } = error as Error & {
    code?: unknown;
    Code?: unknown;
    $metadata?: { httpStatusCode?: number };
  };
  const inner = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  const name = typeof Code === 'string' ? Code : error.name;
  const said = /Encoded authorization failure message/.test(error.message)
    ? error.message.split(/\s*Encoded authorization/)[0]
    : error.message;
  const message =
    (said ?? '')
      .split('\n')[0]
      ?.replace(/\s*Deserialization error.*$/, '')
      .trim() ?? '';
  return {
    name: name === 'Error' || name === 'UnknownError' ? (typeof code === 'string' ? code : name) : name,
    message: message === '' ? name : message,
    code: typeof code === 'string' ? code : inner,
    status: $metadata?.httpStatusCode,
  };
}
