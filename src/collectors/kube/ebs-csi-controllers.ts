import { defineCollector } from '../collect.ts';
import { findComponent } from './components.ts';

/** Reads Deployments, not the EKS add-on: without its Deployment, the add-on attaches no volume. */
export const ebsCsiControllers = defineCollector('ebsCsiControllers', {
  permissions: [],
  from: ['deployments'],
  async collect(_sources, facts) {
    return { value: findComponent('ebs-csi-controller', await facts.read('deployments')) };
  },
});
