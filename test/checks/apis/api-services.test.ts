import { expect } from 'vitest';
import check from '../../../checks/apis/api-services.ts';
import type { ApiService } from '../../../src/facts/api-extensions.ts';
import { checkCases } from '../cases.ts';

const name = 'v1beta1.metrics.k8s.io';
const service = { namespace: 'kube-system', name: 'metrics-server' };
const passed = { status: 'True', reason: 'Passed', message: 'all checks passed' };
const down = {
  status: 'False',
  reason: 'MissingEndpoints',
  message: 'endpoints for service/metrics-server in "kube-system" have no addresses with port name "https"',
};
const local: ApiService = {
  name: 'v1.apps',
  service: null,
  available: { status: 'True', reason: 'Local', message: 'Local APIServices are always available' },
};

function facts(more: Partial<ApiService> = {}) {
  return { apiServices: [local, { name, service, available: passed, ...more }] };
}

const resource = { kind: 'APIService', name };

checkCases(check, [
  {
    it: 'is silent about APIs that are available, and about those of the API server itself',
    facts: facts(),
    findings: [],
  },
  {
    it: 'is silent about an API of the API server whose condition nobody has written yet',
    facts: { apiServices: [{ ...local, available: null }] },
    findings: [],
  },
  {
    it: 'warns about an aggregated API that is unavailable, with the reason of the API server',
    facts: facts({ available: down }),
    findings: [
      {
        level: 'warn',
        rule: 'unavailable',
        resource,
        message:
          'the aggregated API is unavailable (MissingEndpoints): discovery is incomplete, and namespaces cannot be deleted',
        evidence: [{ observed: down.message, required: 'Available is True' }],
        fix: expect.stringMatching(
          /delete the APIService\. The following commands show what is missing\.\n```sh\nkubectl describe apiservice v1beta1\.metrics\.k8s\.io\nkubectl describe service metrics-server --namespace kube-system\nkubectl get endpointslices --namespace kube-system --selector kubernetes\.io\/service-name=metrics-server/,
        ),
      },
    ],
  },
  {
    it: 'warns where the API server gives neither reason nor message',
    facts: facts({ available: { status: 'False', reason: null, message: null } }),
    findingsLike: [
      {
        level: 'warn',
        message: 'the aggregated API is unavailable: discovery is incomplete, and namespaces cannot be deleted',
        evidence: [{ observed: 'Available is False', required: 'Available is True' }],
      },
    ],
  },
  {
    it: 'names the release to which it belongs',
    facts: facts({
      available: down,
      owner: { release: 'metrics-server', releaseNamespace: 'kube-system', managedBy: 'Helm' },
    }),
    findingsLike: [
      {
        fix: expect.stringContaining('The object belongs to the Helm release metrics-server in namespace kube-system.'),
      },
    ],
  },
  {
    it: 'is unknown where the condition is missing',
    facts: facts({ available: null }),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'not-reported',
        resource,
        message: 'has no condition Available: it is unknown whether the aggregated API responds',
      },
    ],
  },
  {
    it: 'is unknown where the condition is Unknown',
    facts: facts({ available: { status: 'Unknown', reason: 'Init', message: null } }),
    findingsLike: [
      {
        level: 'unknown',
        message: 'has the condition Available Unknown: it is unknown whether the aggregated API responds',
      },
    ],
  },
  {
    it: 'warns about a CA bundle that expires within 30 days',
    facts: facts({ caExpires: '2026-12-19T12:00:00.000Z' }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'ca-expires',
        short: 'CA bundle expires in 29 days',
        message: 'its CA bundle expires on 2026-12-19: from then on, the aggregated API is unavailable',
      },
    ],
  },
  {
    it: 'is silent about a CA bundle that is valid for longer',
    facts: facts({ caExpires: '2027-11-20T12:00:00.000Z' }),
    findings: [],
  },
  {
    it: 'leaves a CA bundle that cannot be read to the API server, which reports the API as available',
    facts: facts({ caExpires: null }),
    findings: [],
  },
]);
