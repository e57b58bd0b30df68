import type { AdmissionWebhook, WebhookRule } from '../../../src/facts/api-extensions.ts';
import { catchesRequest } from '../../../src/for-checks/webhook-requests.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { newPods, toUpdateRequest, vitals, type Vital } from './node-update-requests.ts';

/** What selects the requests of a webhook or an admission policy. */
export interface Interceptor extends Pick<AdmissionWebhook, 'rules' | 'namespaces' | 'objects'> {
  /** Rules for requests that it does not see, whatever `rules` say. */
  excluded?: readonly WebhookRule[];
}

/** The requests of a node update that a webhook intercepts, except in namespaces that could not be read. */
export function vitalsCaughtBy(webhook: Interceptor): string[] {
  return listCaught(webhook, vitals);
}

/**
 * The requests of a node update that a webhook intercepts and whose answer comes too late if it waits this long, and the
 * shortest time after which one of their clients gives up.
 * @param usual how long requests may wait whose clients wait longer
 * @param onlyRenewals only those that renew leases and the node status
 */
export function delayedBy(
  webhook: Interceptor,
  seconds: number,
  usual: number,
  onlyRenewals: boolean,
): { what: string[]; limit: number } {
  const late = vitals.filter(
    ({ givesUpAfter }) => seconds >= (givesUpAfter ?? usual) && !(onlyRenewals && givesUpAfter === undefined),
  );
  const caught = late.filter((vital) => isWhere(vital.where, webhook) && catches(webhook, vital));
  return {
    what: [...new Set(caught.map(({ what }) => what))],
    limit: Math.min(...caught.map(({ givesUpAfter }) => givesUpAfter ?? usual)),
  };
}

/**
 * The requests that stop the update if the webhook rejects them, including those for new application pods. If the
 * webhook selects objects by label, only pods count: the labels of other objects were not read.
 */
export function stoppedBy(webhook: Interceptor): string[] {
  const pods = listCaught(webhook, newPods).map((what) => `${what}${formatNamespaces(webhook)}`);
  return webhook.objects === 'some' ? pods : [...vitalsCaughtBy(webhook), ...pods];
}

/**
 * True if the webhook may reject new pods, but the inventory is from an older eks-preflight that did not read which
 * namespaces have pods that a controller recreates, or which namespaces the webhook selects.
 */
export function lacksPods(webhook: Interceptor): boolean {
  const { namespaces } = webhook;
  if (namespaces === null || !namespaces.any || namespaces.pods === null || hasKnownPods(webhook)) return false;
  return newPods.some((vital) => catches(webhook, vital));
}

/**
 * True if the inventory shows where new pods are created, or if that does not matter: the webhook selects all
 * namespaces and objects.
 */
function hasKnownPods({ namespaces, objects }: Interceptor): boolean {
  if (namespaces === null) return false;
  // None of the selected namespaces has such pods.
  if (namespaces.pods === false) return true;
  const selectsAll = namespaces.kubeSystem && namespaces.kubeNodeLease;
  if (selectsAll) return objects !== 'some' || namespaces.pods !== undefined;
  return namespaces.pods !== undefined && namespaces.selected !== undefined;
}

/**
 * True if the webhook intercepts the update of one of these resources in kube-system. False if the webhook selects
 * objects by label.
 */
export function catchesUpdate(webhook: Interceptor, resources: readonly string[]): boolean {
  return webhook.objects !== 'some' && listCaught(webhook, resources.map(toUpdateRequest)).length > 0;
}

/** ` in shop and edge`; empty if the webhook selects every namespace. */
function formatNamespaces({ namespaces }: Interceptor): string {
  if (namespaces?.selected === undefined) return '';
  const { count, names } = namespaces.selected;
  const shown = names.slice(0, count > names.length ? 3 : count);
  const rest = count - shown.length;
  return ` in ${rest > 0 ? `${shown.join(', ')} and ${rest} more namespaces` : formatList(shown)}`;
}

function listCaught(webhook: Interceptor, among: readonly Vital[]): string[] {
  const caught = among.filter((vital) => isWhere(vital.where, webhook) && catches(webhook, vital));
  return [...new Set(caught.map(({ what }) => what))];
}

/**
 * True if the webhook selects a namespace in which a node update sends the request, or if the request has no namespace.
 * Evictions, deletions and new pods also need pods in the selected namespaces, as `namespaces.pods` shows. False for
 * new pods if the webhook selects kube-system, and does not select objects by label: the entry for pods in kube-system
 * covers this case.
 */
function isWhere(where: Vital['where'], webhook: Interceptor): boolean {
  const { namespaces, objects } = webhook;
  if (where === 'cluster') return true;
  if (namespaces === null) return false;
  if (where === 'any') return namespaces.any && (namespaces.pods === undefined || namespaces.pods === true);
  if (where !== 'pods') return namespaces[where];
  return hasKnownPods(webhook) && namespaces.pods === true && (objects === 'some' || !namespaces.kubeSystem);
}

/** True if a rule matches a request in one of these versions, and none excludes it. */
export function catches({ rules, excluded = [] }: Interceptor, vital: Vital, versions?: readonly string[]): boolean {
  const scope = vital.where === 'cluster' ? 'Cluster' : 'Namespaced';
  return vital.operations.some((operation) => {
    const matches = (rule: WebhookRule) => catchesRequest(rule, { ...vital, operations: [operation], scope }, versions);
    return rules.some(matches) && !excluded.some(matches);
  });
}

/**
 * True if the webhook may intercept any request at all. Rules for namespaced kinds match nothing if the
 * namespaceSelector selects no namespace. False if namespaces could not be read.
 */
export function mayCatch({ rules, excluded = [], namespaces }: Interceptor): boolean {
  const left = rules.filter((rule) => !excluded.some((other) => covers(other, rule)));
  if (namespaces === null || left.length === 0) return false;
  return namespaces.any || !left.every(isNamespaced);
}

/** True if a rule names all that another names. As in the API server, `*` names no subresources; `pods/*` is compared as text. */
function covers(one: WebhookRule, other: WebhookRule): boolean {
  const holds = (wide: readonly string[], narrow: readonly string[]) =>
    wide.includes('*') || narrow.every((item) => wide.includes(item));
  return (
    holds(one.apiGroups, other.apiGroups) &&
    holds(one.apiVersions, other.apiVersions) &&
    holds(one.operations, other.operations) &&
    other.resources.every((item) => coversResource(one.resources, item)) &&
    ['*', other.scope].includes(one.scope)
  );
}

function coversResource(resources: readonly string[], item: string): boolean {
  return resources.includes(item) || resources.includes('*/*') || (resources.includes('*') && !item.includes('/'));
}

const namespacedKinds = new Set(
  `configmaps cronjobs daemonsets deployments endpoints ingresses jobs leases persistentvolumeclaims pods replicasets
   secrets serviceaccounts services statefulsets`.split(/\s+/),
);

function isNamespaced({ scope, resources }: WebhookRule): boolean {
  return scope === 'Namespaced' || resources.every((pattern) => namespacedKinds.has(pattern.split('/')[0] ?? ''));
}

/** The kinds in the rules of a webhook: `ingresses.networking.k8s.io`, `all kinds of cert-manager.io`. */
export function namedKinds({ rules }: Interceptor): string[] {
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
