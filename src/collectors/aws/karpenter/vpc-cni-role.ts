import { defineCollector } from '../../collect.ts';
import { annotatedRole } from '../../kube/karpenter/identity.ts';
import { runsKarpenter } from '../../kube/karpenter/runs-karpenter.ts';
import { podIdentityAssociations } from './pod-identity.ts';
import { allInOrder } from '../../all-in-order.ts';

const named = { namespace: 'kube-system', serviceAccount: 'aws-node' };

/** Whether the VPC CNI's ServiceAccount has its own role (IRSA or EKS Pod Identity); false without Karpenter. */
export const vpcCniRole = defineCollector('vpcCniRole', {
  permissions: [
    { apiGroup: '', resource: 'serviceaccounts', verb: 'get', namespace: named.namespace, name: named.serviceAccount },
    { iam: 'eks:ListPodIdentityAssociations' },
  ],
  from: ['cluster', 'deployments'],
  async collect({ aws, kube }, facts) {
    if (!(await runsKarpenter(facts))) return { value: { own: false } };
    const [{ name }, source] = await allInOrder([facts.read('cluster'), kube()]);
    const [annotated = '', associations] = await allInOrder([
      annotatedRole(source, named),
      podIdentityAssociations(aws, name, named),
    ]);
    return { value: { own: annotated !== '' || associations.length > 0 } };
  },
});
