import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { AdmissionPolicy, Crd } from '../../../src/facts/api-extensions.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { formatCount, formatList } from '../../../src/syntax/english.ts';
import { setFields } from '../../../src/syntax/set-fields.ts';
import { format } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { mayCatch, namedKinds, stoppedBy } from '../shared/intercepted-requests.ts';
import { nodeClaimsCaughtBy, type CustomObjects } from '../shared/node-claims.ts';
import { changeVersionFix, missingKindFix, slowStartFix } from './fixes.ts';

type Removal = Tables['api-removals'][number];

const policies = 'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/';
const slowStart = 'https://github.com/kubernetes/kubernetes/issues/124237';

export default defineCheck({
  id: 'apis/admission-policies',
  title: 'Admission policies whose parameters cannot be found',
  short: {
    'not-served': 'paramKind is not served',
    removed: 'paramKind is removed',
    'slow-start': 'may reject while API servers start',
  },
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  direction: 'both',
  why: `A ValidatingAdmissionPolicy or MutatingAdmissionPolicy can take parameters from objects of a kind, its
    \`paramKind\`. If the API server does not serve that kind and version, and \`failurePolicy\` is \`Fail\` (the default),
    the API server rejects every request that the \`matchConstraints\` of the policy match. It does so as soon as the
    policy has a binding, whatever the binding matches, whatever its \`validationActions\` are, and before it evaluates
    \`matchConditions\`. Without a binding, it does not evaluate the policy.

    An API server that read the kind before its CRD was deleted continues to admit requests. An update of the control
    plane starts new API servers, which reject them.

    As for webhooks, it is a failure if the policy matches requests of a node update: new pods that a controller
    recreates, evictions, nodes, leases, or NodeClaims of Karpenter and EKS Auto Mode. Otherwise, it is a warning. A step
    that removes the version of a built-in kind has the same effect from then on.

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
    for (const policy of admissionPolicies.policies) {
      const judged = judge(policy, around);
      if (judged !== undefined) yield* toFindings(judged, context);
    }
  },
});

interface Judged {
  policy: AdmissionPolicy;
  /** The requests of a node update that the policy matches. */
  stops: readonly string[];
  /** The CRD of its paramKind. */
  crd: Crd | undefined;
}

function judge(policy: AdmissionPolicy, around: CustomObjects): Judged | undefined {
  const stops = [...stoppedBy(policy), ...nodeClaimsCaughtBy(policy, around)];
  if (stops.length === 0 && !mayCatch(policy)) return undefined;
  const { group, kind } = policy.paramKind;
  return { policy, stops, crd: around.crds.find((one) => one.group === group && one.kind === kind) };
}

function* toFindings(judged: Judged, context: Context<'api-removals'>): Iterable<Finding> {
  const { policy, stops, crd } = judged;
  const { served } = policy.paramKind;
  if (served === false) yield notServed(judged);
  if (served !== true) return;
  const [current, next] = context.versions;
  const removal = findRemoval(policy, context);
  if (removal !== undefined) yield removed(judged, removal);
  else if (crd !== undefined && stops.length > 0 && next !== undefined && current !== undefined)
    yield { ...slowStarting(judged), at: next };
}

/** The row and the step that removes the built-in kind. */
function findRemoval(
  { paramKind: { group, version, kind } }: AdmissionPolicy,
  { tables, versions: [current = 0, ...steps] }: Context<'api-removals'>,
): { row: Removal; at: number } | undefined {
  const row = tables['api-removals'].find((one) => one.api === `${group}/${version}` && one.kind === kind);
  const at = row === undefined || row.version <= current ? undefined : steps.find((step) => step >= row.version);
  return row === undefined || at === undefined ? undefined : { row, at };
}

function notServed(judged: Judged): Finding {
  const { policy, crd } = judged;
  const served = crd?.versions.filter((one) => one.served).map(({ name }) => name) ?? [];
  const newest = served[0];
  return {
    ...basics(judged, 'not-served'),
    message: `the API server does not serve paramKind ${nameKind(policy)}: it rejects ${describe(judged)}`,
    evidence: [
      {
        observed: crd === undefined ? 'no such kind' : `versions served: ${formatList(served) || 'none'}`,
        required: nameApi(policy),
        fact: 'admissionPolicies',
      },
    ],
    fix:
      newest === undefined ? missingKindFix(policy) : changeVersionFix(policy, `${policy.paramKind.group}/${newest}`),
  };
}

function removed(judged: Judged, { row, at }: { row: Removal; at: number }): Finding {
  const { policy } = judged;
  return {
    ...basics(judged, 'removed'),
    at,
    message: `${format(at)} does not serve paramKind ${nameKind(policy)}: from then on, the API server rejects ${describe(judged)}`,
    evidence: [{ observed: row.api, required: row.instead?.api ?? 'a kind that is served', fact: 'admissionPolicies' }],
    fix: row.instead === null ? missingKindFix(policy) : changeVersionFix(policy, row.instead.api),
    links: [row.source],
  };
}

function slowStarting(judged: Judged): Finding {
  const { policy } = judged;
  return {
    ...basics(judged, 'slow-start'),
    level: 'warn',
    message: `a CRD defines paramKind ${nameKind(policy)}: for up to 30 seconds after its start, an API server may reject ${describe(judged)}`,
    evidence: [
      {
        observed: `paramKind of a CRD, failurePolicy Fail`,
        required: 'failurePolicy Ignore',
        fact: 'admissionPolicies',
      },
    ],
    fix: slowStartFix(policy),
    links: [slowStart],
  };
}

function basics({ policy, stops }: Judged, rule: string) {
  return {
    level: stops.length > 0 ? ('fail' as const) : ('warn' as const),
    rule,
    resource: { kind: policy.kind, name: policy.name },
    blocks: stops.length > 0 ? ('nodes' as const) : ('workloads' as const),
  };
}

function describe({ policy, stops }: Judged): string {
  const requests = `requests for ${formatList(stops.length > 0 ? stops : namedKinds(policy))}`;
  return policy.objects === 'some' ? `some ${requests}` : requests;
}

function nameApi({ paramKind: { group, version } }: AdmissionPolicy): string {
  return group === '' ? version : `${group}/${version}`;
}

function nameKind(policy: AdmissionPolicy): string {
  return `${policy.paramKind.kind} (${nameApi(policy)})`;
}
