import { gzipSync } from 'node:zlib';

/** What a test says of a release. */
export interface HelmReleaseOptions {
  namespace?: string;
  revision?: number;
  status?: string;
  chart?: string;
  chartVersion?: string;
  values?: Readonly<Record<string, unknown>>;
}

/** The Secret of one revision, as Helm 3 writes it: pkg/storage/driver/secrets.go of helm/helm. */
export function aHelmSecret(name: string, options: HelmReleaseOptions = {}): Record<string, unknown> {
  const {
    namespace = 'kube-system',
    revision = 1,
    status = 'deployed',
    chart = name,
    chartVersion = '1.8.8',
  } = options;
  const release = {
    name,
    namespace,
    version: revision,
    info: { status },
    chart: { metadata: { name: chart, version: chartVersion } },
    config: options.values ?? {},
    manifest: 'kind: Secret\nstringData: {password: planted-in-manifest}\n',
  };
  const packed = gzipSync(JSON.stringify(release)).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'helm.sh/release.v1',
    metadata: {
      namespace,
      name: `sh.helm.release.v1.${name}.v${revision}`,
      labels: { owner: 'helm', name, status, version: String(revision), modifiedAt: '1760000000' },
    },
    data: { release: Buffer.from(packed).toString('base64') },
  };
}
