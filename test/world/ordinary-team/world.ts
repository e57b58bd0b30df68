import { eksWebhookObjects } from '../api-extensions.ts';
import { aHelmSecret } from '../helm.ts';
import { karpenterKinds } from '../karpenter-crds.ts';
import { aConfigMapObject, aNamespaceObject } from '../manifests.ts';
import { kubectlTool } from '../tools.ts';
import type { World } from '../world.ts';
import { teamAccount } from './account.ts';
import { corednsAddonObjects, kubeProxyAddonObjects, vpcCniObjects } from './addon-network.ts';
import { ebsCsiAddonObjects, metricsServerObjects, podIdentityAgentObjects } from './addon-storage.ts';
import { applicationObject, argoCdObjects, argoCdSettings } from './argo-cd.ts';
import { chartCrdObjects, chartKinds } from './crds.ts';
import type { Delivery } from './delivery.ts';
import { claimedNodeObjects, karpenterControllerObjects, poolObjects, type Setup } from './karpenter.ts';
import { moduleNames, withGuideAccount, withModuleAccount } from './karpenter-account.ts';
import { monitoringObjects } from './monitoring.ts';
import { formatHost, managedLabels, managedNodes, nodeObject, type TeamNode } from './nodes.ts';
import {
  certManagerObjects,
  clusterAutoscalerObjects,
  externalDnsObjects,
  loadBalancerControllerObjects,
} from './platform.ts';
import { roleArn, roleNames } from './roles.ts';
import { boundVolumeObjects, shopObjects } from './shop.ts';

type Json = Record<string, unknown>;

/**
 * A stock cluster of an ordinary team: 1.33, three zones, two managed groups of AL2023, six EKS add-ons, the usual
 * charts. Nothing was added or omitted to silence a check: a checksum in test/e2e/ordinary-clusters.test.ts guards the
 * cluster.
 */

const karpenterNode = (address: string, zone: TeamNode['zone'], type: string, spot = false): TeamNode => ({
  address,
  zone,
  group: 'karpenter',
  capacityType: spot ? 'SPOT' : 'ON_DEMAND',
  type,
});

/** Without Karpenter: the Cluster Autoscaler scales both groups. */
export function ordinaryTeamWorld(): World {
  const world = teamWorld(managedNodes, {}, 'helm');
  const [, , first = ''] = managedNodes.map(formatHost);
  return withObjects(world, clusterAutoscalerObjects([first]));
}

