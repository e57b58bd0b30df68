import { expect } from 'vitest';
import check from '../../../checks/workloads/pdb-missing.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { checkCases } from '../cases.ts';

type Budgeted = Facts['budgetedWorkloads'][number];

function aBudgeted(name: string, more: Partial<Budgeted> = {}): Budgeted {
  return { kind: 'Deployment', namespace: 'shop', name, replicas: 2, budgets: [], ...more };
}
const fargate = (nodes: string[]) => [{ kind: 'Deployment', namespace: 'shop', name: 'cart', nodes }];

checkCases(check, [
  { it: 'is silent without workloads', facts: { budgetedWorkloads: [], fargateWorkloads: [] }, findings: [] },
  {
    it: 'is silent about a workload with a budget, whatever the budget says',
    facts: { budgetedWorkloads: [aBudgeted('cart', { budgets: ['cart'] })], fargateWorkloads: [] },
    findings: [],
  },
  {
    it: 'is silent about a single replica and about none',
    facts: {
      budgetedWorkloads: [aBudgeted('cart', { replicas: 1 }), aBudgeted('old', { replicas: 0 })],
      fargateWorkloads: [],
    },
    findings: [],
  },
  {
    it: 'warns of two replicas without',
    facts: { budgetedWorkloads: [aBudgeted('cart')], fargateWorkloads: [] },
    findings: [
      {
        level: 'warn',
        resource: { kind: 'Namespace', name: 'shop' },
        message: 'Deployment cart has no PodDisruptionBudget: draining several nodes can stop all its pods at once',
        evidence: [
          {
            observed: '2 replicas, no budget',
            required: 'a PodDisruptionBudget that selects its pods',
            resource: 'Deployment cart',
            fact: 'deployments',
          },
        ],
        fix: [
          'For each workload, create a PodDisruptionBudget that allows one disruption at a time (`maxUnavailable: 1`), with the labels of its selector; many charts have a value for it. The commands name the first workload of a namespace. Where a chart, a manifest or a module defines it, set the budget there first. Then:',
          '```sh',
          "kubectl -n shop get deployment cart -o jsonpath='{.spec.selector.matchLabels}'",
          'kubectl -n shop create poddisruptionbudget cart --max-unavailable=1 --selector=KEY=VALUE',
          '```',
          'Replace KEY=VALUE with the labels that the first command prints, separated by commas.',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'says it once a namespace, kube-system as any other',
    facts: {
      budgetedWorkloads: [
        aBudgeted('cart'),
        aBudgeted('db', { kind: 'StatefulSet', replicas: 3 }),
        aBudgeted('metrics-server', { namespace: 'kube-system' }),
      ],
      fargateWorkloads: [],
    },
    findingsLike: [
      {
        resource: { kind: 'Namespace', name: 'shop' },
        message:
          'Deployment cart and StatefulSet db have no PodDisruptionBudget: draining several nodes can stop all their pods at once',
      },
      { resource: { kind: 'Namespace', name: 'kube-system' } },
    ],
  },
  {
    it: "is silent about the load balancer controller's own default, not about a look-alike",
    facts: {
      budgetedWorkloads: [
        aBudgeted('aws-load-balancer-controller', { namespace: 'kube-system' }),
        aBudgeted('platform-aws-load-balancer-controller', { namespace: 'kube-system' }),
        aBudgeted('aws-load-balancer-controller-proxy', { namespace: 'lab' }),
      ],
      fargateWorkloads: [],
    },
    findingsLike: [{ resource: { kind: 'Namespace', name: 'lab' } }],
  },
  {
    it: 'is silent about a workload on Fargate only',
    facts: { budgetedWorkloads: [aBudgeted('cart')], fargateWorkloads: fargate(['fargate-1', 'fargate-2']) },
    findings: [],
  },
  {
    it: 'warns of a workload that is on Fargate in part',
    facts: { budgetedWorkloads: [aBudgeted('cart')], fargateWorkloads: fargate(['fargate-1']) },
    findingsLike: [{ level: 'warn' }],
  },
  ...[
    {
      who: 'Helm, the same words for every release',
      owner: { release: 'cart', releaseNamespace: 'releases', managedBy: 'Helm' },
      fix: /Helm installed it: set the budget in the chart or the values of its release, and update it with `helm upgrade`\. This names the release and its chart:\n```sh\nhelm list --namespace releases --filter '\^cart\$'\n```$/,
    },
    {
      who: 'Argo CD',
      owner: { release: null, releaseNamespace: null, managedBy: 'Argo CD' },
      fix: /Argo CD manages it: add the budget in its repository, and sync it\. It may revert manual changes\.$/,
    },
    {
      who: 'Flux, of a release',
      owner: { release: 'cart', releaseNamespace: 'shop', managedBy: 'Flux' },
      fix: /Flux manages it: (?![^]*helm)/,
    },
    {
      who: 'a custom resource',
      owner: {
        release: null,
        releaseNamespace: null,
        managedBy: null,
        controller: { apiGroup: 'db.example.com', kind: 'Database', name: 'cart' },
      },
      fix: /A custom resource controls it: if that object or its operator has a setting for a budget, use only that[^]*create poddisruptionbudget cart/,
    },
  ].map(({ who, owner, fix }) => ({
    it: `tells the owner of the workload: ${who}`,
    facts: { budgetedWorkloads: [aBudgeted('cart', { owner })], fargateWorkloads: [] },
    findingsLike: [{ fix: expect.stringMatching(fix) as string }],
  })),
  {
    it: 'names the first workload of each kind of owner of a namespace',
    facts: {
      budgetedWorkloads: [
        aBudgeted('cart', { owner: { release: 'shop', releaseNamespace: 'shop', managedBy: 'Helm' } }),
        aBudgeted('till', { owner: { release: 'till', releaseNamespace: 'shop', managedBy: 'Helm' } }),
        aBudgeted('old'),
      ],
      fargateWorkloads: [],
    },
    findingsLike: [
      {
        fix: expect.stringMatching(
          /namespace\.\s+Deployment cart: Helm installed it[^]*Deployment old: Where a chart[^]*create poddisruptionbudget old/,
        ) as string,
      },
    ],
  },
]);
