import type { OutgoingHttpHeaders } from 'node:http';
import type { World } from '../world.ts';

/** An HTTP response of the server. */
export interface Reply {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string | Buffer;
}

export function json(value: unknown, status = 200, headers: OutgoingHttpHeaders = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: `${JSON.stringify(value)}\n` };
}

/** A plain text response, as the API server sends for paths without an API. */
export function plainText(status: number, text: string): Reply {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    body: `${text}\n`,
  };
}

const ownMetrics = [
  '# HELP apiserver_request_total [STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
  '# TYPE apiserver_request_total counter',
  'apiserver_request_total{code="200",component="apiserver",dry_run="",group="",resource="pods",scope="cluster",subresource="",verb="LIST",version="v1"} 17',
];

/** Metrics in Prometheus' text format, with the content type that Kubernetes sends. */
export function metricsReply({ kube: { metrics = [] } }: World): Reply {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores' };
  return { status: 200, headers, body: `${[...ownMetrics, ...metrics].join('\n')}\n` };
}

const REASONS: Readonly<Record<number, [reason: string, message: string]>> = {
  400: ['BadRequest', 'the server rejected our request for an unknown reason'],
  401: ['Unauthorized', 'Unauthorized'],
  403: ['Forbidden', 'forbidden'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  406: ['NotAcceptable', 'only the following media types are accepted: application/json, application/yaml'],
  410: [
    'Expired',
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
  ],
  429: ['TooManyRequests', 'Too many requests, please try again later.'],
  500: ['InternalError', 'Internal error occurred: etcdserver: leader changed'],
  503: ['ServiceUnavailable', 'apiserver not ready'],
  504: ['Timeout', 'The request did not complete within the allotted timeout'],
};

/** The fields of a Status besides its code. */
export interface StatusDetails {
  message?: string;
  details?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  retryAfter?: number;
}

/** A `Status` object with the status `Failure`, as the API server writes it. */
export function failure(code: number, { message, details, metadata = {}, retryAfter }: StatusDetails = {}): Reply {
  const [reason, text] = REASONS[code] ?? [
    '',
    `an error on the server ("unknown") has prevented the request from succeeding`,
  ];
  const more = retryAfter === undefined ? details : { ...details, retryAfterSeconds: retryAfter };
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata,
    status: 'Failure',
    message: message ?? text,
    ...(reason !== '' && { reason }),
    ...(more !== undefined && { details: more }),
    code,
  };
  return json(status, code, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
}