/** With Karpenter, which Helm installed as in its getting-started guide. */
export function ordinaryTeamHelmWorld(): World {
  const capacity = { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot', 'on-demand'] };
  const setup: Setup = {
    by: 'helm',
    queue: 'prod',
    nodeRole: 'KarpenterNodeRole-prod',
    alias: 'al2023@latest',
    requirements: [capacity],
  };
  const nodes = [
    karpenterNode('9.77', 'a', 'm6i.xlarge'),
    karpenterNode('26.12', 'b', 'c6i.xlarge', true),
    karpenterNode('41.190', 'c', 'm6i.xlarge', true),
  ];
  const values = { settings: { clusterName: 'prod', interruptionQueue: 'prod' } };
  const releases = [
    aHelmSecret('karpenter', { revision: 6, values }),
    aHelmSecret('aws-load-balancer-controller', { revision: 3, chartVersion: '1.14.1' }),
  ];
  return withGuideAccount(withObjects(withKarpenter(setup, nodes), releases));
}

/** With Karpenter, which Argo CD deploys, and the account that the terraform-aws-eks submodule sets up. */
export function ordinaryTeamArgoWorld(): World {
  const { queue, nodeRole } = moduleNames;
  const setup: Setup = { by: 'argo', queue, nodeRole, alias: 'al2023@v20251103', requirements: [] };
  const nodes = [karpenterNode('9.77', 'a', 'm6i.xlarge'), karpenterNode('26.12', 'b', 'm6i.xlarge')];
  return withObjects(withModuleAccount(withKarpenter(setup, nodes)), platformApplications);
}

const chart = (repoURL: string, name: string, targetRevision: string): Json => ({
  repoURL,
  chart: name,
  targetRevision,
});
const platformApplications = [
  applicationObject('karpenter', 'kube-system', chart('public.ecr.aws/karpenter', 'karpenter', '1.8.8')),
  applicationObject('cert-manager', 'cert-manager', chart('https://charts.jetstack.io', 'cert-manager', 'v1.19.1')),
  applicationObject(
    'external-dns',
    'external-dns',
    chart('https://kubernetes-sigs.github.io/external-dns', 'external-dns', '1.19.0'),
  ),
  applicationObject(
    'kube-prometheus-stack',
    'monitoring',
    chart('https://prometheus-community.github.io/helm-charts', 'kube-prometheus-stack', '79.9.0'),
  ),
  applicationObject('karpenter-pools', 'kube-system', {
    repoURL: 'https://git.example/platform/deploy.git',
    path: 'karpenter',
    targetRevision: 'main',
  }),
];

function withKarpenter(setup: Setup, nodes: readonly TeamNode[]): World {
  const label = { 'karpenter.sh/controller': 'true' };
  const world = teamWorld([...managedNodes, ...nodes], label, setup.by);
  const controllers = managedNodes.filter(({ group }) => group === 'system').map(formatHost);
  const added = [
    ...karpenterControllerObjects(setup, controllers),
    ...poolObjects(setup),
    ...nodes.flatMap((node) => claimedNodeObjects(node)),
  ];
  const { kube } = withObjects(world, added);
  return { ...world, kube: { ...kube, served: [...kube.served, ...karpenterKinds('1.8.8', { gates: true })] } };
}

function withObjects(world: World, objects: readonly Json[]): World {
  return { ...world, kube: { ...world.kube, objects: [...world.kube.objects, ...objects] } };
}

/**
 * @param labels the labels of the group `system`
 * @param by the tool that deploys the platform's charts
 */
function teamWorld(nodes: readonly TeamNode[], labels: Record<string, string>, by: Delivery['by']): World {
  return {
    region: 'eu-west-1',
    account: '111122223333',
    partition: 'aws',
    aws: teamAccount(nodes, labels),
    kube: {
      version: 'v1.33.5-eks-3025e55',
      aggregatedDiscovery: true,
      served: chartKinds,
      objects: teamObjects(nodes.map(formatHost), labels, by),
      pageSize: 500,
    },
    tools: { kubectl: kubectlTool('v1.33.4') },
    deny: [],
    faults: [],
  };
}

function teamObjects(everyNode: readonly string[], labels: Record<string, string>, by: Delivery['by']): Json[] {
  const [system = '', other = '', one = '', two = '', three = ''] = managedNodes.map(formatHost);
  const both = [system, other];
  const workers = everyNode.slice(2);
  return [
    ...platformNamespaces.map((name) => aNamespaceObject(name)),
    ...managedNodes.map((node) =>
      nodeObject(node, node.group === 'system' ? managedLabels('system', labels) : managedLabels('apps')),
    ),
    authObject([roleNames.system, roleNames.apps]),
    ...chartCrdObjects(by),
    ...eksWebhookObjects(),
    ...vpcCniObjects(everyNode),
    ...kubeProxyAddonObjects(everyNode),
    ...corednsAddonObjects(both),
    ...ebsCsiAddonObjects(both, everyNode),
    ...podIdentityAgentObjects(everyNode),
    ...metricsServerObjects(both),
    ...loadBalancerControllerObjects(both),
    ...externalDnsObjects(by, [one]),
    ...certManagerObjects(by, [two, three, one]),
    ...argoCdObjects([one, two, three]),
    argoCdSettings(),
    ...monitoringObjects(by, [one, two, three], everyNode),
    ...shopObjects(workers),
    ...shopApplications,
    ...Object.entries(volumes).flatMap(([path, size]) => boundVolumeObjects(path, size, 'eu-west-1c')),
  ];
}

export const platformNamespaces = [
  'argocd',
  'cert-manager',
  'default',
  'external-dns',
  'kube-node-lease',
  'kube-public',
  'kube-system',
  'monitoring',
];
const ownApplications: Readonly<Record<string, readonly string[]>> = {
  shop: ['cart', 'catalog', 'checkout', 'nightly-report', 'orders-db', 'orders-db-backup', 'storefront'],
  tools: ['pgadmin'],
};
/** The Argo CD Applications of the team's own software. */
export const shopApplications = Object.entries(ownApplications).flatMap(([namespace, names]) =>
  names.map((name) =>
    applicationObject(name, namespace, {
      repoURL: 'https://git.example/shop/deploy.git',
      path: name,
      targetRevision: 'main',
    }),
  ),
);
/** Claims that have volumes, with their sizes. */
export const volumes = {
  'monitoring/alertmanager-kube-prometheus-stack-alertmanager-db-alertmanager-kube-prometheus-stack-alertmanager-0':
    '5Gi',
  'monitoring/prometheus-kube-prometheus-stack-prometheus-db-prometheus-kube-prometheus-stack-prometheus-0': '50Gi',
  'shop/data-orders-db-0': '100Gi',
};

/** The aws-auth ConfigMap that EKS writes for managed groups in the authentication mode API_AND_CONFIG_MAP. */
export function authObject(nodeRoles: readonly string[]): Json {
  const roles = nodeRoles.map(
    (name) =>
      `- groups:\n  - system:bootstrappers\n  - system:nodes\n  rolearn: ${roleArn(name)}\n  username: system:node:{{EC2PrivateDNSName}}\n`,
  );
  return aConfigMapObject('kube-system/aws-auth', { mapRoles: roles.join('') });
}
