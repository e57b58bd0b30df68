import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { runCommand } from '../../world/in-process.ts';
import { loadAwsCli } from '../aws-cli.ts';
import { liveClients } from '../binaries.ts';
import { writeKubeconfig } from '../kubeconfigs.ts';
import type { ScannedCluster } from '../scanned-cluster.ts';
import { playEksctl, type Answer } from './eksctl.ts';
import { writeCharts } from './karpenter.ts';
import type { Stage } from './nodes.ts';

/** The shell of the person who walks the plan. */
export interface Shell {
  /** The folder in which the commands run. */
  folder: string;
  /** Pastes one command. */
  paste(command: string): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * kubectl and helm are the real programs, helm with the charts of a folder for those of Karpenter's registry. The AWS CLI
 * is real, too, and loaded once. eksctl is played, and no wait takes long.
 */
const functions = `
set -uo pipefail
forwarded() {
  local code
  exec 3<>"/dev/tcp/127.0.0.1/$WALK_PORT"
  { printf '%s\\0' "$@" | base64 -w0; echo; } >&3
  IFS= read -r code <&3
  cat <&3
  exec 3<&-
  return "$code"
}
aws() { forwarded aws "$@"; }
eksctl() { forwarded eksctl "$@"; }
eks-preflight() { forwarded eks-preflight "$@"; }
sleep() { command sleep 1; }
helm() {
  local one previous= version= args=()
  for one in "$@"; do [ "$previous" = --version ] && version=$one; previous=$one; done
  for one in "$@"; do
    case $one in
      oci://*) args+=("$CHARTS/\${one##*/}-$version") ;;
      *) args+=("$one") ;;
    esac
  done
  command helm "\${args[@]}"
}
`;

/** Opens a shell whose programs act on this cluster and its account. */
export async function openShell(cluster: ScannedCluster, stage: Stage): Promise<Shell> {
  const { folder, env, live } = cluster;
  const [bin, charts] = [path.join(folder, 'bin'), path.join(folder, 'charts')];
  await mkdir(bin);
  const clients = await liveClients((line) => console.error(`live tests: ${line}`));
  for (const [name, program] of Object.entries(clients)) await symlink(program, path.join(bin, name));
  const aws = await loadAwsCli(
    { ...env, PATH: process.env['PATH'], AWS_DEFAULT_REGION: cluster.world.region, AWS_MAX_ATTEMPTS: '1' },
    folder,
  );
  const run = async ([program = '', ...args]: string[]): Promise<Answer> => {
    if (program === 'aws') return aws.run([...args, '--endpoint-url', env['AWS_ENDPOINT_URL'] ?? '']);
    if (program === 'eksctl') return playEksctl(stage, args);
    const { stdout, stderr, code } = await runCommand(args, { env, cwd: folder, clock: 'real' });
    return { said: `${stdout}${stderr}`, code };
  };
  const server = createServer((socket) => void answer(socket, run));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = { server: live.url, caPem: live.caPem, user: { token: live.adminToken }, isCurrent: true };
  const shellEnv = {
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: folder,
    KUBECONFIG: await writeKubeconfig(folder, 'person', connection),
    WALK_PORT: String((server.address() as AddressInfo).port),
    CHARTS: charts,
  };
  return {
    folder,
    async paste(command) {
      for (const version of listVersions(command)) await writeCharts(charts, version);
      return bash(`${functions}\n${command}`, shellEnv, folder);
    },
    async close() {
      server.close();
      await aws.close();
    },
  };
}

/** Reads the program and its arguments in one line, and writes its exit code in another and then what it wrote. */
async function answer(socket: Socket, run: (argv: string[]) => Promise<Answer>): Promise<void> {
  const [line] = (await once(createInterface(socket), 'line')) as [string];
  const argv = Buffer.from(line, 'base64').toString('utf8').split('\0').slice(0, -1);
  const { code, said } = await run(argv).catch((error: unknown) => ({ code: 1, said: `${String(error)}\n` }));
  socket.end(`${code}\n${said}`);
}

/** The versions of the charts that a command of helm installs. */
function listVersions(command: string): string[] {
  if (!command.includes('oci://')) return [];
  return [...command.matchAll(/--version (\S+)/g)].map(([, version = '']) => version);
}

/** A drain waits for ever where a budget allows no disruption: the person ends it. */
const mostSeconds = 60;

function bash(script: string, env: NodeJS.ProcessEnv, cwd: string): Promise<Answer> {
  return new Promise((resolve) => {
    execFile(
      'timeout',
      [String(mostSeconds), 'bash', '-c', script],
      { env, cwd, maxBuffer: 64 << 20 },
      (error, stdout, stderr) => {
        resolve({ said: `${stdout}${stderr}`, code: error === null ? 0 : Number(error.code ?? 1) });
      },
    );
  });
}
