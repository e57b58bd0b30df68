import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, get } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { startAwsEndpoint } from './aws-endpoint.ts';
import { healthyWorld } from './healthy.ts';
import { startWorld, type RunningWorld } from './run.ts';
import { worldTls } from './tls.ts';
import type { World } from './world.ts';
import { PROTOBUF_TYPE } from '../../src/sources/kube/protobuf/list.ts';

/** A page with the world's true answer. */
export interface TruePage {
  kind: string;
  metadata: Record<string, unknown>;
  items: Record<string, unknown>[];
}

/** How a hostile world attacks its clients. Requests that an attack does not handle get the true answers. */
export interface Attack {
  /** Handles requests to the API server. Returns true if it has handled this one. */
  kube?(path: string, response: ServerResponse, request: IncomingMessage): boolean;
  /** Handles lists of kinds. The page is the whole list, whatever was requested. */
  list?(page: TruePage, response: ServerResponse, query: URLSearchParams): void;
  /** Handles calls to AWS except DescribeCluster. */
  aws?(response: ServerResponse, request: IncomingMessage): void;
  /** Handles requests for the instance's metadata and a container's credentials; the environment then has no keys. */
  credentials?(response: ServerResponse): void;
  isContainer?: boolean;
  /** Builds in advance what would take too long during the attack. */
  prepare?(): void;
  /** Changes true answers. */
  rewrite?: World['rewrite'];
  /** The world that gives the true answers; the healthy one by default. */
  world?(): World;
}

export interface HostileWorld {
  env: NodeJS.ProcessEnv;
  folder: string;
  close(): Promise<void>;
}

/** Starts the healthy world behind two attacking servers. */
export async function startHostile(attack: Attack): Promise<HostileWorld> {
  attack.prepare?.();
  const world: World = {
    ...(attack.world?.() ?? healthyWorld()),
    ...(attack.rewrite === undefined ? {} : { rewrite: attack.rewrite }),
  };
  const running = await startWorld({ ...world, kube: { ...world.kube, pageSize: 500 } });
  const kube = createTlsServer({ key: worldTls.key, cert: worldTls.cert }, kubeListener(attack, running));
  const kubeUrl = `https://127.0.0.1:${await listening(kube)}`;
  const truth = await startAwsEndpoint(world, { kube: { endpoint: kubeUrl, caPem: running.kubeCaPem } });
  const aws = createPlainServer((request, response) => {
    if (attack.credentials !== undefined && request.headers.authorization === undefined) attack.credentials(response);
    else if (attack.aws === undefined || request.url === '/clusters/prod') truth.take(request, response);
    else attack.aws(response, request);
  });
  const awsUrl = `http://127.0.0.1:${await listening(aws)}`;
  return {
    env: {
      ...running.env,
      ...(attack.credentials === undefined ? {} : machineRole(awsUrl, attack)),
      AWS_ENDPOINT_URL: awsUrl,
    },
    folder: running.folder,
    async close() {
      for (const server of [kube, aws]) {
        server.closeAllConnections();
        server.close();
      }
      await Promise.all([truth.close(), running.close()]);
    },
  };
}

/** The same world, in which every launch template has this user data, in Base64. */
export function withUserData(world: World, UserData: string): World {
  const launchTemplateVersions = world.aws.launchTemplateVersions?.map(({ LaunchTemplateData, ...version }) => ({
    ...version,
    LaunchTemplateData: { ...(LaunchTemplateData as object), UserData },
  }));
  return {
    ...world,
    aws: { ...world.aws, ...(launchTemplateVersions === undefined ? {} : { launchTemplateVersions }) },
  };
}

/** The environment of a machine that gets its role's credentials from a metadata service. */
function machineRole(url: string, { isContainer = false }: Attack): NodeJS.ProcessEnv {
  const none = { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined };
  if (isContainer) return { ...none, AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/credentials` };
  return { ...none, AWS_EC2_METADATA_DISABLED: undefined, AWS_EC2_METADATA_SERVICE_ENDPOINT: url };
}

function kubeListener(attack: Attack, running: RunningWorld): RequestListener {
  const answers = new Map<string, Promise<{ status: number; type: string; body: Buffer }>>();
  return (request, response) => {
    response.on('error', () => undefined);
    const url = new URL(request.url ?? '/', 'https://world');
    if (attack.kube?.(url.pathname, response, request) === true) return;
    const query = new URLSearchParams(url.searchParams);
    url.searchParams.delete('continue');
    if (url.searchParams.has('limit')) url.searchParams.set('limit', '500');
    const key = `${url.pathname}${url.search} ${request.headers.accept}`;
    const truth = answers.get(key) ?? trueAnswer(running, `${url.pathname}${url.search}`, request);
    answers.set(key, truth);
    void truth.then(({ status, type, body }) => {
      const isList = status === 200 && query.has('limit') && attack.list !== undefined;
      if (isList) attack.list?.(JSON.parse(body.toString('utf8')) as TruePage, response, query);
      else response.writeHead(status, { 'content-type': type }).end(body);
    });
  };
}

function trueAnswer({ kubeUrl, kubeCaPem }: RunningWorld, path: string, { headers }: IncomingMessage) {
  const { accept: accepted = '*/*', authorization = '' } = headers;
  const accept = accepted.replace(`${PROTOBUF_TYPE}, `, ''); // attacks are written in JSON
  return new Promise<{ status: number; type: string; body: Buffer }>((resolve, reject) => {
    get(`${kubeUrl}${path}`, { ca: kubeCaPem, headers: { accept, authorization } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      const type = response.headers['content-type'] ?? '';
      response.on('end', () => resolve({ status: response.statusCode ?? 0, type, body: Buffer.concat(chunks) }));
    }).on('error', reject);
  });
}

/** Listens on a free port of the loopback. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
