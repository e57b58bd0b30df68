import { expect } from 'vitest';
import check from '../../../checks/addons/token-refresh/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { aComponent, checkCases } from '../cases.ts';
import { ownerRows } from '../owners.ts';
import { managerRows } from '../managers.ts';

type Copy = Facts['apiClients'][number];

const source = 'https://example.com/tokens';
const tables: Partial<Tables> = {
  'token-floors': [
    { component: 'alb-ingress-controller', minimum: '2.0.0', source },
    { component: 'aws-for-fluent-bit', minimum: '2.25.0', source },
    { component: 'aws-load-balancer-controller', minimum: '2.0.0', source },
    { component: 'cni-metrics-helper', minimum: '1.8.0', source },
    { component: 'coredns', minimum: '1.8.4', source },
    { component: 'fluentd', minimum: '1.14.6', build: 1, source },
    { component: 'kube-proxy', minimum: '1.21.2', build: 2, source },
  ],
};

function aReader(component: string, tag: string, version: string | null, more: Partial<Copy> = {}): Copy {
  return {
    ...aComponent({
      name: component,
      image: `mirror.example/${component}:${tag}`,
      version,
      versionSource: version === null ? null : 'image tag',
    }),
    component,
    ...more,
  };
}
const daemonSet = { kind: 'DaemonSet', replicas: null };

const enough: Copy[] = [
  aReader('aws-for-fluent-bit', '2.25.0', '2.25.0', daemonSet),
  aReader('aws-load-balancer-controller', 'v2.0.0', '2.0.0'),
  aReader('cni-metrics-helper', 'v1.8.0', '1.8.0'),
  aReader('coredns', 'v1.8.4-eksbuild.1', '1.8.4', { build: 1 }),
  aReader('fluentd', 'v1.14.6-debian-cloudwatch-1.1', '1.14.6', daemonSet),
  aReader('fluentd', 'v1.16-debian-cloudwatch-1', '1.16.0', daemonSet),
  aReader('kube-proxy', 'v1.21.2-eksbuild.2', '1.21.2', { ...daemonSet, build: 2 }),
  aReader('kube-proxy', 'v1.21.2-eksbuild.10', '1.21.2', { ...daemonSet, build: 10 }),
  aReader('kube-proxy', 'v1.33.5-minimal-eksbuild.1', '1.33.5', { ...daemonSet, build: 1 }),
];
const below: [Copy, string][] = [
  [aReader('aws-for-fluent-bit', '2.24.0', '2.24.0', daemonSet), 'AWS for Fluent Bit 2.24.0 is older than 2.25.0'],
  [aReader('cni-metrics-helper', 'v1.7.10', '1.7.10'), 'the CNI metrics helper 1.7.10 is older than 1.8.0'],
  [aReader('fluentd', 'v1.7.3-debian-cloudwatch-1.0', '1.7.3', daemonSet), 'Fluentd 1.7.3 is older than 1.14.6-1.1'],
  [aReader('fluentd', 'v1.14.6-debian-cloudwatch-1.0', '1.14.6', daemonSet), 'Fluentd 1.14.6 is older than 1.14.6-1.1'],
  [
    aReader('kube-proxy', 'v1.21.2-eksbuild.1', '1.21.2', { ...daemonSet, build: 1 }),
    'kube-proxy 1.21.2 is older than 1.21.2-eksbuild.2',
  ],
  [
    aReader('kube-proxy', 'v1.20.15-eksbuild.7', '1.20.15', { ...daemonSet, build: 7 }),
    'kube-proxy 1.20.15 is older than 1.21.2-eksbuild.2',
  ],
  [
    aReader('alb-ingress-controller', 'v1.1.9', '1.1.9'),
    'the first-generation ALB Ingress Controller 1.1.9 is older than 2.0.0',
  ],
  [
    aReader('alb-ingress-controller', 'v2.0.0-rc4', '2.0.0'),
    'the AWS Load Balancer Controller 2.0.0-rc4 (pre-release) is older than 2.0.0',
  ],
  [aReader('alb-ingress-controller', 'main', null), 'the first-generation ALB Ingress Controller is older than 2.0.0'],
];

