import * as z from 'zod/mini';
import { defineCollector } from '../../../collect.ts';
import type { AwsSource } from '../../../sources/aws.ts';
import { runsKarpenter } from '../../kube/karpenter/runs-karpenter.ts';
import { everyPage } from '../every-page.ts';

const namespace = 'kube-system';
const serviceAccount = 'aws-node';

const serviceAccountObject = z.object({
  metadata: z.object({ annotations: z.optional(z.record(z.string(), z.string())) }),
});

/** Of the ServiceAccount that the VPC CNI runs with, however it was installed. */
export const vpcCniRole = defineCollector('vpcCniRole', {
  permissions: [
    { apiGroup: '', resource: 'serviceaccounts', verb: 'get', namespace, name: serviceAccount },
    { iam: 'eks:ListPodIdentityAssociations' },
  ],
  from: ['cluster', 'deployments'],
  async collect({ aws, kube }, facts) {
    if (!(await runsKarpenter(facts))) return { value: { own: false } };
    const [{ name }, source] = await Promise.all([facts.read('cluster'), kube()]);
    const [object, associations] = await Promise.all([
      source.get('', 'v1', 'serviceaccounts', namespace, serviceAccount),
      associationsOf(aws, name),
    ]);
    const annotations = object === undefined ? {} : (serviceAccountObject.parse(object).metadata.annotations ?? {});
    return { value: { own: (annotations['eks.amazonaws.com/role-arn'] ?? '') !== '' || associations > 0 } };
  },
});

async function associationsOf(aws: AwsSource, clusterName: string): Promise<number> {
  const { paginateListPodIdentityAssociations } = await import('../../../sources/aws/sdk/eks.ts');
  const client = await aws.client('eks');
  const pages = paginateListPodIdentityAssociations({ client }, { clusterName, namespace, serviceAccount });
  const found = await aws.call('eks:ListPodIdentityAssociations', () =>
    everyPage(pages, 'associations', (page) => page.associations),
  );
  return found.length;
}
