import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod/mini';
import { defineCollector } from '../../collect.ts';
import type { HelmRelease } from '../../../facts/helm.ts';
import type { Gap } from '../../../facts/reading.ts';
import { SourceError, type Reason } from '../../../facts/reason.ts';
import type { KubeSource } from '../../../sources/kube/contract.ts';
import { listAll } from '../list.ts';
import { runsKarpenter } from './runs-karpenter.ts';
import { isObject } from '../../../languages/json.ts';

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
    const owners = (await facts.read('karpenterCrds'))
      .flatMap(({ owner }) => owner.release ?? [])
      .filter(isReleaseName);
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
    const read = await Promise.all(newest(listed.value).map((revision) => releaseOf(source, revision)));
    const value = read.map(({ release }) => release).filter(isKarpenters);
    return { ...listed, value, gaps: read.flatMap(({ gap }) => gap ?? []) };
  },
});

/** Helm's own rule for names. Anybody may write the annotation of a CRD: another text would break the selector, or widen it. */
function isReleaseName(text: string): boolean {
  return text.length <= 53 && text.split('.').every((part) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(part));
}

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

async function releaseOf(
  kube: KubeSource,
  { secret: name, ...revision }: Revision,
): Promise<{ release: HelmRelease; gap?: Gap }> {
  const closed = { ...revision, chart: null, chartVersion: null, values: [] };
  const what = `the Helm release ${revision.namespace}/${revision.name}`;
  try {
    const raw = await kube.get('', 'v1', 'secrets', revision.namespace, name);
    if (raw === undefined)
      throw new SourceError({ kind: 'inconsistent', message: 'its Secret was deleted in the meantime' });
    const { chart, config } = await opened(raw);
    const { name: chartName, version: chartVersion } = chart.metadata;
    return { release: { ...closed, chart: chartName, chartVersion, values: pathsOf(config) } };
  } catch (error) {
    const reason = error instanceof SourceError ? error.reason : closedBy(codeOf(error));
    return { release: closed, gap: { what, reason } };
  }
}

function closedBy(detail: string): Reason {
  return { kind: 'unreadable', message: `its Secret cannot be unpacked: ${detail}` };
}

/** The code of Node's error (`Z_DATA_ERROR`), never its message: that of JSON quotes what it could not read. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'it does not contain JSON';
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
  if (!read.success) throw new SourceError(closedBy('it does not contain a chart'));
  return read.data;
}

/** The values' paths below what says how Karpenter is set: no value leaves here. */
function pathsOf(config: unknown): string[] {
  if (!isObject(config)) return [];
  const image = isObject(config['controller']) ? config['controller']['image'] : undefined;
  const parts: [string, unknown][] = [
    ['controller.image', image],
    ['settings', config['settings']],
    ['webhook', config['webhook']],
  ];
  return parts.flatMap(([path, part]) => leaves(part, path)).sort();
}

function leaves(value: unknown, path: string): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}
