import { ScanError, type IamAction, type Reason } from '../../facts/reason.ts';
import { oneLine } from '../../syntax/one-line.ts';

/** What is read from an error that the SDK throws. */
interface Failure {
  /** The service's error code: `AccessDeniedException`, `InvalidSubnetID.NotFound`. */
  name: string;
  message: string;
  /** HTTP status; 0 if there was no answer. */
  status: number;
  /** True if the answer has a request ID, as every answer of AWS does. */
  fromAws: boolean;
}

type Family = 'throttled' | 'denied' | 'credentials' | 'absent' | 'not-offered' | 'failed' | 'other';

const THROTTLED =
  /throttl|^TooManyRequests|^RequestLimitExceeded$|^(?:SlowDown|BandwidthLimitExceeded|PriorRequestNotComplete)$/i;
const DENIED =
  /^(?:AccessDenied|Unauthorized|UnauthorizedOperation|AuthorizationError|NotAuthorized|Forbidden)(?:Exception)?$/;
const EXPIRED = /^(?:ExpiredToken|TokenRefreshRequired|InvalidIdentityToken)(?:Exception)?$/;
const CLOCK = /^(?:RequestTimeTooSkewed|RequestInTheFuture|RequestExpired)(?:Exception)?$/;
const UNKNOWN_KEY =
  /^(?:InvalidClientTokenId|UnrecognizedClient|InvalidAccessKeyId|AuthFailure|InvalidToken)(?:Exception)?$/;
const OPT_IN = /^(?:OptInRequired|SubscriptionRequired|RegionDisabled|PendingVerification)(?:Exception)?$/;
const SIGNATURE = /^(?:SignatureDoesNotMatch|InvalidSignature|IncompleteSignature)(?:Exception)?$/;
const ABSENT =
  /^(?:ResourceNotFound|NoSuchEntity|NoSuchResource|NotFound)(?:Exception)$|^NoSuch(?:Entity|Key|Bucket)$|.\.(?:Version)?NotFound(?:Exception)?$|^QueueDoesNotExist$|\.NonExistentQueue$/;
/** MissingAuthenticationToken means that the API Gateway of EKS lacks the route: all of our requests are signed. */
const NOT_OFFERED = /^(?:UnknownOperation|InvalidAction|MissingAuthenticationToken)(?:Exception)?$/;
/** The SDK's names for an error without a code. */
const UNNAMED: ReadonlySet<string> = new Set(['NotFound', 'Unknown', 'UnknownError', 'Error']);

/**
 * Converts what a call of the SDK throws into a reason.
 * @param action the IAM action under which the call was made
 */
export function awsReason(error: unknown, action: IamAction, region: string): Reason {
  if (error instanceof ScanError) return error.reason;
  const failure = toFailure(error);
  const { name, status } = failure;
  return { ...describeFailure(failure, action, region), ...(status !== 0 && { status, code: oneLine(name, 80) }) };
}

function describeFailure(failure: Failure, action: IamAction, region: string): Reason {
  const said = sentence(failure);
  switch (toFamily(failure)) {
    case 'throttled':
      return {
        kind: 'time-out',
        message: `${action}: AWS throttles this account's calls in ${region} (${failure.name})`,
        hint: 'other tools call the same API at the same time: try again later',
      };
    case 'denied':
      return { kind: 'denied', message: said === '' ? `${action}: ${failure.name}` : said, permission: action };
    case 'credentials':
      return credentialsRefused(failure, region);
    case 'absent':
      return { kind: 'absent', message: said === '' ? `${action}: not found` : said };
    case 'not-offered':
      return { kind: 'not-offered', message: `${action} is not offered in ${region}` };
    case 'failed':
      return { kind: 'unreachable', message: `${action}: the service failed (${failure.status})${tail(said)}` };
    default:
      return { kind: 'unreadable', message: `${action}: ${oneLine(failure.name, 80)}${tail(said)}` };
  }
}

/** {@link awsReason} as the error that sources throw. */
export function awsError(error: unknown, action: IamAction, region: string): ScanError {
  return error instanceof ScanError ? error : new ScanError(awsReason(error, action, region), { cause: error });
}

/** True if AWS answered that this account calls too often. */
export function isThrottled(error: unknown): boolean {
  return !(error instanceof ScanError) && toFamily(toFailure(error)) === 'throttled';
}

function toFamily({ name, message, status, fromAws }: Failure): Family {
  if (THROTTLED.test(name) || status === 429) return 'throttled';
  if (DENIED.test(name) || message.includes('explicit deny')) return 'denied';
  if ([EXPIRED, CLOCK, UNKNOWN_KEY, OPT_IN, SIGNATURE].some((pattern) => pattern.test(name))) return 'credentials';
  if (ABSENT.test(name)) return 'absent';
  if (NOT_OFFERED.test(name) || message.includes('not available in this region')) return 'not-offered';
  if (status === 404 && fromAws && UNNAMED.has(name)) return 'not-offered';
  return status >= 500 ? 'failed' : 'other';
}

/** The reason if AWS rejects the credentials. Every call fails alike, so it is shared. */
function credentialsRefused(failure: Failure, region: string): Reason {
  const message = `AWS does not accept the credentials: ${failure.name}${tail(sentence(failure))}`;
  return { kind: 'denied', message, hint: refusalHint(failure, region), shared: 'AWS does not accept the credentials' };
}

function refusalHint({ name, message }: Failure, region: string): string {
  if (CLOCK.test(name) || /signature (?:expired|not yet current)/i.test(message)) {
    return "this machine's clock is wrong: synchronize it with NTP";
  }
  if (EXPIRED.test(name)) return 'the session has ended: log in again, or export fresh credentials';
  if (SIGNATURE.test(name))
    return 'the secret access key does not belong to the access key ID, or was truncated when it was copied';
  if (OPT_IN.test(name)) return `the account is not set up for this service in ${region}: is the region enabled?`;
  return `the access key is unknown or deleted, or ${region} is not enabled for the account`;
}

/** The message without the encoded blob of about a thousand characters that EC2 appends; empty if it says nothing. */
function sentence({ message }: Failure): string {
  const text = before(message, 'Encoded authorization failure message:');
  return UNNAMED.has(text) ? '' : oneLine(text, 300);
}

/** The text before the words; the whole text if it does not contain them. */
function before(text: string, words: string): string {
  const at = text.indexOf(words);
  return at < 0 ? text : text.slice(0, at).trimEnd();
}

function tail(message: string): string {
  return message === '' ? '' : `: ${message}`;
}

function toFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), status: 0, fromAws: false };
  const { $metadata = {} } = error as { $metadata?: { httpStatusCode?: number; requestId?: string } };
  return {
    name: error.name.replace(/^(?:Client|Server)\./, ''),
    message: before(error.message, 'Deserialization error: to see the raw response'),
    status: $metadata.httpStatusCode ?? 0,
    fromAws: $metadata.requestId !== undefined,
  };
}
