import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveCluster } from '../../../test/live/cluster.ts';
import { writeKubeconfig } from '../../../test/live/kubeconfigs.ts';
import type { ScannedCluster } from '../../../test/live/scanned-cluster.ts';
import type { Report } from '../../../src/report/schema.ts';
import { built } from '../../command.ts';
import type { Stream } from './competitor.ts';
import { downloadPods } from './reader.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');
const scratch = path.join(root, '.cache/bench-fairness');
/** The page size as the built command has it; there must be exactly one place. */
const builtPageItems = 'pageItems:250';

/** What runs beside the competitor; resolves when it is done, rejects unless all pods were read. */
export type Subject = () => Promise<void>;

/** Page sizes in objects, and in bytes of JSON of the pods. */
const pageItems = [250, 500, 1_000, 2_000] as const;
const pageBytes = [1e6] as const;
const nothingMs = 5_000;
/** The name of the subject that does nothing. */
export const nothing = 'nothing';

/** The subjects by name: nothing, the whole scan with each page size, bare downloads of the pods in both formats. */
export async function buildSubjects(cluster: ScannedCluster, scanner: Stream): Promise<Record<string, Subject>> {
  const { live, folder } = cluster;
  const { token, pods } = scanner;
  const user = { token };
  const kubeconfig = await writeKubeconfig(folder, 'scanner', { server: live.url, caPem: live.caPem, user });
  const bytes = await measureBytesPerPod(live);
  const subjects: Record<string, Subject> = { [nothing]: () => sleep(nothingMs) };
  for (const items of pageItems) subjects[`scan, ${items}`] = await scanWith(items, kubeconfig, cluster, pods);
  for (const size of pageBytes) {
    const items = Math.floor(size / bytes);
    subjects[`scan, ${size / 1e6} MB (${items})`] = await scanWith(items, kubeconfig, cluster, pods);
  }
  for (const format of ['json', 'protobuf'] as const) {
    for (const items of [500, 2_000]) {
      subjects[`${format}, ${items}`] = async () => {
        const pages = await downloadPods(scanner, items, format);
        if (pages < Math.ceil(pods / items)) throw new Error(`${format}: only ${pages} pages`);
      };
    }
  }
  return subjects;
}

async function measureBytesPerPod(live: LiveCluster): Promise<number> {
  const { body } = await live.admin('GET', `/api/v1/namespaces/team-1/pods?limit=200`);
  const { items } = body as { items: unknown[] };
  return JSON.stringify(items).length / items.length;
}

/** The whole command with another page size: a copy of the built files in which only that number differs. */
async function scanWith(items: number, kubeconfig: string, { env }: ScannedCluster, pods: number): Promise<Subject> {
  const copy = path.join(scratch, String(items));
  await rm(copy, { recursive: true, force: true });
  await cp(path.dirname(built), copy, { recursive: true });
  const chunks = path.join(copy, 'chunks');
  let changed = 0;
  for (const name of await readdir(chunks)) {
    const text = await readFile(path.join(chunks, name), 'utf8');
    const parts = text.split(builtPageItems);
    changed += parts.length - 1;
    if (parts.length > 1) await writeFile(path.join(chunks, name), parts.join(`pageItems:${items}`));
  }
  if (changed !== 1) throw new Error(`${builtPageItems} is in the built command ${changed} times`);
  const cli = path.join(copy, path.basename(built));
  const args = [cli, 'scan', '--cluster', 'prod', '--fail-on', 'never', '--format', 'json'];
  const access = ['--kubeconfig', kubeconfig, '--context', 'live'];
  return async () => {
    const { stdout } = await run(process.execPath, [...args, ...access], { env, maxBuffer: 1e9 });
    const { pods: read } = (JSON.parse(stdout) as Report).coverage.facts;
    if ((read?.count ?? 0) < pods) throw new Error(`the scan read ${JSON.stringify(read)}`);
  };
}
