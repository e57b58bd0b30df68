import type { Context, Finding } from '../../../src/check.ts';
import type { AdmissionPolicy, Crd } from '../../../src/facts/api-extensions.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { format } from '../../../src/syntax/versions.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { mayCatch, namedKinds, stoppedBy } from '../shared/intercepted-requests.ts';
import { nodeClaimsCaughtBy, type CustomObjects } from '../shared/node-claims.ts';
import { changeVersionFix, missingKindFix, slowStartFix } from './fixes.ts';

type Removal = Tables['api-removals'][number];

const slowStart = 'https://github.com/kubernetes/kubernetes/issues/124237';

interface Judged {
  policy: AdmissionPolicy;
  /** The requests of a node update that the policy matches. */
  stops: readonly string[];
  /** The CRD of its paramKind. */
  crd: Crd | undefined;
}

/** The findings for a policy that fails closed and has parameters; none if it matches no request. */
export function* policyFindings(
  policy: AdmissionPolicy,
  around: CustomObjects,
  context: Context<'api-removals'>,
): Iterable<Finding> {
  const stops = [...stoppedBy(policy), ...nodeClaimsCaughtBy(policy, around)];
  if (stops.length === 0 && !mayCatch(policy)) return;
  const { group, kind, served } = policy.paramKind;
  const crd = around.crds.find((one) => one.group === group && one.kind === kind);
  const judged = { policy, stops, crd };
  if (served === false) yield notServed(judged);
  if (served !== true) return;
  const [, next] = context.versions;
  const removal = findRemoval(policy, context);
  if (removal !== undefined) yield removed(judged, removal);
  else if (crd !== undefined && stops.length > 0 && next !== undefined) yield { ...slowStarting(judged), at: next };
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
