import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eksOperation, type KubeAddress } from './aws/eks.ts';
import { queryAnswer } from './aws/query.ts';
import { errorReply, type Reply } from './aws/reply.ts';
import { createFaultLine } from './kube/faults.ts';
import type { Fault, World } from './world.ts';

/** A call as it arrived, and how it was answered. `status` 0: not answered, or the connection was closed first. */
export interface RecordedCall {
  /** `eks:DescribeCluster`. */
  action: string;
  region: string;
  accessKeyId: string;
  userAgent: string;
  status: number;
}

/** A running endpoint for every service, on a free port of 127.0.0.1. */
export interface AwsEndpoint {
  url: string;
  calls: RecordedCall[];
  close(): Promise<void>;
}

interface Call {
  service: string;
  action: string;
  region: string;
  answer(): Reply | undefined;
}

/** Plays the world's AWS account over HTTP on the loopback. The world is read at each call. */
export async function startAwsEndpoint(world: World, options: { kube?: KubeAddress } = {}): Promise<AwsEndpoint> {
  const calls: RecordedCall[] = [];
  const faultsOf = createFaultLine(() => world.faults, 'aws');
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const scope = /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\//.exec(request.headers.authorization ?? '');
    const [, accessKeyId = '', region = '', service = ''] = scope ?? [];
    const call = callOf(world, options.kube, { service, region, url: request.url ?? '/', body });
    const action = `${service}:${call.action}`;
    const record = { action, region, accessKeyId, userAgent: String(request.headers['user-agent'] ?? ''), status: 0 };
    calls.push(record);
    response.on('close', () => (record.status = response.headersSent ? response.statusCode : 0));
    const faults = faultsOf(action);
    for (const fault of faults) if (typeof fault === 'object' && 'delay' in fault) await pause(fault.delay);
    const fault = faults.find((one) => typeof one === 'string' || 'status' in one);
    if (fault === 'silent') return;
    if (fault === 'reset') return void request.socket.destroy();
    const reply = replyOf(world, call, action, scope === null, fault);
    send(response, reply, fault === 'cut');
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Arrived {
  service: string;
  region: string;
  url: string;
  body: string;
}

function callOf(world: World, kube: KubeAddress | undefined, { service, region, url, body }: Arrived): Call {
  if (service === 'eks') {
    const { pathname, searchParams } = new URL(url, 'http://world');
    const operation = eksOperation(pathname);
    const elsewhere = { ...world, aws: { ...world.aws, clusters: {} } };
    const seen = region === world.region ? world : elsewhere;
    const answer = () => operation?.answer({ world: seen, kube, query: searchParams });
    return { service, region, action: operation?.action ?? pathname, answer };
  }
  const form = new URLSearchParams(body);
  const action = form.get('Action') ?? '';
  return { service, region, action, answer: () => queryAnswer(service, action, form, world) };
}

function replyOf(
  world: World,
  call: Call,
  action: string,
  anonymous: boolean,
  fault: Fault['does'] | undefined,
): Reply {
  const { service } = call;
  if (anonymous) return errorReply(service, 'MissingAuthenticationToken', 'Missing Authentication Token', 403);
  if (typeof fault === 'object' && 'awsError' in fault) {
    return errorReply(service, fault.awsError, `${fault.awsError}, as the world was told`, fault.status);
  }
  if (typeof fault === 'object' && 'status' in fault) {
    return {
      status: fault.status,
      headers: { 'content-type': 'text/html' },
      body: String(fault.body ?? '<html>no</html>'),
    };
  }
  if (world.deny.includes(action)) return denial(world, service, action);
  return call.answer() ?? unknownOperation(service, call.action);
}

function denial({ account, partition }: World, service: string, action: string): Reply {
  const who = `arn:${partition}:iam::${account}:user/preflight`;
  const message = `User: ${who} is not authorized to perform: ${action} because no identity-based policy allows the ${action} action`;
  if (service === 'eks') return errorReply(service, 'AccessDeniedException', message, 403);
  if (service === 'ec2')
    return errorReply(
      service,
      'UnauthorizedOperation',
      `You are not authorized to perform this operation. ${message}`,
      403,
    );
  return errorReply(service, 'AccessDenied', message, 403);
}

function unknownOperation(service: string, action: string): Reply {
  if (service === 'eks') return errorReply(service, 'UnknownOperationException', `no operation for ${action}`, 404);
  return errorReply(service, 'InvalidAction', `The action ${action} is not valid for this web service.`, 400);
}

function send(response: ServerResponse, { status, headers, body }: Reply, cut: boolean): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  if (!cut) {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
