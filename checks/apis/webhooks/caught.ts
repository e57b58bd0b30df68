import type { AdmissionWebhook, WebhookRule } from '../../../src/facts/api-extensions.ts';
import { vitals, type Vital } from './vitals.ts';

/** What a webhook catches of the requests that an update of nodes makes; a namespace that could not be read counts as not caught. */
export function vitalsCaughtBy(webhook: AdmissionWebhook): string[] {
  return caughtOf(webhook, vitals);
}

/** Of these, the requests by which nodes and leaders show in time that they are there. */
export function renewalsCaughtBy(webhook: AdmissionWebhook): string[] {
  return caughtOf(
    webhook,
    vitals.filter(({ renews }) => renews),
  );
}

function caughtOf({ rules, namespaces }: AdmissionWebhook, among: readonly Vital[]): string[] {
  const caught = among.filter(
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
