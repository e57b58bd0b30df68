import { advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { sh } from '../../../src/languages/shell.ts';
import type { Minor } from '../../../src/languages/versions.ts';
import { defaultFindings, defaultPolicy } from './default-policy.ts';
import { openNamespaces } from './namespaces.ts';
import { lostPolicies, migrateLink } from './users.ts';

const removedIn: Minor = 25;

export default defineCheck({
  id: 'apis/pod-security-policies',
  title: 'Pod security policies missing, or lost at 1.25',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Up to Kubernetes 1.24 a pod is created only if a PodSecurityPolicy admits it. EKS brings \`${defaultPolicy}\`, which
    admits everything; the user guide asks for it before any update, because without it pods that no other policy admits
    are refused, and an update moves pods.

    Kubernetes 1.25 drops these policies. Pods that run keep running; what ends, without a word, is the protection: from
    then on every pod is admitted. And a policy does not only refuse: it also fills in defaults (a user, dropped
    capabilities, a seccomp profile). A workload that relies on them starts differently the next time its pods are made.
    The users of a policy are the workloads whose pods carry its name (annotation \`kubernetes.io/psp\`). A policy that no
    pod carries is no finding: it vanishes with the API. With nothing but \`${defaultPolicy}\` nothing is lost, and
    namespaces without a \`pod-security.kubernetes.io\` label stay as open as they are.`,
  fix: advice`Replace own policies by Pod Security Standards (labels of the namespace) or a policy engine before 1.25.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/pod-security-policy-removal-faq.html',
    migrateLink,
  ],
  needs: ['podSecurityPolicies', 'pods', 'namespaces'],
  counts: ['podSecurityPolicies', 'pods'],
  applies: {
    needs: ['podSecurityPolicies'],
    when({ podSecurityPolicies }, { current }) {
      if (podSecurityPolicies !== null || current < removedIn) return true;
      return 'policy/v1beta1 PodSecurityPolicies are not served (removed in Kubernetes 1.25)';
    },
  },

  *run({ podSecurityPolicies, pods, namespaces }, { cluster, versions }) {
    if (podSecurityPolicies === null) {
      yield notServed(cluster);
      return;
    }
    yield* defaultFindings(podSecurityPolicies);
    const at = versions.find((version) => version >= removedIn);
    if (at === undefined) return;
    yield* lostPolicies(podSecurityPolicies, pods, at);
    yield* openNamespaces(namespaces, cluster, at);
  },
});

function notServed({ name }: Facts['cluster']): Finding {
  return {
    level: 'unknown',
    rule: 'not-served',
    resource: { kind: 'Cluster', name },
    message: 'the API server shows no policy/v1beta1 PodSecurityPolicies, which every EKS cluster below 1.25 serves',
    fix: advice`Look by hand: ${sh`kubectl get psp`}.`,
  };
}
