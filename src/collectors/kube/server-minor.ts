import type { Facts } from '../../facts/facts.ts';
import type { Reading } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import type { KubeSource } from '../../sources/kube/contract.ts';
import { format, parseMinor, type Minor } from '../../syntax/versions.ts';

/**
 * The minor version of the API server; undefined if it does not report one of Kubernetes. While EKS updates the cluster,
 * it may be one minor apart from the cluster's.
 * @throws ScanError if it is of another version than the cluster: what this API server serves and creates is then not
 *   what the cluster does
 */
export async function readServerMinor(
  kube: KubeSource,
  cluster: Reading<Facts['cluster']>,
): Promise<Minor | undefined> {
  const minor = parseMinor(await kube.version());
  if (minor === undefined || !cluster.ok) return minor;
  const { version, status } = cluster.value;
  const apart = Math.abs(minor - (parseMinor(version) ?? minor));
  if (apart <= (status === 'UPDATING' ? 1 : 0)) return minor;
  throw new ScanError({
    kind: 'unreadable',
    message: `the API server runs Kubernetes ${format(minor)}, but EKS says that the cluster runs ${version} (status ${status})`,
    hint: 'Check whether the kubeconfig or a proxy leads to the API server of another cluster.',
  });
}
