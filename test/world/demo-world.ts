import { withQueue } from './karpenter-queue.ts';
import { clusterRoles } from './cluster-role.ts';
import { demoKarpenter, demoKarpenterKinds, withDemoKarpenter } from './demo-karpenter.ts';
import { aFargateProfile, runsWith, withFargate } from './fargate.ts';
import { demoNodes, fargateNodes, generalNodes, karpenterNode, withDemoNodes } from './demo-nodes.ts';
import { demoAddonVersions } from './demo-offers.ts';
import { aDescribedCluster, eksVersions, healthyWorld } from './healthy.ts';
import { kubeProxyObjects } from './kube-proxy.ts';
import {
  aBudgetObject,
  aNamespaceObject,
  aPodObject,
  aWorkloadObject,
  corednsObjects,
  loadBalancerControllerObject,
  vpcCniObject,
} from './manifests.ts';
import { withRunningPods } from './running-pods.ts';
import type { World } from './world.ts';

const dockerSocket = [{ name: 'docker', hostPath: { path: '/var/run/docker.sock' } }];

/**
 * The demo's cluster, to be updated from 1.33 to 1.34, and its Karpenter from 1.5 to 1.8. It has blockers, warnings,
 * passes, an image without a version, which cannot be judged, and a missing permission.
 */
export function demoWorld(): World {
  const world = withQueue(healthyWorld(), 'prod');
  const profile = { subnets: ['subnet-0bbb'], selectors: [{ namespace: 'shop', labels: { app: 'reports' } }] };
  return {
    ...world,
    aws: withFargate(
      withDemoKarpenter(
        withDemoNodes({
          ...world.aws,
          clusters: { prod: aDescribedCluster('prod', '1.33') },
          addonVersions: demoAddonVersions,
          roles: clusterRoles,
          clusterVersions: eksVersions(0),
        }),
      ),
      [aFargateProfile('shop', profile)],
    ),
    kube: {
      ...world.kube,
      served: demoKarpenterKinds,
      objects: withRunningPods(
        [
          ...['default', 'kube-system', 'shop', 'ci'].map((name) => aNamespaceObject(name)),
          ...demoNodes,
          aWorkloadObject('Deployment', 'shop/cart'),
          aWorkloadObject('Deployment', 'shop/reports'),
          aWorkloadObject('DaemonSet', 'ci/image-builder', { volumes: dockerSocket }),
          ...corednsObjects('v1.12.4-eksbuild.1'),
          ...kubeProxyObjects('v1.33.5-eksbuild.2', { node: karpenterNode }),
          vpcCniObject('v1.20.4-eksbuild.1'),
          loadBalancerControllerObject('stable', 2, ['--aws-vpc-id=vpc-0a1b2c3d']),
          ...['coredns', 'aws-load-balancer-controller'].map((name) => aBudgetObject(`kube-system/${name}`)),
          aBudgetObject('shop/cart', { maxUnavailable: 0 }),
          ...fargateNodes.map((node, index) =>
            aPodObject(
              `shop/reports-7c9d8f-${['4kq2p', 'zt7wn'][index]}`,
              node,
              { kind: 'ReplicaSet', name: 'reports-7c9d8f', hash: '7c9d8f' },
              runsWith('shop'),
            ),
          ),
          ...demoKarpenter(generalNodes),
        ],
        generalNodes,
      ),
    },
    deny: ['eks:ListUpdates'],
  };
}
