import type { Finding } from '../../../src/check.ts';
import type { Crd, WebhookService } from '../../../src/facts/api-extensions.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import type { Minor } from '../../../src/syntax/versions.ts';
import { listProblems, type Problem } from './backends.ts';
import { conversionFix } from './fixes.ts';
import { setFields } from '../../../src/syntax/set-fields.ts';

const conversionLinks = [
  'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-conversion',
  'https://github.com/kubernetes/kubernetes/issues/101078',
];

/** One list that fails stops the cache of the whole cluster. */
const argoLink = 'https://github.com/argoproj/argo-cd/issues/20828';

/** From this version on, the garbage collector ignores kinds that it cannot list: kubernetes/kubernetes#125796. */
const skipsKindsFrom: Minor = 32;

/**
 * Which requests need the conversion. `to-collect`: lists, and garbage collection stops if they fail; `to-list`: lists,
 * which garbage collection can do without; `to-ask`: only requests in another version.
 */
type Need = 'to-collect' | 'to-list' | 'to-ask';

interface Judged {
  crd: Crd;
  need: Need;
  problem: Problem;
  level: Finding['level'];
}

interface Given {
  now: string;
  /** The current version and the steps of the path. */
  versions: readonly Minor[];
  mayRunKarpenter: boolean;
}

/** Findings for CRDs whose conversion webhook cannot respond; one for all with the same problem. */
export function* conversionFindings(
  crds: readonly Crd[],
  services: readonly WebhookService[] | undefined,
  { now, versions, mayRunKarpenter }: Given,
): Iterable<Finding> {
  const judged = crds.flatMap((crd): Judged[] => {
    const isKarpenters = crd.group === 'karpenter.sh' || crd.group === 'karpenter.k8s.aws';
    if (crd.conversion.strategy !== 'Webhook' || (isKarpenters && mayRunKarpenter)) return [];
    const need = resolveNeed(crd, versions);
    if (need === 'none') return [];
    return listProblems(crd.conversion, services, now).flatMap((problem) => {
      const level = resolveLevel(problem, need);
      return level === undefined ? [] : [{ crd, need, problem, level }];
    });
  });
  const alike = grouped(judged, ({ need, problem, level }) => [level, need, problem.text].join('\n'));
  const runsArgo = crds.some(({ name }) => name === 'applications.argoproj.io');
  for (const all of alike.values()) yield toFinding(all, runsArgo && all[0].need !== 'to-ask');
}

/**
 * The garbage collector lists each kind in its preferred version, the highest that is served. Objects that are stored
 * in another version are converted. If only one version is stored and served, no conversion takes place.
 */
function resolveNeed({ versions: own, storedVersions }: Crd, versions: readonly Minor[]): Need | 'none' {
  const served = own.flatMap((version) => (version.served ? [version.name] : []));
  const stored = new Set([...storedVersions, ...own.flatMap(({ name, storage }) => (storage ? [name] : []))]);
  const [preferred] = served.toSorted(byPriority);
  if ([...stored].some((name) => name !== preferred)) return waitsForLists(versions) ? 'to-collect' : 'to-list';
  return served.length > 1 ? 'to-ask' : 'none';
}

/** Each step restarts kube-controller-manager in the new version; without a step, it may restart in the current one. */
function waitsForLists([current = 0, ...steps]: readonly Minor[]): boolean {
  return (steps.length === 0 ? [current] : steps).some((version) => version < skipsKindsFrom);
}

const stages = ['alpha', 'beta', ''];

/**
 * Kubernetes' version priority: `v2`, `v1`, `v1beta1`, `v1alpha1`, others by name.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority
 */
function byPriority(a: string, b: string): number {
  const [first, second] = [ranked(a), ranked(b)];
  const at = first.findIndex((part, index) => part !== second[index]);
  return at < 0 ? (a < b ? -1 : 1) : (second[at] ?? 0) - (first[at] ?? 0);
}

function ranked(version: string): number[] {
  const [, major, stage = '', minor = 0] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? [];
  return major === undefined ? [-1, 0, 0] : [stages.indexOf(stage), Number(major), Number(minor)];
}

/**
 * Whether objects exist is unknown: RBAC cannot grant access to the kinds of all CRDs without Secrets, and
 * `storedVersions` contains every former storage version, even if no object was ever stored.
 * Source: k8s.io/apiextensions-apiserver, pkg/registry/customresourcedefinition/strategy.go
 */
function resolveLevel({ rule, state }: Problem, need: Need): Finding['level'] | undefined {
  if (need === 'to-collect' && (state === 'dead' || state === 'unknown')) return 'unknown';
  return rule === 'not-seen' ? undefined : 'warn';
}

/** @param stopsArgo Argo CD lists all kinds, and syncs no application while one list fails */
function toFinding(all: readonly [Judged, ...Judged[]], stopsArgo: boolean): Finding {
  const [{ crd, need, problem, level }] = all;
  return {
    level,
    rule: `conversion-${problem.rule}`,
    ...setFields({ short: problem.short }),
    resource: {
      kind: 'CustomResourceDefinition',
      name: crd.name,
      ...(all.length > 1 ? { note: `and ${all.length - 1} more` } : {}),
    },
    message: `the conversion webhook ${problem.text}: ${describeEffect(problem, need)}${stopsArgo ? '; if there is one, Argo CD syncs no application in this cluster' : ''}`,
    blocks: 'workloads',
    evidence: all.map((one) => ({
      observed: `${one.problem.observed}, storedVersions ${one.crd.storedVersions.join(', ')}`,
      required: one.problem.required,
      resource: one.crd.name,
    })),
    fix: conversionFix(crd, problem, need === 'to-ask' ? [] : all.map((one) => one.crd)),
    links: stopsArgo ? [...conversionLinks, argoLink] : conversionLinks,
  };
}

const effects = {
  'to-collect':
    'objects stored in another version cannot be read; if there is one, garbage collection stops in the whole cluster once the control plane is updated',
  'to-list': 'objects stored in another version cannot be read',
  'to-ask': 'requests for versions other than the stored one fail',
} as const;

function describeEffect({ state }: Problem, need: Need): string {
  const effect = effects[need];
  if (state === 'dead') return effect;
  if (state === 'unlikely') return `unless a public CA signed its certificate, ${effect}`;
  return state === 'soon' ? `from then on, ${effect}` : `if it does not respond, ${effect}`;
}
