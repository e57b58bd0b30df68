import { aConfigurationObject, aWebhookObject, aWebhookRule } from '../world/api-extensions.ts';
import { argoKinds, fluxKinds } from '../world/git-ops.ts';
import { karpenter16World } from '../world/scenarios/karpenter-1-6.ts';
import { queryKinds } from '../world/metric-manifests.ts';
import type { World } from '../world/world.ts';
import { aBudget, aCrd, aDeviceClass, anAttributesClass } from './api-manifests.ts';
import type { KubernetesVersion } from './binaries.ts';
import { karpenterAlphaWorld } from './karpenter-alpha-world.ts';
import { realCrds } from './karpenter-live-crds.ts';
import { withRealCrds } from './karpenter-worlds.ts';
import { legacyLiveWorld } from './legacy-world.ts';
import { newestLiveWorld } from './newest-world.ts';
import { brokenLiveWorld } from './scan-worlds.ts';
import type { Manifest } from './seed.ts';

/** A world to scan. With `targets`, the scan also reads the facts for the next versions of Karpenter. */
export interface LiveWorld {
  what: string;
  kubernetes: KubernetesVersion;
  world: () => World;
  runtimeConfig?: readonly string[];
  targets?: { target: string; karpenterTarget: string };
  /** Requests of the scan that the API server marks as deprecated. */
  traces: readonly string[];
}

const betas = (group: string, ...versions: string[]) => versions.map((version) => `${group}/${version}=true`);
const policies = ['list /apis/policy/v1beta1/podsecuritypolicies?limit=250'];
const guard = { namespace: 'kube-system', name: 'guard' };

/** Together, these cover all reads of any scan: old and new APIs, Karpenter's alpha and v1, webhooks, GitOps. */
export const worlds: readonly LiveWorld[] = [
  {
    what: 'the story of the EKS document, with access by aws-auth',
    kubernetes: 'v1.24.17',
    world: () => byConfigMap(withMore(legacyLiveWorld(), aBudget('policy/v1beta1', 'old'))),
    traces: policies,
  },
  {
    what: 'Karpenter in alpha, with Argo CD and Flux',
    kubernetes: 'v1.24.17',
    world: () =>
      withMore(
        karpenterAlphaWorld(),
        aBudget('policy/v1beta1', 'old'),
        ...[...argoKinds, ...fluxKinds, ...queryKinds].map(aCrd),
      ),
    targets: { target: '1.25', karpenterTarget: '0.32.1' },
    traces: policies,
  },
  {
    what: 'a broken cluster without Karpenter',
    kubernetes: 'v1.34.1',
    world: () =>
      withMore(
        brokenLiveWorld(),
        anAttributesClass('storage.k8s.io/v1beta1', 'old'),
        aDeviceClass('resource.k8s.io/v1beta1', 'old'),
      ),
    runtimeConfig: [...betas('storage.k8s.io', 'v1beta1'), ...betas('resource.k8s.io', 'v1beta1', 'v1beta2')],
    traces: [],
  },
  {
    what: 'Karpenter 1.6',
    kubernetes: 'v1.34.1',
    world: () => withRealCrds(karpenter16World(), realCrds('1.6.2')),
    targets: { target: '1.34', karpenterTarget: '1.8.8' },
    traces: [],
  },
  {
    what: 'the newest API server, without Karpenter',
    kubernetes: 'v1.37.1',
    world: () => withMore(newestLiveWorld(), aDeviceClass('resource.k8s.io/v1beta2', 'old')),
    runtimeConfig: betas('resource.k8s.io', 'v1beta1', 'v1beta2'),
    traces: [],
  },
];

/** Adds objects that make the scan read more: a webhook that calls a Service, this Service, and `more`. */
export function withMore(world: World, ...more: Manifest[]): World {
  const service = { metadata: guard, spec: { selector: { app: 'guard' }, ports: [{ port: 443 }] } };
  const rules = [aWebhookRule('apps', ['deployments'], ['CREATE'])];
  const webhook = aWebhookObject('guard.example.com', { calls: 'kube-system/guard', rules, failurePolicy: 'Ignore' });
  const objects = [
    ...world.kube.objects,
    { apiVersion: 'v1', kind: 'Service', ...service },
    aConfigurationObject('Validating', 'guard', [webhook]),
    ...more,
  ];
  return { ...world, kube: { ...world.kube, objects } };
}

function byConfigMap(world: World): World {
  const clusters = Object.fromEntries(
    Object.entries(world.aws.clusters).map(([name, cluster]) => [
      name,
      { ...cluster, accessConfig: { authenticationMode: 'CONFIG_MAP' } },
    ]),
  );
  return { ...world, aws: { ...world.aws, clusters } };
}