checkCases(check, [
  { it: 'is silent at the floors', facts: { apiClients: enough }, tables, findings: [] },
  { it: 'is silent at the floors of the table as it is shipped', facts: { apiClients: enough }, findings: [] },
  {
    it: 'fails below a floor today, at any version',
    facts: { apiClients: [aReader('coredns', 'v1.8.3-eksbuild.1', '1.8.3', { build: 1 })] },
    tables,
    findings: [
      {
        level: 'fail',
        resource: { kind: 'Deployment', namespace: 'kube-system', name: 'coredns' },
        message:
          'CoreDNS 1.8.3 is older than 1.8.4: it does not reload its token, and the API server rejects it once it has expired',
        evidence: [{ observed: '1.8.3-eksbuild.1 (image tag)', required: '1.8.4 or newer' }],
        fix: expect.stringMatching(
          /there first\. First, allow the ClusterRole[\s\S]*\[endpointslices\][\s\S]*set image deployment\/coredns coredns=mirror\.example\/coredns:TAG[\s\S]*rollout restart deployment\/coredns/,
        ) as string,
        links: [source],
      },
    ],
  },
  ...below.map(([copy, message]) => ({
    it: `fails: ${message}`,
    facts: { apiClients: [copy] },
    tables,
    findingsLike: [
      {
        level: 'fail' as const,
        message: expect.stringContaining(`${message}: it does not reload its token`) as string,
      },
    ],
  })),
  {
    it: 'fails with the table as it is shipped',
    facts: { apiClients: below.map(([copy]) => copy) },
    findingsLike: below.map(() => ({ level: 'fail' as const })),
  },
  {
    it: 'gives the EKS add-on its own command',
    facts: { apiClients: [aReader('coredns', 'v1.8.3', '1.8.3', { addon: 'coredns' })] },
    tables,
    findingsLike: [
      {
        fix: expect.stringContaining(
          'aws eks update-addon --region eu-west-1 --cluster-name prod --addon-name coredns',
        ) as string,
      },
    ],
  },
  {
    it: 'keeps the role of the EKS add-on',
    facts: {
      apiClients: [aReader('coredns', 'v1.8.3', '1.8.3', { addon: 'coredns', addonRole: 'arn:aws:iam::1:role/dns' })],
    },
    tables,
    findingsLike: [
      { fix: expect.stringContaining('PRESERVE \\\n  --service-account-role-arn arn:aws:iam::1:role/dns') as string },
    ],
  },
  ...managerRows('the add-on', /Update the EKS add-on to the newest version that EKS lists\s+for 1\.33[.:] /).map(
    ({ who, tags, fix }) => ({
      it: `says first where the EKS add-on is managed: ${who}`,
      facts: { apiClients: [aReader('coredns', 'v1.8.3', '1.8.3', { addon: 'coredns', addonTags: tags })] },
      tables,
      findingsLike: [{ fix }],
    }),
  ),
  {
    it: 'warns only where the copy is scaled to 0',
    facts: { apiClients: [aReader('cni-metrics-helper', 'v1.7.10', '1.7.10', { replicas: 0 })] },
    tables,
    findingsLike: [
      { level: 'warn', message: expect.stringContaining('1.7.10 (scaled to 0) is older than 1.8.0') as string },
    ],
  },
  {
    it: 'does not know a version that is not readable, a tag that moves over the floor, a build that is not told',
    facts: {
      apiClients: [
        aReader('aws-for-fluent-bit', 'prod', null, daemonSet),
        aReader('coredns', '1.8', '1.8.0'),
        aReader('fluentd', 'v1.14-debian-cloudwatch-1', '1.14.0', daemonSet),
        aReader('kube-proxy', 'v1.21.2', '1.21.2', daemonSet),
      ],
    },
    tables,
    findingsLike: [
      { level: 'unknown', message: expect.stringContaining('cannot read the version of AWS for Fluent Bit') as string },
      { level: 'unknown', message: expect.stringContaining('cannot read the version of CoreDNS') as string },
      { level: 'unknown', message: expect.stringContaining('cannot read the version of Fluentd') as string },
      { level: 'unknown', message: expect.stringContaining('cannot read the version of kube-proxy') as string },
    ],
  },
  ...[
    aReader('aws-for-fluent-bit', 'stable', null, daemonSet),
    aReader('aws-for-fluent-bit', 'init-latest', null, daemonSet),
    aReader('aws-for-fluent-bit', 'windowsservercore-stable', null, daemonSet),
    aReader('coredns', '', null, { image: 'mirror.example:5000/coredns' }),
    aReader('fluentd', 'v1-debian-elasticsearch', null, daemonSet),
  ].map((copy) => ({
    it: `warns of a tag that names no version and moves: ${copy.image}`,
    facts: { apiClients: [copy] },
    tables,
    findingsLike: [
      { level: 'warn' as const, rule: 'moving-tag', message: expect.stringContaining('a mutable tag') as string },
    ],
  })),
  ...['stable@sha256:0a1b', 'unstable', 'prod-7', '7', '1234567'].map((tag) => ({
    it: `does not know which version ${tag} holds`,
    facts: { apiClients: [aReader('aws-for-fluent-bit', tag, null, daemonSet)] },
    tables,
    findingsLike: [{ level: 'unknown' as const, rule: 'version-not-readable' }],
  })),
  {
    it: 'does not know which filter an own image of Fluentd holds, whatever its tag, and tells how to see it',
    facts: { apiClients: [aReader('fluentd', '1.16.2', null, daemonSet)] },
    tables,
    findingsLike: [
      {
        level: 'unknown',
        rule: 'filter-not-told',
        message:
          'the version of the Kubernetes metadata filter in image mirror.example/fluentd:1.16.2 cannot be determined',
        fix: expect.stringContaining(
          'kubectl -n kube-system exec daemonset/fluentd -- gem list fluent-plugin-kubernetes_metadata_filter',
        ) as string,
      },
    ],
  },
  {
    it: 'judges a tag that names a minor only where that is far below or above the floor',
    facts: { apiClients: [aReader('coredns', '1.7', '1.7.0'), aReader('coredns', '1.11', '1.11.0')] },
    tables,
    findingsLike: [{ level: 'fail' }],
  },
  {
    it: 'is skipped where none of them runs',
    facts: { apiClients: [] },
    tables,
    skip: 'none of the components that the user guide lists for token refresh runs here',
  },
  ...ownerRows({
    addon: { name: 'coredns', says: /^Update the EKS add-on to the newest version that EKS lists/ },
    nobody:
      /^(?![^]*:\s+[A-Z])Where a chart, a manifest or a module defines it, set an image of 1\.8\.4 or newer there first\./,
  }).map(({ who, more, fix }) => ({
    it: `tells the owner of the copy: ${who}`,
    facts: { apiClients: [aReader('coredns', 'v1.8.3-eksbuild.1', '1.8.3', more)] },
    tables,
    findingsLike: [{ fix }],
  })),
]);
