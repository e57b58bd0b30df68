import { advice, defineCheck, sh } from 'eks-preflight';
import { resourceQuotas } from '../data/resource-quotas.js';

/** No team has them. */
const shared = new Set(['default', 'kube-system', 'kube-public', 'kube-node-lease']);

export default defineCheck({
  id: 'acme/namespaces-without-quota',
  title: 'Namespace without a ResourceQuota',
  severity: 'warn',
  blocks: 'workloads',
  why: `While nodes are replaced, pods of all teams wait for room at the same time. Without a ResourceQuota, one team can take
all of it.`,
  fix: advice`Add a ResourceQuota to the namespace.`,
  links: ['https://kubernetes.io/docs/concepts/policy/resource-quotas/'],
  needs: ['namespaces', resourceQuotas],
  counts: ['namespaces', resourceQuotas],
  *run({ namespaces, resourceQuotas }) {
    const limited = new Set(resourceQuotas.filter(({ limits }) => limits.length > 0).map(({ namespace }) => namespace));
    for (const { name } of namespaces) {
      if (shared.has(name) || limited.has(name)) continue;
      yield {
        level: 'warn',
        resource: { kind: 'Namespace', name },
        message: 'no ResourceQuota limits what its pods request',
        fix: advice`Run ${sh`kubectl create quota team --namespace ${name} --hard=pods=100`}, or ask the team for its numbers.`,
        evidence: [{ observed: 'no ResourceQuota', required: 'one that limits something', fact: 'resourceQuotas' }],
      };
    }
  },
});
