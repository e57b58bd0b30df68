import type { FactName, Facts } from '../../src/facts/facts.ts';
import { loadTable, type TableName } from '../../src/tables/tables.ts';
import type { Minor } from '../../src/syntax/versions.ts';
import { aController, anAddon, aNode, aNodegroup } from '../checks/cases.ts';
import { aNodeClass, aTerm } from '../checks/karpenter/objects.ts';

/** A world whose only object lies outside what a table holds: the silent facts, but for those that it changes. */
export interface Beyond {
  what: string;
  facts(silent: Pick<Facts, FactName>): Partial<Facts>;
  cluster?(silent: Facts['cluster']): Facts['cluster'];
  target?: Minor;
}

/** Worlds, or the reason why nothing can lie outside the table for this check. */
type Reach = string | readonly [Beyond, ...Beyond[]];

const requirements = 'it lists what EKS or Karpenter requires: an object is compared with all of it';
const number = 'it is a number or a date, not a list';
const closed = 'it is about a change that is complete: nothing is added';

const [amiReadThrough = ''] = loadTable('ami-releases').rows.flatMap((row) =>
  row.rowKind === 'read-through' ? [row.release] : [],
);
const controllerRows = loadTable('controllers').rows;
/** Some projects list a release and all later ones (`0.18+`). */
const withoutEnd = controllerRows.flatMap((row) =>
  row.rowKind === 'ranges' && row.versions.some(({ releases }) => releases.endsWith('+')) ? [row.controller] : [],
);
const controllerNames = controllerRows.flatMap((row) =>
  row.rowKind === 'controller' && !withoutEnd.includes(row.controller) ? [row.controller] : [],
);
const [firstController = '', ...otherControllers] = controllerNames;
const newerThanAll = (controller: string): Beyond => ({
  what: `${controller} of a release newer than the list of its project`,
  facts: () => ({ controllers: [aController({ controller, version: '999.0.0' })] }),
});
const beyondControllers: readonly [Beyond, ...Beyond[]] = [
  newerThanAll(firstController),
  ...otherControllers.map(newerThanAll),
  {
    what: 'a controller whose version cannot be read',
    facts: () => ({ controllers: [aController({ controller: firstController, version: null })] }),
  },
];
const unknownIssue = [{ code: 'SomethingNew', message: 'x', resourceIds: [] }];

function aReportingGroup(
  more: Partial<Facts['nodegroups'][number]>,
  node: Partial<Facts['nodes'][number]> = {},
): Partial<Facts> {
  const nodes = [aNode('a', 'v1.33.5', { computeType: 'managed', group: 'blue', instanceId: 'i-0a', ...node })];
  return { nodes, nodegroups: [aNodegroup('blue', more)], karpenterPools: [], karpenterNodeClasses: [] };
}

const bottlerocket = { osImage: 'Bottlerocket OS 1.60.0 (aws-k8s-1.33)', kernelVersion: '6.12.46' };

