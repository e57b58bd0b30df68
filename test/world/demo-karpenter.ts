import { templatePolicy } from '../for-checks/iam/templates.ts';
import { aHelmSecret } from './helm.ts';
import { withNodeAccount } from './karpenter-account.ts';
import { karpenterCrdObjects, karpenterKinds } from './karpenter-crds.ts';
import { karpenterObjects } from './karpenter-manifests.ts';
import { karpenterControllerRole } from './karpenter-matrix-world.ts';
import { aClaimObject, aNodeClassObject, aNodePoolObject } from './karpenter-pools.ts';
import { withControllerRole } from './karpenter-roles.ts';
import { karpenterNode } from './demo-nodes.ts';
import type { ServedKind, World } from './world.ts';

type Json = Record<string, unknown>;

const version = '1.5.8';
const role = 'KarpenterControllerRole-prod';

/** The kinds of the demo's Karpenter: Helm installed its CRDs with the main chart, which never updates them. */
export const demoKarpenterKinds: readonly ServedKind[] = karpenterKinds(version);

/** Karpenter 1.5.8, with a NodePool for Spot in an account that has never used Spot. */
export function demoKarpenter(nodes: readonly string[]): Json[] {
  const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' };
  const spot = [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'] }];
  const claim = aClaimObject('NodeClaim', 'default-7h2dk', 'default') as Json & { status: Json };
  return [
    ...karpenterCrdObjects(version),
    aHelmSecret('karpenter', { chartVersion: version }),
    ...karpenterObjects({ version, env: { CLUSTER_NAME: 'prod', INTERRUPTION_QUEUE: 'prod' }, nodes }),
    aNodePoolObject('builds', { template: { spec: { nodeClassRef, requirements: spot, expireAfter: '720h' } } }),
    aNodePoolObject('default'),
    aNodeClassObject('default'),
    { ...claim, status: { ...claim.status, nodeName: karpenterNode } },
  ];
}

/** The account of the demo's Karpenter: its template's policy, narrowed to the instance profiles that 1.6 creates. */
export function withDemoKarpenter(aws: World['aws']): World['aws'] {
  const { Version, Statement } = templatePolicy('1.5');
  const narrowed = JSON.stringify(Statement).replaceAll(':instance-profile/*', ':instance-profile/prod_*');
  const account = withControllerRole(withNodeAccount(aws), '1.5');
  return {
    ...account,
    managedPolicies: {
      ...account.managedPolicies,
      [`arn:aws:iam::111122223333:policy/${role}`]: { Version, Statement: JSON.parse(narrowed) as Json[] },
    },
    podIdentityAssociations: {
      'a-karpenter': { namespace: 'kube-system', serviceAccount: 'karpenter', roleArn: karpenterControllerRole },
    },
  };
}
