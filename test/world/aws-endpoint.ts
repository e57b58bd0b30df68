import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFaultLine } from './kube/faults.ts';
import { eksOperations, type KubeEndpoint } from './aws/eks.ts';
import { flatForm, queryOperations } from './aws/query.ts';
import { keyOperations } from './aws/keys.ts';
import { logsOperations } from './aws/logs.ts';
import { quotaOperations } from './aws/quotas.ts';
import { queueOperations } from './aws/queues.ts';
import {
  denial,
  errorReply,
  jsonReply,
  unknownOperation,
  xmlReply,
  type AwsFailure,
  type Outcome,
  type Reply,
} from './aws/reply.ts';
import { isJsonService, parseRequest, parseSignedAt, type AwsRequest } from './aws/request.ts';
import { createThrottle } from './aws/throttle.ts';
import type { Write } from './aws/writes/write.ts';
import { xmlOutput } from './aws/xml.ts';
import { isGrantedByPolicy } from './granted.ts';
import type { Fault, World } from './world.ts';

/** A signed call and the status of its answer. Calls to which a fault applies are recorded, too. */
export interface RecordedCall {
  /** The IAM action: `eks:ListNodegroups`. */
  action: string;
  /** The region of the credential scope. */
  region: string;
  userAgent: string;
  /** The access key that signed the call. */
  accessKeyId: string;
  /** Query parameters (EKS), and the plain string fields of the form. */
  parameters: Record<string, string>;
  /** HTTP status of the answer; 0 if none was sent, or if the endpoint itself failed. */
  status: number;
  /** Set if the rate of this action was exceeded. */
  throttled?: true;
}

/** Options of a world's AWS endpoint. */
export interface AwsEndpointOptions {
  /** Endpoint and certificate authority in DescribeCluster's response, unless the world's cluster sets its own. */
  kube?: KubeEndpoint;
  /** Operations that change the world, by IAM action: `test/world/aws/writes`. None by default. */
  writes?: Readonly<Record<string, Write>>;
}

/** A running AWS endpoint on a free port of 127.0.0.1; `url` is for AWS_ENDPOINT_URL. */
export interface AwsEndpoint {
  url: string;
  /** All calls so far, in the order of their arrival. */
  calls: RecordedCall[];
  /** Answers a request that another server received. */
  take: RequestListener;
  close(): Promise<void>;
}

/**
 * Serves all services at one URL. The credential scope of the signature gives the service; the signature itself is not
 * verified. The world is read at each call: a test may change it while the server runs.
 */
export async function startAwsEndpoint(world: World, options: AwsEndpointOptions = {}): Promise<AwsEndpoint> {
  const calls: RecordedCall[] = [];
  const faultsOf = createFaultLine(() => world.faults, 'aws');
  const throttle = createThrottle(() => world.aws.rates);
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = parseRequest(request, await readBody(request));
    if (call === undefined) {
      const failure = { error: 'MissingAuthenticationToken', status: 403, message: 'Missing Authentication Token' };
      send(request, response, errorReply('iam', failure), false);
      return;
    }
    const record = recorded(call, request.headers['user-agent'] ?? '');
    calls.push(record);
    const faults = faultsOf(call.action);
    for (const fault of faults) if (typeof fault === 'object' && 'delay' in fault) await pause(fault.delay);
    if (faults.includes('silent')) return;
    if (faults.includes('reset')) {
      request.socket.destroy();
      return;
    }
    const spoiled = faults.map((fault) => faultReply(call, fault)).find((reply) => reply !== undefined);
    const exceeded = spoiled === undefined ? throttle(call) : undefined;
    if (exceeded !== undefined) record.throttled = true;
    const reply =
      exceeded === undefined
        ? (spoiled ?? (await writeReply(world, call, options)) ?? (await answer(world, call, options.kube)))
        : errorReply(call.service, exceeded);
    if (response.destroyed) return;
    record.status = reply.status;
    const body =
      reply.status === 200 ? world.rewrite?.(call.action, reply.body, formatRequest(call, record)) : undefined;
    send(request, response, body === undefined ? reply : { ...reply, body: String(body) }, faults.includes('cut'));
  };
  const take: RequestListener = (request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(`the world's endpoint failed: ${String(error)}`);
    });
  };
  const server = createServer(take);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    take,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The path below the service, which names objects of EKS, and the parameters. */
