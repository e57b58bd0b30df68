import { kubeProxyObjects } from '../kube-proxy.ts';
import { aConfigMapObject, aWorkloadObject } from '../manifests.ts';

type Json = Record<string, unknown>;

const corefile = `.:53 {
    errors
    kubernetes cluster.local {
      transfer to *
    }
    proxy . /etc/resolv.conf
}
`;

/** An old kube-proxy in a removed mode; a Corefile that its CoreDNS rejects; programs that read a token only once. */
export function wrongCoreAddons(node: string): Json[] {
  return [
    ...kubeProxyObjects('v1.20.15-eksbuild.3', { mode: 'userspace', node }),
    aWorkloadObject('Deployment', 'shop/coredns', {
      images: { coredns: 'registry.example/mirror/coredns:1.8.7' },
      volumes: [{ name: 'config-volume', configMap: { name: 'coredns' } }],
    }),
    aConfigMapObject('shop/coredns', { Corefile: corefile }),
    aWorkloadObject('Deployment', 'kube-system/cni-metrics-helper', {
      images: { 'cni-metrics-helper': '602401143452.dkr.ecr.eu-west-1.amazonaws.com/cni-metrics-helper:v1.7.10' },
    }),
    aWorkloadObject('DaemonSet', 'kube-system/aws-for-fluent-bit', {
      images: { 'aws-for-fluent-bit': 'public.ecr.aws/aws-observability/aws-for-fluent-bit:stable' },
    }),
  ];
}
