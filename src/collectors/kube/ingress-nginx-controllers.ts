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

/** The chart's default backend and webhook have the same labels. */
function isHelper(image: string): boolean {
  return /(?:default-?backend|404-server|kube-webhook-certgen)/.test(image);
}

/** F5's NGINX Ingress Controller is another product, but may keep labels of the controller that it replaced. */
function isOfF5(image: string): boolean {
  return /(?:^|\/)nginx-(?:plus-)?ingress(?:[:@]|$)/.test(image);
}
