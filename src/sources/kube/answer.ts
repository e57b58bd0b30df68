import type { IncomingHttpHeaders } from 'node:http';
import { ScanError } from '../../facts/reason.ts';
import { nestedIn } from './split-list.ts';
import { isProtobuf, readProtobufStatus } from './protobuf/list.ts';
import { strangerHint } from '../wording.ts';
import { isObject } from '../../syntax/json.ts';
import { oneLine } from '../../syntax/one-line.ts';

/** One whole HTTP response of the API server, whatever its status; the body is decompressed. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Call it after reading the body of a `large` request: other large answers may be waiting. */
  leave(): void;
}

/** A Kubernetes `Status`: a sentence for people and a word for programs (`Forbidden`, `NotFound`, `Expired`). */
export interface StatusBody {
  message: string;
  reason: string;
  /** The continue token that a 410 offers instead of the expired one; an empty string if there is none. */
  continue: string;
}

/** Parses the answer's body as a `Status`; undefined if it is anything else. */
export function statusBody(answer: Answer): StatusBody | undefined {
  const body = orUndefined(isProtobuf(answer.body) ? readProtobufStatus : parseJson, answer.body);
  if (!isObject(body) || body['kind'] !== 'Status') return undefined;
  const { message, reason } = body;
  const token = isObject(body['metadata']) ? body['metadata']['continue'] : undefined;
  return {
    message: typeof message === 'string' ? oneLine(message, 400) : '',
    reason: typeof reason === 'string' ? reason : '',
    continue: typeof token === 'string' ? token : '',
  };
}

/**
 * True if the API server itself says that the object or path does not exist: with a `Status` or, for a path that no API
 * has, its plain text. A 404 of a proxy is neither.
 */
export function isNotFound(answer: Answer): boolean {
  if (answer.status !== 404) return false;
  return statusBody(answer) !== undefined || answer.body.toString('utf8').trim() === '404 page not found';
}

/**
 * Parses the body of a successful answer into a JSON object.
 * @param call the request, as messages name it
 * @param parse reads the bytes; `JSON.parse` by default. Only its ScanErrors are passed on
 * @throws ScanError `truncated` if a JSON object ends early or is too dense, `unreadable` if it is not a JSON object
 */
export function jsonObject(
  answer: Answer,
  call: string,
  parse: (body: Buffer) => unknown = parseJson,
): Record<string, unknown> {
  if (answer.body.length >= DENSE_FROM) refuseDense(nestedIn(answer.body), call);
  const value = orUndefined(parse, answer.body, ScanError);
  if (isObject(value)) return value;
  const text = answer.body.toString('utf8').trim();
  if (text.startsWith('{') && !text.endsWith('}')) {
    throw new ScanError({ kind: 'truncated', message: `${call}: the answer ends in the middle` });
  }
  throw new ScanError(strangerReason(answer, call));
}

/** A body smaller than this, in bytes, is not checked: it cannot be dense enough to matter. */
const DENSE_FROM = 4 * 1024 * 1024;
/** Maximum objects and arrays parsed at once: an empty one takes about 60 bytes; large pod pages hold about 500,000. */
const MOST_NESTED = 1_500_000;

/**
 * Rejects JSON that is mostly brackets, which would take twenty times its size once it is parsed.
 * @param nested the number of its objects and arrays
 * @throws ScanError `truncated`
 */
export function refuseDense(nested: number, call: string): void {
  if (nested <= MOST_NESTED) return;
  const message = `${call}: the answer holds more than ${MOST_NESTED} objects and arrays in one piece`;
  throw new ScanError({ kind: 'truncated', message });
}

/** The reason for an answer that no API server gives: HTML, a redirect, an empty body. */
export function strangerReason(answer: Answer, call: string): { kind: 'unreadable'; message: string; hint: string } {
  const type = answer.headers['content-type'] ?? 'no content type';
  const text = oneLine(answer.body.toString('utf8', 0, 2000), 120);
  const target =
    answer.headers.location === undefined ? '' : `, a redirect to ${formatRedirectTarget(answer.headers.location)}`;
  const message = `${call}: ${answer.status} with ${oneLine(type, 60)}${target}, not the answer of an API server${text === '' ? '' : `: ${text}`}`;
  return { kind: 'unreadable', message, hint: strangerHint('the API server') };
}

function formatRedirectTarget(location: string): string {
  return URL.canParse(location) ? new URL(location).host : 'another path';
}

function parseJson(body: Buffer): unknown {
  return JSON.parse(body.toString('utf8'));
}

/** @param passed errors of this class are thrown */
function orUndefined(parse: (body: Buffer) => unknown, body: Buffer, passed?: typeof ScanError): unknown {
  try {
    return parse(body);
  } catch (error) {
    if (passed !== undefined && error instanceof passed) throw error;
    return undefined;
  }
}
