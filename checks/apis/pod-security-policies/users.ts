import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatCount, formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { pieces, sh } from '../../../src/syntax/shell.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import { defaultPolicy, namesShown, policyResource } from './default-policy.ts';

export const migrateLink = 'https://kubernetes.io/docs/tasks/configure-pod-container/migrate-from-psp/';

/** A workload with pods that a policy admitted. */
interface User {
  namespace: string;
  /** `Deployment shop/cart`. */
  text: string;
  pods: number;
}

/** Findings for custom policies, with the workloads whose pods they admitted. The default policy restricts nothing. */
export function* lostPolicies(
  policies: NonNullable<Facts['podSecurityPolicies']>,
  pods: Facts['pods'],
  at: Minor,
): Generator<Finding> {
  const byPolicy = grouped(pods, ({ podSecurityPolicy }) => podSecurityPolicy);
  for (const { name } of policies) {
    if (name === defaultPolicy) continue;
    const own = byPolicy.get(name);
    yield own === undefined ? unusedPolicy(name, at) : lostPolicy(name, listUsers(own), at);
  }
}

/** A warning: no pod depends on it, but a manifest or a chart may still contain it. */
function unusedPolicy(name: string, at: Minor): Finding {
  return {
    level: 'warn',
    at,
    rule: 'policy-unused',
    resource: policyResource(name),
    message:
      'is removed in Kubernetes 1.25 and admits no pod: a manifest or a chart that contains it can then no longer be applied',
    evidence: [{ observed: 'policy/v1beta1 PodSecurityPolicy', required: 'no PodSecurityPolicy in manifests' }],
    fix: advice`Before the update to 1.25, remove the policy from the manifest or the chart that contains it, and remove the
      roles that allow its use:\n${commands(sh`kubectl get psp ${name} -o yaml`)}`,
    blocks: 'deployments',
  };
}

/** Each workload once, sorted. Finished pods count, as the workload that created them relies on the policy, too. */
function listUsers(pods: Facts['pods']): User[] {
  const workloads = grouped(
    pods,
    ({ namespace, name, controller }) => `${controller?.kind ?? 'Pod'} ${namespace}/${controller?.name ?? name}`,
  );
  const users = [...workloads].map(([text, own]) => ({ namespace: own[0]?.namespace ?? '', text, pods: own.length }));
  return users.sort(byText);
}

function byText(a: User, b: User): number {
  if (a.text === b.text) return 0;
  return a.text < b.text ? -1 : 1;
}

function lostPolicy(name: string, users: readonly User[], at: Minor): Finding {
  const namespaces = [...new Set(users.map(({ namespace }) => namespace))].sort();
  const pods = users.reduce((sum, user) => sum + user.pods, 0);
  const names = formatList(
    users.map(({ text }) => text),
    namesShown,
  );
  return {
    level: 'fail',
    at,
    rule: 'policy-in-use',
    resource: policyResource(name),
    message: `is removed in Kubernetes 1.25 and admits ${formatCount(pods, 'pod')} of ${formatCount(users.length, 'workload')}: ${names}`,
    evidence: users.map((user) => ({
      observed: `${formatCount(user.pods, 'pod')} admitted by ${name}`,
      required: 'no pod that relies on a PodSecurityPolicy',
      resource: user.text,
      fact: 'pods' as const,
    })),
    fix: advice`Add the defaults that ${name} sets (user, capabilities, seccomp profile) to the pod templates of its
      users, apply a Pod Security Standard or a policy engine rule to their namespaces, then stop using ${name}. Test the
      label first:\n${commands(
        sh`kubectl get psp ${name} -o yaml`,
        ...namespaces.map((namespace) =>
          pieces(
            sh`kubectl label --dry-run=server --overwrite namespace ${namespace}`,
            sh`pod-security.kubernetes.io/enforce=baseline`,
          ),
        ),
      )}`,
    links: [migrateLink],
  };
}
