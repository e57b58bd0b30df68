import { expect } from 'vitest';
import type { Pod } from './kubelet.ts';
import type { ScannedCluster } from './scanned-cluster.ts';
import type { Manifest } from './seed.ts';

/** The pod of the chart's CronJob, created without controllers, and the other objects that its namespace needs. */

export const chartNamespace = 'eks-preflight';

/** The environment variables by which a scan in the pod finds the account. */
export function listAccountVariables({ env }: ScannedCluster): { name: string; value: string | undefined }[] {
  return Object.entries(env).flatMap(([name, value]) => (name.startsWith('AWS_') ? [{ name, value }] : []));
}

/** The chart's namespace, and the ConfigMap that a controller of Kubernetes creates in it. */
export function buildNamespaceObjects({ kube }: ScannedCluster): Manifest[] {
  const metadata = { name: 'kube-root-ca.crt', namespace: chartNamespace };
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: chartNamespace } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'ca.crt': kube.caPem } },
  ];
}

/** Creates the pod that a Job of the CronJob would create. */
export async function createScanPod({ live }: ScannedCluster, manifests: readonly Manifest[]): Promise<Pod> {
  const spec = manifests.find(({ kind }) => kind === 'CronJob')?.['spec'] as {
    jobTemplate: { spec: { template: { spec: object } } };
  };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'scan' }, spec: spec.jobTemplate.spec.template.spec };
  const { status, body } = await live.admin('POST', `/api/v1/namespaces/${chartNamespace}/pods`, pod);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as Pod;
}
