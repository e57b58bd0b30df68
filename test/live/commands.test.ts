import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyCheck } from '../../src/check.ts';
import { commandsIn, type Case } from '../checks/cases.ts';
import { takenApart } from '../e2e/forbidden-commands.ts';
import { withoutCommand } from '../laws/command-table/table.ts';
import { loadAwsCli, type LoadedAwsCli } from './aws-cli.ts';
import { liveClients } from './binaries.ts';
import { startLiveCluster, type LiveCluster } from './cluster.ts';
import { writeKubeconfig } from './kubeconfigs.ts';
import {
  caseFiles,
  programs,
  reportCommands,
  selectSamples,
  storedCommands,
  type Program,
  type Sample,
} from './printed-commands.ts';

/**
 * Runs one command of each kind that reports print. The real program must know its subcommand and each of its flags;
 * answers about missing objects do not matter.
 */

const tables = vi.hoisted((): { check: AnyCheck; cases: readonly Case[] }[] => []);
vi.mock('../checks/cases.ts', async (original) => ({
  ...(await original()),
  checkCases: (check: AnyCheck, cases: readonly Case[]) => tables.push({ check, cases }),
}));
await Promise.all(caseFiles().map((file) => import(file) as Promise<unknown>));
const ofRows = tables.flatMap(({ check, cases }) => cases.flatMap((entry) => commandsIn(check, entry)));
const printed = [...new Set([...storedCommands(), ...reportCommands(), ...ofRows])];
const samples = selectSamples(printed);

interface Clients {
  folder: string;
  start: Record<'kubectl' | 'helm', string>;
  aws: LoadedAwsCli;
  env: NodeJS.ProcessEnv;
  /** The endpoint that replaces AWS. */
  url: string;
  /** Requests that reached the AWS endpoint. */
  awsRequests: string[];
  close(): Promise<void>;
}

let clients: Clients;
let cluster: LiveCluster;

beforeAll(async () => {
  const { kubectl, helm } = await liveClients((line) => console.error(`live tests: ${line}`));
  const user = { username: 'nobody', groups: [] };
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
  cluster = await startLiveCluster({ cluster: 'prod', region: 'eu-west-1', credentials: [{ ...credentials, user }] });
  const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-commands-'));
  await writeChart(path.join(folder, 'chart'));
  const connection = { server: cluster.url, caPem: cluster.caPem, user: { token: cluster.adminToken } };
  const awsRequests: string[] = [];
  const server = createServer((request, response) => {
    awsRequests.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    KUBECONFIG: await writeKubeconfig(folder, 'admin', connection),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_DEFAULT_REGION: 'eu-west-1',
    AWS_MAX_ATTEMPTS: '1',
  };
  clients = {
    folder,
    start: { kubectl, helm },
    aws: await loadAwsCli(env, folder),
    env,
    // In version 1 of the AWS CLI, not all services use the variable AWS_ENDPOINT_URL.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    awsRequests,
    close: async () => {
      await clients.aws.close();
      await closed(server);
    },
  };
}, 1_800_000);

afterAll(async () => {
  await clients?.close();
  await cluster?.stop();
  if (clients !== undefined) await rm(clients.folder, { recursive: true, force: true });
});

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Writes the local chart that replaces those of registries. */
async function writeChart(folder: string): Promise<void> {
  await mkdir(folder);
  await writeFile(path.join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: chart\nversion: 1.0.0\n');
}

/** Runs a command until it ends, or until it has sent a request to AWS. */
async function run({
  program,
  args,
}: Pick<Sample, 'program' | 'args'>): Promise<{ said: string; requestCount: number }> {
  const { folder, aws, awsRequests, url } = clients;
  const before = awsRequests.length;
  const local =
    program === 'aws'
      ? args.map((arg) => arg.replace(/^ROLE_ARN$/, roleArn))
      : args.map((arg, at) => toLocalArgument(program, arg, args[at - 1]));
  for (const policy of ['policy.json', 'iam_policy.json']) await writeFile(path.join(folder, policy), '{}');
  await writeFile(path.join(folder, 'selectors.json'), '[{"namespace": "shop"}]');
  await Promise.all(
    local.flatMap((arg, at) =>
      local[at - 1] === '-f' && arg.endsWith('.yaml') ? [writeValues(folder, program, arg)] : [],
    ),
  );
  const timers: NodeJS.Timeout[] = [];
  const limited = (kill: () => void): void => {
    timers.push(
      setInterval(() => awsRequests.length > before && kill(), 20),
      setTimeout(kill, 600_000),
    );
  };
  const said =
    program === 'aws'
      ? (await aws.run([...local, '--endpoint-url', url], limited)).said
      : await runGo(program, [...local, ...contextOf[program]], limited);
  for (const timer of timers) clearTimeout(timer);
  return { said, requestCount: awsRequests.length - before };
}

async function runGo(
  program: 'kubectl' | 'helm',
  args: readonly string[],
  started: (kill: () => void) => void,
): Promise<string> {
  const { start, folder: cwd, env } = clients;
  const child = spawn(start[program], args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-8000)));
  }
  started(() => child.kill());
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  return said;
}

