import { expect } from 'vitest';
import check from '../../../checks/addons/health/check.ts';
import { loadTable } from '../../../src/tables/tables.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aComponent, anAddon, aNode, checkCases, type Case } from '../cases.ts';
import { ownerRows } from '../owners.ts';
import { formatRule, listSpellings } from '../health-codes.ts';
import { addonPlaces, creatorRows, managerRows } from '../managers.ts';

const look = (addon: string) =>
  `\`\`\`sh\naws eks describe-addon --region eu-west-1 --cluster-name prod --addon-name ${addon} \\\n  --query 'addon.[addonVersion,status,health.issues]'\n\`\`\``;
const issue = (code: string, message = '', resourceIds: string[] = []) => ({ code, message, resourceIds });

type Core = Facts['coreComponents'][number];

/** A Deployment of a core component in kube-system; `more` can make it a DaemonSet. */
function core(component: Core['component'], wanted: number, available: number, more: Partial<Core> = {}): Core {
  const pods = { wanted, available };
  return { ...aComponent({ name: component, version: '1.2.3', replicas: wanted }), component, pods, ...more };
}

const daemonSet = { kind: 'DaemonSet', replicas: null };
const nodes = [aNode('a', 'v1.33.5')];
const autoNodes = [aNode('i-0a', 'v1.33.5', { computeType: 'auto' })];
const dns = core('coredns', 2, 2);

const idleness: readonly [string, string, Partial<Facts>, 'fail' | 'warn' | 'unknown', RegExp][] = [
  ['fails', 'where nodes are there', { nodes }, 'fail', /^EKS reports InsufficientNumberOfReplicas/],
  ['warns', 'where no node is there', { nodes: [] }, 'warn', /^the cluster has no nodes to run its pods: EKS reports/],
  ['does not know', 'where nodes were not read', {}, 'unknown', /; unknown whether the cluster has nodes/],
];

