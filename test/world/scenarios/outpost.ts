import { aDescribedCluster, aSubnet, healthyWorld } from '../healthy.ts';
import { managedNodes } from '../healthy-at.ts';
import { kubeProxyObjects } from '../kube-proxy.ts';
import { aNamespaceObject, aNodeObject, aWorkloadObject, corednsObjects, vpcCniObject } from '../manifests.ts';
import { kubectlTool } from '../tools.ts';
import { withRunningPods } from '../running-pods.ts';
import type { World } from '../world.ts';

const outpostArn = 'arn:aws:outposts:eu-west-1:111122223333:outpost/op-0a1b2c3d4e5f6';

/** A local cluster at the newest version of the list for local clusters; the region's own list goes further. */
export function outpostWorld(): World {
  const world = healthyWorld();
  const local = world.aws.clusterVersions
    .filter(({ clusterVersion }) => clusterVersion === '1.31' || clusterVersion === '1.32')
    .map((row) => ({ ...row, clusterType: 'eks-local-outposts', defaultVersion: false }));
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: {
        prod: aDescribedCluster('prod', '1.32', {
          platformVersion: 'eks-local-outposts.3',
          outpostConfig: { outpostArns: [outpostArn], controlPlaneInstanceType: 'm5.xlarge' },
          resourcesVpcConfig: { subnetIds: ['subnet-0aaa'], securityGroupIds: [], vpcId: 'vpc-0a1b2c3d' },
        }),
      },
      clusterVersions: [...world.aws.clusterVersions, ...local],
      nodegroups: {},
      addons: {},
      subnets: [{ ...aSubnet('subnet-0aaa', 'a', 3), OutpostArn: outpostArn }],
      autoScalingGroups: [],
      network: {
        ...world.aws.network,
        routeTables: world.aws.network.routeTables.filter(({ RouteTableId }) => RouteTableId === 'rtb-0a'),
      },
    },
    kube: {
      ...world.kube,
      version: 'v1.32.9-eks-3025e55',
      objects: withRunningPods(
        [
          ...['default', 'kube-system', 'shop'].map((name) => aNamespaceObject(name)),
          ...['a', 'b', 'c'].map((node) =>
            aNodeObject(`ip-10-0-0-${node}.eu-west-1.compute.internal`, { kubelet: 'v1.32.9-eks-113cf36' }),
          ),
          aWorkloadObject('Deployment', 'shop/cart'),
          ...corednsObjects('v1.11.4-eksbuild.2'),
          ...kubeProxyObjects('v1.32.9-eksbuild.2'),
          vpcCniObject('v1.20.4-eksbuild.1'),
        ],
        managedNodes,
      ),
    },
    tools: { ...world.tools, kubectl: kubectlTool('v1.33.5') },
  };
}
