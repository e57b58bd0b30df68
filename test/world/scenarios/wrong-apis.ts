import { aWrittenObject, lastApplied } from '../api-objects.ts';
import { aHelmConfigMap, aHelmSecret } from '../helm.ts';
import { aHelmRelease, aKustomization, anApplication } from '../git-ops.ts';

/**
 * Objects in a cluster at 1.23 that kubectl, Helm, GitOps tools and controllers still write with API versions that 1.25
 * or a later version removes; and similar objects that need no finding.
 * @param secret is in the manifests, values and URLs that clients recorded
 */
export function wrongApis(secret: string): Record<string, unknown>[] {
  const helm = { 'meta.helm.sh/release-name': 'shop', 'meta.helm.sh/release-namespace': 'shop' };
  const kubectl = 'kubectl-client-side-apply';
  const runtime = 'node.k8s.io/v1beta1';
  const scaler = 'autoscaling/v2beta2';
  const flow = 'flowcontrol.apiserver.k8s.io';
  const noted = lastApplied(runtime, { handler: secret });
  return [
    aWrittenObject('node.k8s.io/v1', 'RuntimeClass', 'gvisor', [{ manager: kubectl, api: runtime }], noted),
    // Migrated long ago: kubectl's remaining entry has no effect.
    aWrittenObject(
      'node.k8s.io/v1',
      'RuntimeClass',
      'kata',
      [
        { manager: kubectl, api: runtime, day: '2023-05-04' },
        { manager: 'kustomize-controller', api: 'node.k8s.io/v1', operation: 'Apply' },
      ],
      noted,
    ),
    aWrittenObject('autoscaling/v2', 'HorizontalPodAutoscaler', 'shop/cart', [{ manager: 'helm', api: scaler }], {
      annotations: helm,
    }),
    aWrittenObject(
      'autoscaling/v2',
      'HorizontalPodAutoscaler',
      'edge/gateway',
      [{ manager: 'argocd-controller', api: 'autoscaling/v2beta1', operation: 'Apply' }],
      { annotations: { 'argocd.argoproj.io/tracking-id': 'edge:autoscaling/HorizontalPodAutoscaler:edge/gateway' } },
    ),
    aWrittenObject(
      'autoscaling/v2',
      'HorizontalPodAutoscaler',
      'shop/search',
      [
        { manager: 'kubectl', api: 'autoscaling/v2', operation: 'Apply' },
        { manager: 'scaler-operator', api: scaler, day: '2026-10-01' },
      ],
      { ownerReferences: [{ apiVersion: 'batch/v1beta1', kind: 'CronJob', name: 'scaling', uid: '0a1b' }] },
    ),
    // Git has the new version and nothing else has changed, so Argo CD had nothing to apply.
    aWrittenObject('autoscaling/v2', 'HorizontalPodAutoscaler', 'shop/moved', [
      { manager: 'argocd-controller', api: scaler, operation: 'Apply' },
    ]),
    aWrittenObject(`${flow}/v1beta2`, 'FlowSchema', 'eks-exempt', [
      { manager: 'eks-internal', api: `${flow}/v1beta1` },
    ]),
    aWrittenObject(`${flow}/v1beta2`, 'FlowSchema', 'own-exempt', [{ manager: kubectl, api: `${flow}/v1beta1` }]),
    aWrittenObject('storage.k8s.io/v1beta1', 'CSIStorageCapacity', 'lab/local-a', [
      { manager: 'kubectl-create', api: 'storage.k8s.io/v1beta1' },
    ]),
    ...wrongReleases(secret),
    ...inventories(secret),
  ];
}

/**
 * Helm releases that cannot be updated once the cluster is at 1.26, due to their manifest or a hook. The release `wiki`
 * cannot be updated even now.
 */
function wrongReleases(secret: string): Record<string, unknown>[] {
  const values = { password: secret };
  const document = (api: string, kind: string, name: string) =>
    `---\n# Source: ${name}\napiVersion: ${api}\nkind: ${kind}\nmetadata:\n  name: ${name}\n  annotations: {token: ${secret}}\n`;
  return [
    aHelmSecret('shop', {
      namespace: 'shop',
      revision: 7,
      chartVersion: '2.4.0',
      values,
      manifest: [
        document('autoscaling/v2beta2', 'HorizontalPodAutoscaler', 'cart'),
        document('policy/v1beta1', 'PodDisruptionBudget', 'cart'),
        document('v1', 'Secret', 'cart'),
      ].join(''),
    }),
    aHelmConfigMap('reports', {
      namespace: 'shop',
      values,
      manifest: document('batch/v1', 'CronJob', 'daily'),
      hooks: [{ manifest: document('batch/v1beta1', 'CronJob', 'prepare'), events: ['pre-upgrade'] }],
    }),
    ...['deployed', 'failed'].map((status, index) =>
      aHelmSecret('wiki', {
        namespace: 'edge',
        revision: index + 3,
        status,
        manifest: document('extensions/v1beta1', 'Ingress', 'wiki'),
      }),
    ),
  ];
}

/** Argo CD's and Flux's inventories of objects in this cluster and in another one. */
function inventories(secret: string): Record<string, unknown>[] {
  const here = 'arn:aws:eks:eu-west-1:111122223333:cluster/prod';
  const repoURL = `https://ci:${secret}@git.example/edge/deploy.git`;
  return [
    anApplication('argocd/edge', ['autoscaling/v2beta1 HorizontalPodAutoscaler edge/gateway'], {
      destination: { server: here },
      source: { repoURL, path: 'prod', targetRevision: 'main', helm: { values: secret } },
    }),
    anApplication('argocd/shop', ['autoscaling/v2 HorizontalPodAutoscaler shop/moved']),
    anApplication('argocd/staging', ['policy/v1beta1 PodDisruptionBudget shop/staging'], {
      destination: { name: 'staging' },
    }),
    aKustomization('flux-system/apps', [
      'node.k8s.io/v1 RuntimeClass kata',
      'policy/v1beta1 PodDisruptionBudget shop/checkout',
    ]),
    aKustomization('flux-system/staging', ['policy/v1beta1 PodDisruptionBudget shop/staging'], {
      kubeConfig: { secretRef: { name: 'staging' } },
    }),
    aHelmRelease('lab/storage', undefined, { values: { password: secret } }),
  ];
}
