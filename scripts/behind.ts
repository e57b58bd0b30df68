/**
 * `npm run behind`: compares the tables in `rules/` with the newest releases of what they are about. A line for each
 * release that a table has lacked for too long, and for each source that does not answer; exit code 1 if there is one.
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

async function run(withWeb: boolean): Promise<void> {
  const released: Release[] = [];
  const lines: string[] = [];
  for (const [of, read] of listSources(withWeb)) {
    try {
      released.push(...(await read()));
    } catch (error) {
      lines.push(`${of}: NOT READ ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
    }
  }
  lines.push(...findBehind(readTables(), released, new Date().toISOString().slice(0, 10)));
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.log('No table is behind.');
  else process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(!process.argv.includes('registries'));
