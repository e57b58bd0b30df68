import { advice, commands } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { sh } from '../../../src/languages/shell.ts';
import type { Minor } from '../../../src/languages/versions.ts';

type Policy = NonNullable<Facts['podSecurityPolicies']>[number];

/** A workload with pods that a policy admitted. */
interface User {
  namespace: string;
  /** `Deployment shop/cart`. */
  text: string;
  pods: number;
}

const REMOVED_IN: Minor = 25;
const DEFAULT_POLICY = 'eks.privileged';
/** Their pods are the cluster's own; Pod Security Standards are not for them. */
const SYSTEM_NAMESPACES: ReadonlySet<string> = new Set(['kube-system', 'kube-public', 'kube-node-lease']);
const NAMES_SHOWN = 5;
const restoreLink = 'https://docs.aws.amazon.com/eks/latest/userguide/pod-security-policy.html';
const migrateLink = 'https://kubernetes.io/docs/tasks/configure-pod-container/migrate-from-psp/';

export default defineCheck({
  id: 'apis/pod-security-policies',
  title: 'Pod security policies missing, or lost at 1.25',
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  why: `Up to Kubernetes 1.24 a pod is created only if a PodSecurityPolicy admits it. EKS brings \`${DEFAULT_POLICY}\`, which
    admits everything; the user guide asks for it before any update, because without it pods that no other policy admits
    are refused, and an update moves pods.

    Kubernetes 1.25 drops these policies. Pods that run keep running; what ends, without a word, is the protection: from
    then on every pod is admitted. And a policy does not only refuse: it also fills in defaults (a user, dropped
    capabilities, a seccomp profile). A workload that relies on them starts differently the next time its pods are made.
    The users of a policy are the workloads whose pods carry its name (annotation \`kubernetes.io/psp\`). A policy that no
    pod carries is no finding: it vanishes with the API. With nothing but \`${DEFAULT_POLICY}\` nothing is lost, and
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
      if (podSecurityPolicies !== null || current < REMOVED_IN) return true;
      return 'policy/v1beta1 PodSecurityPolicies are not served (removed in Kubernetes 1.25)';
    },
  },

  *run({ podSecurityPolicies, pods, namespaces }, { cluster, versions }) {
    if (podSecurityPolicies === null) {
      yield {
        level: 'unknown',
        rule: 'not-served',
        resource: { kind: 'Cluster', name: cluster.name },
        message:
          'the API server shows no policy/v1beta1 PodSecurityPolicies, which every EKS cluster below 1.25 serves',
        fix: advice`Look by hand: ${sh`kubectl get psp`}.`,
      } satisfies Finding;
      return;
    }
    const policies = podSecurityPolicies;
    yield* judgeDefault(policies);
    const at = versions.find((version) => version >= REMOVED_IN);
    if (at === undefined) return;
    const users = usersByPolicy(pods);
    for (const { name } of policies) {
      const own = users.get(name) ?? [];
      if (name !== DEFAULT_POLICY && own.length > 0) yield lostPolicy(name, own, at);
    }
    yield* openNamespaces(namespaces, cluster, at);
  },
});

function* judgeDefault(policies: readonly Policy[]): Iterable<Finding> {
  const policy = policies.find(({ name }) => name === DEFAULT_POLICY);
  if (policy?.privileged === true) return;
  const others = policies.map(({ name }) => name).filter((name) => name !== DEFAULT_POLICY);
  const left = others.length === 0 ? 'no pod can be created' : `pods are admitted by ${listed(others)} alone`;
  yield {
    level: policy === undefined ? 'fail' : 'warn',
    rule: policy === undefined ? 'default-missing' : 'default-changed',
    resource: policyResource(DEFAULT_POLICY),
    message: policy === undefined ? `does not exist: ${left}` : 'admits no privileged pods: it is not as EKS made it',
    evidence: [
      {
        observed: policy === undefined ? 'not found' : 'privileged: false',
        required: `${DEFAULT_POLICY} with privileged: true`,
        fact: 'podSecurityPolicies',
      },
    ],
    fix: advice`Restore the default: save the manifest of the policy, its ClusterRole \`eks:podsecuritypolicy:privileged\` and its ClusterRoleBinding \`eks:podsecuritypolicy:authenticated\` from [the user guide](${restoreLink}), apply it, and look:\n${commands(
      sh`kubectl apply -f privileged-podsecuritypolicy.yaml`,
      sh`kubectl get psp ${DEFAULT_POLICY}`,
      sh`kubectl get clusterrolebinding eks:podsecuritypolicy:authenticated`,
    )}\nIf it was deleted on purpose so that own policies rule, see that these admit the pods of kube-system and of the nodes' DaemonSets.`,
    links: [restoreLink],
  };
}

