import type { AdmissionWebhook, WebhookRule } from '../../../src/facts/api-extensions.ts';

/** A request that an update of nodes cannot do without. */
interface Vital {
  what: string;
  group: string;
  resource: string;
  subresource: string;
  operations: readonly string[];
  /** Where the object is; `cluster`: a namespaceSelector does not apply. */
  where: 'cluster' | 'kubeSystem' | 'kubeNodeLease' | 'any';
}

const core = { group: '', subresource: '' };
const vitals: readonly Vital[] = [
  { ...core, what: 'nodes', resource: 'nodes', operations: ['CREATE', 'UPDATE'], where: 'cluster' },
  { ...core, what: 'nodes', resource: 'nodes', subresource: 'status', operations: ['UPDATE'], where: 'cluster' },
  { ...core, what: 'pods in kube-system', resource: 'pods', operations: ['CREATE'], where: 'kubeSystem' },
  {
    ...core,
    what: 'pods in kube-system',
    resource: 'pods',
    subresource: 'binding',
    operations: ['CREATE'],
    where: 'kubeSystem',
  },
  { ...core, what: 'evictions', resource: 'pods', subresource: 'eviction', operations: ['CREATE'], where: 'any' },
  { ...core, what: 'deletions of pods', resource: 'pods', operations: ['DELETE'], where: 'any' },
  {
    what: 'leases of nodes',
    group: 'coordination.k8s.io',
    resource: 'leases',
    subresource: '',
    operations: ['CREATE', 'UPDATE'],
    where: 'kubeNodeLease',
  },
  {
    what: 'leases in kube-system',
    group: 'coordination.k8s.io',
    resource: 'leases',
    subresource: '',
    operations: ['UPDATE'],
    where: 'kubeSystem',
  },
  {
    ...core,
    what: 'the status of pods in kube-system',
    resource: 'pods',
    subresource: 'status',
    operations: ['UPDATE'],
    where: 'kubeSystem',
  },
  {
    what: 'CSINodes',
    group: 'storage.k8s.io',
    resource: 'csinodes',
    subresource: '',
    operations: ['CREATE', 'UPDATE'],
    where: 'cluster',
  },
];

/** What a webhook catches of the requests that an update of nodes makes; a namespace that could not be read counts as not caught. */
export function vitalsCaughtBy({ rules, namespaces }: AdmissionWebhook): string[] {
  const caught = vitals.filter(
    (vital) => isWhere(vital.where, namespaces) && rules.some((rule) => catches(rule, vital)),
  );
  return [...new Set(caught.map(({ what }) => what))];
}

/** An update moves pods of any namespace, but makes no request in one without pods; whether they are there is in `pods`. */
function isWhere(where: Vital['where'], namespaces: AdmissionWebhook['namespaces']): boolean {
  if (where === 'cluster') return true;
  if (namespaces?.[where] !== true) return false;
  return where !== 'any' || namespaces.pods === undefined || namespaces.pods === true;
}

/**
 * Whether a rule catches a request; of these kinds, `v1` is the only version.
 * Source: k8s.io/apiserver, pkg/admission/plugin/webhook/predicates/rules/rules.go
 */
function catches(rule: WebhookRule, vital: Vital): boolean {
  const { group, resource, subresource, operations, where } = vital;
  const scope = where === 'cluster' ? 'Cluster' : 'Namespaced';
  return (
    isOneOf(group, rule.apiGroups) &&
    isOneOf('v1', rule.apiVersions) &&
    operations.some((operation) => isOneOf(operation, rule.operations)) &&
    (rule.scope === '*' || rule.scope === scope) &&
    rule.resources.some((pattern) => {
      const [kind = '', below = ''] = pattern.split('/');
      return (kind === '*' || kind === resource) && (below === '*' || below === subresource);
    })
  );
}

function isOneOf(value: string, patterns: readonly string[]): boolean {
  return patterns.includes('*') || patterns.includes(value);
}

/**
 * Whether it may catch anything at all: rules for namespaced kinds catch nothing where the selector selects no namespace,
 * and nobody can say where namespaces could not be read.
 */
export function mayCatch({ rules, namespaces }: AdmissionWebhook): boolean {
  if (namespaces === null || rules.length === 0) return false;
  return namespaces.any || !rules.every(isNamespaced);
}

const namespacedKinds = new Set(
  `configmaps cronjobs daemonsets deployments endpoints ingresses jobs leases persistentvolumeclaims pods replicasets
   secrets serviceaccounts services statefulsets`.split(/\s+/),
);

function isNamespaced({ scope, resources }: WebhookRule): boolean {
  return scope === 'Namespaced' || resources.every((pattern) => namespacedKinds.has(pattern.split('/')[0] ?? ''));
}

/** What its rules name, for people: `ingresses.networking.k8s.io`, `all kinds of cert-manager.io`. */
export function namedKinds({ rules }: AdmissionWebhook): string[] {
  const names = rules.flatMap(({ apiGroups, resources }) =>
    apiGroups.flatMap((group) => resources.map((pattern) => kindText(group, pattern))),
  );
  return [...new Set(names)];
}

function kindText(group: string, pattern: string): string {
  const isAll = pattern.startsWith('*');
  if (group === '' || group === '*') return isAll ? 'all kinds' : pattern;
  return isAll ? `all kinds of ${group}` : `${pattern}.${group}`;
}
