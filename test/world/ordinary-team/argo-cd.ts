import { delivered, type Delivery } from './delivery.ts';
import { programObjects } from './programs.ts';

type Json = Record<string, unknown>;

/** Argo CD 3.2.0 of chart 9.1.3 with default values: one replica of everything, no budgets. */

const instance = 'argocd';
const image = 'quay.io/argoproj/argocd:v3.2.0';
const delivery: Delivery = { name: instance, namespace: instance, by: 'helm' };

interface Part {
  name: string;
  kind?: 'Deployment' | 'StatefulSet';
  image?: string;
  args: readonly string[];
}

const parts: readonly Part[] = [
  { name: 'application-controller', kind: 'StatefulSet', args: ['/usr/local/bin/argocd-application-controller'] },
  { name: 'applicationset-controller', args: ['/usr/local/bin/argocd-applicationset-controller'] },
  { name: 'dex-server', image: 'ghcr.io/dexidp/dex:v2.44.0', args: ['/shared/argocd-dex', 'rundex'] },
  { name: 'notifications-controller', args: ['/usr/local/bin/argocd-notifications'] },
  {
    name: 'redis',
    image: 'ecr-public.aws.com/docker/library/redis:8.2.2-alpine',
    args: ['--save', '', '--appendonly', 'no', '--requirepass $(REDIS_PASSWORD)'],
  },
  { name: 'repo-server', args: ['/usr/local/bin/argocd-repo-server', '--port=8081'] },
  { name: 'server', args: ['/usr/local/bin/argocd-server', '--port=8080'] },
];

/** @param nodes the parts run on these in turn */
export function argoCdObjects(nodes: readonly string[]): Json[] {
  return parts.flatMap((part, index) => partObjects(part, nodes[index % nodes.length] ?? ''));
}

function partObjects({ name, kind = 'Deployment', image: own = image, args }: Part, node: string): Json[] {
  const named = { 'app.kubernetes.io/name': `argocd-${name}` };
  const selector = name === 'redis' ? named : { ...named, 'app.kubernetes.io/instance': instance };
  const labels = {
    'helm.sh/chart': 'argo-cd-9.1.3',
    ...named,
    'app.kubernetes.io/instance': instance,
    'app.kubernetes.io/component': name,
    'app.kubernetes.io/managed-by': 'Helm',
    'app.kubernetes.io/part-of': 'argocd',
    'app.kubernetes.io/version': 'v3.2.0',
  };
  return programObjects(delivery, {
    kind,
    path: `${instance}/argocd-${name}`,
    labels,
    selector,
    podLabels: labels,
    serviceAccount: `argocd-${name}`,
    containers: [{ name, image: own, args }],
    volumes: [{ name: 'tmp', emptyDir: {} }],
    nodes: [node],
  });
}

/** An Application that deploys `source`, a repository with a chart or a path, to a namespace. */
export function applicationObject(name: string, namespace: string, source: Json): Json {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: {
      namespace: instance,
      name,
      creationTimestamp: '2025-11-24T09:12:31Z',
      finalizers: ['resources-finalizer.argocd.argoproj.io'],
    },
    spec: {
      project: 'default',
      source,
      destination: { server: 'https://kubernetes.default.svc', namespace },
      syncPolicy: {
        automated: { prune: true, selfHeal: true },
        syncOptions: ['CreateNamespace=true', 'ServerSideApply=true'],
      },
    },
    status: { sync: { status: 'Synced' }, health: { status: 'Healthy' } },
  };
}

/** The ConfigMap with Argo CD's tracking method: annotations, the default since 3.0. */
export function argoCdSettings(): Json {
  return delivered(delivery, ['v1', 'ConfigMap'], `${instance}/argocd-cm`, {
    labels: { 'app.kubernetes.io/name': 'argocd-cm', 'app.kubernetes.io/part-of': 'argocd' },
    data: { 'application.resourceTrackingMethod': 'annotation', 'admin.enabled': 'true' },
  });
}
