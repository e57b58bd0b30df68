import { defineCheck } from '../../../src/check.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { policyFindings } from './findings.ts';

const policies = 'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/';

export default defineCheck({
  id: 'apis/admission-policies',
  title: 'Admission policies whose parameters cannot be found',
  short: {
    'not-served': 'paramKind is not served',
    removed: 'paramKind is removed',
    'slow-start': 'may reject while API servers start',
  },
  task: 'Set a paramKind that the API server serves',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  direction: 'both',
  why: `A ValidatingAdmissionPolicy or MutatingAdmissionPolicy can take parameters from objects of a kind, its
    \`paramKind\`. If the API server does not serve that kind and version, and \`failurePolicy\` is \`Fail\` (the default),
    the API server rejects every request that the \`matchConstraints\` of the policy match. It does so as soon as the
    policy has a binding, whatever the binding matches, whatever its \`validationActions\` are, and before it evaluates
    \`matchConditions\`. Without a binding, it does not evaluate the policy.

    An API server that read the kind before its CRD was deleted continues to admit requests. A control plane update
    starts new API servers, which reject them.

    It is a failure if the policy matches requests of a node update: new pods that a controller recreates, evictions,
    nodes, leases, or NodeClaims of Karpenter and EKS Auto Mode. Otherwise, it is a warning. An update that removes the
    version of a built-in kind has the same effect.

    If the kind is defined by a CRD, an API server may not find it when it starts: until it reads the kinds again, after
    up to 30 seconds, it rejects the same requests. The check warns if the policy matches requests of a node update.

    The check does not judge the expressions of policies, rules for objects of certain names, or parameters that a
    binding names: what these reject, they reject before the update, too.`,
  fix: advice`Serve the paramKind of the policy, or delete the policy.`,
  links: [policies, 'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/'],
  needs: ['admissionPolicies'],
  uses: ['crds', 'karpenterControllers'],
  tables: ['api-removals'],
  basis: ({ admissionPolicies: { read } }) => `${formatCount(read, 'policy', 'policies')} read`,

  *run({ admissionPolicies, crds = [], karpenterControllers = [] }, context) {
    const { karpenter, cluster } = context;
    const around = { crds, controllers: karpenterControllers, autoMode: cluster.autoMode, karpenter };
    for (const policy of admissionPolicies.policies) yield* policyFindings(policy, around, context);
  },
});
