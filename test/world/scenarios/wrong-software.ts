import { anIngressClassObject, anIngressObject } from '../ingress-manifests.ts';
import { aNodeObject, aWorkloadObject } from '../manifests.ts';
import {
  aVolumeObject,
  clusterAutoscalerObject,
  fluentBitObject,
  fluentdObject,
  nvidiaDevicePluginObject,
} from '../software-manifests.ts';
import { kubectlTool } from '../tools.ts';
import type { Tool } from '../world.ts';
import { oldControllers } from './wrong-controllers.ts';

const name = (index: number) => `ip-10-0-${index}-17.eu-west-1.compute.internal`;

/** Programs that were installed with the cluster and never updated. */
export const oldTools: Record<string, Tool> = { eksctl: { prints: '0.109.0' }, kubectl: kubectlTool('v1.20.4') };

/** EBS volumes without a driver, an old Cluster Autoscaler, a GPU node, log agents for Docker, Ingress NGINX. */
export function wrongSoftware(plantedSecret: string): Record<string, unknown>[] {
  return [
    aVolumeObject('pvc-0a1', { claim: 'shop/orders-db' }),
    aVolumeObject('pvc-0b2', { claim: 'shop/carts', driver: 'ebs.csi.aws.com' }),
    aVolumeObject('pvc-0c3', { claim: 'shop/gone', phase: 'Released' }),
    clusterAutoscalerObject('v1.22.1'),
    aWorkloadObject('Deployment', 'edge/cluster-autoscaler', {
      images: { 'cluster-autoscaler': 'registry.example/mirror/cluster-autoscaler-arm64:stable' },
    }),
    aNodeObject(name(41), {
      kubelet: 'v1.23.17-eks-0a21954',
      labels: { 'eks.amazonaws.com/nodegroup': 'current', 'node.kubernetes.io/instance-type': 'g4dn.xlarge' },
      osImage: 'Amazon Linux 2',
      runtime: 'docker://20.10.23',
      gpus: 1,
    }),
    ...oldControllers(),
    nvidiaDevicePluginObject('v0.9.0'),
    nvidiaDevicePluginObject('latest', 'edge/nvidia-device-plugin'),
    aWorkloadObject('Deployment', 'edge/ingress-nginx-controller', {
      images: { controller: 'registry.k8s.io/ingress-nginx/controller:v1.3.0' },
      labels: { 'app.kubernetes.io/name': 'ingress-nginx' },
    }),
    anIngressClassObject('nginx', 'k8s.io/ingress-nginx'),
    ...['edge/docs', 'shop/api', 'shop/web'].map((path) => anIngressObject(path, 'nginx')),
    fluentdObject([{ name: 'AWS_SECRET_ACCESS_KEY', value: plantedSecret }]),
    fluentBitObject('amazon/aws-for-fluent-bit:2.10.0', [{ name: 'CI_VERSION', value: 'k8s/1.3.9' }]),
  ];
}