/** Each check that reads a table without an end; `*`: all checks that read it. */
export const reach: Partial<Record<TableName, Readonly<Record<string, Reach>>>> = {
  'addon-releases': {
    'addons/compatibility': 'no verdict depends on it: it keeps releases with known defects out of fixes',
    'addons/known-defects': [
      {
        what: 'an add-on of a release after the last one that was read',
        facts: () => ({ addons: [anAddon('vpc-cni', { version: 'v999.0.0-eksbuild.1' })], addonNames: ['vpc-cni'] }),
      },
      {
        what: 'an add-on whose version cannot be parsed',
        facts: () => ({ addons: [anAddon('vpc-cni', { version: 'edge' })], addonNames: ['vpc-cni'] }),
      },
    ],
  },
  'amazon-linux-2': { '*': closed },
  'api-scanners': { '*': 'it names scanners; a client that it does not hold counts as a program' },
  'ami-variants': { '*': 'no verdict depends on it: fixes name no AMI for what it does not list' },
  'ami-releases': {
    'nodes/ami-release': [
      {
        what: 'a release after the last one that was read',
        facts: () => aReportingGroup({ releaseVersion: `1.33.5-${Number(amiReadThrough) + 1}` }),
      },
      {
        what: 'nodes with Bottlerocket only',
        facts: () =>
          aReportingGroup({ amiType: 'BOTTLEROCKET_x86_64', releaseVersion: '1.60.0-0a1b2c3d' }, bottlerocket),
      },
    ],
  },
  'cluster-autoscaler': {
    '*': 'it names the newest patch release for a fix; the check compares minor versions, of which there is no end',
  },
  'cluster-ports': { '*': requirements },
  'cluster-role': { '*': requirements },
  controllers: {
    'addons/controllers': beyondControllers,
    'addons/controllers-unjudged': beyondControllers,
    'addons/cluster-autoscaler-rollback': 'only known breaks: the check compares minor versions',
    'addons/cluster-autoscaler-version': 'only known breaks: the check compares minor versions',
  },
  corefile: {
    'addons/coredns-corefile': [
      {
        what: 'a CoreDNS newer than the newest that was read',
        facts: ({ coredns }) => ({ coredns: coredns.map((copy) => ({ ...copy, version: '99.0.0' })) }),
      },
    ],
    'addons/coredns-upstream': 'one option that CoreDNS removed: later releases do not take it back',
  },
  'eks-registries': { '*': 'it decides how a fix names an image' },
  eksctl: { '*': 'since 0.202.0, eksctl asks EKS for the versions: that row holds for every later version' },
  'fargate-role': { '*': requirements },
  'field-managers': { '*': 'it names tools; a field manager that it does not hold counts as a program' },
  'health-codes': {
    'addons/health': [
      {
        what: 'a code that is not known',
        facts: ({ addons }) => ({ addons: addons.map((addon) => ({ ...addon, healthIssues: unknownIssue })) }),
      },
    ],
    'control-plane/health': [
      {
        what: 'a code that is not known',
        facts: ({ cluster }) => ({ cluster: { ...cluster, healthIssues: unknownIssue } }),
        cluster: (cluster) => ({ ...cluster, healthIssues: unknownIssue }),
      },
    ],
    'nodes/fargate-profiles': [
      {
        what: 'a code that is not known',
        facts: ({ fargateProfiles }) => ({
          fargateProfiles: fargateProfiles.map((profile) => ({ ...profile, healthIssues: unknownIssue })),
        }),
      },
    ],
    'nodes/node-group-health': [
      { what: 'a code that is not known', facts: () => aReportingGroup({ healthIssues: unknownIssue }) },
    ],
  },
  'ingress-nginx': { '*': closed },
  insights: {
    '*': 'it tells which check judges a topic live; an insight of another topic counts by what EKS says of it',
  },
  'karpenter-capacity': { '*': 'it tells from which Karpenter on there is a fallback: no later one has taken it back' },
  'karpenter-empty-terms': { '*': 'closed: every later release ignores such terms' },
  'karpenter-images': {
    'karpenter/ami-selection': [
      {
        what: 'an alias pinned to a release for a Kubernetes version whose first AMIs are not known',
        facts: () => ({
          karpenterNodeClasses: [
            aNodeClass('default', {
              alias: 'al2023@v20260701',
              terms: { ...aNodeClass('default').terms, amis: [aTerm({ alias: 'al2023@v20260701' })] },
            }),
          ],
        }),
        target: 37,
      },
    ],
  },
  'karpenter-node-role': { '*': requirements },
  'karpenter-registration': {
    '*': 'ranges of releases that have ended: a later release is judged by karpenter/version-behind',
  },
  'log-formats': { '*': closed },
  'release-permissions': { '*': 'what it adds belongs to the finding about an update: no pass depends on it' },
  'retired-images': {
    '*': 'it lists paths without images: about any other image the check claims nothing, and it names those that it left open',
  },
  'managed-changes': { '*': 'it names files and commands: a change that it does not hold names the manager alone' },
  rollback: { '*': number },
  'runtime-sockets': { '*': closed },
  'schema-1-images': {
    'workloads/schema-1-images': [
      {
        what: 'a listed image by digest',
        facts: ({ nodes, deployments }) => ({
          nodes: nodes.map((node) => ({
            ...node,
            containerRuntimeVersion: 'containerd://1.7.27',
            osImage: 'Bottlerocket OS 1.30.0',
          })),
          deployments: deployments.map((one) => ({
            ...one,
            containers: [{ name: 'app', image: `quay.io/goswagger/swagger@sha256:${'0'.repeat(64)}` }],
          })),
        }),
        target: 34,
      },
    ],
  },
  skew: { '*': 'a policy: its last row holds for every later kubelet' },
  'subnet-addresses': { '*': number },
  'support-window': { '*': number },
  'token-floors': { '*': 'a minimum for each component that the fact can hold; every later release has it' },
  'vcpu-quotas': {
    'account/quotas': [
      {
        what: 'an instance family that no quota is known for',
        facts: () => aReportingGroup({ instanceTypes: ['zz9.large'] }, { instanceType: 'zz9.large' }),
      },
    ],
  },
  'volume-drivers': { '*': closed },
};

/** Worlds for tables that end at a Kubernetes version, and hold families of objects besides. */
export const alsoBeyond: Readonly<Record<string, readonly [Beyond, ...Beyond[]]>> = {
  'addons/kube-proxy-mode': [
    {
      what: 'a mode that is not known',
      facts: ({ kubeProxyModes }) => ({
        kubeProxyModes: kubeProxyModes.map((copy) => ({
          ...copy,
          configuration: { state: 'read' as const, mode: 'wind', configMap: 'kube-proxy-config' },
        })),
      }),
    },
  ],
  'nodes/cgroup-v1': [
    {
      what: 'an operating system whose cgroup version is not known',
      facts: ({ nodes }) => ({ nodes: nodes.map((node) => ({ ...node, osImage: 'Plan 9' })) }),
      target: 35,
    },
  ],
  'nodes/container-runtime': [
    {
      what: 'a container runtime that is neither Docker nor containerd',
      facts: ({ nodes }) => ({ nodes: nodes.map((node) => ({ ...node, containerRuntimeVersion: 'cri-o://1.33.0' })) }),
    },
  ],
  'nodes/kernel': [
    {
      what: 'nodes with Bottlerocket only',
      facts: () => aReportingGroup({ amiType: 'BOTTLEROCKET_x86_64' }, bottlerocket),
    },
  ],
};
