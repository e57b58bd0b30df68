import { expect } from 'vitest';
import check from '../../../checks/addons/kube-proxy-skew.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Component } from '../../../src/facts/kube.ts';
import { aKarpenter, aComponent, aNode, aNodegroup, checkCases } from '../cases.ts';
import { ownerRows } from '../owners.ts';
import { waited } from '../printed-updates.ts';
import { managerRows } from '../managers.ts';

const ecr = '602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/kube-proxy';
const resource = { kind: 'DaemonSet', namespace: 'kube-system', name: 'kube-proxy' };

function aKubeProxy(version: string | null, more: Partial<Component> = {}): Component {
  return aComponent({
    kind: 'DaemonSet',
    name: 'kube-proxy',
    replicas: null,
    image: `${ecr}:v${version ?? 'latest'}-minimal-eksbuild.4`,
    version,
    versionSource: version === null ? null : 'image tag',
    ...more,
  });
}

type Pod = Facts['pods'][number];
const aPod = (controller: Pod['controller']) => ({ namespace: 'kube-system', name: 'p', controller }) as Pod;
const compute = {
  nodes: [aNode('a', 'v1.33.5')],
  nodegroups: [],
  autoScalingGroups: [],
  karpenterControllers: [],
  apiGroups: [],
};
const noKubeProxy = 'no kube-proxy runs in this cluster (another program, such as Cilium, may replace it)';

