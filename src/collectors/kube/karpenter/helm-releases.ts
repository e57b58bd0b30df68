import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod/mini';
import { defineCollector } from '../../../collect.ts';
import type { HelmRelease } from '../../../facts/helm.ts';
import type { Gap } from '../../../reading.ts';
import { SourceError, type Reason } from '../../../reason.ts';
import type { KubeSource } from '../../../sources/kube.ts';
import { isRecord } from '../../../sources/wording.ts';
import { listAll } from '../list.ts';
import { runsKarpenter } from './runs-karpenter.ts';

/** A release is one Secret a revision. Source: pkg/storage/driver of helm/helm. */
const secretType = 'helm.sh/release.v1';
const charts = ['karpenter', 'karpenter-crd'];
/** Unpacked, a release holds its manifests, too: Karpenter's CRDs are the most of it, some 2 MB. */
const largest = 32 * 1024 * 1024;
const unpack = promisify(gunzip);

const metadata = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string(),
    labels: z.object({ name: z.string(), status: z.string(), version: z.string().check(z.regex(/^\d{1,9}$/)) }),
  }),
});
const secret = z.object({ type: z.literal(secretType), data: z.object({ release: z.string() }) });
const payload = z.object({
  chart: z.object({ metadata: z.object({ name: z.string(), version: z.string() }) }),
  config: z.optional(z.unknown()),
});

/** A revision, as the labels of its Secret tell it. */
type Revision = Pick<HelmRelease, 'namespace' | 'name' | 'revision' | 'status'> & { secret: string };

export const helmReleases = defineCollector('helmReleases', {
  permissions: [
    { apiGroup: '', resource: 'secrets', verb: 'list' },
    { apiGroup: '', resource: 'secrets', verb: 'get' },
  ],
  from: ['deployments', 'karpenterCrds'],
  async collect({ kube }, facts) {
    if (!(await runsKarpenter(facts))) return { value: [] };
    const source = await kube();
    const owners = (await facts.read('karpenterCrds')).flatMap(({ owner }) => owner.release ?? []);
    const names = [...new Set([...charts, ...owners])].sort();
    const listed = await listAll(source, {
      apiGroup: '',
      versions: ['v1'],
      resource: 'secrets',
      pageSize: 250,
      labelSelector: `owner=helm,name in (${names.join(',')})`,
      metadataOnly: true,
      project: revisionOf,
    });
    const gaps: Gap[] = [];
    const read = await Promise.all(newest(listed.value).map((revision) => releaseOf(source, revision, gaps)));
    return { ...listed, value: read.filter(isKarpenters), gaps };
  },
});

function revisionOf(raw: unknown): Revision {
  const { name: secretName, namespace, labels } = metadata.parse(raw).metadata;
  const { name, status, version } = labels;
  return { secret: secretName, namespace, name, status, revision: Number(version) };
}

function newest(revisions: readonly Revision[]): Revision[] {
  const byRelease = new Map<string, Revision>();
  for (const revision of revisions) {
    const key = `${revision.namespace}/${revision.name}`;
    if ((byRelease.get(key)?.revision ?? -1) < revision.revision) byRelease.set(key, revision);
  }
  return [...byRelease].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, revision]) => revision);
}

/** What was not unpacked may be Karpenter's. */
function isKarpenters({ chart }: HelmRelease): boolean {
  return chart === null || charts.includes(chart);
}

async function releaseOf(kube: KubeSource, { secret: name, ...revision }: Revision, gaps: Gap[]): Promise<HelmRelease> {
  const closed = { ...revision, chart: null, chartVersion: null, values: [] };
  const what = `the Helm release ${revision.namespace}/${revision.name}`;
  try {
    const raw = await kube.get('', 'v1', 'secrets', revision.namespace, name);
    if (raw === undefined) throw new SourceError({ kind: 'inconsistent', message: 'its Secret went away meanwhile' });
    const { chart, config } = await opened(raw);
    return { ...closed, chart: chart.metadata.name, chartVersion: chart.metadata.version, values: pathsOf(config) };
  } catch (error) {
    gaps.push({ what, reason: error instanceof SourceError ? error.reason : closedBy(String(error)) });
    return closed;
  }
}

function closedBy(detail: string): Reason {
  return { kind: 'unreadable', message: `its Secret cannot be unpacked: ${detail.split('\n')[0] ?? ''}` };
}

/**
 * Base64 of Kubernetes around base64 of Helm around gzip; Helm 2 and early 3 left the gzip out.
 * @throws SourceError, or what unpacking throws
 */
async function opened(raw: unknown): Promise<z.infer<typeof payload>> {
  const held = secret.safeParse(raw);
  if (!held.success) throw new SourceError(closedBy(`it is not of type ${secretType}`));
  const inner = Buffer.from(Buffer.from(held.data.data.release, 'base64').toString('latin1'), 'base64');
  const isPacked = inner[0] === 0x1f && inner[1] === 0x8b;
  const plain = isPacked ? await unpack(inner, { maxOutputLength: largest }) : inner;
  const read = payload.safeParse(JSON.parse(plain.toString('utf8')));
  if (!read.success) throw new SourceError(closedBy('it holds no chart'));
  return read.data;
}

/** The values' paths below what says how Karpenter is set: no value leaves here. */
function pathsOf(config: unknown): string[] {
  if (!isRecord(config)) return [];
  return ['settings', 'webhook'].flatMap((part) => leaves(config[part], part)).sort();
}

function leaves(value: unknown, path: string): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (!isRecord(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}
