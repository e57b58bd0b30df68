/**
 * `npm run bench -- apis`: compares eks-preflight, kubent and pluto on one real API server of 1.24.17 before an update
 * to 1.25, with objects that real clients wrote. `--kubent PATH` and `--pluto PATH` name installed programs; `--rounds
 * N` sets the number of rounds, and `--keep FOLDER` saves the last output of each tool.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startAwsEndpoint } from '../../../test/world/aws-endpoint.ts';
import { settledAudit, type AuditEntry } from '../../../test/live/audit.ts';
import { writtenWorld } from '../../../test/live/api-worlds.ts';
import { writeKubeconfig } from '../../../test/live/kubeconfigs.ts';
import { grantPrintedPermissions } from '../../../test/live/scans.ts';
import { startScannedCluster, type ScannedCluster } from '../../../test/live/scanned-cluster.ts';
import { openTunnel, type Tunnel } from '../../../test/live/tunnel.ts';
import { startWriters } from '../../../test/live/writers.ts';
import { toSpread } from '../../rounds.ts';
import { rivalPrograms, versions } from './rivals.ts';
import { measureRun, type Run } from './run.ts';
import { seeds } from './seeds.ts';
import { deprecatedRequests, findingsTable, figuresTable, type Measurement } from './table.ts';
import { tools, type Tool } from './tools.ts';

const { values } = parseArgs({
  options: {
    kubent: { type: 'string' },
    pluto: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    keep: { type: 'string' },
  },
});

interface Place {
  cluster: ScannedCluster;
  tunnel: Tunnel;
  env: NodeJS.ProcessEnv;
}

async function measureOnce(
  tool: Tool,
  { cluster, tunnel, env }: Place,
): Promise<Run & { bytes: number; requests: AuditEntry[] }> {
  const before = await settledAudit(cluster.live.auditLog);
  const bytes = tunnel.received;
  const run = await measureRun(tool.argv, env, cluster.folder);
  const after = await settledAudit(cluster.live.auditLog);
  const requests = after
    .slice(before.length)
    .filter(({ userAgent }) => !/^(?:kube-apiserver|live-test)/.test(userAgent));
  return { ...run, bytes: tunnel.received - bytes, requests };
}

async function measureTools(all: readonly Tool[], place: Place, rounds: number): Promise<Measurement[]> {
  const runs = all.map(() => [] as Awaited<ReturnType<typeof measureOnce>>[]);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, tool] of all.entries()) {
      const run = await measureOnce(tool, place);
      if (round > 0) runs[index]?.push(run); // the first round only warms up
    }
  }
  return all.map((tool, index) => {
    const own = runs[index] ?? [];
    const last = own.at(-1);
    if (last === undefined) throw new Error('no round was measured');
    if (values.keep !== undefined) writeFileSync(path.join(values.keep, `tool-${index}.json`), last.stdout);
    return {
      name: tool.name,
      found: tool.read(last.stdout),
      code: last.code,
      requests: last.requests.length,
      bytes: last.bytes,
      wall: toSpread(own.map(({ wall }) => wall)),
      memory: Math.max(...own.map(({ memory }) => memory)),
      deprecated: last.requests.filter(({ isDeprecated }) => isDeprecated),
    };
  });
}

const programs = await rivalPrograms(values);
const cluster = await startScannedCluster(writtenWorld('1.24', '1.25'), 'v1.24.17');
try {
  await grantPrintedPermissions(cluster, ['--with', 'secrets']);
  const writers = await startWriters(cluster.live);
  for (const { write } of seeds) await write(writers);
  const tunnel = await openTunnel(cluster.live.url);
  const { caPem, adminToken } = cluster.live;
  const connection = {
    server: tunnel.url,
    caPem,
    user: { token: adminToken },
    tlsServerName: 'localhost',
    isCurrent: true,
  };
  const account = await startAwsEndpoint(cluster.world, {
    kube: { endpoint: 'https://kubernetes.default.svc', caPem },
  });
  const kubeconfig = await writeKubeconfig(cluster.folder, 'rivals', connection);
  const env = { ...cluster.env, AWS_ENDPOINT_URL: account.url, KUBECONFIG: kubeconfig };
  const measurements = await measureTools(tools(programs, tunnel.url), { cluster, tunnel, env }, Number(values.rounds));
  console.log(`kubent ${versions.kubent}, pluto ${versions.pluto}, kube-apiserver 1.24.17, ${values.rounds} rounds\n`);
  console.log(`${findingsTable(seeds, measurements)}\n${figuresTable(seeds, measurements)}`);
  console.log(deprecatedRequests(measurements));
  await Promise.all([tunnel.close(), account.close()]);
  await writers.close();
} finally {
  await cluster.close();
}
