import { aLaunchTemplateVersion, aManagedGroup, healthyWorld, toUserData } from '../healthy.ts';
import { aNodeObject, aPodObject, aWorkloadObject, withBudgets } from '../manifests.ts';
import { withRunningPods } from '../running-pods.ts';
import { aCsiNodeObject, aVolumeObject } from '../software-manifests.ts';
import type { World } from '../world.ts';

type Json = Record<string, unknown>;

const groupLabel = 'eks.amazonaws.com/nodegroup';
const healthyNode = 'ip-10-0-0-a.eu-west-1.compute.internal';
const legacyNode = 'ip-10-0-4-a.eu-west-1.compute.internal';
const storageNode = 'ip-10-0-4-b.eu-west-1.compute.internal';
const required = (key: string, ...values: string[]) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values }] }],
      },
    },
  },
});

/**
 * Node group `legacy` moves from Amazon Linux 2 to Amazon Linux 2023 under another name, and `storage` is updated in place:
 * five workloads match no node afterwards, and the volumes of one have no other node. ExternalDNS uses the role of its nodes, and user data sets what the
 * kubelet and containerd of newer AMIs do not know.
 */
export function newNodesWorld(): World {
  const world = healthyWorld();
  const { nodegroups, launchTemplateVersions = [] } = world.aws;
  return {
    ...world,
    aws: {
      ...world.aws,
      nodegroups: {
        ...nodegroups,
        legacy: aManagedGroup('legacy', {
          version: '1.32',
          releaseVersion: '1.32.9-20251103',
          amiType: 'AL2_x86_64',
          scalingConfig: { minSize: 1, desiredSize: 1, maxSize: 3 },
          taints: [{ key: 'dedicated', value: 'batch', effect: 'NO_SCHEDULE' }],
        }),
        storage: aManagedGroup('storage', {
          version: '1.32',
          releaseVersion: '1.32.3-20250403',
          scalingConfig: { minSize: 1, desiredSize: 1, maxSize: 3 },
          updateConfig: { maxUnavailable: 1, updateStrategy: 'MINIMAL' },
          launchTemplate: { id: 'lt-0a1b2c3d4e5f60059', name: 'storage', version: '2' },
        }),
      },
      launchTemplateVersions: [
        ...launchTemplateVersions,
        aLaunchTemplateVersion('lt-0a1b2c3d4e5f60059', 2, { UserData: userData }),
      ],
    },
    kube: {
      ...world.kube,
      objects: withRunningPods(
        withBudgets([
          ...world.kube.objects.filter(({ kind, metadata }) => kind !== 'CSINode' || !isNamed(metadata, healthyNode)),
          aNodeObject(legacyNode, {
            kubelet: 'v1.32.9-eks-113cf36',
            labels: { [groupLabel]: 'legacy' },
            taints: [{ key: 'dedicated', value: 'batch', effect: 'NoSchedule' }],
            osImage: 'Amazon Linux 2',
            runtime: 'containerd://1.7.27',
          }),
          aNodeObject(storageNode, {
            kubelet: 'v1.32.3-eks-113cf36',
            labels: { [groupLabel]: 'storage' },
            byHand: { tier: 'db', 'disk.example.com/size': '500' },
            runtime: 'containerd://1.7.27',
          }),
          ...placed('Deployment', 'shop/reports', legacyNode, {
            nodeSelector: { [groupLabel]: 'legacy' },
            tolerations,
          }),
          ...placed('Deployment', 'shop/exports', legacyNode, { ...required(groupLabel, 'legacy'), tolerations }),
          ...placed('DaemonSet', 'shop/scratch-disks', legacyNode, {
            nodeSelector: { [groupLabel]: 'legacy', 'kubernetes.io/os': 'linux' },
            tolerations,
          }),
          ...placed('StatefulSet', 'shop/ledger-db', storageNode, { nodeSelector: { tier: 'db' } }),
          ...[healthyNode, legacyNode, storageNode].map((name) => aCsiNodeObject(name, 1)),
          ...volumes.map((claim) =>
            aVolumeObject(`pvc-${claim}`, { driver: 'ebs.csi.aws.com', claim: `shop/${claim}` }),
          ),
          ...placed('StatefulSet', 'shop/search-index', storageNode, {
            volumes: volumes.map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
            affinity: {
              nodeAffinity: {
                requiredDuringSchedulingIgnoredDuringExecution: {
                  nodeSelectorTerms: [
                    { matchExpressions: [{ key: 'disk.example.com/size', operator: 'Gt', values: ['400'] }] },
                  ],
                },
              },
            },
          }),
          ...placed('Deployment', 'shop/external-dns', legacyNode, { tolerations }),
        ]),
        [legacyNode],
      ),
    },
  };
}

/** More volumes than the other nodes of the zone can attach. */
const volumes = ['index-0', 'index-1', 'index-2'];

function isNamed(metadata: unknown, name: string): boolean {
  return (metadata as { name: string }).name === name;
}

const tolerations = [{ key: 'dedicated', operator: 'Exists' }];

/** A workload with one pod on a node; both have these fields in their spec. */
function placed(
  kind: 'Deployment' | 'DaemonSet' | 'StatefulSet',
  path: string,
  node: string,
  spec: Json,
): readonly Json[] {
  const name = path.split('/')[1] ?? path;
  const workload = aWorkloadObject(kind, path, { replicas: 1 }) as { spec: { template: { spec: Json } } } & Json;
  const template = { ...workload.spec.template, spec: { ...workload.spec.template.spec, ...spec } };
  const owner =
    kind === 'Deployment' ? { kind: 'ReplicaSet', name: `${name}-7f6c5d8b9`, hash: '7f6c5d8b9' } : { kind, name };
  return [{ ...workload, spec: { ...workload.spec, template } }, aPodObject(`${path}-0`, node, owner, { spec })];
}

const userData = toUserData(`MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="//"

--//
Content-Type: application/node.eks.aws

apiVersion: node.eks.aws/v1alpha1
kind: NodeConfig
spec:
  kubelet:
    config:
      featureGates:
        AppArmor: true
  containerd:
    config: |
      version = 2
      [plugins."io.containerd.grpc.v1.cri".registry.mirrors."docker.io"]
        endpoint = ["https://mirror.registry.example"]
--//--
`);
