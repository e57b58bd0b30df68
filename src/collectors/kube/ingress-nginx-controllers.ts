import { defineCollector } from '../collect.ts';
import { findComponent } from './components.ts';
import { allInOrder } from '../all-in-order.ts';

export const ingressNginxControllers = defineCollector('ingressNginxControllers', {
  permissions: [],
  from: ['deployments', 'daemonSets'],
  async collect(_sources, facts) {
    const [deployments, daemonSets] = await allInOrder([facts.read('deployments'), facts.read('daemonSets')]);
    const copies = findComponent('ingress-nginx', [...deployments, ...daemonSets]);
    return { value: copies.filter(({ image }) => !isHelper(image) && !isOfF5(image)) };
  },
});

/** The chart's default backend and webhook carry the same labels. */
function isHelper(image: string): boolean {
  return /(?:default-?backend|404-server|kube-webhook-certgen)/.test(image);
}

/** The NGINX Ingress Controller of F5, which is another product, may keep labels of what it replaced. */
function isOfF5(image: string): boolean {
  return /(?:^|\/)nginx-(?:plus-)?ingress(?:[:@]|$)/.test(image);
}
