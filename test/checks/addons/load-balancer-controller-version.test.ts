import { expect } from 'vitest';
import check from '../../../checks/addons/load-balancer-controller-version/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { aComponent, checkCases } from '../cases.ts';
import { aRole, anIamRow, seenRights } from './release-rights.ts';

type Controller = Facts['loadBalancerControllers'][number];

const source = 'https://example.com/floors';
const floors: Tables['component-floors'] = [
  { component: 'aws-load-balancer-controller', from: 22, minimum: '2.4.1', level: 'fail', reason: 'Ingress', source },
  { component: 'aws-load-balancer-controller', from: 25, minimum: '2.4.7', level: 'fail', reason: 'slices', source },
  { component: 'vpc-cni', from: null, minimum: '99.0.0', level: 'fail', reason: 'other', source },
];
const name = 'aws-load-balancer-controller';
const peering = ['ec2:DescribeVpcPeeringConnections'];
const tables = { 'component-floors': floors, 'release-permissions': [anIamRow(name, '2.3.0', peering)] };
const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'aws-load-balancer-controller' };

function aController(version: string | null, more: Partial<Controller> = {}): Controller {
  return {
    ...aComponent({ name: 'aws-load-balancer-controller', image: 'registry.example/lbc:main', version }),
    versionSource: version === null ? null : 'image tag',
    generation: '2',
    ...more,
  };
}

/** The controller as a core component. */
function withPods(pods: Facts['coreComponents'][number]['pods']): Facts['coreComponents'][number] {
  return { ...aController('2.4.1'), component: 'aws-load-balancer-controller', pods };
}

const helm = { release: 'own-aws-load-balancer-controller', releaseNamespace: 'ingress', managedBy: 'Helm' };
const argo = {
  release: null,
  releaseNamespace: null,
  managedBy: 'Argo CD',
  applier: { kind: 'Application' as const, namespace: 'argocd', name: 'ingress' },
};
const flux = {
  release: 'lbc',
  releaseNamespace: 'kube-system',
  managedBy: 'Flux',
  applier: { kind: 'HelmRelease' as const, namespace: 'flux-system', name: 'lbc' },
};
const owned: readonly [string, Partial<Controller>, string, RegExp | null][] = [
  [
    'Argo CD by its Application',
    { owner: argo },
    'Argo CD (Application argocd/ingress) manages it',
    /helm -n|helm upgrade \w/,
  ],
  ['Flux by its HelmRelease', { owner: flux }, 'Flux (HelmRelease flux-system/lbc) manages it', /helm get|helm repo/],
  [
    'the release of another chart, and replaces nothing in it',
    { owner: { ...helm, release: 'platform' } },
    'as part of the release platform in namespace ingress (`helm list --namespace ingress --filter',
    /helm upgrade platform/,
  ],
  [
    'nobody, and asks where it is defined',
    {},
    'Where a chart, a manifest or a module defines it, set 2.4.7 or newer, with the CRDs of that release, there first. Then:',
    /helm upgrade \w+ eks/,
  ],
];

const first = (version: string | null, more: Partial<Controller> = {}) =>
  aController(version, { name: 'alb-ingress-controller', generation: '1', ...more });

