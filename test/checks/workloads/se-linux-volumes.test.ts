import check from '../../../checks/workloads/se-linux-volumes.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aNode, checkCases, type Case } from '../cases.ts';

type Pod = Facts['seLinuxVolumes']['claims'][number]['pods'][number];

const pod = (name: string, label: string, node: string | null = 'a'): Pod => ({ name, node, label });
const volume = (driver: string | null): Facts['persistentVolumes'][number] => ({
  name: 'pv-1',
  driver,
  inTreeEbs: false,
  phase: 'Bound',
  claim: 'shop/data',
  storageClass: null,
});
const bottlerocket = 'Bottlerocket OS 1.69.0 (aws-k8s-1.36)';
const sharing = (
  pods: readonly Pod[],
  { osImage = bottlerocket, driver = 'ebs.csi.aws.com' }: { osImage?: string; driver?: string | null } = {},
): Partial<Facts> => ({
  nodes: ['a', 'b'].map((name) => aNode(name, 'v1.35.4', { osImage })),
  persistentVolumes: [volume(driver)],
  seLinuxVolumes: { drivers: ['ebs.csi.aws.com'], claims: [{ namespace: 'shop', claim: 'data', pods: [...pods] }] },
});
const path = { current: '1.35', target: '1.36' };
const silent = (it: string, facts: Partial<Facts>): Case => ({ it, ...path, facts, findings: [] });
const warns = (it: string, facts: Partial<Facts>, more: Partial<Case> = {}): Case => ({
  it,
  ...path,
  facts,
  findingsLike: [{ level: 'warn', at: 36 }],
  ...more,
});

const one = pod('web-0', ':::s0:c1,c2');
const other = pod('web-1', ':::s0:c3,c4');

checkCases(check, [
  {
    it: 'is silent where no pods share a volume with different labels',
    ...path,
    facts: { ...sharing([]), seLinuxVolumes: { drivers: ['ebs.csi.aws.com'], claims: [] } },
    findings: [],
  },
  {
    it: 'warns of two labels on one volume',
    ...path,
    facts: sharing([one, other]),
    findings: [
      {
        level: 'warn',
        at: 36,
        resource: { kind: 'PersistentVolumeClaim', namespace: 'shop', name: 'data' },
        message:
          'pods web-0 (label :::s0:c1,c2) and web-1 (label :::s0:c3,c4) mount it: on one node, the second of them stays in ContainerCreating: the kubelet mounts a volume with one label for all its pods (EKS announces this for 1.36, Kubernetes 1.37 does it)',
        evidence: [
          {
            observed: 'label :::s0:c1,c2',
            required: 'the same label for all 2 pods',
            resource: 'Pod shop/web-0',
            fact: 'seLinuxVolumes',
          },
          {
            observed: 'label :::s0:c3,c4',
            required: 'the same label for all 2 pods',
            resource: 'Pod shop/web-1',
            fact: 'seLinuxVolumes',
          },
        ],
        fix: `Give all pods that share the volume the same \`seLinuxOptions\`, or set \`seLinuxChangePolicy: Recursive\`
          in \`securityContext\` of all of them before the update: their volumes are then labeled file by file, as
          before.\n\`\`\`sh
kubectl -n shop describe persistentvolumeclaim data
\`\`\``,
        links: ['https://kubernetes.io/blog/2026/04/22/breaking-changes-in-selinux-volume-labeling/'],
      },
    ],
  },
  warns('warns of a label beside a pod without one, such as a privileged pod', sharing([one, pod('agent', '')])),
  warns('warns of two types of one level', sharing([pod('x', '::a_t:s0'), pod('y', '::b_t:s0')])),
  warns('warns of pods on two nodes: their replacements may share one', sharing([one, pod('web-1', ':::s0:c9', 'b')])),
  warns('warns on Amazon Linux 2023', sharing([one, other], { osImage: 'Amazon Linux 2023.8.20260914' })),
  warns('warns where 1.36 is behind', sharing([one, other]), {
    current: '1.36',
    target: '1.37',
    findingsLike: [{ level: 'warn' }],
  }),
  silent('takes a part that one label lacks from the node', sharing([pod('x', '::a_t:s0'), pod('y', ':::s0')])),
  silent('is silent about nodes without SELinux', sharing([one, other], { osImage: 'Ubuntu 24.04.1 LTS' })),
  silent('is silent about a driver that mounts without labels', sharing([one, other], { driver: 'efs.csi.aws.com' })),
  silent('is silent about a volume without a driver', sharing([one, other], { driver: null })),
  silent('is silent about pods that wait for a node', sharing([one, pod('web-1', ':::s0:c9', null)])),
  {
    it: 'is silent below 1.36',
    current: '1.34',
    target: '1.35',
    facts: sharing([one, other]),
    findings: [],
  },
]);
