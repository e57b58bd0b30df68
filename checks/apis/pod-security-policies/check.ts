import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { sh } from '../../../src/syntax/shell.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import { defaultFindings, defaultPolicy } from './default-policy.ts';
import { openNamespaces } from './namespaces.ts';
import { lostPolicies, migrateLink } from './users.ts';

const removedIn: Minor = 25;

export default defineCheck({
  id: 'apis/pod-security-policies',
  title: 'PodSecurityPolicies that are missing, or removed in 1.25',
  short: {
    'default-changed': 'does not admit privileged pods',
    'default-missing': 'EKS default policy does not exist',
    'namespace-labels': 'namespaces lack Pod Security labels',
    'not-served': 'PodSecurityPolicies are not served',
    'policy-in-use': 'removed API, pods depend on it',
    'policy-unused': 'removed API, admits no pods',
  },
  task: {
    '': 'Restore the default PodSecurityPolicy of EKS',
    'policy-in-use': 'Replace PodSecurityPolicies with Pod Security Admission',
  },
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Up to Kubernetes 1.24, a pod is only created if a PodSecurityPolicy admits it. EKS creates
    \`${defaultPolicy}\`, which admits everything; the user guide asks you to check for it before any update:
    without it, pods that no other policy admits are rejected, and an update moves pods.

    Kubernetes 1.25 removes PodSecurityPolicies. Running pods keep running, but the protection silently ends: from
    then on, every pod is admitted. Policies also set defaults (a user, dropped capabilities, a seccomp profile).
    A workload that relies on them starts with different settings the next time its pods are created. The users of
    a policy are the workloads whose pods carry its name (annotation \`kubernetes.io/psp\`). A policy that no pod
    carries protects nothing. It is a warning because a manifest or a chart that contains it can no longer be applied
    after the update. If only \`${defaultPolicy}\` exists, nothing is lost, and
    namespaces without a \`pod-security.kubernetes.io\` label stay as open as they are.`,
  fix: advice`Replace your policies with Pod Security Standards (namespace labels) or a policy engine before 1.25.`,
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
    fix: advice`Check manually: ${sh`kubectl get psp`}.`,
  };
}
