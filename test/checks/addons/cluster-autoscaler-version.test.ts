import { expect } from 'vitest';
import check from '../../../checks/addons/cluster-autoscaler-version.ts';
import type { Component } from '../../../src/facts/kube.ts';
import { aComponent, checkCases, type Case } from '../cases.ts';
import { aRole, anIamRow, anRbacRow, mayRead, seenRights } from './release-rights.ts';
import { parseRows } from './fixed-controllers.ts';

const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'cluster-autoscaler' };
const source = 'https://example.com/';
const issue = 'https://example.com/issues/1';
const aBreak = { rowKind: 'break', controller: 'cluster-autoscaler', certainty: 'high', source: issue };
const tables: NonNullable<Case['tables']> = {
  ...parseRows([
    { ...aBreak, from: '1.35.0', kubernetesBelow: '1.34', effect: 'stops', what: 'does not scale' },
    { ...aBreak, controller: 'other', from: '1.0.0', kubernetesFrom: '1.0', effect: 'stops', what: 'is another' },
  ]),
  'cluster-autoscaler': [
    { kubernetes: 32, newest: '1.32.7', source },
    { kubernetes: 33, newest: '1.33.6', source },
    { kubernetes: 34, newest: '1.34.5', source },
    { kubernetes: 35, newest: '1.35.2', source },
  ],
  'release-permissions': [],
};

const name = 'cluster-autoscaler';
const waits = anRbacRow(name, '1.34.0', { chart: '9.46.3' });
const reads = anIamRow(name, '1.34.0', ['ec2:DescribeImages']);
const withPermissions = { ...tables, 'release-permissions': [waits, reads] };
const may = { requests: mayRead(true), roles: [aRole(['ec2:Describe*'])] };
const matching = (expression: RegExp): string => expect.stringMatching(expression) as string;
const canI =
  'kubectl auth can-i list volumeattachments.storage.k8s.io --all-namespaces --as=system:serviceaccount:kube-system:cluster-autoscaler-sa';
const unchanged = matching(/^Once the control plane is at 1\.34, set the image /);

function at(version: string | null, more: Partial<Component> = {}): Case['facts'] {
  const image = `registry.k8s.io/autoscaling/cluster-autoscaler:v${version ?? ''}`;
  return { clusterAutoscalers: [aComponent({ name: 'cluster-autoscaler', image, version, ...more })] };
}

const fixWith = (...lines: string[]): string => expect.stringContaining(lines.join('\n'));
const set = 'kubectl -n kube-system set image deployment/cluster-autoscaler \\';

