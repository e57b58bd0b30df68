import { defineCollector } from '../collect.ts';
import { findComponent } from './components.ts';

/** The EKS add-on is not asked: it runs the same Deployment, and without that nothing is attached. */
export const ebsCsiControllers = defineCollector('ebsCsiControllers', {
  permissions: [],
  from: ['deployments'],
  async collect(_sources, facts) {
    return { value: findComponent('ebs-csi-controller', await facts.read('deployments')) };
  },
});
