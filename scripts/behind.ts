/**
 * `npm run behind`: compares the tables in `rules/` with the newest releases of what they are about. A line for each
 * release that a table has lacked for too long, for each release note that the reading list lacks or that no issue closes,
 * and for each source that does not answer; exit code 1 if there is one. Notes that an issue closes are listed, too.
 * `npm run behind -- registries` leaves out sources on the web.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse as parseYaml } from 'yaml';
import * as z from 'zod/mini';
import { findBehind, type Release, type WrittenTables } from './refresh/behind.ts';
import { listVersions, readVersionDay } from './refresh/read/go-module.ts';
import { karpenterModule, listKarpenterReleases } from './refresh/read/karpenter.ts';
import { readPages } from './refresh/read/web.ts';
import {
  addressDraft,
  describeOpen,
  listDueMinors,
  listOpen,
  listUnread,
  parseReadingList,
  type ReadingList,
} from './refresh/reading-list.ts';
import { parseWritten } from './refresh/table-file.ts';

/** Controllers whose project is a Go module that the module proxy has. */
const modules: Readonly<Record<string, string>> = {
  'argo-cd': 'github.com/argoproj/argo-cd/v3',
  'cert-manager': 'github.com/cert-manager/cert-manager',
  cilium: 'github.com/cilium/cilium',
  coredns: 'github.com/coredns/coredns',
  'external-dns': 'sigs.k8s.io/external-dns',
  'external-secrets': 'github.com/external-secrets/external-secrets',
  flux: 'github.com/fluxcd/flux2/v2',
  keda: 'github.com/kedacore/keda/v2',
  kyverno: 'github.com/kyverno/kyverno',
  'metrics-server': 'sigs.k8s.io/metrics-server',
  velero: 'github.com/vmware-tanzu/velero',
  'vpc-cni': 'github.com/aws/amazon-vpc-cni-k8s',
};

/** Of a project's releases, the newest are looked at. */
const looksAt = 40;

const eksPage = 'https://raw.githubusercontent.com/endoflife-date/endoflife.date/master/products/amazon-eks.md';

/** Each source of releases, by its name. */
function listSources(withWeb: boolean): ReadonlyMap<string, () => Promise<Release[]>> {
  return new Map([
    ['Karpenter', async () => readDays('Karpenter', karpenterModule, await listKarpenterReleases({}))],
    ['Kubernetes', readKubernetes],
    ...(withWeb ? [['EKS', async () => parseEks((await readPages([eksPage])).get(eksPage) ?? '')] as const] : []),
    ...Object.entries(modules).map(
      ([of, module]) => [of, async () => readDays(of, module, (await listVersions(module)).slice(-looksAt))] as const,
    ),
  ]);
}

async function readDays(of: string, module: string, versions: readonly string[]): Promise<Release[]> {
  const released: Release[] = [];
  for (const version of versions)
    released.push({ of, version: version.slice(1), day: await readVersionDay(`${module}@${version}`) });
  return released;
}

/** The first releases of Kubernetes' minors: k8s.io/api 0.37.0 came with 1.37.0. */
async function readKubernetes(): Promise<Release[]> {
  const first = (await listVersions('k8s.io/api')).filter((version) => /^v0\.\d+\.0$/.test(version)).slice(-looksAt);
  const released = await readDays('Kubernetes', 'k8s.io/api', first);
  return released.map((release) => ({ ...release, version: release.version.replace(/^0/, '1') }));
}

const product = z.object({ releases: z.array(z.object({ releaseCycle: z.string(), releaseDate: z.string() })) });

/** The versions of EKS in the head of a page of endoflife.date. @throws Error if it looks different */
export function parseEks(page: string): Release[] {
  const [, head = ''] = /^---\n([\s\S]*?)\n---$/m.exec(page) ?? [];
  const { releases } = z.parse(product, parseYaml(head));
  return releases.map(({ releaseCycle, releaseDate }) => ({
    of: 'EKS',
    version: `${releaseCycle}.0`,
    day: releaseDate,
  }));
}

/** All files in `rules/` but the schema, by their names. */
export function readTables(): WrittenTables {
  const folder = fileURLToPath(new URL('../rules/', import.meta.url));
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'schema.json');
  return new Map(names.map((name) => [name.replace('.json', ''), parseWritten(readFileSync(folder + name, 'utf8'))]));
}

/** The list in `scripts/refresh/reading-list.json`. */
export function readReadingList(): ReadingList {
  return parseReadingList(readFileSync(new URL('refresh/reading-list.json', import.meta.url), 'utf8'));
}

/** What the notes of these minors have and the list lacks. */
async function readUnread(list: ReadingList, minors: readonly string[]): Promise<string[]> {
  const addresses = new Map(minors.map((minor) => [minor, addressDraft(minor)]));
  const pages = await readPages([...addresses.values()]);
  return listUnread(list, new Map([...addresses].map(([minor, address]) => [minor, pages.get(address) ?? ''])));
}

async function run(withWeb: boolean): Promise<void> {
  const released: Release[] = [];
  const lines: string[] = [];
  const attempt = async (of: string, read: () => Promise<void>) => {
    try {
      await read();
    } catch (error) {
      lines.push(`${of}: NOT READ ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
    }
  };
  for (const [of, read] of listSources(withWeb)) await attempt(of, async () => void released.push(...(await read())));
  const today = new Date().toISOString().slice(0, 10);
  const list = readReadingList();
  const { wrong, planned } = describeOpen(listOpen(list, released));
  lines.push(...findBehind(readTables(), released, today), ...wrong);
  const unread = async () => void lines.push(...(await readUnread(list, listDueMinors(list, released, today))));
  if (withWeb) await attempt('reading list', unread);
  for (const line of [...lines, ...planned]) console.log(line);
  if (lines.length === 0) console.log('No table is behind.');
  else process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(!process.argv.includes('registries'));
