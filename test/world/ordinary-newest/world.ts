import { eksWebhookObjects } from '../api-extensions.ts';
import { aHelmSecret } from '../helm.ts';
import { karpenterCrdObjects, karpenterKinds } from '../karpenter-crds.ts';
import { aNamespaceObject } from '../manifests.ts';
import { corednsAddonObjects, kubeProxyAddonObjects, vpcCniObjects } from '../ordinary-team/addon-network.ts';
import { ebsCsiAddonObjects, metricsServerObjects, podIdentityAgentObjects } from '../ordinary-team/addon-storage.ts';
import { applicationObject, argoCdObjects, argoCdSettings } from '../ordinary-team/argo-cd.ts';
import { chartCrdObjects, chartKinds, listKinds } from '../ordinary-team/crds.ts';
import { claimedNodeObjects, karpenterControllerObjects, poolObjects, type Setup } from '../ordinary-team/karpenter.ts';
import { withGuideAccount } from '../ordinary-team/karpenter-account.ts';
import { monitoringObjects } from '../ordinary-team/monitoring.ts';
import { groupNames, formatHost, nodeObject, type NodeSystem, type TeamNode } from '../ordinary-team/nodes.ts';
import { atVersions, eksKinds } from '../ordinary-team/november.ts';
import { certManagerObjects, externalDnsObjects } from '../ordinary-team/platform.ts';
import { roleNames } from '../ordinary-team/roles.ts';
import { boundVolumeObjects, shopObjects } from '../ordinary-team/shop.ts';
import { authObject, platformNamespaces, shopApplications, volumes } from '../ordinary-team/world.ts';
import { kubectlTool } from '../tools.ts';
import type { World } from '../world.ts';
import { newestAccount } from './account.ts';
import { kyvernoCrds, kyvernoObjects } from './kyverno.ts';
import { moreLoadBalancerKinds, newerLoadBalancerObjects } from './load-balancer.ts';
import { newestReleases } from './releases.ts';

type Json = Record<string, unknown>;

/**
 * The ordinary team a year later, well run: 1.36 a few days after EKS began to offer 1.37, with the newest releases
 * that the sources have. One managed group with the company's own AMI runs the platform, Karpenter (by Helm) creates
 * the other nodes, Kyverno checks pods and fails closed, Argo CD deploys the applications.
 */

const kernel = '6.18.44-99.149.amzn2023.x86_64';
const system: NodeSystem = {
  kubelet: 'v1.36.2-eks-a3a0722',
  osImage: 'Amazon Linux 2023.12.20260930',
  kernel,
  runtime: 'containerd://2.2.5+unknown',
};

const node = (group: string, address: string, zone: TeamNode['zone'], type: string, spot = false): TeamNode => ({
  address,
  zone,
  group,
  capacityType: spot ? 'SPOT' : 'ON_DEMAND',
  type,
});
const managed = [
  node('system', '4.31', 'a', 'm6i.xlarge'),
  node('system', '21.118', 'b', 'm6i.xlarge'),
  node('system', '35.140', 'c', 'm6i.xlarge'),
];
const claimed = [
  node('karpenter', '9.77', 'a', 'm6i.xlarge'),
  node('karpenter', '26.12', 'b', 'c6i.xlarge', true),
  node('karpenter', '38.64', 'c', 'r6i.xlarge'),
  node('karpenter', '41.190', 'c', 'm6i.xlarge', true),
];

/** Labels that EKS sets on the nodes of a managed group. */
const managedLabels = {
  'eks.amazonaws.com/capacityType': 'ON_DEMAND',
  'eks.amazonaws.com/nodegroup': groupNames.system,
  'eks.amazonaws.com/nodegroup-image': 'ami-0f3b7a1d9c5e28460',
  'eks.amazonaws.com/sourceLaunchTemplateId': 'lt-08d1c7a44b9e20d655',
  'eks.amazonaws.com/sourceLaunchTemplateVersion': '9',
};

const karpenter: Setup = {
  by: 'helm',
  queue: 'prod',
  nodeRole: 'KarpenterNodeRole-prod',
  alias: 'al2023@v20261012',
  requirements: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot', 'on-demand'] }],
};

