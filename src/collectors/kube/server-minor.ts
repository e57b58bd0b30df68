import type { Facts } from '../../facts/facts.ts';
import type { Reading } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import type { KubeSource } from '../../sources/kube/contract.ts';
import { format, parseMinor, type Minor } from '../../syntax/versions.ts';

/**
 * The minor version of the API server; undefined if it does not report one of Kubernetes.
 * @throws ScanError if it is not the version of the cluster, although EKS does not update it: what this API server
 *   serves and creates is then not what the cluster does
 */
export async function readServerMinor(
  kube: KubeSource,
  cluster: Reading<Facts['cluster']>,
): Promise<Minor | undefined> {
  const minor = parseMinor(await kube.version());
  if (minor === undefined || !cluster.ok || cluster.value.status !== 'ACTIVE') return minor;
  const { version } = cluster.value;
  if (minor === parseMinor(version)) return minor;
  throw new ScanError({
    kind: 'unreadable',
    message: `the API server runs Kubernetes ${format(minor)}, but EKS says that the cluster runs ${version} and is not being updated`,
    hint: 'Check whether the kubeconfig or a proxy leads to the API server of another cluster.',
  });
}
