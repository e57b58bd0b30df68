import { defineCollector } from '../collect.ts';
import { allInOrder } from '../all-in-order.ts';

/** Groups whose presence a check reads. This collector does not list their objects. */
const requestedGroups = [['karpenter.sh', ['v1', 'v1beta1', 'v1alpha5'], ['nodepools', 'provisioners']]] as const;

export const apiGroups = defineCollector('apiGroups', {
  permissions: [{ nonResourceURL: '/apis' }],
  async collect({ kube }) {
    const source = await kube();
    const value: string[] = [];
    for (const [group, versions, resources] of requestedGroups) {
      const pairs = versions.flatMap((version) => resources.map((resource) => [version, resource] as const));
      const served = await allInOrder(pairs.map(([version, resource]) => source.serves(group, version, resource)));
      if (served.includes(true)) value.push(group);
    }
    return { value };
  },
});
