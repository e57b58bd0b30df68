type Json = Record<string, unknown>;
type Labels = Readonly<Record<string, string>>;

/** What creates objects: a chart's release, an Argo CD Application, an EKS add-on or an operator. */
export interface Delivery {
  /** Name of the Helm release, of the Argo CD Application, of the EKS add-on, of the operator. */
  name: string;
  namespace: string;
  by: 'helm' | 'argo' | 'eks' | 'operator';
}

/**
 * The annotations that a tool sets on every object: Helm its release, Argo CD 3 its tracking ID. Argo CD renders charts
 * like `helm template`: without Helm's annotations, and without the Secret of a release.
 */
export function buildAnnotations(
  { name, namespace, by }: Delivery,
  apiVersion: string,
  kind: string,
  path: string,
): Labels {
  if (by === 'eks' || by === 'operator') return {};
  if (by === 'helm') return { 'meta.helm.sh/release-name': name, 'meta.helm.sh/release-namespace': namespace };
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  const [first = path, second] = path.split('/');
  const place = second === undefined ? `${namespace}/${first}` : path;
  return { 'argocd.argoproj.io/tracking-id': `${name}:${group}/${kind}:${place}` };
}

/** An object of a delivery; a path is a name, or `namespace/name`. */
export function delivered(delivery: Delivery, type: readonly [string, string], path: string, more: Json = {}): Json {
  const [apiVersion, kind] = type;
  const { labels, annotations, ...rest } = more as { labels?: Labels; annotations?: Labels } & Json;
  const [first = path, second] = path.split('/');
  const written = { ...buildAnnotations(delivery, apiVersion, kind, path), ...annotations };
  return {
    apiVersion,
    kind,
    metadata: {
      ...(second === undefined ? { name: first } : { namespace: first, name: second }),
      generation: 1,
      creationTimestamp: '2025-11-24T09:12:31Z',
      ...(labels === undefined ? {} : { labels }),
      ...(Object.keys(written).length === 0 ? {} : { annotations: written }),
    },
    ...rest,
  };
}

/** The labels of a chart from `helm create`, which most charts here have. */
export function chartLabels(name: string, instance: string, chart: string, version: string, more: Labels = {}): Labels {
  return {
    'helm.sh/chart': chart,
    'app.kubernetes.io/name': name,
    'app.kubernetes.io/instance': instance,
    'app.kubernetes.io/version': version,
    'app.kubernetes.io/managed-by': 'Helm',
    ...more,
  };
}

/** The pod selector of a chart from `helm create`. */
export function selectorLabels(name: string, instance: string): Labels {
  return { 'app.kubernetes.io/name': name, 'app.kubernetes.io/instance': instance };
}
