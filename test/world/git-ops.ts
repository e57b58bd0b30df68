import type { ServedKind } from './world.ts';

/** Argo CD Applications, Flux Kustomizations and HelmReleases, with their inventories of applied objects. */

type Json = Record<string, unknown>;

const flux = ['kustomize.toolkit.fluxcd.io', 'helm.toolkit.fluxcd.io'] as const;

/** The kind of Argo CD that has an inventory of applied objects. */
export const argoKinds: readonly ServedKind[] = [
  { group: 'argoproj.io', version: 'v1alpha1', kind: 'Application', resource: 'applications', namespaced: true },
];
/** The kinds of Flux that have an inventory of applied objects. */
export const fluxKinds: readonly ServedKind[] = [
  { group: flux[0], version: 'v1', kind: 'Kustomization', resource: 'kustomizations', namespaced: true },
  { group: flux[1], version: 'v2', kind: 'HelmRelease', resource: 'helmreleases', namespaced: true },
];

/** Parses `autoscaling/v2beta2 HorizontalPodAutoscaler shop/cart`. */
function parts(text: string): { group: string; version: string; kind: string; namespace: string; name: string } {
  const [api = '', kind = '', path = ''] = text.split(' ');
  const [group = '', version = ''] = api.split('/');
  const [first = '', second] = path.split('/');
  return { group, version, kind, namespace: second === undefined ? '' : first, name: second ?? first };
}

function toMetadata(path: string): Json {
  const [namespace, name] = path.split('/');
  return { namespace, name };
}

export const shopSource = {
  repoURL: 'https://git.example/shop/deploy.git',
  path: 'environments/prod',
  targetRevision: 'main',
};

/**
 * An Argo CD Application.
 * @param path `argocd/shop`
 * @param resources each `autoscaling/v2beta2 HorizontalPodAutoscaler shop/cart`, or the entry itself
 */
export function anApplication(path: string, resources: readonly (string | Json)[], spec: Json = {}): Json {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: toMetadata(path),
    spec: {
      project: 'default',
      source: shopSource,
      destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
      ...spec,
    },
    status: {
      sync: { status: 'Synced' },
      resources: resources.map((one) => {
        if (typeof one !== 'string') return one;
        const { namespace, ...rest } = parts(one);
        return { ...rest, ...(namespace === '' ? {} : { namespace }), status: 'Synced', health: { status: 'Healthy' } };
      }),
    },
  };
}

/** A Flux inventory, with IDs such as `shop_cart_autoscaling_HorizontalPodAutoscaler`. */
function buildInventory(objects: readonly string[]): Json {
  const entries = objects.map((text) => {
    const { group, version, kind, namespace, name } = parts(text);
    return { id: `${namespace}_${name.replaceAll(':', '__')}_${group}_${kind}`, v: version };
  });
  return { entries };
}

export function aKustomization(path: string, objects: readonly string[], spec: Json = {}): Json {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: toMetadata(path),
    spec: {
      interval: '10m0s',
      prune: true,
      path: './clusters/prod',
      sourceRef: { kind: 'GitRepository', name: 'platform' },
      ...spec,
    },
    status: { inventory: buildInventory(objects), lastAppliedRevision: 'main@sha1:0a1b2c3d' },
  };
}

/** A Flux HelmRelease. Without `objects`, it has no inventory. */
export function aHelmRelease(path: string, objects?: readonly string[], spec: Json = {}): Json {
  return {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: toMetadata(path),
    spec: {
      interval: '10m0s',
      chart: {
        spec: {
          chart: 'shop',
          version: '1.x',
          sourceRef: { kind: 'HelmRepository', name: 'charts', namespace: 'flux-system' },
        },
      },
      ...spec,
    },
    status: objects === undefined ? {} : { inventory: buildInventory(objects) },
  };
}
