import { expect } from 'vitest';
import check from '../../../checks/addons/ebs-csi-driver.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aComponent, aNode, checkCases, type Case, type ExpectedFinding } from '../cases.ts';
import { addonPlaces, creatorRows } from '../managers.ts';

type Volume = Facts['persistentVolumes'][number];

const inTree = aVolume('pvc-1', { inTreeEbs: true, storageClass: 'gp2' });
const own = aVolume('pvc-2', { driver: 'ebs.csi.aws.com', claim: 'shop/orders', storageClass: 'gp3' });
const ofAutoMode = aVolume('pvc-3', { driver: 'ebs.csi.eks.amazonaws.com' });
const controller = aComponent({ name: 'ebs-csi-controller', version: '1.53.0' });
const source = 'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-extended.html';

function aVolume(name: string, more: Partial<Volume> = {}): Volume {
  return { name, driver: null, inTreeEbs: false, phase: 'Bound', claim: null, storageClass: null, ...more };
}

function facts(persistentVolumes: Volume[], controllers: Facts['ebsCsiControllers'] = [], drivers: string[] = []) {
  const csiDrivers = ['efs.csi.aws.com', ...drivers];
  return { persistentVolumes, csiDrivers, ebsCsiControllers: controllers } satisfies Case['facts'];
}

const driver = ['ebs.csi.aws.com'];
const install: string = expect.stringContaining('aws eks create-addon --region eu-west-1 --cluster-name prod');

const missing: ExpectedFinding = {
  level: 'fail',
  rule: 'in-tree',
  resource: { kind: 'CSIDriver', name: 'ebs.csi.aws.com' },
  message: '1 EBS volume (kubernetes.io/aws-ebs) in use and no EBS CSI driver runs in this cluster',
  evidence: [
    {
      observed: 'kubernetes.io/aws-ebs, class gp2',
      required: 'the driver ebs.csi.aws.com from 1.23 on',
      resource: 'PersistentVolume pvc-1',
      fact: 'persistentVolumes',
    },
  ],
  fix: install,
  links: [source],
};
const virtual = aNode('fargate-1', 'v1.33.0', { computeType: 'fargate' });

const helm = { release: 'aws-ebs-csi-driver', releaseNamespace: 'storage', managedBy: 'Helm' };
const flux = {
  release: 'ebs',
  releaseNamespace: 'kube-system',
  managedBy: 'Flux',
  applier: { kind: 'HelmRelease' as const, namespace: 'flux-system', name: 'ebs' },
};
const scaledBy: readonly [string, Partial<typeof controller>, RegExp][] = [
  [
    'its Helm release, with the chart that is installed',
    { owner: helm },
    /helm list --namespace storage --filter '\^aws-ebs-csi-driver\$'[^]*helm upgrade aws-ebs-csi-driver aws-ebs-csi-driver\/aws-ebs-csi-driver[^]*--namespace storage -f aws-ebs-csi-driver-values\.yaml --set controller\.replicaCount=2/,
  ],
  ['Flux', { owner: flux }, /^(?![^]*kubectl)[^]*Flux \(HelmRelease flux-system\/ebs\) manages it/],
  [
    'its EKS add-on',
    { addon: 'aws-ebs-csi-driver', owner: helm },
    /describe-addon [^]*--addon-name aws-ebs-csi-driver/,
  ],
  [
    'its EKS add-on, with a role that an update must repeat',
    { addon: 'aws-ebs-csi-driver', addonRole: 'arn:aws:iam::1:role/ebs' },
    /Repeat its `--service-account-role-arn` \(arn:aws:iam::1:role\/ebs\): without it, EKS uses the node role\./,
  ],
];

