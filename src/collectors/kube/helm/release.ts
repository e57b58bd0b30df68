import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod/mini';
import type { HelmHistory, HelmObject } from '../../../facts/helm.ts';
import type { Gap } from '../../../facts/reading.ts';
import { ScanError, type Reason } from '../../../facts/reason.ts';
import { isObject } from '../../../syntax/json.ts';
import { atMost } from '../../../sources/kube/concurrency.ts';
import type { KubeSource } from '../../../sources/kube/contract.ts';
import { objectsIn } from './objects.ts';

/** What is kept of a revision: no values and no manifests. */
export interface Release {
  chart: string;
  chartVersion: string;
  /** Paths of the values that the user set for Karpenter. */
  values: string[];
  objects: HelmObject[];
  /** A document of its manifest, or of a hook, could not be read. */
  isPart: boolean;
}

/** The size limit of an unpacked release: it holds manifests and a chart, and may take 1 MB in etcd. */
const largest = 32 * 1024 * 1024;
const tooLarge = 'ERR_BUFFER_TOO_LARGE';
const unpack = promisify(gunzip);

const resources = { Secret: 'secrets', ConfigMap: 'configmaps' } as const;
/** Helm accepts a Secret of any type as a release: pkg/storage/driver/secrets.go of helm/helm. */
const holder = z.object({ data: z.object({ release: z.string() }) });
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

/** Releases are fetched a few at a time, and unpacked one at a time. */
const fetched = atMost(4);
const unpacked = atMost(1);

/** Called with the number of bytes that were fetched, then with that of the unpacked ones if they were compressed. */
export type Spend = (bytes: number) => void;

const releases = new WeakMap<HelmHistory, Map<number, Promise<Release>>>();

/**
 * Reads a revision of a release; each one only once for all callers.
 * @throws ScanError if it cannot be read
 */
export function releaseAt(
  kube: KubeSource,
  history: HelmHistory,
  revision: number,
  spend: Spend = () => undefined,
): Promise<Release> {
  const known = releases.get(history) ?? new Map<number, Promise<Release>>();
  releases.set(history, known);
  const read = known.get(revision) ?? fetched(() => readRelease(kube, history, revision, spend));
  known.set(revision, read);
  return read;
}

/** The gap for a release that could not be read. */
export function releaseGap({ namespace, name }: HelmHistory, reason: Reason): Gap {
  return { what: `the Helm release ${namespace}/${name}`, reason };
}

/** The name of the Secret or ConfigMap of a revision: pkg/storage/storage.go of helm/helm, `makeKey`. */
export function formatStorageKey({ name, revision }: { name: string; revision: number | string }): string {
  return `sh.helm.release.v1.${name}.v${revision}`;
}

/** True for a name that Helm gives to a release's Secret or ConfigMap. */
export function isStorageKey(name: string): boolean {
  return name.startsWith('sh.helm.release.v1.');
}

/**
 * True if the object holds a release that Helm could decode, or one that is too large to decode here. Helm ignores any
 * other object (`List` and `Query` of pkg/storage/driver of helm/helm).
 * @throws ScanError if it cannot be read
 */
export async function holdsRelease(
  kube: KubeSource,
  storage: HelmHistory['storage'],
  { namespace, object }: { namespace: string; object: string },
): Promise<boolean> {
  return fetched(async () => {
    const held = holder.safeParse(await kube.get('', 'v1', resources[storage], namespace, object));
    if (!held.success) return false;
    const { release } = held.data.data;
    return unpacked(async () => {
      try {
        return isObject(JSON.parse(await decodeRelease(release, storage, () => undefined)));
      } catch (error) {
        return toErrorDetail(error) === tooLarge;
      }
    });
  });
}

async function readRelease(kube: KubeSource, history: HelmHistory, revision: number, spend: Spend): Promise<Release> {
  const { namespace, name, storage } = history;
  const raw = await kube.get('', 'v1', resources[storage], namespace, formatStorageKey({ name, revision }));
  if (raw === undefined) {
    throw new ScanError({ kind: 'inconsistent', message: `its ${storage} was deleted in the meantime` });
  }
  return unpacked(async () => {
    const { chart, config, manifest = '', hooks } = await parseRelease(raw, storage, spend);
    const read = await objectsIn(
      [
        { text: manifest, hook: null },
        ...(hooks ?? []).map(({ manifest: text = '', events }) => ({ text, hook: events ?? [] })),
      ],
      namespace,
    );
    const { name: chartName, version: chartVersion } = chart.metadata;
    return { chart: chartName, chartVersion, values: listValuePaths(config), ...read };
  });
}

/** @throws ScanError if it is not a release */
async function parseRelease(
  raw: unknown,
  storage: HelmHistory['storage'],
  spend: Spend,
): Promise<z.infer<typeof payload>> {
  const held = holder.safeParse(raw);
  if (!held.success) throw createUnpackError(storage, 'it is empty');
  try {
    const read = payload.safeParse(JSON.parse(await decodeRelease(held.data.data.release, storage, spend)));
    if (read.success) return read.data;
  } catch (error) {
    throw createUnpackError(storage, toErrorDetail(error));
  }
  throw createUnpackError(storage, 'it does not contain a chart');
}

/**
 * Decodes Helm's base64 and gzip; early versions of Helm did not compress. A release that is too large is counted as
 * {@link largest}.
 */
async function decodeRelease(release: string, storage: HelmHistory['storage'], spend: Spend): Promise<string> {
  spend(release.length);
  const text = storage === 'Secret' ? Buffer.from(release, 'base64').toString('latin1') : release;
  const inner = Buffer.from(text, 'base64');
  if (inner[0] !== 0x1f || inner[1] !== 0x8b) return inner.toString('utf8');
  try {
    const plain = await unpack(inner, { maxOutputLength: largest });
    spend(plain.length);
    return plain.toString('utf8');
  } catch (error) {
    if (toErrorDetail(error) === tooLarge) spend(largest);
    throw error;
  }
}

function createUnpackError(storage: HelmHistory['storage'], detail: string): ScanError {
  return new ScanError({ kind: 'unreadable', message: `its ${storage} cannot be unpacked: ${detail}` });
}

/** The code of Node's error (`Z_DATA_ERROR`), never its message: JSON errors quote the text. */
function toErrorDetail(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'it does not contain JSON';
}

/** The paths of values that configure Karpenter, without the values. */
function listValuePaths(config: unknown): string[] {
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
