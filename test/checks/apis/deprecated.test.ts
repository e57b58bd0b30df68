import { expect } from 'vitest';
import check from '../../../checks/apis/deprecated.ts';
import { checkCases } from '../cases.ts';
import {
  aClient,
  anApplication,
  anAuditedCall,
  anObject,
  attributes,
  audited,
  calledIn,
  flowSchemas,
  hpas,
  listed,
  noInventories,
  removedIn,
  requested,
  serves,
  writes,
} from './written-objects.ts';

const old = 'autoscaling/v2beta2';
const byHelm = anObject(writes(`helm ${old} 2026-05-04`));
const flowSchema = anObject(writes('kubectl flowcontrol.apiserver.k8s.io/v1beta2 2026-05-04 Apply'), {
  kind: 'FlowSchema',
  namespace: null,
});
const gold = anObject(writes('kubectl storage.k8s.io/v1beta1 2026-05-04 Apply'), {
  kind: 'VolumeAttributesClass',
  namespace: null,
  name: 'gold',
});

checkCases(check, [
  {
    it: 'warns of what the version after the target removes',
    current: '1.24',
    facts: { servedApis: serves(hpas), apiObjects: listed(byHelm), insights: [], ...noInventories },
    findings: [
      {
        level: 'warn',
        resource: { kind: 'HorizontalPodAutoscaler', namespace: 'shop', name: 'cart' },
        message: `helm applied it on 2026-05-04 with ${old}, which 1.26 no longer serves`,
        evidence: [
          { observed: `field manager helm (Update): ${old}, 2026-05-04T09:00:00Z`, required: 'autoscaling/v2' },
        ],
        fix: expect.stringContaining('Before the update to 1.26, set `apiVersion: autoscaling/v2`') as string,
        links: ['https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-26'],
        blocks: 'deployments',
        phase: 'before',
      },
    ],
  },
  {
    it: 'warns of what goes two minors after the target, and can only be changed after an update',
    current: '1.25',
    target: '1.27',
    facts: { servedApis: serves(...flowSchemas), apiObjects: listed(flowSchema), insights: [] },
    findingsLike: [
      {
        phase: 'after',
        fix: expect.stringContaining(
          'After the update to 1.26, the first version that serves it, and before the update to 1.29',
        ) as string,
      },
    ],
  },
  {
    it: 'is silent about what goes later still',
    current: '1.25',
    facts: { servedApis: serves(...flowSchemas), apiObjects: listed(flowSchema), insights: [] },
    findings: [],
  },
  {
    it: 'leaves what a step of the path removes to apis/removed',
    current: '1.25',
    facts: { servedApis: serves(hpas), apiObjects: listed(byHelm), insights: [], ...noInventories },
    findings: [],
  },
  {
    it: 'looks two minors ahead where no update is planned',
    current: '1.35',
    target: '1.35',
    facts: { servedApis: serves(attributes), apiObjects: listed(gold), insights: null },
    findingsLike: [
      {
        message: 'kubectl applied it on 2026-05-04 with storage.k8s.io/v1beta1, which 1.37 no longer serves',
        phase: 'before',
      },
    ],
  },
  {
    it: 'is silent about a delivery at a version that stays, whatever was written before',
    current: '1.24',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(
        anObject(writes('argocd-controller autoscaling/v2 2026-06-01 Apply', `kubectl ${old} 2024-05-04`), {
          applied: [{ by: 'kubectl', api: old }],
        }),
      ),
      insights: [],
    },
    findings: [],
  },
  {
    it: 'goes by what Git has: it has moved, whatever Argo CD wrote last, and another manifest has not',
    current: '1.24',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(anObject(writes(`argocd-controller ${old} 2026-06-01`))),
      insights: [],
      ...noInventories,
      argoApplications: [
        anApplication('shop', [
          'autoscaling/v2 HorizontalPodAutoscaler shop/cart',
          `${old} HorizontalPodAutoscaler shop/web`,
        ]),
      ],
    },
    findingsLike: [
      {
        level: 'warn',
        resource: { kind: 'HorizontalPodAutoscaler', namespace: 'shop', name: 'web' },
        message: `the manifest that Application argocd/shop applies uses ${old}, which 1.26 no longer serves`,
      },
    ],
  },
  {
    it: 'names callers of the audit log, and versions that the metrics show',
    current: '1.24',
    facts: {
      servedApis: serves(hpas, ...flowSchemas),
      apiObjects: listed(),
      insights: [],
      auditedCalls: audited([anAuditedCall(hpas)], { since: '2026-11-13T12:00:00.000Z' }),
      requestedApis: [requested(flowSchemas[0] ?? '')],
    },
    findingsLike: [
      { level: 'warn', rule: 'called', message: '1.26 no longer serves it; 1 client calls it, last on 2026-11-19' },
      {
        level: 'warn',
        rule: 'requested',
        resource: { kind: 'API', name: '/apis/flowcontrol.apiserver.k8s.io/v1beta1/flowschemas' },
      },
    ],
  },
  {
    it: 'names clients, as far as EKS has an insight about that version',
    current: '1.24',
    facts: {
      servedApis: serves(hpas),
      apiObjects: listed(),
      insights: [removedIn('1.25'), calledIn('1.26', hpas, [aClient('scaler/1.2', '2026-11-19T08:00:00.000Z')])],
    },
    findings: [
      {
        level: 'warn',
        rule: 'called',
        resource: { kind: 'API', name: '/apis/autoscaling/v2beta2/horizontalpodautoscalers' },
        message: '1.26 no longer serves it; 1 client calls it, last on 2026-11-19',
        evidence: [
          { observed: 'scaler/1.2: 12 requests in 30 days, last 2026-11-19T08:00:00.000Z', required: 'no calls' },
        ],
        fix: 'Update the client to a version that does not use this API, and the manifests that it applies.',
        blocks: 'workloads',
      },
    ],
  },
]);