checkCases(check, [
  {
    it: 'skips a DaemonSet that no node runs, whatever its pods',
    facts: { kubeProxy: [aKubeProxy('1.28.15', { matchesNoNode: true })], ...compute },
    skip: 'the kube-proxy DaemonSet has no pods (another program, such as Cilium, may replace it)',
  },
  {
    it: 'judges the copy that nodes run beside one that none runs',
    current: '1.33',
    target: '1.34',
    facts: {
      kubeProxy: [aKubeProxy('1.28.15', { name: 'parked', matchesNoNode: true }), aKubeProxy('1.30.14')],
      ...compute,
    },
    findingsLike: [{ level: 'fail', resource }],
  },
  ...['1.33.5', '1.31.14'].map((version) => ({
    it: `is silent about ${version} for a rollback from 1.34 to 1.33`,
    current: '1.34',
    target: '1.33',
    facts: { kubeProxy: [aKubeProxy(version)] },
    findings: [],
  })),
  {
    it: 'fails where it is too new for a rollback',
    current: '1.34',
    target: '1.33',
    facts: { kubeProxy: [aKubeProxy('1.34.1', { addon: 'kube-proxy' })] },
    findings: [
      {
        level: 'fail',
        at: 33,
        resource,
        short: 'too new for the control plane',
        message: 'kube-proxy 1.34 is too new for control plane 1.33',
        evidence: [{ observed: '1.34.1 (image tag)', required: '1.30 to 1.33' }],
        fix: [
          'Before you roll back the control plane, install kube-proxy of 1.33. Set the EKS add-on to the newest version for 1.33 that EKS lists:',
          '```sh',
          'aws eks describe-addon-versions --region eu-west-1 --addon-name kube-proxy --kubernetes-version 1.33 \\',
          "  --query 'addons[].addonVersions[].addonVersion'",
          waited(
            'aws eks update-addon --region eu-west-1 --cluster-name prod --addon-name kube-proxy \\\n  --addon-version v1.33.x-eksbuild.y --resolve-conflicts PRESERVE',
            '--addon-name kube-proxy',
          ),
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'keeps the role of the EKS add-on',
    current: '1.34',
    target: '1.33',
    facts: { kubeProxy: [aKubeProxy('1.34.1', { addon: 'kube-proxy', addonRole: 'arn:aws:iam::1:role/proxy' })] },
    findingsLike: [
      { fix: expect.stringContaining('PRESERVE \\\n  --service-account-role-arn arn:aws:iam::1:role/proxy') as string },
    ],
  },
  ...managerRows(
    'the add-on',
    /Before you roll back the control plane, install kube-proxy of 1\.33\. Set the EKS add-on to the newest version for 1\.33 that EKS lists[.:] /,
  ).map(({ who, tags, fix }) => ({
    it: `says first where the EKS add-on is managed: ${who}`,
    current: '1.34',
    target: '1.33',
    facts: { kubeProxy: [aKubeProxy('1.34.1', { addon: 'kube-proxy', addonTags: tags })] },
    findingsLike: [{ fix }],
  })),
  {
    it: 'is silent where it is too old today, and a rollback makes it supported',
    current: '1.34',
    target: '1.33',
    facts: { kubeProxy: [aKubeProxy('1.30.14')] },
    findings: [],
  },
  {
    it: 'fails where it is too old for the target of a rollback, and asks for its version',
    current: '1.34',
    target: '1.33',
    facts: { kubeProxy: [aKubeProxy('1.29.14')] },
    findingsLike: [
      {
        level: 'fail',
        at: 33,
        message: 'kube-proxy 1.29 is too old for control plane 1.33',
        fix: expect.stringMatching(
          /^Before you roll back the control plane, install kube-proxy of 1\.33\. .* set an image of 1\.33 there/,
        ) as string,
      },
    ],
  },
  {
    it: 'warns of a copy on Windows nodes that is too new for a rollback',
    current: '1.34',
    target: '1.33',
    facts: { kubeProxy: [aKubeProxy('1.34.1', { name: 'kube-proxy-windows', windows: true })] },
    findingsLike: [
      {
        level: 'warn',
        at: 33,
        blocks: 'workloads',
        message: 'kube-proxy 1.34 on Windows nodes is too new for control plane 1.33',
      },
    ],
  },
  ...['1.33.5', '1.32.0', '1.31.14'].map((version) => ({
    it: `is silent about ${version} for 1.33 and 1.34`,
    facts: { kubeProxy: [aKubeProxy(version)] },
    findings: [],
  })),
  {
    it: 'fails where a step leaves it too far behind, with the command for this DaemonSet',
    facts: { kubeProxy: [aKubeProxy('1.30.14')] },
    findings: [
      {
        level: 'fail',
        at: 34,
        resource,
        message: 'kube-proxy 1.30 is too old for control plane 1.34',
        evidence: [{ observed: '1.30.14 (image tag)', required: '1.31 to 1.34' }],
        fix: [
          'Where a chart, a manifest or a module defines it, set an image of 1.33 there first. Then:',
          '```sh',
          `kubectl -n kube-system set image daemonset/kube-proxy kube-proxy=${ecr}:TAG`,
          'kubectl -n kube-system rollout status daemonset/kube-proxy',
          '```',
          'For TAG, the user guide lists the newest one for 1.33 (`v1.33.PATCH-minimal-eksbuild.BUILD`); if you use a mirror, copy the image there first.',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'gives the EKS add-on its own command, in the cluster’s region',
    facts: { kubeProxy: [aKubeProxy('1.30.14', { addon: 'kube-proxy' })] },
    findingsLike: [
      {
        fix: expect.stringMatching(
          /--kubernetes-version 1\.33 [\s\S]*aws eks update-addon --region eu-west-1 --cluster-name prod --addon-name kube-proxy \\\n {2}--addon-version v1\.33\.x-eksbuild\.y/,
        ) as string,
      },
    ],
  },
  {
    it: 'waits for a step of the path where today’s version would not do',
    current: '1.30',
    target: '1.34',
    facts: { kubeProxy: [aKubeProxy('1.30.14')] },
    findingsLike: [
      {
        at: 34,
        fix: expect.stringMatching(
          /^Do this when the control plane is at 1\.33, before you update it to 1\.34\./,
        ) as string,
      },
    ],
  },
  {
    it: 'lets a kube-proxy before 1.25 be two minors behind',
    current: '1.26',
    facts: { kubeProxy: [aKubeProxy('1.24.17'), aKubeProxy('1.25.16', { name: 'canary' })] },
    findingsLike: [
      { level: 'fail', at: 27, resource, evidence: [{ observed: '1.24.17 (image tag)', required: '1.25 to 1.27' }] },
    ],
  },
  {
    it: 'fails today where it is newer than the control plane and no update reaches it, and brings it back',
    target: '1.33',
    facts: { kubeProxy: [aKubeProxy('1.34.1')] },
    findingsLike: [
      {
        level: 'fail',
        at: 33,
        short: 'too new for the control plane',
        message: 'kube-proxy 1.34 is too new for control plane 1.33',
        fix: expect.stringContaining('v1.33.PATCH-minimal') as string,
      },
    ],
  },
  {
    it: 'fails where it is newer than every version of the path',
    facts: { kubeProxy: [aKubeProxy('1.35.1')] },
    findingsLike: [{ level: 'fail', at: 33, message: 'kube-proxy 1.35 is too new for control plane 1.33' }],
  },
  {
    it: 'warns where it is newer than the control plane today and the update reaches it',
    facts: { kubeProxy: [aKubeProxy('1.34.1')] },
    findings: [
      {
        level: 'warn',
        rule: 'newer-today',
        resource,
        message: 'kube-proxy 1.34 is too new for control plane 1.33; the update to 1.34 ends it',
        evidence: [{ observed: '1.34.1 (image tag)', required: '1.30 to 1.33' }],
        fix: 'Update the control plane to 1.34: nothing has to be replaced. Kubernetes does not support this combination until then.',
      },
    ],
  },
  {
    it: 'only warns of a DaemonSet for Windows nodes, which stops no update of the control plane',
    facts: {
      kubeProxy: [
        aKubeProxy('1.33.5'),
        aKubeProxy('1.27.3', {
          name: 'kube-proxy-windows',
          image: 'docker.io/sigwindowstools/kube-proxy:v1.27.3-calico-hostprocess',
          windows: true,
        }),
      ],
    },
    findings: [
      {
        level: 'warn',
        blocks: 'workloads',
        at: 33,
        resource: { ...resource, name: 'kube-proxy-windows' },
        message: 'kube-proxy 1.27 on Windows nodes is too old for control plane 1.33',
        evidence: [{ observed: '1.27.3 (image tag)', required: '1.30 to 1.33' }],
        fix: expect.stringContaining('set an image of 1.33 for Windows there first.') as string,
      },
    ],
  },
  {
    it: 'is silent about a DaemonSet for Windows nodes inside the window',
    facts: { kubeProxy: [aKubeProxy('1.32.3', { name: 'kube-proxy-windows', windows: true })] },
    findings: [],
  },
  {
    it: 'does not know where no version is readable',
    facts: { kubeProxy: [aKubeProxy(null), aKubeProxy('0.8.2', { name: 'odd' })] },
    findingsLike: [
      { level: 'unknown', rule: 'version-not-readable' },
      { level: 'unknown', rule: 'version-not-readable' },
    ],
  },
  {
    it: 'is judged in Auto Mode where a copy runs',
    cluster: { autoMode: true },
    facts: { kubeProxy: [aKubeProxy('1.33.5')], ...compute },
    findings: [],
  },
  {
    it: 'is skipped in Auto Mode',
    cluster: { autoMode: true },
    facts: { kubeProxy: [], ...compute, nodes: [aNode('i-0a', 'v1.33.5', { computeType: 'auto' })] },
    skip: 'EKS Auto Mode has its own service proxy',
  },
  {
    it: 'is skipped beside Auto Mode where other nodes run without it',
    cluster: { autoMode: true },
    facts: { kubeProxy: [], ...compute, nodes: [aNode('a', 'v1.33.5', { computeType: 'managed' })] },
    skip: 'no kube-proxy runs in this cluster (another program, such as Cilium, may replace it)',
  },
  { it: 'is skipped where another program does its work', facts: { kubeProxy: [], ...compute }, skip: noKubeProxy },
  {
    it: 'is skipped where the DaemonSet starts no pod',
    facts: {
      kubeProxy: [aKubeProxy('1.25.16')],
      ...compute,
      pods: [aPod({ kind: 'DaemonSet', name: 'cilium' }), aPod(null)],
    },
    skip: 'the kube-proxy DaemonSet has no pods (another program, such as Cilium, may replace it)',
  },
  {
    it: 'is judged without a pod where no node is there that would run one: Karpenter starts the next',
    facts: {
      kubeProxy: [aKubeProxy('1.30.14')],
      ...compute,
      nodes: [aNode('fargate-a', 'v1.33.5', { computeType: 'fargate' })],
      apiGroups: ['karpenter.sh'],
      pods: [aPod(null)],
    },
    findingsLike: [{ level: 'fail', at: 34 }],
  },
  {
    it: 'is judged without a pod where no node group of an Auto Mode cluster has a node',
    cluster: { autoMode: true },
    facts: {
      kubeProxy: [aKubeProxy('1.30.14')],
      ...compute,
      nodes: [aNode('i-0', 'v1.33.5', { computeType: 'auto' })],
      nodegroups: [aNodegroup('idle')],
      pods: [aPod(null)],
    },
    findingsLike: [{ level: 'fail', at: 34 }],
  },
  {
    it: 'is judged without a pod where Karpenter may add nodes to an Auto Mode cluster',
    cluster: { autoMode: true },
    facts: {
      kubeProxy: [aKubeProxy('1.30.14')],
      ...compute,
      karpenterControllers: [aKarpenter()],
      nodes: [aNode('i-0', 'v1.33.5', { computeType: 'auto' })],
      pods: [aPod(null)],
    },
    findingsLike: [{ level: 'fail', at: 34 }],
  },
  {
    it: 'is skipped where the DaemonSet is left over from before Auto Mode',
    cluster: { autoMode: true },
    facts: {
      kubeProxy: [aKubeProxy('1.30.14')],
      ...compute,
      nodes: [aNode('i-0', 'v1.33.5', { computeType: 'auto' })],
      pods: [aPod(null)],
    },
    skip: 'only EKS Auto Mode nodes, which have their own service proxy',
  },
  {
    it: 'is judged where one of its pods is seen',
    facts: {
      kubeProxy: [aKubeProxy('1.33.5')],
      ...compute,
      pods: [aPod({ kind: 'DaemonSet', name: 'kube-proxy' })],
    },
    findings: [],
  },
  {
    it: 'is skipped where all nodes are Fargate’s',
    facts: {
      kubeProxy: [aKubeProxy('1.25.16')],
      ...compute,
      nodes: [aNode('fargate-a', 'v1.33.5', { computeType: 'fargate' })],
    },
    skip: 'only Fargate nodes, which run no kube-proxy',
  },
  ...ownerRows({}).map(({ who, more, fix }) => ({
    it: `tells the owner of the DaemonSet: ${who}`,
    facts: { kubeProxy: [aKubeProxy('1.30.14', more)] },
    findingsLike: [{ fix }],
  })),
]);