checkCases(check, [
  { it: 'is silent where no volume exists, driver or not', facts: facts([]), findings: [] },
  { it: 'is silent where the driver is there', facts: facts([inTree, own], [controller], driver), findings: [] },
  {
    it: 'is silent about other kinds of volumes',
    facts: facts([aVolume('a', { driver: 'efs.csi.aws.com' }), ofAutoMode, aVolume('nfs')]),
    findings: [],
  },
  {
    it: 'is silent about volumes that nothing uses',
    facts: facts([aVolume('a', { inTreeEbs: true, phase: 'Released' }), { ...own, phase: 'Available' }]),
    findings: [],
  },
  { it: 'fails today in a cluster at 1.23 or later', facts: facts([inTree]), findings: [{ ...missing, at: 33 }] },
  ...creatorRows(/Create an IAM role [^]*, and install\s+the driver as an EKS add-on with it/, addonPlaces).map(
    ({ who, tags, fix }) => ({
      it: `says where to define the add-on: ${who}`,
      cluster: { tags },
      facts: facts([inTree]),
      findingsLike: [{ fix }],
    }),
  ),
  {
    it: 'fails at 1.23 where the path comes to it',
    current: '1.21',
    target: '1.24',
    facts: facts([inTree]),
    findings: [{ ...missing, at: 23 }],
  },
  {
    it: 'is silent before 1.23, where Kubernetes serves the volumes itself',
    current: '1.21',
    facts: facts([inTree]),
    findings: [],
  },
  {
    it: 'fails at any version for volumes of the driver itself',
    current: '1.21',
    facts: facts([own, inTree]),
    findings: [
      {
        level: 'fail',
        rule: 'csi',
        resource: { kind: 'CSIDriver', name: 'ebs.csi.aws.com' },
        message: '1 EBS volume (ebs.csi.aws.com) in use and no EBS CSI driver runs in this cluster',
        evidence: [
          {
            observed: 'ebs.csi.aws.com, claim shop/orders, class gp3',
            required: 'the driver ebs.csi.aws.com',
            resource: 'PersistentVolume pvc-2',
            fact: 'persistentVolumes',
          },
        ],
        fix: install,
        links: [source],
      },
    ],
  },
  {
    it: 'does not support the object alone for the driver',
    facts: facts([inTree], [], driver),
    findingsLike: [
      {
        level: 'fail',
        message: '1 EBS volume (kubernetes.io/aws-ebs) in use and no EBS CSI driver runs in this cluster',
      },
    ],
  },
  {
    it: 'does not support the driver of EKS Auto Mode for it, and says so',
    cluster: { autoMode: true },
    facts: facts([inTree, ofAutoMode], [], ['ebs.csi.eks.amazonaws.com']),
    findingsLike: [{ level: 'fail', fix: expect.stringContaining('only serve `ebs.csi.eks.amazonaws.com`') }],
  },
  {
    it: 'fails where the controller is scaled to 0',
    facts: facts([own], [{ ...controller, replicas: 0 }], driver),
    findingsLike: [
      {
        level: 'fail',
        resource: { kind: 'Deployment', namespace: 'kube-system', name: 'ebs-csi-controller' },
        short: 'volumes in use, but scaled to 0',
        message: '1 EBS volume (ebs.csi.aws.com) in use and the EBS CSI driver is scaled to 0',
        fix: expect.stringMatching(
          /Where a chart, a manifest or a module defines it, set two replicas[^]*there first\. Then:[^]*scale deployment ebs-csi-controller --replicas 2/,
        ) as string,
      },
    ],
  },
  ...scaledBy.map(([who, more, fix]) => ({
    it: `lets the owner of the controller scale it up: ${who}`,
    facts: facts([own], [{ ...controller, replicas: 0, ...more }], driver),
    findingsLike: [{ level: 'fail' as const, fix: expect.stringMatching(fix) as string }],
  })),
  {
    it: 'warns where the controller runs without its object',
    facts: facts([own, inTree], [controller]),
    findingsLike: [
      {
        level: 'warn',
        rule: 'not-registered',
        message: "2 EBS volumes in use, and the driver's CSIDriver object is missing",
      },
    ],
  },
  {
    it: 'shows a handful of many volumes and counts the rest',
    facts: facts(Array.from({ length: 1200 }, (_, index) => ({ ...inTree, name: `pvc-${index}` }))),
    findingsLike: [
      {
        message: '1200 EBS volumes (kubernetes.io/aws-ebs) in use and no EBS CSI driver runs in this cluster',
        evidence: expect.arrayContaining([{ observed: 'and 1195 more', fact: 'persistentVolumes' }]),
      },
    ],
  },
  {
    it: "fills in the partition's ARN",
    cluster: { partition: 'aws-cn', region: 'cn-north-1' },
    facts: facts([inTree]),
    findingsLike: [{ fix: expect.stringContaining('arn:aws-cn:iam::111122223333:role/') }],
  },
  {
    it: 'does not apply where nothing but Fargate runs',
    facts: { ...facts([inTree]), nodes: [virtual], nodegroups: [], autoScalingGroups: [], apiGroups: [] },
    skip: 'only Fargate nodes, which mount no EBS volume',
  },
]);
