import { aPodObject } from '../manifests.ts';
import { aVolumeObject } from '../software-manifests.ts';

type Json = Record<string, unknown>;
type Owner = NonNullable<Parameters<typeof aPodObject>[2]>;

const hostname = 'kubernetes.io/hostname';
const licence = { kind: 'ReplicaSet', name: 'licence-5d9c7b6f4', hash: '5d9c7b6f4' };

/** A pod in `lab`, of the StatefulSet of its name by default, with more in its spec. */
function aPodWith(
  name: string,
  node: string,
  spec: Json,
  owner: Owner = { kind: 'StatefulSet', name: name.slice(0, -2) },
): Json {
  const pod = aPodObject(`lab/${name}`, node, owner);
  return { ...pod, spec: { ...(pod['spec'] as Json), ...spec } };
}

const claim = (claimName: string) => ({ volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }] });

/** A volume of a claim in `lab` on the disk of a node. */
function aLocalVolume(name: string, node: string): Json {
  const volume = aVolumeObject(name, { driver: 'ebs.csi.aws.com', claim: `lab/${name}` });
  const { csi: _, ...spec } = volume['spec'] as Json;
  const term = { matchExpressions: [{ key: hostname, operator: 'In', values: [node] }] };
  const nodeAffinity = { required: { nodeSelectorTerms: [term] } };
  return { ...volume, spec: { ...spec, local: { path: '/mnt/disks/nvme0' }, nodeAffinity } };
}

/**
 * Pods that cannot return after a drain, or that return without their data, each for a different reason.
 * @param first and `second`: all nodes of a group that EKS updates without a spare node
 */
export function wrongReturn(first: string, second: string): Json[] {
  const labels = { matchLabels: { app: 'search' } };
  const affinity = {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: labels, topologyKey: hostname }],
    },
  };
  const ports = [{ name: 'app', image: 'registry.example/app:1.0.0', ports: [{ containerPort: 80, hostPort: 8443 }] }];
  return [
    aPodWith('vector-0', first, claim('data-vector-0')),
    aLocalVolume('data-vector-0', first),
    aPodWith('metrics-0', first, { volumes: [{ name: 'tsdb', emptyDir: {} }] }),
    aPodWith('licence-5d9c7b6f4-x2x7k', first, { nodeSelector: { [hostname]: first } }, licence),
    ...[first, second].map((node, at) => aPodWith(`search-${at}`, node, { affinity, containers: ports })),
  ];
}
