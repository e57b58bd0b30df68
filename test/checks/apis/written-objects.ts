import type { ApiObject, ApiWriter } from '../../../src/facts/api-objects.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { anInsight, someDetails } from '../eks-answers.ts';

/** Facts for tests of removed API versions. */

type Insight = NonNullable<Facts['insights']>[number];
type Deprecation = NonNullable<Insight['details']>['deprecations'][number];
type ServedApi = Facts['servedApis'][number];

/** Parses served versions: `autoscaling/v2beta2 horizontalpodautoscalers`. */
export function serves(...apis: readonly string[]): ServedApi[] {
  return apis.map((text) => {
    const [api = '', resource = ''] = text.split(' ');
    return { api, resource };
  });
}

export const hpas = 'autoscaling/v2beta2 horizontalpodautoscalers';
export const budgets = 'policy/v1beta1 poddisruptionbudgets';
export const flowSchemas = ['v1beta1', 'v1beta2'].map(
  (version) => `flowcontrol.apiserver.k8s.io/${version} flowschemas`,
);
export const attributes = 'storage.k8s.io/v1beta1 volumeattributesclasses';

/** Parses `kubectl-client-side-apply autoscaling/v2beta2 2026-05-04`; a fourth word is `Apply` or `status`. */
export function writes(...texts: readonly string[]): ApiWriter[] {
  return texts.map((text) => {
    const [manager = '', api = '', day, operation] = text.split(' ');
    return {
      manager,
      operation: operation === 'Apply' ? 'Apply' : 'Update',
      subresource: operation === 'status' ? 'status' : null,
      api,
      time: day === undefined ? null : `${day}T09:00:00Z`,
    };
  });
}

/** The HorizontalPodAutoscaler `shop/cart` by default. */
export function anObject(writers: readonly ApiWriter[], more: Partial<ApiObject> = {}): ApiObject {
  return {
    kind: 'HorizontalPodAutoscaler',
    namespace: 'shop',
    name: 'cart',
    applied: [],
    writers: [...writers],
    ...more,
  };
}

/** Lists that were read and contain these objects. */
export function listed(...objects: readonly ApiObject[]): Facts['apiObjects'] {
  return {
    kinds: [{ resource: 'horizontalpodautoscalers', api: 'autoscaling/v2', count: objects.length }],
    objects: [...objects],
  };
}

/** The insight about the APIs that a version removes: by default passing and four hours old. */
export function removedIn(version: string, more: Partial<Insight> = {}): Insight {
  return anInsight(`Deprecated APIs removed in Kubernetes v${version}`, version, more);
}

/** The same insight, failing: clients call this API, for example `autoscaling/v2beta2 horizontalpodautoscalers`. */
export function calledIn(version: string, text: string, clients: Deprecation['clients']): Insight {
  const [api, resource] = text.split(' ');
  const deprecation: Deprecation = {
    usage: `/apis/${api}/${resource}`,
    replacedWith: null,
    stopServingVersion: version,
    clients,
  };
  return removedIn(version, { status: 'ERROR', details: someDetails({ deprecations: [deprecation] }) });
}

type Audited = Facts['auditedCalls'];
type AuditedCall = Audited['calls'][number];

/** The audit log with these calls, by default of the last 30 days. */
export function audited(calls: readonly AuditedCall[], more: Partial<Audited> = {}): Audited {
  return { since: '2026-10-21T12:00:00.000Z', until: '2026-11-20T12:00:00.000Z', calls: [...calls], ...more };
}

/** By default twelve updates of `shop/cart` by a controller in the same namespace. */
export function anAuditedCall(text: string, more: Partial<AuditedCall> = {}): AuditedCall {
  const [api = '', resource = ''] = text.split(' ');
  return {
    user: 'system:serviceaccount:shop:scaler',
    userAgent: 'scaler/1.2',
    verb: 'update',
    api,
    resource,
    requests: 12,
    lastRequestTime: '2026-11-19T08:00:00.000Z',
    objects: [{ namespace: 'shop', name: 'cart' }],
    objectCount: 1,
    ...more,
  };
}

/** An API version that the metrics of the API server show as requested. */
export function requested(text: string, subresource: string | null = null): Facts['requestedApis'][number] {
  const [api = '', resource = ''] = text.split(' ');
  return { api, resource, subresource, removedRelease: '1.26' };
}

export function aClient(userAgent: string, lastRequestTime: string | null): Deprecation['clients'][number] {
  return { userAgent, requestsLast30Days: 12, lastRequestTime };
}

type Inventory = Facts['argoApplications'][number];

/** Argo CD, Flux and Helm manage nothing. */
export const noInventories: Pick<Facts, 'argoApplications' | 'fluxInventories' | 'helmManifests'> = {
  argoApplications: [],
  fluxInventories: [],
  helmManifests: [],
};

/** An Argo CD Application that manages these objects: each `autoscaling/v2beta2 HorizontalPodAutoscaler shop/cart`. */
export function anApplication(name: string, texts: readonly string[], more: Partial<Inventory> = {}): Inventory {
  const source = { url: `https://git.example/${name}.git`, path: 'prod', chart: null, revision: 'main' };
  return {
    kind: 'Application',
    namespace: 'argocd',
    name,
    sources: [source],
    objects: texts.map(heldObject),
    ...more,
  };
}

/** A Flux Kustomization that manages these objects. */
export function aKustomization(name: string, texts: readonly string[]): Inventory {
  const object = { kind: 'GitRepository', namespace: 'flux-system', name: 'platform' };
  return anApplication(name, texts, {
    kind: 'Kustomization',
    namespace: 'flux-system',
    sources: [{ object, path: './prod', chart: null, revision: null }],
  });
}

/** A Flux HelmRelease that manages these objects. */
export function aHelmRelease(name: string, texts: readonly string[]): Inventory {
  const object = { kind: 'HelmRepository', namespace: 'flux-system', name: 'charts' };
  return anApplication(name, texts, {
    kind: 'HelmRelease',
    namespace: 'shop',
    sources: [{ object, path: null, chart: 'cart', revision: '1.x' }],
  });
}

function heldObject(text: string): Inventory['objects'][number] {
  const [api = '', kind = '', path = ''] = text.split(' ');
  const [first = '', second] = path.split('/');
  return { api, kind, namespace: second === undefined ? null : first, name: second ?? first };
}
