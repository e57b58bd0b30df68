import { describe, expect, it } from 'vitest';
import { anAddon, aNode, aNodegroup } from '../../../src/custom-checks/testing/samples.ts';
import type { ReportedFinding } from '../../../src/judge/result.ts';
import { buildPlan } from '../../../src/report/plan/build-plan.ts';
import { aComponent, aKarpenter } from '../../checks/cases.ts';
import { aNodeClass, aNodePool, theCrds } from '../../checks/karpenter/objects.ts';
import { aFinding } from '../reported-finding.ts';
import { toKnown } from './known.ts';

const kubernetes = { component: 'kubernetes', version: '1.34' } as const;
const karpenter = { component: 'karpenter', version: '1.8.8' } as const;

function anAfter(check: string, resource: Partial<ReportedFinding['resource']>): ReportedFinding {
  const about = { kind: 'Deployment', namespace: 'kube-system', name: 'a', text: 'a', ...resource };
  return aFinding({
    check,
    fingerprint: check.split('/')[1]?.slice(0, 8) ?? '',
    level: 'warn',
    phase: 'after',
    at: kubernetes,
    resource: about,
  });
}

const addon = { kind: 'EKS add-on', text: 'EKS add-on' };
const found = [
  aFinding({ check: 'karpenter/controller-iam', fingerprint: 'role', blocks: 'karpenter', at: karpenter }),
  aFinding({ check: 'karpenter/settings', fingerprint: 'settings', blocks: 'karpenter', at: karpenter }),
  aFinding({ check: 'nodes/kubelet-flags', fingerprint: 'flags', blocks: 'nodes' }),
  anAfter('addons/cluster-autoscaler-version', { name: 'cluster-autoscaler' }),
  anAfter('addons/nvidia-device-plugin', { name: 'nvidia' }),
  anAfter('addons/compatibility', { ...addon, name: 'kube-proxy' }),
  anAfter('clients/kubectl-version', { kind: 'Program', name: 'kubectl' }),
];

/** A cluster at 1.33 with everything that the documents name. */
const plan = buildPlan(
  toKnown(
    {
      nodes: [
        aNode('a', 'v1.33.1', { computeType: 'managed', group: 'general' }),
        aNode('b', 'v1.33.1', { computeType: 'karpenter', group: 'default' }),
      ],
      nodegroups: [aNodegroup('general')],
      fargateWorkloads: [],
      nodeImages: [],
      karpenterControllers: [aKarpenter({ version: '1.5.8' })],
      karpenterCrds: theCrds(),
      karpenterPools: [aNodePool('default')],
      karpenterNodeClasses: [aNodeClass('default')],
      clusterAutoscalers: [aComponent({ name: 'cluster-autoscaler', version: '1.33.0' })],
      addons: [anAddon('kube-proxy', { version: 'v1.33.5-eksbuild.2' })],
      addonVersions: [
        {
          name: 'kube-proxy',
          owner: 'aws',
          publisher: 'eks',
          versions: [
            { version: 'v1.34.6-eksbuild.21', compatibilities: [{ cluster: '1.34', platforms: [], isDefault: true }] },
            { version: 'v1.33.5-eksbuild.2', compatibilities: [{ cluster: '1.34', platforms: [], isDefault: false }] },
          ],
        },
      ],
    },
    { to: '1.8.8', found },
  ),
);

/** The order of the AWS user guide, "Updating an Amazon EKS cluster Kubernetes version". */
const userGuide: [phrase: string, id: string][] = [
  ['Before updating your control plane: fix what blocks it', 'fix:nodes/kubelet-flags:flags'],
  ['Update your cluster', 'control-plane:1.34'],
  ['After your cluster update is complete, update your nodes', 'nodes:managed/general:1.34'],
  ['update the Cluster Autoscaler', 'software:deploy/kube-system/cluster-autoscaler:1.34'],
  ['update the NVIDIA device plugin', 'software:addons/nvidia-device-plugin:nvidia-d'],
  ['Update the ... kube-proxy add-ons', 'add-on:kube-proxy:v1.34.6-eksbuild.21'],
  ['If necessary, update your version of kubectl', 'software:clients/kubectl-version:kubectl-'],
];

/** The order of "Karpenter: the Beta version — an overview of changes, and upgrade". */
const upgradePost: [phrase: string, id: string][] = [
  ['update the IAM Role used by Karpenter controller', 'fix:karpenter/controller-iam:role'],
  ['(the objects, to be able to go back)', 'karpenter:save:1.8.8'],
  ['Karpenter CRD Upgrade', 'karpenter:crds:1.8.8'],
  ['Karpenter Chart values', 'fix:karpenter/settings:settings'],
  ['update Karpenter’s Helm chart', 'karpenter:controller:1.8.8'],
  ['recreate the WorkerNodes', 'nodes:karpenter/default:1.34'],
];

describe('the order of the documents is that of the plan', () => {
  const ids = plan?.tasks.map(({ id }) => id) ?? [];

  it.each([
    ['Updating an Amazon EKS cluster Kubernetes version', userGuide],
    ['Karpenter: the Beta version', upgradePost],
  ])('%s', (_, rows) => {
    expect(ids.filter((id) => rows.some(([, own]) => own === id))).toEqual(rows.map(([, id]) => id));
  });
});
