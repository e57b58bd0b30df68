import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { IngressCount } from '../../facts/ingress.ts';
import { isObject } from '../../syntax/json.ts';
import { presentText } from '../require-field.ts';
import { listAll } from './list.ts';
import { allInOrder } from '../all-in-order.ts';

const legacyClass = 'kubernetes.io/ingress.class';
/** The class name in annotations that Ingress NGINX handles if no IngressClass has that name. */
const legacyName = 'nginx';

export const nginxIngresses = defineCollector('nginxIngresses', {
  permissions: [{ apiGroup: 'networking.k8s.io', resource: 'ingresses', verb: 'list' }],
  from: ['ingressClasses', 'ingressNginxControllers'],
  async collect({ kube }, facts) {
    const [classes, controllers] = await allInOrder([
      facts.read('ingressClasses'),
      facts.read('ingressNginxControllers'),
    ]);
    const own = classNames(classes, controllers.length > 0);
    const { value: listed, inconsistent } = await listAll(await kube(), {
      apiGroup: 'networking.k8s.io',
      versions: ['v1', 'v1beta1'],
      resource: 'ingresses',
      project: resolveClass,
    });
    const counts = new Map<string, IngressCount>();
    for (const one of listed) if (own.has(one.class)) count(counts, one);
    const sorted = [...counts.values()].sort((a, b) => (formatClassKey(a) < formatClassKey(b) ? -1 : 1));
    return { value: { listed: listed.length, counts: sorted }, ...(inconsistent === true ? { inconsistent } : {}) };
  },
});

function classNames(classes: Facts['ingressClasses'], runs: boolean): ReadonlySet<string> {
  const own = classes.filter(({ ingressNginx }) => ingressNginx).map(({ name }) => name);
  const isFree = !classes.some(({ name }) => name === legacyName);
  return new Set(runs && isFree ? [...own, legacyName] : own);
}

interface Named {
  class: string;
  namespace: string;
}

/** The annotation overrides the field; the API server rejects a new Ingress with both. */
function resolveClass(raw: unknown): Named {
  const metadata = toRecord(raw, 'metadata');
  const annotated = toRecord(metadata, 'annotations')[legacyClass];
  const named = annotated ?? toRecord(raw, 'spec')['ingressClassName'] ?? '';
  return {
    class: presentText(named, 'spec.ingressClassName'),
    namespace: presentText(metadata['namespace'], 'metadata.namespace'),
  };
}

function toRecord(parent: unknown, field: string): Record<string, unknown> {
  const found = isObject(parent) ? parent[field] : undefined;
  return isObject(found) ? found : {};
}

function count(counts: Map<string, IngressCount>, found: Named): void {
  const entry = counts.get(formatClassKey(found)) ?? { ...found, count: 0 };
  entry.count++;
  counts.set(formatClassKey(found), entry);
}

function formatClassKey({ class: name, namespace }: Named): string {
  return `${name}\n${namespace}`;
}