/** The flags that select the context of {@link writeKubeconfig}, which is not the current one here. */
const contextOf = { kubectl: ['--context', 'live'], helm: ['--kube-context', 'live'] };

/** Replaces remote charts and manifests with local files, and other URLs with a closed port: nothing is downloaded. */
function toLocalArgument(program: Program, arg: string, before: string | undefined): string {
  if (program === 'helm' && (arg.startsWith('oci://') || arg.startsWith('eks/'))) return './chart';
  if (arg.startsWith('https://')) return before === '-f' ? 'manifest.yaml' : 'http://127.0.0.1:9';
  return arg;
}

async function writeValues(folder: string, program: Program, file: string): Promise<void> {
  const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'applied', namespace: 'default' } };
  await writeFile(path.join(folder, file), program === 'kubectl' ? JSON.stringify(manifest) : '{}');
}

/**
 * Errors for a command line that the program does not understand; kubectl prints them on a separate line. A missing
 * plug-in is not an error of helm itself.
 */
const misunderstood: Record<'kubectl' | 'helm', RegExp> = {
  kubectl:
    /^(?:error: (?!no objects passed|no matching resources|failed to create poddisruptionbudgets: namespaces|the server doesn't have|error from server|timed out).*|See 'kubectl.*)/m,
  helm: /unknown (?:shorthand )?flag|unknown command (?!"mapkubeapis")|flag needs an argument|invalid argument|requires \d+ arg/,
};

/**
 * Errors for unknown kinds, except custom kinds, and kinds and versions that this server no longer has or that a later
 * one introduced.
 */
const unknownKind =
  /doesn't have a resource type "(?!(?:cluster|guard|platform)"|application|nodepool|nodeclaim|ec2nodeclass|provisioner|machine|awsnodetemplate|podsecuritypolic|psp|rollout|karpenter|eniconfigs|backups|certificates|flowschemas|gadgets|widgets|strimzipodset|clustertrustbundles|deviceclasses|devicetaintrules|mutatingadmissionpolic|prometheusrule|scaledobject|podcertificaterequests|resourceclaim|resourceslices|storageversionmigrations|volumeattributesclasses)/;

/** Replaces the placeholder, because the AWS CLI checks the length of an ARN. */
const roleArn = 'arn:aws:iam::111122223333:role/controller';

/** Commands for operations of the EKS API that AWS CLI 1.46.3 does not have. */
const notYet = [
  'aws eks list-certificate-authorities --cluster-name --region',
  // Reads a file that the reader makes with the command before it.
  'aws ec2 create-launch-template --launch-template-data --launch-template-name --region',
];

async function expectUnderstood(sample: Pick<Sample, 'program' | 'args'>): Promise<void> {
  const { said, requestCount } = await run(sample);
  const line = [sample.program, ...sample.args].join(' ');
  if (sample.program === 'aws') expect(requestCount, `${line}\n${said}`).toBeGreaterThan(0);
  else {
    expect(said, line).not.toMatch(misunderstood[sample.program]);
    expect(said, line).not.toMatch(unknownKind);
  }
}

it('no line of the table of commands is left without a command', () => {
  expect(withoutCommand(printed.flatMap(takenApart))).toEqual([]);
});

it('the reports print commands of many kinds', () => {
  const counts = programs.map((program) => samples.filter((one) => one.program === program).length);
  console.error(`live tests: ${programs.map((program, at) => `${counts[at]} kinds of ${program}`).join(', ')}`);
  for (const count of counts) expect(count).toBeGreaterThan(3);
});

describe('a command line that its program does not understand', () => {
  it.each<[Program, readonly string[]]>([
    ['aws', ['eks', 'describe-cluster', '--name', 'prod', '--invented', 'x']],
    ['aws', ['eks', 'describe-cluster']],
    ['kubectl', ['get', 'nodes', '--invented']],
    ['kubectl', ['scale', 'deployment/cart']],
    ['helm', ['list', '--invented']],
  ])('is refused: %s %j', async (program, args) => {
    await expect(expectUnderstood({ program, args })).rejects.toThrow();
  });
});

describe('each kind of printed command', () => {
  it.each(samples.filter(({ kind }) => !notYet.includes(kind)).map((sample) => [sample.kind, sample] as const))(
    'is understood: %s',
    async (_kind, sample) => {
      await expectUnderstood(sample);
    },
  );
});
