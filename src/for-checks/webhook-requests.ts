import type { AdmissionWebhook, WebhookRule } from '../facts/api-extensions.ts';

/** A request to the API server, as the rules of a webhook see it. */
export interface WebhookRequest {
  group: string;
  resource: string;
  subresource: string;
  operations: readonly string[];
  scope: 'Cluster' | 'Namespaced';
}

/**
 * True if a rule matches a request in one of these versions; most kinds only have `v1`.
 * Source: k8s.io/apiserver, pkg/admission/plugin/webhook/predicates/rules/rules.go
 */
export function catchesRequest(
  rule: WebhookRule,
  request: WebhookRequest,
  versions: readonly string[] = ['v1'],
): boolean {
  const { group, resource, subresource, operations, scope } = request;
  return (
    isMatchedBy(group, rule.apiGroups) &&
    versions.some((version) => isMatchedBy(version, rule.apiVersions)) &&
    operations.some((operation) => isMatchedBy(operation, rule.operations)) &&
    (rule.scope === '*' || rule.scope === scope) &&
    rule.resources.some((pattern) => {
      const [kind = '', below = ''] = pattern.split('/');
      return (kind === '*' || kind === resource) && (below === '*' || below === subresource);
    })
  );
}

function isMatchedBy(value: string, patterns: readonly string[]): boolean {
  return patterns.includes('*') || patterns.includes(value);
}

/** The request by which a drain removes a pod. */
const eviction: WebhookRequest = {
  group: '',
  resource: 'pods',
  subresource: 'eviction',
  operations: ['CREATE'],
  scope: 'Namespaced',
};

/** Whether the API server calls the webhook for evictions. */
export function catchesEvictions({ rules }: AdmissionWebhook): boolean {
  return rules.some((rule) => catchesRequest(rule, eviction));
}

/** Whether its failure rejects the evictions of a drain. */
export function mayBlockEvictions(webhook: AdmissionWebhook): boolean {
  return webhook.failurePolicy === 'Fail' && catchesEvictions(webhook);
}

const onlyEvictions = new Set(['pods/eviction', '*/eviction']);

/**
 * Whether the webhook is there to decide on evictions. Policy engines intercept all kinds, evictions among them, and deny
 * what a policy names: they are not meant.
 */
export function decidesOnEvictions(webhook: AdmissionWebhook): boolean {
  const isOnly = webhook.rules.every(({ resources }) => resources.every((one) => onlyEvictions.has(one)));
  return webhook.url !== 'control-plane' && isOnly && catchesEvictions(webhook);
}