checkCases(check, [
  {
    it: 'is silent in EKS Auto Mode without an EKS add-on and a core component of its own',
    cluster: { autoMode: true },
    facts: { addons: [], coreComponents: [], nodes: autoNodes },
    findings: [],
  },
  {
    it: 'is silent about core components with an available pod, and during a rollout',
    facts: {
      addons: [],
      coreComponents: [
        core('coredns', 2, 1),
        core('vpc-cni', 3, 2, { ...daemonSet, name: 'aws-node' }),
        core('kube-proxy', 3, 3, daemonSet),
        core('aws-load-balancer-controller', 2, 1),
        core('ebs-csi-controller', 2, 2),
      ],
      nodes,
    },
    findings: [],
  },
  {
    it: 'fails where CoreDNS is scaled to 0',
    facts: { addons: [], coreComponents: [core('coredns', 0, 0)], nodes },
    findings: [
      {
        level: 'fail',
        rule: 'scaled-to-0',
        resource: { kind: 'Deployment', namespace: 'kube-system', name: 'coredns' },
        blocks: 'workloads',
        message: 'CoreDNS is scaled to 0: names do not resolve in the cluster',
        evidence: [{ observed: '0 desired pods', required: 'at least one available pod', fact: 'coreComponents' }],
        fix: 'Scale it up again, unless it was scaled down on purpose. Where a chart, a manifest or a module defines it, set two replicas there first. Then:\n```sh\nkubectl -n kube-system scale deployment coredns --replicas=2\n```',
      },
    ],
  },
  ...managerRows(
    'the add-on',
    /Scale it up again, unless it was scaled down on purpose\. (?:If the configuration values of the add-on set `replicaCount`, [^]* all of them\. )?/,
  ).map(({ who, tags, fix }) => ({
    it: `says first where the number of replicas of an add-on is managed: ${who}`,
    facts: { addons: [anAddon('coredns', { tags })], coreComponents: [core('coredns', 0, 0)], nodes },
    findingsLike: [{ rule: 'scaled-to-0', fix }],
  })),
  ...creatorRows(/Install CoreDNS as an EKS add-on/, addonPlaces).map(({ who, tags, fix }) => ({
    it: `says where to define CoreDNS as an add-on: ${who}`,
    cluster: { tags },
    facts: { addons: [], coreComponents: [core('kube-proxy', 1, 1, daemonSet)], nodes },
    findingsLike: [{ rule: 'coredns-absent', fix }],
  })),
  {
    it: 'fails where no CoreDNS is in the cluster',
    facts: { addons: [], coreComponents: [core('kube-proxy', 1, 1, daemonSet)], nodes },
    findingsLike: [
      {
        level: 'fail',
        rule: 'coredns-absent',
        resource: { kind: 'Cluster', name: 'prod' },
        message: 'no CoreDNS in the cluster: names do not resolve in the cluster',
      },
    ],
  },
  ...idleness.map(([verb, where, more, level, message]) => ({
    it: `${verb} ${where} and EKS reports too few replicas of an add-on`,
    facts: {
      addons: [
        anAddon('coredns', {
          status: 'DEGRADED',
          healthIssues: [issue('InsufficientNumberOfReplicas', 'no pod is scheduled')],
        }),
      ],
      coreComponents: [core('coredns', 2, more.nodes === nodes ? 1 : 0)],
      ...more,
    },
    findingsLike: [{ level, rule: 'issue:insufficientnumberofreplicas', message: expect.stringMatching(message) }],
  })),
  {
    it: 'fails another health issue without nodes: nodes do not end it',
    facts: {
      addons: [anAddon('vpc-cni', { status: 'DEGRADED', healthIssues: [issue('AccessDenied')] })],
      coreComponents: [],
      nodes: [],
    },
    findingsLike: [{ level: 'fail', rule: 'issue:accessdenied' }],
  },
  {
    it: 'misses no CoreDNS without nodes, nor pods of Deployments there',
    facts: { addons: [], coreComponents: [core('ebs-csi-controller', 2, 0)], nodes: [] },
    findings: [],
  },
  {
    it: 'misses no CoreDNS in EKS Auto Mode, which brings DNS',
    cluster: { autoMode: true },
    facts: { addons: [], coreComponents: [core('ebs-csi-controller', 2, 2)], nodes: autoNodes },
    findings: [],
  },
  {
    it: 'fails where a component wants pods and none is available',
    facts: {
      addons: [],
      coreComponents: [
        core('coredns', 2, 0),
        core('vpc-cni', 3, 0, { ...daemonSet, name: 'aws-node' }),
        core('kube-proxy', 1, 0, daemonSet),
        core('aws-load-balancer-controller', 2, 0),
        core('ebs-csi-controller', 2, 0),
      ],
      nodes,
    },
    findingsLike: [
      {
        level: 'fail',
        rule: 'none-available',
        blocks: 'nodes',
        resource: { kind: 'DaemonSet', namespace: 'kube-system', name: 'aws-node' },
        message: 'the VPC CNI 1.2.3 has 0 of 3 pods available: new pods get no address',
      },
      { level: 'fail', blocks: 'nodes', message: expect.stringContaining('kube-proxy 1.2.3 has 0 of 1 pod available') },
      { level: 'fail', blocks: 'workloads', message: expect.stringContaining('AWS Load Balancer Controller') },
      { level: 'fail', blocks: 'workloads', message: expect.stringContaining('EBS CSI controller') },
      {
        level: 'fail',
        blocks: 'workloads',
        message: 'CoreDNS 1.2.3 has 0 of 2 pods available: names do not resolve in the cluster',
        fix: expect.stringContaining('kubectl -n kube-system describe deployment/coredns'),
      },
    ],
  },
  {
    it: 'warns where fewer than half of the pods of a component are available',
    facts: {
      addons: [],
      coreComponents: [
        core('coredns', 3, 1),
        core('vpc-cni', 5, 1, { ...daemonSet, name: 'aws-node' }),
        core('kube-proxy', 5, 3, daemonSet),
        core('ebs-csi-controller', 4, 2),
      ],
      nodes,
    },
    findings: [
      {
        level: 'warn',
        rule: 'few-available',
        blocks: 'nodes',
        resource: { kind: 'DaemonSet', namespace: 'kube-system', name: 'aws-node' },
        message: 'the VPC CNI 1.2.3 has 1 of 5 pods available, fewer than half',
        evidence: [{ observed: '1 of 5 available', required: 'at least half of the pods', fact: 'coreComponents' }],
        fix: expect.stringMatching(/^Find out why the other pods[\s\S]*describe daemonset\/aws-node\n/) as string,
      },
      {
        level: 'warn',
        rule: 'few-available',
        blocks: 'workloads',
        resource: { kind: 'Deployment', namespace: 'kube-system', name: 'coredns' },
        message: 'CoreDNS 1.2.3 has 1 of 3 pods available, fewer than half',
        evidence: [{ observed: '1 of 3 available', required: 'at least half of the pods', fact: 'coreComponents' }],
        fix: expect.stringContaining('describe deployment/coredns'),
      },
    ],
  },
  {
    it: 'warns of the CoreDNS with fewer than half of its pods beside a healthy one',
    facts: {
      addons: [],
      coreComponents: [core('coredns', 2, 2), core('coredns', 5, 2, { name: 'coredns-edge' })],
      nodes,
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'few-available',
        resource: { kind: 'Deployment', namespace: 'kube-system', name: 'coredns-edge' },
      },
    ],
  },
  {
    it: 'warns of a load balancer controller that its owner has scaled to 0, and leaves the EBS CSI controller to its check',
    facts: {
      addons: [],
      coreComponents: [dns, core('aws-load-balancer-controller', 0, 0), core('ebs-csi-controller', 0, 0)],
      nodes,
    },
    findingsLike: [
      { level: 'warn', rule: 'scaled-to-0', message: expect.stringContaining('is scaled to 0: load balan') },
    ],
  },
  {
    it: 'is silent about DaemonSets that no node wants, as in a cluster with only Fargate or another CNI',
    facts: {
      addons: [],
      coreComponents: [dns, core('vpc-cni', 0, 0, daemonSet), core('kube-proxy', 0, 0, daemonSet)],
      nodes: [aNode('f', 'v1.33.5', { computeType: 'fargate' })],
    },
    findings: [],
  },
  {
    it: 'goes by the CoreDNS of kube-system: another one serves its own purpose',
    facts: {
      addons: [],
      coreComponents: [core('coredns', 2, 0), core('coredns', 1, 1, { namespace: 'vcluster' })],
      nodes,
    },
    findingsLike: [{ level: 'fail', resource: { kind: 'Deployment', namespace: 'kube-system', name: 'coredns' } }],
  },
  {
    it: 'is content with one CoreDNS of several, and with one outside kube-system where there is none in it',
    facts: {
      addons: [],
      coreComponents: [core('coredns', 0, 0, { namespace: 'dns' }), core('coredns', 2, 2, { namespace: 'dns-2' })],
      nodes,
    },
    findings: [],
  },
  {
    it: 'only warns of a CoreDNS without pods where EKS Auto Mode makes all nodes, and fails where it does not',
    cluster: { autoMode: true },
    facts: { addons: [], coreComponents: [core('coredns', 2, 0)], nodes: autoNodes },
    findingsLike: [{ level: 'warn', rule: 'none-available' }],
  },
  {
    it: 'fails a CoreDNS scaled to 0 in EKS Auto Mode where other nodes need it',
    cluster: { autoMode: true },
    facts: { addons: [], coreComponents: [core('coredns', 0, 0)], nodes: [...autoNodes, ...nodes] },
    findingsLike: [{ level: 'fail', rule: 'scaled-to-0' }],
  },
  {
    it: 'is silent about a CoreDNS scaled to 0 where EKS Auto Mode makes all nodes',
    cluster: { autoMode: true },
    facts: { addons: [], coreComponents: [core('coredns', 0, 0)], nodes: autoNodes },
    findings: [],
  },
  {
    it: 'does not pass a workload on which no controller has reported yet',
    facts: { addons: [], coreComponents: [core('coredns', 2, 2, { pods: null })], nodes },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'availability-not-reported',
        message: 'Kubernetes does not report yet how many pods of CoreDNS are available',
      },
    ],
  },
  {
    it: 'is silent about add-ons that are active and healthy',
    facts: { addons: [anAddon('coredns'), anAddon('vpc-cni')] },
    findings: [],
  },
  {
    it: 'reports an issue with what EKS says and the objects that it names',
    facts: {
      nodes,
      addons: [
        anAddon('coredns', {
          status: 'DEGRADED',
          healthIssues: [
            issue(
              'InsufficientNumberOfReplicas',
              'The add-on is unhealthy because it\ndoes not have the desired replicas.',
              ['kube-system/coredns'],
            ),
          ],
        }),
      ],
    },
    findings: [
      {
        level: 'fail',
        rule: 'issue:insufficientnumberofreplicas',
        resource: { kind: 'EKS add-on', name: 'coredns' },
        blocks: 'workloads',
        message:
          'EKS reports InsufficientNumberOfReplicas (status DEGRADED): The add-on is unhealthy because it does not have the desired replicas.',
        evidence: [
          {
            observed: 'InsufficientNumberOfReplicas: kube-system/coredns',
            required: 'no health issue',
            fact: 'addons',
          },
        ],
        fix: `Find out why its pods are not available: no node with enough room, an image that cannot be pulled, a failing probe. Then wait until the add-on is ACTIVE.\n${look('coredns')}`,
        links: ['https://docs.aws.amazon.com/eks/latest/APIReference/API_AddonIssue.html'],
      },
    ],
  },
  {
    it: 'goes by the code where the status is bad, and reports each code once',
    facts: {
      addons: [
        anAddon('vpc-cni', {
          status: 'UPDATE_FAILED',
          healthIssues: [
            issue('ConfigurationConflict', 'Conflicts found.', ['a']),
            issue('ConfigurationConflict', 'Conflicts found.', ['b']),
            issue('configurationconflict2', 'New.'),
          ],
        }),
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        blocks: 'nodes',
        message: 'EKS reports ConfigurationConflict (status UPDATE_FAILED): Conflicts found.',
      },
      { level: 'unknown', message: 'EKS reports configurationconflict2 (status UPDATE_FAILED): New.' },
    ],
  },
  {
    it: 'takes a code in two spellings for one',
    facts: {
      addons: [anAddon('coredns', { healthIssues: [issue('ACCESS_DENIED', 'No.'), issue('AccessDenied', 'No.')] })],
    },
    findingsLike: [{ level: 'fail', rule: 'issue:accessdenied', message: 'EKS reports ACCESS_DENIED: No.' }],
  },
  {
    it: 'fails an add-on in a failed state whose code nobody knows',
    facts: { addons: [anAddon('coredns', { status: 'CREATE_FAILED', healthIssues: [issue('Brand_New')] })] },
    findingsLike: [{ level: 'fail', rule: 'issue:brandnew' }],
  },
  {
    it: 'does not blame such a code for a state that another one explains',
    facts: {
      nodes,
      addons: [
        anAddon('coredns', {
          status: 'DEGRADED',
          healthIssues: [issue('BrandNew'), issue('InsufficientNumberOfReplicas')],
        }),
      ],
    },
    findingsLike: [{ level: 'unknown', rule: 'issue:brandnew' }, { level: 'fail' }],
  },
  {
    it: 'goes by the status where EKS names no issue',
    facts: {
      addons: [
        anAddon('a', { status: 'CREATE_FAILED' }),
        anAddon('b', { status: 'DEGRADED', healthIssues: null }),
        anAddon('c', { status: 'DELETE_FAILED' }),
        anAddon('d', { status: 'UPDATE_FAILED' }),
        anAddon('e', { status: 'RESTING' }),
        anAddon('f', { status: 'constructor' }),
      ],
    },
    findingsLike: [
      { level: 'fail', rule: 'status', message: 'its status is CREATE_FAILED; EKS reports no health issue' },
      { level: 'fail', rule: 'status' },
      { level: 'warn', rule: 'status' },
      { level: 'warn', rule: 'status' },
      { level: 'unknown', rule: 'status', message: 'unknown status RESTING' },
      { level: 'unknown', rule: 'status', message: 'unknown status constructor' },
    ],
  },
  {
    it: 'warns of a change on the way',
    facts: {
      addons: ['CREATING', 'UPDATING', 'DELETING'].map((status) => anAddon('coredns', { status, healthIssues: null })),
    },
    findingsLike: [
      { level: 'warn', rule: 'running', message: 'the add-on is changing: its status is CREATING' },
      { level: 'warn', rule: 'running' },
      { level: 'warn', rule: 'running' },
    ],
  },
  {
    it: 'does not take missing health for health',
    facts: { addons: [anAddon('coredns', { healthIssues: null })] },
    findingsLike: [{ level: 'unknown', rule: 'no-health', message: 'EKS does not report the health of the add-on' }],
  },
  {
    it: 'names the owner where it is not AWS',
    facts: { addons: [anAddon('metrics-server', { owner: 'community', status: 'DEGRADED' })] },
    findingsLike: [{ resource: { kind: 'EKS add-on', name: 'metrics-server', note: 'community' } }],
  },
  {
    it: 'only warns of what EKS Auto Mode brings by itself',
    cluster: { autoMode: true },
    facts: {
      addons: [anAddon('kube-proxy', { status: 'DEGRADED' }), anAddon('aws-ebs-csi-driver', { status: 'DEGRADED' })],
      nodes: [aNode('i-0a', 'v1.33.5', { computeType: 'auto' })],
    },
    findingsLike: [
      {
        level: 'warn',
        message: 'its status is DEGRADED; EKS reports no health issue (no node outside EKS Auto Mode uses it)',
      },
      { level: 'fail' },
    ],
  },
  {
    it: 'fails on what hybrid nodes use beside EKS Auto Mode',
    cluster: { autoMode: true },
    facts: {
      addons: [anAddon('kube-proxy', { status: 'DEGRADED' })],
      nodes: [aNode('mi-0a1', 'v1.33.5', { computeType: 'hybrid' })],
    },
    findingsLike: [
      {
        level: 'fail',
        message: 'its status is DEGRADED; EKS reports no health issue (1 node outside EKS Auto Mode uses it)',
      },
    ],
  },
  {
    it: 'does not know who uses an add-on of EKS Auto Mode if the nodes were not read',
    cluster: { autoMode: true },
    facts: { addons: [anAddon('kube-proxy', { status: 'DEGRADED' })] },
    findingsLike: [{ level: 'unknown' }],
  },
  {
    it: 'warns of a missing CoreDNS if nodes outside EKS Auto Mode need it',
    cluster: { autoMode: true },
    facts: {
      coreComponents: [],
      nodes: [aNode('i-0a', 'v1.33.5', { computeType: 'auto' }), aNode('b', 'v1.33.5', { computeType: 'managed' })],
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'coredns-absent',
        message: expect.stringContaining('no CoreDNS in the cluster for 1 node outside EKS Auto Mode: ') as string,
      },
    ],
  },
  ...loadTable('health-codes')
    .rows.filter((row) => row.of === 'addon')
    .flatMap(({ code, level }) =>
      listSpellings(code).map((spelling): Case => ({
        it: `knows ${spelling} as ${level}`,
        facts: { addons: [anAddon('coredns', { healthIssues: [issue(spelling)] })], nodes },
        findingsLike: [{ level, rule: formatRule(code), message: `EKS reports ${spelling}` }],
      })),
    ),
  ...ownerRows({
    chart: {
      release: 'coredns',
      says: /helm upgrade coredns coredns\/coredns \\\n {2}--version CHART_VERSION --namespace infra -f coredns-values\.yaml --set replicaCount=2/,
    },
    addon: { name: 'coredns', says: /replicaCount[^]*describe-addon [^]*--addon-name coredns[^]*--replicas=2/ },
  }).map(({ who, more, fix }) => ({
    it: `tells the owner to scale CoreDNS up: ${who}`,
    facts: { addons: [], coreComponents: [core('coredns', 0, 0, more)], nodes },
    findingsLike: [{ level: 'fail' as const, fix }],
  })),
]);