function policyResource(name: string): Finding['resource'] {
  return { apiVersion: 'policy/v1beta1', kind: 'PodSecurityPolicy', name };
}

/** By policy, each workload once, sorted. Finished pods count: what made them relies on the policy, too. */
function usersByPolicy(pods: Facts['pods']): Map<string, User[]> {
  const byPolicy = new Map<string, Map<string, User>>();
  for (const { namespace, name, controller, podSecurityPolicy } of pods) {
    if (podSecurityPolicy === null) continue;
    const users = byPolicy.get(podSecurityPolicy) ?? new Map<string, User>();
    const text = `${controller?.kind ?? 'Pod'} ${namespace}/${controller?.name ?? name}`;
    users.set(text, { namespace, text, pods: (users.get(text)?.pods ?? 0) + 1 });
    byPolicy.set(podSecurityPolicy, users);
  }
  return new Map([...byPolicy].map(([policy, users]) => [policy, [...users.values()].sort(byText)]));
}

function byText(a: User, b: User): number {
  if (a.text === b.text) return 0;
  return a.text < b.text ? -1 : 1;
}

function lostPolicy(name: string, users: readonly User[], at: Minor): Finding {
  const namespaces = [...new Set(users.map(({ namespace }) => namespace))].sort();
  const pods = users.reduce((sum, user) => sum + user.pods, 0);
  return {
    level: 'fail',
    at,
    rule: 'policy-in-use',
    resource: policyResource(name),
    message: `ends with Kubernetes 1.25 and admits ${counted(pods, 'pod')} of ${counted(users.length, 'workload')}: ${listed(users.map(({ text }) => text))}`,
    evidence: users.map((user) => ({
      observed: `${counted(user.pods, 'pod')} admitted by ${name}`,
      required: 'no pod that relies on a PodSecurityPolicy',
      resource: user.text,
      fact: 'pods' as const,
    })),
    fix: advice`Write what ${name} fills in (user, capabilities, seccomp profile) into the pod templates of its users, give their namespaces a Pod Security Standard or a policy engine's rule, then take ${name} out of use. Try the label first:\n${commands(
      sh`kubectl get psp ${name} -o yaml`,
      ...namespaces.map(
        (namespace) =>
          sh`kubectl label --dry-run=server --overwrite namespace ${namespace} pod-security.kubernetes.io/enforce=baseline`,
      ),
    )}`,
    links: [migrateLink],
  };
}

function* openNamespaces(namespaces: Facts['namespaces'], cluster: Facts['cluster'], at: Minor): Iterable<Finding> {
  const judged = namespaces.filter(({ name }) => !SYSTEM_NAMESPACES.has(name));
  const open = judged
    .filter(({ podSecurityLabelled }) => !podSecurityLabelled)
    .map(({ name }) => name)
    .sort();
  if (open.length === 0) return;
  yield {
    level: 'warn',
    at,
    rule: 'namespace-labels',
    resource: { kind: 'Cluster', name: cluster.name },
    message: `no pod-security.kubernetes.io label on ${open.length} of ${counted(judged.length, 'namespace')}: ${listed(open)}`,
    evidence: open.map((name) => ({
      observed: 'no pod-security.kubernetes.io label',
      required: 'a label, or a policy engine that judges the namespace',
      resource: `Namespace ${name}`,
      fact: 'namespaces' as const,
    })),
    fix: advice`Choose a Pod Security Standard for each namespace, unless a policy engine judges its pods. Start with warnings, which refuse nothing:\n${commands(
      sh`kubectl label namespace NAMESPACE pod-security.kubernetes.io/warn=baseline pod-security.kubernetes.io/audit=baseline`,
    )}`,
    links: ['https://kubernetes.io/docs/concepts/security/pod-security-admission/'],
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMES_SHOWN;
  return names.slice(0, NAMES_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
