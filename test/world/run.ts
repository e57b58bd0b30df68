import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startApiServer, type RecordedRequest } from './api-server.ts';
import { startAwsEndpoint, type AwsEndpointOptions, type RecordedCall } from './aws-endpoint.ts';
import { withoutWritten, type Outcome } from './outcome.ts';
import { installTools } from './tools.ts';
import type { World } from './world.ts';

/** A running world: the API server and the AWS endpoint, on loopback. */
export interface RunningWorld {
  /** The environment that a command needs to reach it, without any AWS or Kubernetes configuration of this machine. */
  env: NodeJS.ProcessEnv;
  /** A separate folder that is removed with the world. */
  folder: string;
  kubeUrl: string;
  kubeCaPem: string;
  requests: readonly RecordedRequest[];
  calls: readonly RecordedCall[];
  /** Answers an AWS call that another server received. */
  takeAwsCall: RequestListener;
  close(): Promise<void>;
}

const fixedClock = fileURLToPath(new URL('fixed-clock.cjs', import.meta.url));

/** `NODE_OPTIONS` of a process that runs at the worlds' date: reports name the age of old data. */
export const worldsClock = `--require "${fixedClock}"`;

/** Starts both servers. `env` holds credentials that only they accept, and sets the clock to the worlds' date. */
export async function startWorld(
  world: World,
  options: Pick<AwsEndpointOptions, 'writes'> = {},
): Promise<RunningWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-world-'));
  const tools = await installTools(world.tools);
  const api = await startApiServer(world);
  const aws = await startAwsEndpoint(world, { ...options, kube: { endpoint: api.url, caPem: api.caPem } });
  return {
    folder,
    env: {
      PATH: tools,
      HOME: folder,
      AWS_ENDPOINT_URL: aws.url,
      AWS_REGION: world.region,
      AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      AWS_EC2_METADATA_DISABLED: 'true',
      CI: 'true',
      NODE_OPTIONS: worldsClock,
    },
    kubeUrl: api.url,
    kubeCaPem: api.caPem,
    requests: api.requests,
    calls: aws.calls,
    takeAwsCall: aws.take,
    async close() {
      await Promise.all([api.close(), aws.close()]);
      for (const made of [folder, tools]) await rm(made, { recursive: true, force: true });
    },
  };
}

export interface RunOptions {
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** The Node to run with; this one by default. */
  node?: string;
  /** Sends `signal` to the command `after` this many milliseconds. */
  kill?: { signal: NodeJS.Signals; after: number };
  /** Called with the process when it starts. */
  started?: (child: ChildProcess) => void;
  /** Path and arguments of a program that starts the command; none by default. */
  under?: readonly string[];
}

/** The command under test; `EKS_PREFLIGHT_TEST_CLI` is the absolute path of another build. */
const built = process.env['EKS_PREFLIGHT_TEST_CLI'] ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Runs the built command as a child process, as a user's shell would. */
export function runProcess(args: readonly string[], options: RunOptions): Promise<Outcome> {
  const { env, cwd, node = process.execPath, kill, started, under = [] } = options;
  return new Promise((resolve, reject) => {
    const [program = node, ...first] = [...under, node, built, ...args];
    const child = spawn(program, first, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    started?.(child);
    const outcome = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
    if (kill !== undefined) setTimeout(() => child.kill(kill.signal), kill.after);
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(withoutWritten({ ...outcome, code, signal })));
  });
}