export function ordinaryNewestWorld(): World {
  const nodes = [...managed, ...claimed];
  const world: World = {
    region: 'eu-west-1',
    account: '111122223333',
    partition: 'aws',
    aws: newestAccount(nodes),
    kube: {
      version: 'v1.36.2-eks-0247562',
      aggregatedDiscovery: true,
      served: [
        ...eksKinds,
        ...chartKinds,
        ...moreLoadBalancerKinds,
        ...listKinds(kyvernoCrds),
        ...karpenterKinds('1.15.3', { gates: true }),
      ],
      objects: buildObjects(nodes.map(formatHost)),
      pageSize: 500,
    },
    tools: { kubectl: kubectlTool('v1.36.2') },
    deny: [],
    faults: [],
  };
  return withReservationRule(withGuideAccount(world, '1.14'));
}

/** Adds the EventBridge rule for capacity reservations, which the guide's template has had since 1.10. */
function withReservationRule(world: World): World {
  const event = { 'detail-type': ['EC2 Capacity Reservation Instance Interruption Warning'], source: ['aws.ec2'] };
  const target = `arn:aws:sqs:${world.region}:${world.account}:${karpenter.queue}`;
  const name = 'Karpenter-prod-CapacityReservationInterruptionRule-1XWVB7Q2K9D4';
  const added = { [name]: { targets: [target], rule: { EventPattern: JSON.stringify(event) } } };
  return { ...world, aws: { ...world.aws, eventRules: { ...world.aws.eventRules, ...added } } };
}

function buildObjects(everyNode: readonly string[]): Json[] {
  const platform = managed.map(formatHost);
  const [first = '', second = '', third = ''] = platform;
  const workers = claimed.map(formatHost);
  const onceOlder = [
    ...chartCrdObjects('helm'),
    ...vpcCniObjects(everyNode),
    ...kubeProxyAddonObjects(everyNode),
    ...corednsAddonObjects([first, second]),
    ...ebsCsiAddonObjects([second, third], everyNode),
    ...podIdentityAgentObjects(everyNode),
    ...metricsServerObjects([first, third]),
    ...newerLoadBalancerObjects([first, second]),
    ...externalDnsObjects('helm', [third]),
    ...certManagerObjects('helm', [first, second, third]),
    ...argoCdObjects(platform),
    argoCdSettings(),
    ...monitoringObjects('helm', platform, everyNode),
    ...karpenterControllerObjects(karpenter, [first, second]).filter(isNoCrd),
  ];
  return [
    ...[...platformNamespaces, 'kyverno'].map((name) => aNamespaceObject(name)),
    ...managed.map((one) => nodeObject(one, managedLabels, system)),
    ...claimed.flatMap((one) => claimedNodeObjects(one, system)),
    authObject([roleNames.system]),
    ...eksWebhookObjects(),
    ...atVersions(onceOlder, newestReleases),
    ...karpenterCrdObjects('1.15.3', { gates: true }),
    ...poolObjects({ ...karpenter, by: 'argo' }),
    ...kyvernoObjects(platform),
    ...shopObjects(workers),
    ...Object.entries(volumes).flatMap(([path, size]) =>
      boundVolumeObjects(path, size, path.includes('alertmanager') ? 'eu-west-1a' : 'eu-west-1c'),
    ),
    ...shopApplications,
    ...['karpenter-pools', 'kyverno-policies'].map((path) =>
      applicationObject(path, path === 'karpenter-pools' ? 'kube-system' : 'kyverno', {
        repoURL: 'https://git.example/platform/deploy.git',
        path,
        targetRevision: 'main',
      }),
    ),
    ...releases,
  ];
}

function isNoCrd({ kind }: Json): boolean {
  return kind !== 'CustomResourceDefinition';
}

/** The Secrets in which Helm stores the platform's releases. */
const releases = [
  aHelmSecret('argocd', { namespace: 'argocd', revision: 11, chart: 'argo-cd', chartVersion: '10.2.1' }),
  aHelmSecret('aws-load-balancer-controller', { revision: 7, chartVersion: '3.5.0' }),
  aHelmSecret('cert-manager', { namespace: 'cert-manager', revision: 6, chartVersion: 'v1.21.1' }),
  aHelmSecret('external-dns', { namespace: 'external-dns', revision: 5, chartVersion: '1.21.1' }),
  aHelmSecret('karpenter', {
    revision: 12,
    chartVersion: '1.15.3',
    values: { settings: { clusterName: 'prod', interruptionQueue: 'prod' } },
  }),
  aHelmSecret('kube-prometheus-stack', { namespace: 'monitoring', revision: 14, chartVersion: '88.5.3' }),
  aHelmSecret('kyverno', {
    namespace: 'kyverno',
    revision: 4,
    chartVersion: '3.9.0',
    values: { admissionController: { replicas: 3 } },
  }),
];
