import { eksWebhookObjects } from '../api-extensions.ts';
import { aHelmSecret } from '../helm.ts';
import { aNamespaceObject } from '../manifests.ts';
import { corednsAddonObjects, kubeProxyAddonObjects, vpcCniObjects } from '../ordinary-team/addon-network.ts';
import { ebsCsiAddonObjects, metricsServerObjects, podIdentityAgentObjects } from '../ordinary-team/addon-storage.ts';
import { chartCrdObjects, chartKinds } from '../ordinary-team/crds.ts';
import { monitoringObjects } from '../ordinary-team/monitoring.ts';
import { atVersions, eksKinds } from '../ordinary-team/november.ts';
import {
  certManagerObjects,
  clusterAutoscalerObjects,
  externalDnsObjects,
  loadBalancerControllerObjects,
} from '../ordinary-team/platform.ts';
import { boundVolumeObjects } from '../ordinary-team/shop.ts';
import { authObject, platformNamespaces, volumes } from '../ordinary-team/world.ts';
import { kubectlTool } from '../tools.ts';
import type { World } from '../world.ts';
import { largeAccount, nodeRole } from './account.ts';
import { listHosts, largeNodeObjects } from './groups.ts';
import { teamWorkloads } from './workloads.ts';

type Json = Record<string, unknown>;

/**
 * A company's cluster: 300 nodes in twelve managed groups, 1.34 two weeks before its standard support ends, thirty
 * teams. The Cluster Autoscaler scales it instead of Karpenter: teams own node groups with size limits, for which
 * Karpenter had no equivalent when the groups were built. Charts are those of the ordinary team, without Argo CD.
 */

/** The ordinary team's versions of EKS add-ons and the Cluster Autoscaler, each with the version for 1.34. */
const versions = {
  '1.20.4-eksbuild.2': '1.21.1-eksbuild.7',
  '1.20.4': '1.21.1',
  'aws-network-policy-agent:v1.2.7-eksbuild.1': 'aws-network-policy-agent:v1.3.1-eksbuild.1',
  'kube-proxy:v1.33.5-minimal-eksbuild.2': 'kube-proxy:v1.34.6-minimal-eksbuild.21',
  'coredns:v1.12.4-eksbuild.1': 'coredns:v1.13.2-eksbuild.24',
  '1.53.0': '1.61.1',
  'metrics-server:v0.8.0-eksbuild.5': 'metrics-server:v0.8.1-eksbuild.6',
  '"0.8.0"': '"0.8.1"',
  'cluster-autoscaler:v1.33.0': 'cluster-autoscaler:v1.34.5',
  'cluster-autoscaler-9.51.0': 'cluster-autoscaler-9.59.0',
};

export function ordinaryLargeWorld(): World {
  return {
    region: 'eu-west-1',
    account: '111122223333',
    partition: 'aws',
    aws: largeAccount(),
    kube: {
      version: 'v1.34.9-eks-3025e55',
      aggregatedDiscovery: true,
      served: [...eksKinds, ...chartKinds].filter(({ group }) => group !== 'argoproj.io'),
      objects: [...platformObjects(), ...largeNodeObjects(), ...teamWorkloads()],
      pageSize: 500,
    },
    tools: { kubectl: kubectlTool('v1.34.1') },
    deny: [],
    faults: [],
  };
}

function platformObjects(): Json[] {
  const everyNode = listHosts('platform', 'ingress', 'general', 'batch', 'data', 'ci', 'ml');
  const [one = '', two = '', three = '', four = '', five = '', six = ''] = listHosts('platform');
  const objects = [
    ...chartCrdObjects('helm').filter(({ spec }) => (spec as { group: string }).group !== 'argoproj.io'),
    ...vpcCniObjects(everyNode),
    ...kubeProxyAddonObjects(everyNode),
    ...corednsAddonObjects([one, two, three, four]),
    ...ebsCsiAddonObjects([one, two], everyNode),
    ...podIdentityAgentObjects(everyNode),
    ...metricsServerObjects([three, four]),
    ...loadBalancerControllerObjects([five, six]),
    ...externalDnsObjects('helm', [three]),
    ...certManagerObjects('helm', [four, five, six]),
    ...monitoringObjects('helm', [four, five, six], everyNode),
    ...clusterAutoscalerObjects([two]),
  ];
  return [
    ...platformNamespaces.filter((name) => name !== 'argocd').map((name) => aNamespaceObject(name)),
    authObject([nodeRole]),
    ...eksWebhookObjects(),
    ...atVersions(objects, versions),
    ...Object.entries(volumes)
      .filter(([path]) => path.startsWith('monitoring/'))
      .flatMap(([path, size]) =>
        boundVolumeObjects(path, size, path.includes('alertmanager') ? 'eu-west-1a' : 'eu-west-1c'),
      ),
    ...Object.entries(charts).map(([name, [namespace, chartVersion]]) =>
      aHelmSecret(name, { namespace, chartVersion, revision: 5 }),
    ),
  ];
}

/** The platform's releases: namespace and version of the chart. */
const charts: Readonly<Record<string, readonly [string, string]>> = {
  'aws-load-balancer-controller': ['kube-system', '1.14.1'],
  'cert-manager': ['cert-manager', 'v1.19.1'],
  'cluster-autoscaler': ['kube-system', '9.59.0'],
  'external-dns': ['external-dns', '1.19.0'],
  'kube-prometheus-stack': ['monitoring', '79.9.0'],
};
