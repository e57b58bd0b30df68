import { aConfigMapObject, aPodObject, aWorkloadObject } from './manifests.ts';

type Json = Record<string, unknown>;

interface KubeProxyOptions {
  mode?: string;
  /** The node that its one pod runs on. */
  node?: string;
}

/** kube-proxy as EKS installs it: the DaemonSet, its configuration and one of its pods. */
export function kubeProxyObjects(version: string, options: KubeProxyOptions = {}): Json[] {
  const { mode = 'iptables', node = 'ip-10-0-0-a.eu-west-1.compute.internal' } = options;
  const daemonSet = aWorkloadObject('DaemonSet', 'kube-system/kube-proxy', {
    tolerations: [{ operator: 'Exists' }],
    images: { 'kube-proxy': `602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/kube-proxy:${version}` },
    labels: { 'k8s-app': 'kube-proxy', 'eks.amazonaws.com/component': 'kube-proxy' },
    volumes: [
      { name: 'kubeconfig', configMap: { name: 'kube-proxy' } },
      { name: 'config', configMap: { name: 'kube-proxy-config' } },
    ],
  });
  return [
    withCommand(daemonSet, ['kube-proxy', '--v=2', '--config=/var/lib/kube-proxy-config/config']),
    aConfigMapObject('kube-system/kube-proxy-config', {
      config: `apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nclusterCIDR: ""\nmode: "${mode}"\n`,
    }),
    aPodObject('kube-system/kube-proxy-8xk2p', node, { kind: 'DaemonSet', name: 'kube-proxy' }),
  ];
}

/** The same workload with this command in its first container. */
export function withCommand(workload: Json, command: readonly string[]): Json {
  const changed = structuredClone(workload) as { spec: { template: { spec: { containers: Json[] } } } };
  Object.assign(changed.spec.template.spec.containers[0] ?? {}, { command });
  return changed;
}

/** The same objects with another version of kube-proxy. */
export function withKubeProxy(objects: readonly Json[], version: string): Json[] {
  const others = objects.filter(({ metadata }) => !String((metadata as Json)['name']).startsWith('kube-proxy'));
  return [...others, ...kubeProxyObjects(version)];
}
