import { ScanError, type Reason } from '../../facts/reason.ts';
import { retryable } from './retry.ts';
import { strangerHint } from '../wording.ts';
import { MOST_NESTED } from './limits.ts';
import { isObject } from '../../syntax/json.ts';
import { oneLine } from '../../syntax/one-line.ts';

/**
 * The format of a service's answers: JSON for EKS, KMS, SQS, EventBridge, CloudWatch, CloudWatch Logs and Service Quotas; XML for EC2, IAM, STS, Auto
 * Scaling and SNS; for S3, objects of any content, with XML for lists and errors.
 */
export type Wire = 'json' | 'xml' | 'object';

/** One whole HTTP response. */
export interface WireAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/**
 * Checks an answer before the SDK reads it: the SDK treats an empty body, or any XML, as an output without fields, and
 * calls any 404 `NotFound`.
 * @param call the service and the operation, as messages name them: `eks:ListClusters`
 * @returns what is wrong with the answer; undefined if the SDK may read it, as an output or as an error
 */
export function answerFlaw(wire: Wire, call: string, answer: WireAnswer): ScanError | undefined {
  return wire === 'object' ? objectFlaw(call, answer) : documentFlaw(wire, call, answer);
}

/**
 * An object may hold anything, and the answer to an upload is empty, so a success of S3 is recognized by its headers,
 * or by the XML of a list of objects. An error must be empty or XML.
 */
function objectFlaw(call: string, { status, headers, body }: WireAnswer): ScanError | undefined {
  const isObject = headers['x-amz-request-id'] !== undefined || headers['etag'] !== undefined;
  if (status < 300 && isObject) return undefined;
  const text = body.toString('utf8').trim();
  const isOfS3 = xmlForm(text, 'ListBucketResult') === 'whole';
  const isError = status >= 300 && (text === '' || xmlForm(text, 'Error') === 'whole');
  if (status < 300 ? isOfS3 : isError) return undefined;
  return stranger(call, { status, headers }, status < 300 ? '' : text);
}

function documentFlaw(
  wire: Exclude<Wire, 'object'>,
  call: string,
  { status, headers, body }: WireAnswer,
): ScanError | undefined {
  if (isDense(wire, body)) return tooDense(call);
  const text = body.toString('utf8').trim();
  const good = status >= 200 && status < 300;
  if (text === '') return good ? truncated(call, 'is empty') : undefined;
  const form = wire === 'json' ? jsonForm(text) : xmlForm(text, good ? `${parseOperation(call)}Response` : undefined);
  if (form === 'whole') return undefined;
  if (!good && text.includes('<UnknownOperationException')) {
    return new ScanError({ kind: 'not-offered', message: `${call} is not offered here` });
  }
  if (form === 'cut') return truncated(call, 'ends in the middle');
  return stranger(call, { status, headers }, text);
}

/** The error for an answer that AWS did not send. */
function stranger(call: string, { status, headers }: Omit<WireAnswer, 'body'>, text: string): ScanError {
  const type = oneLine(headers['content-type'] ?? 'no content type', 60);
  const said = text === '' ? '' : `: ${oneLine(text, 120)}`;
  const message = `${call}: ${status} with ${type}, not an answer of AWS${said}`;
  return withStatus({ kind: 'unreadable', message, hint: strangerHint('AWS') }, status);
}

function parseOperation(call: string): string {
  return call.slice(call.indexOf(':') + 1);
}

/**
 * A JSON body of at least this size, in bytes, is not parsed here, only by the SDK: its first and last characters are
 * checked. The brackets or tags of a body of this size are counted.
 */
const LARGE_BYTES = 2 * 1024 * 1024;

/** True if a large body has so many brackets or tags that parsing it would take many times its size in memory. */
function isDense(wire: Exclude<Wire, 'object'>, body: Buffer): boolean {
  if (body.length < LARGE_BYTES) return false;
  const marks = new Set(Buffer.from(wire === 'json' ? '{[' : '<'));
  let nested = 0;
  for (const byte of body) if (marks.has(byte)) nested++;
  return nested > MOST_NESTED;
}

function tooDense(call: string): ScanError {
  const message = `${call}: the answer holds more than ${MOST_NESTED} objects and arrays`;
  return new ScanError({ kind: 'truncated', message });
}

function jsonForm(text: string): 'whole' | 'cut' | 'strange' {
  if (text.length >= LARGE_BYTES) return text.startsWith('{') ? (text.endsWith('}') ? 'whole' : 'cut') : 'strange';
  try {
    return isObject(JSON.parse(text)) ? 'whole' : 'strange';
  } catch {
    return text.startsWith('{') ? 'cut' : 'strange';
  }
}

/** @param expected the root's name; undefined = the root of an error: `Response` (EC2) or `ErrorResponse` */
function xmlForm(text: string, expected: string | undefined): 'whole' | 'cut' | 'strange' {
  const root = /^(?:<\?xml[^>]*\?>\s*)?<([A-Za-z][\w.-]*)[\s>/]/.exec(text)?.[1];
  if (root === undefined) return text.startsWith('<?xml') ? 'cut' : 'strange';
  const known = expected === undefined ? ['Response', 'ErrorResponse'].includes(root) : root === expected;
  if (!known) return 'strange';
  return text.endsWith(`</${root}>`) ? 'whole' : 'cut';
}

/** A truncated answer is requested again: `$retryable` makes the SDK retry. */
function truncated(call: string, how: string): ScanError {
  return retryable(new ScanError({ kind: 'truncated', message: `${call}: the answer ${how}` }));
}

/** Adds the status, by which the SDK decides whether to retry: after a load balancer's 503, not after a login page. */
function withStatus(reason: Reason, httpStatusCode: number): ScanError {
  return Object.assign(new ScanError(reason), { $metadata: { httpStatusCode } });
}
