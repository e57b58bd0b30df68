import { gzipSync } from 'node:zlib';

export interface HelmReleaseOptions {
  namespace?: string;
  revision?: number;
  status?: string;
  chart?: string;
  chartVersion?: string;
  values?: Readonly<Record<string, unknown>>;
  /** YAML, as Helm stores it. */
  manifest?: string;
  hooks?: readonly { manifest: string; events: readonly string[] }[];
}

type Json = Record<string, unknown>;

const plain = 'kind: Secret\nstringData: {password: planted-in-manifest}\n';

/** The Secret of one revision, as Helm 3 writes it: pkg/storage/driver/secrets.go of helm/helm. */
export function aHelmSecret(name: string, options: HelmReleaseOptions = {}): Json {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'helm.sh/release.v1',
    metadata: buildMetadata(name, options),
    data: { release: Buffer.from(packed(buildRelease(name, options))).toString('base64') },
  };
}

/** The ConfigMap of one revision, with HELM_DRIVER=configmap: pkg/storage/driver/cfgmaps.go of helm/helm. */
export function aHelmConfigMap(name: string, options: HelmReleaseOptions = {}): Json {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: buildMetadata(name, options),
    data: { release: packed(buildRelease(name, options)) },
  };
}

/** Releases that the update does not affect. */
export function healthyReleases(): Json[] {
  const budget = 'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: cart}\n';
  const place = { namespace: 'shop', manifest: budget };
  return [
    aHelmSecret('cart', { ...place, revision: 2 }),
    aHelmSecret('orders', place),
    aHelmConfigMap('reports', place),
    aHelmConfigMap('search', place),
  ];
}

/** The Secret with its stored release replaced by `content`, which may be invalid. */
export function withContent(secret: Json, content: string | Buffer): Json {
  const inner = typeof content === 'string' ? content : content.toString('base64');
  return { ...secret, data: { release: Buffer.from(inner).toString('base64') } };
}

/** Encodes a release as Helm does: JSON, gzip, base64. */
export function packed(release: unknown): string {
  return gzipSync(typeof release === 'string' ? release : JSON.stringify(release)).toString('base64');
}

/** The parts of Helm's stored revision that a scan reads. */
export function buildRelease(name: string, options: HelmReleaseOptions = {}): Json {
  const { namespace = 'kube-system', revision = 1, status = 'deployed', chart = name } = options;
  return {
    name,
    namespace,
    version: revision,
    info: { status },
    chart: { metadata: { name: chart, version: options.chartVersion ?? '1.8.8' } },
    config: options.values ?? {},
    manifest: options.manifest ?? plain,
    ...(options.hooks === undefined ? {} : { hooks: options.hooks }),
  };
}

function buildMetadata(
  name: string,
  { namespace = 'kube-system', revision = 1, status = 'deployed' }: HelmReleaseOptions,
) {
  return {
    namespace,
    name: `sh.helm.release.v1.${name}.v${revision}`,
    labels: { owner: 'helm', name, status, version: String(revision), modifiedAt: '1760000000' },
  };
}
