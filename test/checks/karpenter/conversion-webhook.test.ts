import { expect } from 'vitest';
import check from '../../../checks/karpenter/conversion-webhook/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import { aKarpenter, checkCases } from '../cases.ts';
import { theCrds } from './objects.ts';

const service = { namespace: 'kube-system', name: 'karpenter', port: 8443 };
const webhook = { strategy: 'Webhook', service, caBundle: true, caExpires: '2026-11-27T12:00:00.000Z' };
const beta = { served: ['v1beta1', 'v1'], storage: 'v1beta1', storedVersions: ['v1beta1'] };
const found = [{ namespace: 'kube-system', name: 'karpenter', ports: [8000, 8443] }];

function facts(
  conversion: Partial<KarpenterCrd['conversion']> = {},
  more: Partial<Facts> = {},
  controller: Partial<KarpenterController> = {},
  crd: Partial<KarpenterCrd> = beta,
) {
  return {
    karpenterControllers: [aKarpenter({ version: '0.37.5', ...controller })],
    karpenterCrds: theCrds({ ...crd, conversion: { ...webhook, ...conversion } }),
    karpenterConversionServices: found,
    ...more,
  };
}

const effect =
  'objects stored in another version cannot be read, and up to Kubernetes 1.31, garbage collection stops in the whole cluster';
const elsewhere = { namespace: 'karpenter' };

checkCases(check, [
  { it: 'is silent about CRDs that ask the Service of the controller', facts: facts(), findings: [] },
  {
    it: 'is silent about CRDs that convert nothing',
    facts: facts({ strategy: 'None', service: null, caBundle: false }),
    findings: [],
  },
  {
    it: 'fails CRDs that ask a namespace in which no controller runs',
    facts: facts({}, {}, elsewhere),
    findings: [
      {
        level: 'fail',
        rule: 'namespace',
        resource: { kind: 'CustomResourceDefinition', name: 'nodepools.karpenter.sh', note: 'and 2 more' },
        message: `has its conversion webhook at Service kube-system/karpenter, but no Karpenter runs in namespace kube-system: ${effect}`,
        evidence: ['nodepools.karpenter.sh', 'nodeclaims.karpenter.sh', 'ec2nodeclasses.karpenter.k8s.aws'].map(
          (resource) => ({
            observed: 'Service kube-system/karpenter, stored as v1beta1',
            required: 'a Service in namespace karpenter',
            resource,
          }),
        ),
        fix: expect.stringMatching(
          /webhook\.serviceNamespace[^]*kubectl patch crd nodepools\.karpenter\.sh --type merge --patch '\{[^]*"namespace": ?"karpenter"[^]*kubectl patch crd ec2nodeclasses/,
        ),
      },
    ],
  },
  {
    it: 'sends to the repository where Argo CD manages the CRDs',
    facts: facts({}, {}, elsewhere, {
      ...beta,
      owner: { release: null, releaseNamespace: null, managedBy: 'Argo CD' },
    }),
    findingsLike: [
      {
        rule: 'namespace',
        fix: 'Set `spec.conversion.webhook.clientConfig.service` of the CRDs to karpenter in namespace karpenter, port 8443, in the repository that Argo CD applies.',
      },
    ],
  },
  {
    it: 'warns where all is stored as v1: only those who ask for v1beta1 get no answer',
    facts: facts({}, {}, { ...elsewhere, version: '1.0.14' }, { served: ['v1', 'v1beta1'] }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'namespace',
        message:
          'has its conversion webhook at Service kube-system/karpenter, but no Karpenter runs in namespace kube-system: requests for versions other than v1 fail',
      },
    ],
  },
  {
    it: 'fails a Service that does not exist',
    facts: facts({}, { karpenterConversionServices: [{ namespace: 'kube-system', name: 'karpenter', ports: null }] }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'service',
        message: `has its conversion webhook at Service kube-system/karpenter, which does not exist: ${effect}`,
      },
    ],
  },
  {
    it: 'fails a port that the Service does not have',
    facts: facts({ service: { ...service, port: 443 } }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'port',
        message: `has its conversion webhook at Service kube-system/karpenter on port 443, but the Service has port 8000, 8443: ${effect}`,
      },
    ],
  },
  {
    it: 'leaves a Service that was not read to the engine',
    facts: { karpenterControllers: facts().karpenterControllers, karpenterCrds: facts().karpenterCrds },
    findings: [],
  },
  {
    it: 'fails CRDs without a CA bundle',
    facts: facts({ caBundle: false, caExpires: undefined }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'ca',
        message: `has no CA bundle for its conversion webhook: ${effect}`,
        fix: expect.stringContaining('kubectl rollout restart deployment karpenter --namespace kube-system'),
      },
    ],
  },
  {
    it: 'fails an expired CA bundle',
    facts: facts({ caExpires: '2026-11-19T12:00:00.000Z' }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'ca',
        message: `has a CA bundle for its conversion webhook that expired on 2026-11-19: ${effect}`,
      },
    ],
  },
  {
    it: 'fails a CA bundle without a certificate',
    facts: facts({ caExpires: null }),
    findingsLike: [{ level: 'fail', rule: 'ca' }],
  },
  {
    it: 'says nothing of the CA bundle in an inventory of before it was read',
    facts: facts({ caExpires: undefined }),
    findings: [],
  },
  {
    it: 'leaves webhooks that are switched off to karpenter/settings',
    facts: facts({ caBundle: false, caExpires: undefined }, {}, { settings: { DISABLE_WEBHOOK: 'true' } }),
    findings: [],
  },
  {
    it: 'leaves the port that is gone with webhooks that are switched off to karpenter/settings',
    facts: facts(
      {},
      { karpenterConversionServices: [{ namespace: 'kube-system', name: 'karpenter', ports: [8080] }] },
      { version: '1.0.14', settings: { DISABLE_WEBHOOK: 'true' } },
      { served: ['v1', 'v1beta1'], storage: 'v1', storedVersions: ['v1'] },
    ),
    findings: [],
  },
  {
    it: 'fails a wrong namespace also where webhooks are switched off',
    facts: facts({}, {}, { ...elsewhere, settings: { DISABLE_WEBHOOK: 'true' } }),
    findingsLike: [{ level: 'fail', rule: 'namespace' }],
  },
  {
    it: 'leaves a version without webhooks to karpenter/crds',
    facts: facts({}, {}, { ...elsewhere, version: '1.1.10' }),
    findings: [],
  },
  {
    it: 'judges the address where the version is not known',
    facts: facts({}, {}, { ...elsewhere, version: null }),
    findingsLike: [{ level: 'fail', rule: 'namespace' }],
  },
  {
    it: 'does not know a webhook by URL',
    facts: facts({ service: null }),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'url',
        message: 'has its conversion webhook at a URL, which is not checked',
      },
    ],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { karpenterControllers: [], karpenterCrds: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
]);