function formatRequest({ path }: AwsRequest, { parameters }: RecordedCall): string {
  return `${path.join('/')} ${JSON.stringify(parameters)}`;
}

function recorded(call: AwsRequest, userAgent: string): RecordedCall {
  const { action, region, accessKeyId, query, form } = call;
  const parameters = { ...Object.fromEntries(query), ...flatForm(form) };
  return { action, region, userAgent, accessKeyId, parameters, status: 0 };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function answer(world: World, call: AwsRequest, kube: KubeEndpoint | undefined): Promise<Reply> {
  const { service, operation = '', action } = call;
  if (world.deny.includes(action) || !isGrantedByPolicy(world, call))
    return errorReply(service, denial(call, world.account, world.partition));
  if (service === 'eks') {
    const outcome = eksOperations[operation]?.(world, call, kube) ?? unknownOperation(call);
    return 'error' in outcome ? errorReply(service, outcome) : jsonReply(outcome.output);
  }
  if (isJsonService(service)) {
    const operation =
      queueOperations[action] ?? logsOperations[action] ?? keyOperations[action] ?? quotaOperations[action];
    const outcome = operation?.(world, call) ?? unknownOperation(call);
    return 'error' in outcome ? errorReply(service, outcome) : jsonReply(outcome.output);
  }
  const outcome: Outcome = queryOperations[action]?.(world, call) ?? unknownOperation(call);
  return 'error' in outcome ? errorReply(service, outcome) : xmlOutput(service, operation, outcome.output);
}

/** The answer to an operation that changes the world. */
async function writeReply(world: World, call: AwsRequest, { writes }: AwsEndpointOptions): Promise<Reply | undefined> {
  const { action, operation = '', service } = call;
  const outcome = writes?.[action]?.(world, call);
  if (outcome === undefined) return undefined;
  if (isFailure(outcome)) return errorReply(service, outcome);
  if (service === 'eks' || isJsonService(service)) return jsonReply(outcome);
  return Object.keys(outcome).length === 0
    ? xmlReply(`<${operation}Response></${operation}Response>`)
    : xmlOutput(service, operation, outcome);
}

function isFailure(outcome: ReturnType<Write>): outcome is AwsFailure {
  return 'error' in outcome;
}

function faultReply(call: AwsRequest, fault: Fault['does']): Reply | undefined {
  if (typeof fault !== 'object') return undefined;
  if ('awsError' in fault) {
    const { awsError, status } = fault;
    return errorReply(call.service, {
      error: awsError,
      status,
      message: messages[awsError] ?? `${awsError} of the world`,
    });
  }
  if (!('status' in fault)) return undefined;
  const { status, body, retryAfter } = fault;
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (typeof body === 'string') return { status, headers: { 'content-type': 'text/html', ...headers }, body };
  if (body !== undefined) return jsonReply(body, status, headers);
  const reply = errorReply(call.service, {
    error: statusNames[status] ?? 'InternalFailure',
    status,
    message: 'An error of the world.',
  });
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

const statusNames: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  401: 'UnrecognizedClientException',
  403: 'AccessDenied',
  404: 'UnknownOperationException',
  429: 'TooManyRequestsException',
  503: 'ServiceUnavailable',
};

const messages: Readonly<Record<string, string>> = {
  ThrottlingException: 'Rate exceeded',
  Throttling: 'Rate exceeded',
  RequestLimitExceeded: 'Request limit exceeded.',
  ExpiredToken: 'The security token included in the request is expired',
  ExpiredTokenException: 'The security token included in the request is expired',
  InvalidClientTokenId: 'The security token included in the request is invalid.',
  UnrecognizedClientException: 'The security token included in the request is invalid.',
  SignatureDoesNotMatch:
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
};

/** `cut` announces the whole length, sends half of the body and closes. */
function send(request: IncomingMessage, response: ServerResponse, reply: Reply, cut: boolean): void {
  const body = Buffer.from(reply.body);
  response.writeHead(reply.status, { date: dateFor(request), ...reply.headers, 'content-length': body.length });
  if (!cut) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => request.socket.destroySoon());
}

/** The date of the request's signature, so that the client sees no clock skew. */
function dateFor(request: IncomingMessage): string {
  return parseSignedAt(request).toUTCString();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
