import { defineCollector } from '../collect.ts';
import { findComponent } from './components.ts';

/** Does not read the EKS add-on: it runs the same Deployment, without which no volume is attached. */
export const ebsCsiControllers = defineCollector('ebsCsiControllers', {
  permissions: [],
  from: ['deployments'],
  async collect(_sources, facts) {
    return { value: findComponent('ebs-csi-controller', await facts.read('deployments')) };
  },
});
