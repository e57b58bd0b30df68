import { expect } from 'vitest';
import check from '../../../checks/addons/controllers/check.ts';
import type { NodeFact } from '../../../src/facts/facts.ts';
import { aController, aNode, checkCases, type Case } from '../cases.ts';

/** Releases that behave differently as soon as all nodes have a Kubernetes version. */

const istio = (more: Partial<ReturnType<typeof aController>> = {}) =>
  aController({ controller: 'istio', name: 'istiod', version: '1.28.3', ...more });
const old = aNode('a', 'v1.32.9-eks-113cf36');
const current = aNode('b', 'v1.33.5-eks-113cf36');

function row(it: string, path: string, nodes: readonly NodeFact[], more: Partial<Case> = {}): Case {
  const [from = '', target = ''] = path.split(' -> ');
  return { it, current: from, target, facts: { controllers: [istio()], nodes: [...nodes] }, ...more };
}

const silent = { findings: [] };
const facts = (copy: Parameters<typeof istio>[0]) => ({ facts: { controllers: [istio(copy)], nodes: [old] } });

checkCases(check, [
  row('warns at the version that the last nodes reach', '1.32 -> 1.33', [old, old], {
    findings: [
      {
        level: 'warn',
        at: 33,
        rule: 'flip',
        resource: { kind: 'Deployment', namespace: 'istio', name: 'istiod' },
        message:
          'Istio 1.28.3 injects istio-proxy into new pods as an init container (a native sidecar) as soon as the kubelets of all nodes are at 1.33 or later',
        evidence: [
          {
            observed: '1.28.3 (image tag): registry.example/istio:v1.28.3',
            required: 'ENABLE_NATIVE_SIDECARS is set, or the change is tested',
            fact: 'controllers',
          },
          { observed: '2 nodes below 1.33: a, a', fact: 'nodes' },
        ],
        fix: expect.stringContaining('before you replace the last older nodes') as string,
        links: [
          'https://github.com/istio/istio/blob/1.27.0/pkg/kube/inject/webhook.go',
          'https://istio.io/latest/news/releases/',
        ],
      },
    ],
  }),
  row('warns today where only the nodes are behind', '1.33 -> 1.34', [old, current], {
    findingsLike: [
      { level: 'warn', rule: 'flip', evidence: [{}, { observed: '1 node below 1.33: a', fact: 'nodes' }] as never },
    ],
  }),
  row('is silent where all nodes have the version: it has happened', '1.33 -> 1.34', [current], silent),
  row('is silent without nodes', '1.32 -> 1.33', [], silent),
  row('is silent where the path ends before the version', '1.31 -> 1.32', [old], silent),
  row('is silent before a rollback', '1.33 -> 1.32', [old], silent),
  row('is silent where the variable is set', '1.32 -> 1.33', [], {
    ...facts({ settings: ['ENABLE_NATIVE_SIDECARS'] }),
    ...silent,
  }),
  row('is silent about an earlier release', '1.32 -> 1.33', [], { ...facts({ version: '1.26.4' }), ...silent }),
  row('also says so of a release whose next version is outside its range', '1.32 -> 1.34', [], {
    ...facts({ version: '1.27.0' }),
    findingsLike: [{ rule: 'range' }, { rule: 'flip' }],
  }),
]);
