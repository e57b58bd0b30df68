import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import { listAll } from './list.ts';

const ingressClass = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.optional(z.nullable(z.object({ controller: z.optional(z.string()) }))),
});

export const ingressClasses = defineCollector('ingressClasses', {
  permissions: [{ apiGroup: 'networking.k8s.io', resource: 'ingressclasses', verb: 'list' }],
  async collect({ kube }) {
    return listAll(await kube(), {
      apiGroup: 'networking.k8s.io',
      versions: ['v1', 'v1beta1'],
      resource: 'ingressclasses',
      project(raw) {
        const { metadata, spec } = ingressClass.parse(raw);
        const controller = spec?.controller ?? null;
        return { name: metadata.name, controller, ingressNginx: controller !== null && isIngressNginx(controller) };
      },
    });
  },
});

/**
 * True for `k8s.io/ingress-nginx`, and for names of additional controllers (`--controller-class`):
 * `k8s.io/internal-nginx`, `example.com/ingress-nginx2`. False for F5's controller, `nginx.org/ingress-controller`.
 * Source: https://kubernetes.github.io/ingress-nginx/user-guide/multiple-ingress/
 */
function isIngressNginx(controller: string): boolean {
  const [domain = '', ...path] = controller.split('/');
  const own = path.join('/');
  return own.includes('ingress-nginx') || (domain === 'k8s.io' && own.includes('nginx'));
}
