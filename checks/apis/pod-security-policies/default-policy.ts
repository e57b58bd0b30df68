import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';

type Policy = NonNullable<Facts['podSecurityPolicies']>[number];

export const defaultPolicy = 'eks.privileged';

/** How many names a message shows at most. */
export const namesShown = 5;

const restoreLink = 'https://docs.aws.amazon.com/eks/latest/userguide/pod-security-policy.html';

/**
 * A finding if EKS's default policy is missing, or does not admit privileged pods. Only a warning if any policy exists:
 * the default may have been replaced on purpose.
 */
export function* defaultFindings(policies: readonly Policy[]): Generator<Finding> {
  const policy = policies.find(({ name }) => name === defaultPolicy);
  if (policy?.privileged === true) return;
  const others = policies.map(({ name }) => name).filter((name) => name !== defaultPolicy);
  const left = others.length === 0 ? 'no pod can be created' : `only ${formatList(others, namesShown)} can admit pods`;
  yield {
    level: policies.length === 0 ? 'fail' : 'warn',
    rule: policy === undefined ? 'default-missing' : 'default-changed',
    resource: policyResource(defaultPolicy),
    message:
      policy === undefined
        ? `does not exist: ${left}`
        : 'does not admit privileged pods: it differs from the EKS default',
    evidence: [
      {
        observed: policy === undefined ? 'not found' : 'privileged: false',
        required: `${defaultPolicy} with privileged: true`,
        fact: 'podSecurityPolicies',
      },
    ],
    fix: advice`Restore the default: save the manifest of the policy, its ClusterRole
      \`eks:podsecuritypolicy:privileged\` and its ClusterRoleBinding \`eks:podsecuritypolicy:authenticated\` from
      [the user guide](${restoreLink}), apply it, and check the result:\n${commands(
        sh`kubectl apply -f privileged-podsecuritypolicy.yaml`,
        sh`kubectl get psp ${defaultPolicy}`,
        sh`kubectl get clusterrolebinding eks:podsecuritypolicy:authenticated`,
      )}\nIf you deleted it on purpose to use your own policies, make sure that they admit the pods of kube-system and of
        the DaemonSets.`,
    links: [restoreLink],
  };
}

/** A policy as a resource of a finding. */
export function policyResource(name: string): Finding['resource'] {
  return { apiVersion: 'policy/v1beta1', kind: 'PodSecurityPolicy', name };
}
