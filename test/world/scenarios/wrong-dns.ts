import { aConfigMapObject, aWorkloadObject, corednsObjects } from '../manifests.ts';

/**
 * Four CoreDNS Deployments: an old one, one with an unreadable version, one with an invalid Corefile, one without its
 * ConfigMap.
 */
export function wrongDns(plantedSecret: string): Record<string, unknown>[] {
  return [
    ...corednsObjects('v1.6.6-eksbuild.1', ['upstream', 'upstream 1.1.1.1', 'import /etc/coredns/custom/*.override']),
    ...[
      ['edge', 'registry.example/mirror/coredns:stable'],
      ['lab', 'registry.example/mirror/coredns:1.8.7'],
      ['lost', 'registry.example/mirror/coredns:1.8.7'],
    ].map(([namespace = '', image = '']) =>
      aWorkloadObject('Deployment', `${namespace}/coredns`, {
        images: { coredns: image },
        volumes: [{ name: 'config-volume', configMap: { name: 'corefile' } }],
      }),
    ),
    aConfigMapObject('edge/corefile', {
      Corefile: `.:53 {\n  kubernetes cluster.local {\n    upstream\n  }\n  etcd {\n    credentials admin ${plantedSecret}\n  }\n}\n`,
    }),
    aConfigMapObject('lab/corefile', { Corefile: '.:53 {\n  errors\n  kubernetes cluster.local {\n' }),
  ];
}