checkCases(check, [
  { it: 'is silent about the newest release of the target', tables, facts: at('1.34.5'), findings: [] },
  { it: 'is silent about a release that is newer than the table', tables, facts: at('1.34.9'), findings: [] },
  {
    it: 'is silent about the right minor where the table has no row',
    tables: { ...tables, 'cluster-autoscaler': [] },
    facts: at('1.34.0'),
    findings: [],
  },
  {
    it: 'adds the rule that its ClusterRole lacks before the image',
    tables: withPermissions,
    facts: { ...at('1.33.6'), componentRights: [seenRights(name, { ...may, requests: mayRead(false) })] },
    findingsLike: [
      {
        evidence: [
          { observed: '1.33.6 (image tag)', required: '1.34.5' },
          {
            observed: 'no permission: get, list and watch on volumeattachments.storage.k8s.io',
            required: 'from 1.34.0 on',
            fact: 'componentRights',
          },
        ],
        fix: matching(
          /^First, allow ServiceAccount kube-system\/cluster-autoscaler-sa what it lacks: [^]*without it, it never scales[^]*"kind": "ClusterRoleBinding"[^]*\| kubectl apply -f -\nkubectl auth can-i list volumeattachments[^]*\n```\n\nOnce the control plane is at 1\.34, set the image /,
        ),
      },
    ],
  },
  {
    it: 'adds only the verbs that its ClusterRole lacks',
    tables: withPermissions,
    facts: {
      ...at('1.33.6'),
      componentRights: [
        seenRights(name, { ...may, requests: [...mayRead(true, ['get', 'list']), ...mayRead(false, ['watch'])] }),
      ],
    },
    findingsLike: [{ fix: matching(/lacks: watch on volumeattachments[^]*"verbs": \["watch"\]/) }],
  },
  {
    it: 'adds the action that its role lacks before the image',
    tables: withPermissions,
    facts: { ...at('1.33.6'), componentRights: [seenRights(name, { ...may, roles: [aRole(['ec2:RunInstances'])] })] },
    findingsLike: [
      {
        fix: matching(
          /^First, allow role prod-addon what it lacks: ec2:DescribeImages \(from 1\.34\.0 on, it describes groups\)[^]*put-role-policy --role-name prod-addon [^]*simulate-principal-policy [^]*\n\nOnce the control plane is at 1\.34, set the image /,
        ),
      },
    ],
  },
  {
    it: 'says nothing about permissions that it has',
    tables: withPermissions,
    facts: { ...at('1.33.6'), componentRights: [seenRights(name, may)] },
    findingsLike: [{ evidence: [{ observed: '1.33.6 (image tag)', required: '1.34.5' }], fix: unchanged }],
  },
  {
    it: 'says nothing about permissions that no release of the path needs',
    tables: {
      ...tables,
      'release-permissions': [anRbacRow(name, '1.35.0'), anIamRow(name, '1.35.0', ['ec2:RunInstances'])],
    },
    facts: { ...at('1.33.6'), componentRights: [seenRights(name, { ...may, requests: mayRead(false) })] },
    findingsLike: [{ fix: unchanged }],
  },
  {
    it: 'says nothing about a function that it lacks today, too',
    tables: { ...tables, 'release-permissions': [anIamRow(name, '1.30.0', ['ec2:RunInstances'])] },
    facts: { ...at('1.33.6'), componentRights: [seenRights(name, may)] },
    findingsLike: [{ fix: unchanged }],
  },
  {
    it: 'adds what the running release waits for in vain',
    tables: { ...tables, 'release-permissions': [anRbacRow(name, '1.33.0')] },
    facts: { ...at('1.33.6'), componentRights: [seenRights(name, { ...may, requests: mayRead(false) })] },
    findingsLike: [{ fix: matching(/^First, allow ServiceAccount /) }],
  },
  {
    it: 'checks permissions first that could not be read, of the ServiceAccount that it has',
    tables: withPermissions,
    facts: { ...at('1.33.6'), componentRights: [seenRights(name)] },
    findingsLike: [
      {
        fix: fixWith(
          canI,
          'aws iam simulate-principal-policy --policy-source-arn ROLE_ARN \\',
          '  --action-names ec2:DescribeImages \\',
        ),
      },
    ],
  },
  {
    it: 'checks the role that it has, where its policies could not be read',
    tables: withPermissions,
    facts: {
      ...at('1.33.6'),
      componentRights: [seenRights(name, { ...may, roles: [{ ...aRole(['sts:TagSession']), own: null }] })],
    },
    findingsLike: [{ fix: fixWith('--policy-source-arn arn:aws:iam::111122223333:role/prod-addon') }],
  },
  {
    it: 'checks a permission that a policy gives on some resources only',
    tables: withPermissions,
    facts: {
      ...at('1.33.6'),
      componentRights: [seenRights(name, { ...may, roles: [aRole(['ec2:*'], 'arn:aws:ec2:*:*:volume/*')] })],
    },
    findingsLike: [{ fix: matching(/^First, check that it has these permissions: ec2:DescribeImages/) }],
  },
  {
    it: 'checks permissions first where nothing about them was collected',
    tables: withPermissions,
    facts: at('1.33.6'),
    findingsLike: [{ fix: matching(/^First, check that it has these permissions: [^]*kube-system:SERVICE_ACCOUNT\n/) }],
  },
  {
    it: 'names the chart with the rule instead of adding one to a Helm release',
    tables: withPermissions,
    facts: {
      ...at('1.33.6', {
        owner: { release: 'cluster-autoscaler', releaseNamespace: 'kube-system', managedBy: 'Helm' },
      }),
      componentRights: [seenRights(name, { ...may, requests: mayRead(false) })],
    },
    findingsLike: [{ fix: matching(/^First, [^]*chart has the rule from 9\.46\.3 on: [^]*\n\nOnce /) }],
  },
  {
    it: 'leaves the rule to the repository of a copy that Argo CD manages',
    tables: withPermissions,
    facts: {
      ...at('1.33.6', { owner: { release: null, releaseNamespace: null, managedBy: 'Argo CD' } }),
      componentRights: [seenRights(name, { ...may, requests: mayRead(false) })],
    },
    findingsLike: [
      { fix: matching(/^First, [^]*Argo CD manages it: add the rule to its ClusterRole in the repository\.\n\nOnce /) },
    ],
  },
  {
    it: 'asks for the update that follows the control plane',
    tables,
    facts: at('1.33.6'),
    findings: [
      {
        level: 'warn',
        at: 34,
        resource,
        message: 'Cluster Autoscaler 1.33.6 does not match control plane 1.34',
        evidence: [{ observed: '1.33.6 (image tag)', required: '1.34.5' }],
        fix: expect.stringMatching(
          /^Once the control plane is at 1\.34, set the image [^]*\/cluster-autoscaler:v1\.34\.5\n```$/,
        ) as string,
      },
    ],
  },
  {
    it: 'updates its Helm release for the next version of the path, with its own values, and names the later ones',
    tables,
    target: '1.35',
    facts: at('1.33.6', {
      owner: { release: 'cluster-autoscaler', releaseNamespace: 'scaling', managedBy: 'Helm' },
    }),
    findingsLike: [
      {
        fix: fixWith(
          'helm get values cluster-autoscaler --namespace scaling -o yaml > cluster-autoscaler-values.yaml',
          'helm upgrade cluster-autoscaler autoscaler/cluster-autoscaler \\',
          '  --version CHART_VERSION --namespace scaling -f cluster-autoscaler-values.yaml --set image.tag=v1.34.5',
          '```',
          'Repeat this after each further update: v1.35.2 at 1.35.',
        ),
      },
    ],
  },
  {
    it: 'is wrong today where it is older than the control plane',
    tables,
    facts: at('1.29.0', { image: 'k8s.gcr.io/autoscaling/cluster-autoscaler:v1.29.0' }),
    findingsLike: [
      {
        message: 'Cluster Autoscaler 1.29.0 does not match control plane 1.33',
        fix: expect.stringMatching(
          /^Set the image [^]*\/cluster-autoscaler:v1\.33\.6\n```\nRepeat this after each further update: v1\.34\.5 at 1\.34\.$/,
        ) as string,
      },
    ],
  },
  {
    it: 'is wrong today where it is newer than the target',
    tables,
    current: '1.32',
    facts: at('1.34.5'),
    target: '1.33',
    findingsLike: [
      {
        at: 32,
        message: 'Cluster Autoscaler 1.34.5 does not match control plane 1.33',
        fix: expect.stringContaining('Once the control plane is at 1.33, set') as string,
      },
    ],
  },
  {
    it: 'says what breaks today where it is known not to work, and asks for a release for today first',
    tables,
    facts: at('1.35.2'),
    findings: [
      {
        level: 'warn',
        at: 33,
        phase: 'before',
        short: 'does not work with the control plane',
        resource,
        message: 'Cluster Autoscaler 1.35.2 does not match control plane 1.33, and does not scale',
        evidence: [{ observed: '1.35.2 (image tag)', required: '1.33.6' }],
        fix: expect.stringMatching(
          /^Set the image [^]*\/cluster-autoscaler:v1\.33\.6\n```\nRepeat this after each further update: v1\.34\.5 at 1\.34\.$/,
        ) as string,
        links: [issue],
      },
    ],
  },
  {
    it: 'says what breaks today where no version of the path ends it',
    tables,
    current: '1.32',
    target: '1.33',
    facts: at('1.35.0'),
    findingsLike: [
      { at: 32, message: 'Cluster Autoscaler 1.35.0 does not match control plane 1.32, and does not scale' },
    ],
  },
  {
    it: 'says what breaks today where it already runs the last version of the path',
    tables,
    target: '1.35',
    facts: at('1.35.2'),
    findingsLike: [
      {
        at: 33,
        message: 'Cluster Autoscaler 1.35.2 does not match control plane 1.33, and does not scale',
        fix: fixWith('Repeat this after each further update: v1.34.5 at 1.34, v1.35.2 at 1.35.'),
      },
    ],
  },
  {
    it: 'says what breaks today where no update is planned',
    tables,
    target: '1.33',
    facts: at('1.35.2', { replicas: 0 }),
    findingsLike: [
      {
        at: 33,
        message: 'Cluster Autoscaler 1.35.2 (scaled to 0) does not match control plane 1.33, and does not scale',
      },
    ],
  },
  {
    it: 'is silent about a break that no version of the path has',
    tables,
    current: '1.34',
    target: '1.35',
    facts: at('1.35.2'),
    findings: [],
  },
  {
    it: 'says what breaks at the first version that it does not match, after the update',
    tables: {
      ...tables,
      ...parseRows([
        { ...aBreak, below: '1.34.0', kubernetesFrom: '1.34', effect: 'degraded', what: 'does not read budgets' },
      ]),
    },
    target: '1.35',
    facts: at('1.33.6'),
    findings: [
      {
        level: 'warn',
        at: 34,
        short: 'does not work with the control plane',
        resource,
        message: 'Cluster Autoscaler 1.33.6 does not match control plane 1.34, and does not read budgets',
        evidence: [{ observed: '1.33.6 (image tag)', required: '1.35.2' }],
        fix: expect.stringMatching(/^Once the control plane is at 1\.34, set /) as string,
        links: [issue],
      },
    ],
  },
  {
    it: 'speaks at the first step that leaves it behind, and names every step',
    tables,
    target: '1.35',
    facts: at('1.33.6', { image: 'mirror.example:5000/k8s/cluster-autoscaler-arm64:v1.33.6@sha256:0f' }),
    findingsLike: [
      {
        at: 34,
        evidence: [{ observed: '1.33.6 (image tag)', required: '1.35.2' }],
        fix: fixWith(
          '  cluster-autoscaler=mirror.example:5000/k8s/cluster-autoscaler-arm64:v1.34.5',
          '```',
          'Repeat this after each further update: v1.35.2 at 1.35.',
        ),
      },
    ],
  },
  {
    it: 'asks for the newest patch of the right minor',
    tables,
    facts: at('1.34.1'),
    findingsLike: [
      {
        at: 34,
        message: 'Cluster Autoscaler 1.34.1 is not the newest patch of its minor version: 1.34.5 is available',
      },
    ],
  },
  {
    it: 'asks for the newest patch today where no update is planned',
    tables,
    target: '1.33',
    facts: at('1.33.0'),
    findings: [
      {
        level: 'warn',
        at: 33,
        resource,
        short: 'not the newest patch version',
        message: 'Cluster Autoscaler 1.33.0 is not the newest patch of its minor version: 1.33.6 is available',
        evidence: [{ observed: '1.33.0 (image tag)', required: '1.33.6' }],
        fix: fixWith(set, '  cluster-autoscaler=registry.k8s.io/autoscaling/cluster-autoscaler:v1.33.6'),
      },
    ],
  },
  {
    it: 'is silent about a break after the first version that it does not match',
    tables: {
      ...tables,
      ...parseRows([{ ...aBreak, below: '1.34.0', kubernetesFrom: '1.35', effect: 'stops', what: 'does not scale' }]),
    },
    target: '1.35',
    facts: at('1.33.6'),
    findingsLike: [{ at: 34, message: 'Cluster Autoscaler 1.33.6 does not match control plane 1.34' }],
  },
  {
    it: 'says that a copy is scaled to 0',
    tables,
    facts: at('1.33.6', { replicas: 0 }),
    findingsLike: [{ message: 'Cluster Autoscaler 1.33.6 (scaled to 0) does not match control plane 1.34' }],
  },
  {
    it: 'does not guess at an unreadable version, in any copy',
    tables,
    facts: {
      clusterAutoscalers: [
        aComponent({ name: 'cluster-autoscaler', image: 'mirror/cluster-autoscaler:stable', version: null }),
        aComponent({ namespace: 'edge', name: 'cluster-autoscaler', version: '9.2.0' }),
      ],
    },
    findingsLike: [
      { level: 'unknown', rule: 'version-not-readable', resource },
      { level: 'unknown', resource: { ...resource, namespace: 'edge' } },
    ],
  },
  {
    it: 'does not apply without one',
    facts: { clusterAutoscalers: [] },
    skip: 'no Cluster Autoscaler runs in this cluster',
  },
]);
