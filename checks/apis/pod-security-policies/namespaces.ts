import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatCount, formatList } from '../../../src/syntax/english.ts';
import { pieces, sh } from '../../../src/syntax/shell.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import { namesShown } from './default-policy.ts';

/** Kubernetes' own namespaces, to which Pod Security Standards need not apply. */
const systemNamespaces: ReadonlySet<string> = new Set(['kube-system', 'kube-public', 'kube-node-lease']);

/** The finding for namespaces without a Pod Security Admission label, in which 1.25 and later restrict no pods. */
export function* openNamespaces(
  namespaces: Facts['namespaces'],
  cluster: Facts['cluster'],
  at: Minor,
): Generator<Finding> {
  const judged = namespaces.filter(({ name }) => !systemNamespaces.has(name));
  const open = judged
    .filter(({ podSecurityLabelled }) => !podSecurityLabelled)
    .map(({ name }) => name)
    .sort();
  if (open.length === 0) return;
  const names = formatList(open, namesShown);
  yield {
    level: 'warn',
    at,
    rule: 'namespace-labels',
    resource: { kind: 'Cluster', name: cluster.name },
    message: `no pod-security.kubernetes.io label on ${open.length} of ${formatCount(judged.length, 'namespace')}: ${names}`,
    evidence: open.map((name) => ({
      observed: 'no pod-security.kubernetes.io label',
      required: 'a label, or a policy engine that covers the namespace',
      resource: `Namespace ${name}`,
      fact: 'namespaces' as const,
    })),
    fix: advice`Choose a Pod Security Standard for each namespace, unless a policy engine covers its pods. Start with
      warnings, which reject nothing:\n${commands(
        pieces(
          sh`kubectl label namespace NAMESPACE pod-security.kubernetes.io/warn=baseline`,
          sh`pod-security.kubernetes.io/audit=baseline`,
        ),
      )}`,
    links: ['https://kubernetes.io/docs/concepts/security/pod-security-admission/'],
  };
}
