import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { startAwsEndpoint, type AwsEndpointOptions, type RecordedCall } from '../world/aws-endpoint.ts';
import { runCommand } from '../world/in-process.ts';
import type { Outcome } from '../world/outcome.ts';
import { runProcess } from '../world/run.ts';
import { installTools } from '../world/tools.ts';
import type { World } from '../world/world.ts';
import { usualVersion, type KubernetesVersion } from './binaries.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { realManifest } from './real-manifests.ts';
import { applyAll } from './seed.ts';
import { startVersionProxy, type VersionProxy } from './version-proxy.ts';

/** The scanning identity: an access key that the account's endpoint accepts and the cluster's token webhook knows. */
export const scanner = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  user: { username: 'arn:aws:sts::111122223333:assumed-role/preflight/ci', groups: ['eks-preflight'] },
};

/** The same role with temporary credentials. */
export const session = { ...scanner, accessKeyId: 'ASIAIOSFODNN7EXAMPLE', sessionToken: 'FwoGZXIvYXdzEA+/session==' };
/** An identity whose access entry grants nothing. */
export const stranger = {
  accessKeyId: 'AKIASTRANGER7EXAMPLE',
  secretAccessKey: 'je7MtGbClwBF/2Zp9Utk/h3yCo8nvbSTRANGERKEY',
  user: { username: 'arn:aws:sts::111122223333:assumed-role/stranger/ci', groups: [] as string[] },
};

/** A scan's output; `report` parses stdout and throws if it is not a report. */
export interface Scan extends Outcome {
  readonly report: Report;
}

/** A seeded API server, and the account that describes it. */
export interface ScannedCluster {
  live: LiveCluster;
  /** Where a scan finds the API server: it answers with the version of the world's cluster. */
  kube: { endpoint: string; caPem: string };
  world: World;
  /** Environment variables for commands that read the cluster and the account; nothing comes from this machine. */
  env: NodeJS.ProcessEnv;
  /** A temporary folder that {@link close} removes. */
  folder: string;
  calls: readonly RecordedCall[];
  /** Runs `scan --cluster prod --format json` with the built command; `env` is merged in, `args` come last. */
  scan(args?: readonly string[], env?: NodeJS.ProcessEnv): Promise<Scan>;
  /** The same in this process, at a fraction of the cost: for many scans that differ in the cluster's answers. */
  scanHere(args?: readonly string[]): Promise<Scan>;
  close(): Promise<void>;
}

/**
 * Starts the servers and puts the world's objects into the cluster.
 * @param runtimeConfig API versions to serve that are off by default
 * @param writes operations that change the account; none by default
 */
export async function startScannedCluster(
  world: World,
  kubernetes?: KubernetesVersion,
  runtimeConfig?: readonly string[],
  writes: NonNullable<AwsEndpointOptions['writes']> = {},
): Promise<ScannedCluster> {
  const credentials = [scanner, session, stranger];
  const live = await startLiveCluster({
    cluster: 'prod',
    region: world.region,
    credentials,
    kubernetes,
    runtimeConfig,
  });
  const proxy = await proxyIfOther(live, world, kubernetes ?? usualVersion);
  const { url: endpoint, caPem } = proxy ?? live;
  const kube = { endpoint, caPem };
  const aws = await startAwsEndpoint(world, { kube, writes });
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-scan-'));
  const tools = await installTools(world.tools);
  const close = async (): Promise<void> => {
    await Promise.all([live.stop(), aws.close(), proxy?.close()]);
    for (const made of [folder, tools]) await rm(made, { recursive: true, force: true });
  };
  try {
    await applyAll(live, world.kube.objects.filter(isSeeded).map(realManifest));
  } catch (error) {
    await close();
    throw error;
  }
  const env = { ...accountEnv(aws.url, world.region, folder), PATH: tools };
  const line = ['scan', '--cluster', 'prod', '--format', 'json'];
  return {
    live,
    kube,
    world,
    env,
    folder,
    calls: aws.calls,
    scan: async (args = [], more = {}) =>
      readable(await runProcess([...line, ...args], { env: { ...env, ...more }, cwd: folder })),
    scanHere: async (args = []) => readable(await runCommand([...line, ...args], { env, cwd: folder, clock: 'real' })),
    close,
  };
}

/** A proxy if the world's cluster is of another minor than the API server. */
async function proxyIfOther(
  live: LiveCluster,
  world: World,
  kubernetes: KubernetesVersion,
): Promise<VersionProxy | undefined> {
  const version = String(world.aws.clusters['prod']?.['version']);
  return kubernetes.startsWith(`v${version}.`) ? undefined : startVersionProxy(live, version);
}

/** An APIService with a status is not created: the API server would find no server for it here. */
export function isSeeded({ kind, status }: Record<string, unknown>): boolean {
  return kind !== 'APIService' || status === undefined;
}

/** The environment of a command that reaches the account at `url` as {@link scanner}. */
export function accountEnv(url: string, region: string, folder: string): NodeJS.ProcessEnv {
  return {
    HOME: folder,
    AWS_ENDPOINT_URL: url,
    AWS_REGION: region,
    ...credentialEnv(scanner),
    AWS_EC2_METADATA_DISABLED: 'true',
    CI: 'true',
  };
}

/** Environment variables of an access key. */
export function credentialEnv(keys: {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}): NodeJS.ProcessEnv {
  return {
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    ...(keys.sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: keys.sessionToken }),
  };
}

function readable(outcome: Outcome): Scan {
  return {
    ...outcome,
    get report() {
      return reportSchema.parse(JSON.parse(outcome.stdout));
    },
  };
}

/** Statuses by check ID: `{ 'nodes/kubelet-skew': 'pass', ... }`. */
export function statuses(report: Report): Record<string, string> {
  return Object.fromEntries(report.results.map(({ id, status }) => [id, status]));
}
