import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod/mini';
import type { HelmHistory, HelmObject } from '../../../facts/helm.ts';
import type { Gap } from '../../../facts/reading.ts';
import { SourceError, type Reason } from '../../../facts/reason.ts';
import { isObject } from '../../../languages/json.ts';
import { atMost } from '../../../sources/kube/concurrency.ts';
import type { KubeSource } from '../../../sources/kube/contract.ts';
import { objectsIn } from './objects.ts';

/** What is kept of a revision: no value, no manifest. */
export interface Release {
  chart: string;
  chartVersion: string;
  /** Paths of values that somebody gave. */
  values: string[];
  objects: HelmObject[];
  /** A document of its manifest, or of a hook, could not be read. */
  isPart: boolean;
}

/** Source: pkg/storage/driver of helm/helm. */
const secretType = 'helm.sh/release.v1';
/** Unpacked, a release holds its manifests and its chart; in etcd it may take 1 MB. */
const largest = 32 * 1024 * 1024;
const unpack = promisify(gunzip);

const stored = {
  Secret: {
    resource: 'secrets',
    schema: z.object({ type: z.literal(secretType), data: z.object({ release: z.string() }) }),
  },
  ConfigMap: { resource: 'configmaps', schema: z.object({ data: z.object({ release: z.string() }) }) },
} as const;
const hook = z.object({
  manifest: z.optional(z.string()),
  events: z.optional(z.nullable(z.array(z.string()))),
});
const payload = z.object({
  chart: z.object({ metadata: z.object({ name: z.string(), version: z.string() }) }),
  config: z.optional(z.unknown()),
  manifest: z.optional(z.string()),
  hooks: z.optional(z.nullable(z.array(hook))),
});

/** A few are on their way at a time, and only one is unpacked. */
const fetched = atMost(4);
const unpacked = atMost(1);

const releases = new WeakMap<HelmHistory, Map<number, Promise<Release>>>();

/**
 * Reads a revision of a release; the same one only once, whoever asks for it.
 * @throws SourceError where it cannot be read
 */
export function releaseAt(kube: KubeSource, history: HelmHistory, revision: number): Promise<Release> {
  const known = releases.get(history) ?? new Map<number, Promise<Release>>();
  releases.set(history, known);
  const read = known.get(revision) ?? fetched(() => readRelease(kube, history, revision));
  known.set(revision, read);
  return read;
}

/** What of a release was not read. */
export function releaseGap({ namespace, name }: HelmHistory, reason: Reason): Gap {
  return { what: `the Helm release ${namespace}/${name}`, reason };
}

async function readRelease(kube: KubeSource, history: HelmHistory, revision: number): Promise<Release> {
  const { namespace, name, storage } = history;
  const key = `sh.helm.release.v1.${name}.v${revision}`;
  const raw = await kube.get('', 'v1', stored[storage].resource, namespace, key);
  if (raw === undefined) {
    throw new SourceError({ kind: 'inconsistent', message: `its ${storage} was deleted in the meantime` });
  }
  return unpacked(async () => {
    const { chart, config, manifest = '', hooks } = await opened(raw, storage);
    const read = await objectsIn(
      [
        { text: manifest, hook: null },
        ...(hooks ?? []).map(({ manifest: text = '', events }) => ({ text, hook: events ?? [] })),
      ],
      namespace,
    );
    const { name: chartName, version: chartVersion } = chart.metadata;
    return { chart: chartName, chartVersion, values: pathsOf(config), ...read };
  });
}

/** @throws SourceError where it is no release */
async function opened(raw: unknown, storage: HelmHistory['storage']): Promise<z.infer<typeof payload>> {
  const held = stored[storage].schema.safeParse(raw);
  if (!held.success) throw closed(storage, storage === 'Secret' ? `it is not of type ${secretType}` : 'it is empty');
  const { release } = held.data.data;
  try {
    const plain = await plainOf(storage === 'Secret' ? Buffer.from(release, 'base64').toString('latin1') : release);
    const read = payload.safeParse(JSON.parse(plain));
    if (read.success) return read.data;
  } catch (error) {
    throw closed(storage, codeOf(error));
  }
  throw closed(storage, 'it does not contain a chart');
}

/** Base64 of Helm around gzip; Helm 2 and early 3 left the gzip out. */
async function plainOf(text: string): Promise<string> {
  const inner = Buffer.from(text, 'base64');
  const isPacked = inner[0] === 0x1f && inner[1] === 0x8b;
  return (isPacked ? await unpack(inner, { maxOutputLength: largest }) : inner).toString('utf8');
}

function closed(storage: HelmHistory['storage'], detail: string): SourceError {
  return new SourceError({ kind: 'unreadable', message: `its ${storage} cannot be unpacked: ${detail}` });
}

/** The code of Node's error (`Z_DATA_ERROR`), never its message: that of JSON quotes what it could not read. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'it does not contain JSON';
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