checkCases(check, [
  ...(
    [
      [
        'names the actions that its role lacks',
        ['ec2:DescribeVpcs'],
        ' The role lacks ec2:DescribeVpcPeeringConnections.',
      ],
      ['names no action that its role has', peering, ''],
    ] as const
  ).map(([it, actions, lacks]) => ({
    it,
    current: '1.24',
    tables,
    facts: {
      loadBalancerControllers: [aController('2.2.4')],
      componentRights: [seenRights(name, { roles: [aRole(actions)] })],
    },
    findingsLike: [{ fix: expect.stringContaining(`keep custom statements.${lacks} If Terraform`) as string }],
  })),
  ...owned.map(([who, more, says, never]) => ({
    it: `names who owns it: ${who}`,
    current: '1.24',
    facts: { loadBalancerControllers: [aController('2.4.6', more)] },
    tables,
    findings: expect.toSatisfy(
      ([finding]: { fix: string }[]) => finding?.fix.includes(says) === true && never?.test(finding.fix) !== true,
    ) as [],
  })),
  {
    it: 'is silent at the floor',
    current: '1.24',
    facts: { loadBalancerControllers: [aController('2.4.7')] },
    tables,
    findings: [],
  },
  {
    it: 'is silent at 2.4.1 on the way to 1.24',
    current: '1.21',
    target: '1.24',
    facts: { loadBalancerControllers: [aController('2.4.1')] },
    tables,
    findings: [],
  },
  {
    it: 'fails below 2.4.7 at the step to 1.25',
    current: '1.24',
    facts: { loadBalancerControllers: [aController('2.4.6', { owner: helm })] },
    tables,
    findings: [
      {
        level: 'fail',
        at: 25,
        resource,
        message: 'AWS Load Balancer Controller 2.4.6 is older than 2.4.7; slices',
        evidence: [{ observed: '2.4.6 (image tag)', required: '2.4.7 or newer from 1.25 on' }],
        fix: expect.stringMatching(
          /to 2\.4\.7 or newer before the control plane[\s\S]*crds\.yaml[\s\S]*helm get values own-aws-load-balancer-controller --namespace ingress[\s\S]*helm upgrade own-aws-load-balancer-controller eks\/aws-load-balancer-controller \\\n {2}--version CHART_VERSION --namespace ingress -f own-aws-load-balancer-controller-values\.yaml --set clusterName=prod/,
        ) as string,
        links: [source],
      },
    ],
  },
  {
    it: 'fails at the first step that it does not survive, and asks for what the last one needs',
    current: '1.21',
    target: '1.25',
    facts: { loadBalancerControllers: [aController('2.3.0')] },
    tables,
    findingsLike: [
      {
        level: 'fail',
        at: 22,
        message: 'AWS Load Balancer Controller 2.3.0 is older than 2.4.1; Ingress',
        evidence: [
          { observed: '2.3.0 (image tag)', required: '2.4.1 or newer from 1.22 on' },
          { observed: '2.3.0 (image tag)', required: '2.4.7 or newer from 1.25 on' },
        ],
        fix: expect.stringContaining('to 2.4.7 or newer') as string,
      },
    ],
  },
  {
    it: 'warns of a controller that already runs on a version beyond the floor',
    facts: { loadBalancerControllers: [aController('2.4.1')], coreComponents: [withPods({ wanted: 2, available: 2 })] },
    tables,
    findingsLike: [
      {
        level: 'warn',
        at: 33,
        message: 'AWS Load Balancer Controller 2.4.1 is older than 2.4.7; slices; it already runs on 1.33',
      },
    ],
  },
  {
    it: 'fails today beyond 1.25 where none of its pods is available',
    current: '1.30',
    target: '1.30',
    facts: { loadBalancerControllers: [aController('2.4.6')], coreComponents: [withPods({ wanted: 2, available: 0 })] },
    tables,
    findingsLike: [
      { level: 'fail', at: 30, message: 'AWS Load Balancer Controller 2.4.6 is older than 2.4.7; slices' },
    ],
  },
  {
    it: 'does not take pods on which no controller has reported for unavailable ones',
    current: '1.30',
    facts: { loadBalancerControllers: [aController('2.4.6')], coreComponents: [withPods(null)] },
    tables,
    findingsLike: [{ level: 'warn', at: 30 }],
  },
  {
    it: 'fails at the floor that the path crosses, beside one that is behind it',
    current: '1.24',
    facts: { loadBalancerControllers: [aController('2.3.0')], coreComponents: [withPods({ wanted: 2, available: 2 })] },
    tables,
    findingsLike: [
      {
        level: 'fail',
        at: 25,
        since: 24,
        message: 'AWS Load Balancer Controller 2.3.0 is older than 2.4.7; slices',
      },
    ],
  },
  {
    it: 'fails at the known floors beyond the end of the table',
    current: '1.24',
    target: '1.99',
    facts: { loadBalancerControllers: [aController('2.4.6')] },
    findingsLike: [{ level: 'fail', at: 25 }],
  },
  {
    it: 'only warns of a controller scaled to zero',
    current: '1.24',
    facts: { loadBalancerControllers: [aController('2.3.0', { replicas: 0 })] },
    tables,
    findingsLike: [
      {
        level: 'warn',
        at: 24,
        message: 'AWS Load Balancer Controller 2.3.0 (scaled to 0) is older than 2.4.1; Ingress',
      },
    ],
  },
  {
    it: 'fails the first generation from 1.22 on',
    current: '1.21',
    facts: { loadBalancerControllers: [first('1.1.9')] },
    tables,
    findingsLike: [
      {
        level: 'fail',
        at: 22,
        resource: { ...resource, name: 'alb-ingress-controller' },
        short: 'first generation: uses a removed API',
        message: 'the first-generation ALB Ingress Controller 1.1.9 is older than 2.4.1; Ingress',
        fix: expect.stringContaining('kubectl -n kube-system delete deployment alb-ingress-controller') as string,
        links: ['https://docs.aws.amazon.com/eks/latest/userguide/lbc-remove.html', source],
      },
    ],
  },
  {
    it: 'says that a pre-release of the second generation, with the image of the first, is one',
    current: '1.21',
    facts: {
      loadBalancerControllers: [
        first('2.0.0', { image: 'docker.io/amazon/aws-alb-ingress-controller:v2.0.0-rc4', versionSource: 'image tag' }),
      ],
    },
    tables,
    findingsLike: [
      {
        level: 'fail',
        at: 22,
        short: 'pre-release: uses a removed API',
        message: 'the AWS Load Balancer Controller 2.0.0-rc4 (pre-release) is older than 2.4.1; Ingress',
        fix: expect.stringContaining(
          'A pre-release is replaced, not updated: save it, remove it and install',
        ) as string,
      },
    ],
  },
  {
    it: 'fails the first generation whatever its tag says',
    current: '1.33',
    facts: { loadBalancerControllers: [first(null), first('3.0.0', { namespace: 'ingress' })] },
    tables,
    findingsLike: [
      {
        level: 'fail',
        at: 33,
        message: 'the first-generation ALB Ingress Controller is older than 2.4.1; Ingress',
        evidence: [{ observed: 'unknown version' }, { observed: 'unknown version' }],
      },
      { level: 'fail', at: 33, resource: { ...resource, namespace: 'ingress', name: 'alb-ingress-controller' } },
    ],
  },
  {
    it: 'is silent about the first generation before 1.22',
    current: '1.20',
    facts: { loadBalancerControllers: [first('1.1.9'), aController(null)] },
    tables,
    findings: [],
  },
  {
    it: 'warns of the first generation left behind at zero beside its successor',
    facts: { loadBalancerControllers: [first('1.1.9', { replicas: 0 }), aController('2.13.0')] },
    tables,
    findingsLike: [{ level: 'warn', at: 33 }],
  },
  {
    it: 'does not know about a copy whose version cannot be read, and judges the others',
    current: '1.24',
    facts: { loadBalancerControllers: [aController(null), aController('2.4.0', { namespace: 'edge' })] },
    tables,
    findingsLike: [
      {
        level: 'unknown',
        rule: 'version-not-readable',
        message: 'cannot read the version of the AWS Load Balancer Controller from image registry.example/lbc:main',
      },
      { level: 'fail', resource: { ...resource, namespace: 'edge' } },
    ],
  },
  {
    it: 'only warns of a version that cannot be read where no floor is ahead',
    facts: { loadBalancerControllers: [aController(null)], coreComponents: [withPods({ wanted: 2, available: 1 })] },
    tables,
    findingsLike: [{ level: 'warn', rule: 'version-not-readable' }],
  },
  {
    it: 'updates the IAM policy and the CRDs of the release that it names, before the controller',
    current: '1.24',
    facts: { loadBalancerControllers: [aController('2.4.5')] },
    tables,
    findings: expect.toSatisfy(([finding]: { fix: string }[]) =>
      /v2\.4\.7\/docs\/install\/iam_policy\.json\n[\s\S]*aws iam create-policy-version --policy-arn arn:aws:iam::\d{12}:policy\/POLICY_NAME \\\n {2}--policy-document file:\/\/iam_policy\.json --set-as-default\n[\s\S]*kubectl apply -f \S+\/v2\.4\.7\/helm\/aws-load-balancer-controller\/crds\/crds\.yaml\n[\s\S]*rollout status/.test(
        finding?.fix ?? '',
      ),
    ) as [],
  },
  ...(
    [
      ['aws-cn', 'iam_policy_cn.json\n'],
      ['aws-us-gov', 'iam_policy_us-gov.json\n'],
    ] as const
  ).map(([partition, file]) => ({
    it: `takes the policy of the partition ${partition}`,
    current: '1.24',
    cluster: { partition },
    facts: { loadBalancerControllers: [aController('2.4.5')] },
    tables,
    findings: expect.toSatisfy(([finding]: { fix: string }[]) => finding?.fix.includes(file) === true) as [],
  })),
  {
    it: 'prints no policy for a partition that the project has none for',
    current: '1.24',
    cluster: { partition: 'aws-eusc' },
    facts: { loadBalancerControllers: [aController('2.4.5')] },
    tables,
    findings: expect.toSatisfy(
      ([finding]: { fix: string }[]) => finding?.fix.includes('create-policy-version') === false,
    ) as [],
  },
  {
    it: 'skips a cluster without one',
    facts: { loadBalancerControllers: [] },
    skip: 'no AWS Load Balancer Controller runs in this cluster',
  },
  {
    it: 'skips Auto Mode without one',
    facts: { loadBalancerControllers: [] },
    cluster: { autoMode: true },
    skip: 'no AWS Load Balancer Controller runs in this cluster: EKS Auto Mode has its own',
  },
  {
    it: 'judges an own one beside Auto Mode',
    current: '1.24',
    facts: { loadBalancerControllers: [aController('2.4.6')] },
    cluster: { autoMode: true },
    tables,
    findingsLike: [{ level: 'fail' }],
  },
  {
    it: 'holds with the rows as shipped',
    current: '1.24',
    facts: { loadBalancerControllers: [aController('2.4.6')] },
    findingsLike: [{ level: 'fail', at: 25 }],
  },
]);
