import type { Finding } from '../../../src/check.ts';
import type { AdmissionWebhook, WebhookRule } from '../../../src/facts/api-extensions.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { whereApplied } from './applied.ts';
import { installedBy } from '../shared/called-services.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Removal = Tables['api-removals'][number];

const matchPolicyLink =
  'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchpolicy';

interface Bypassed {
  webhook: AdmissionWebhook;
  /** The version of the resource in the rules; a step removes it. */
  api: string;
  resource: string;
  instead: string;
  at: Minor;
}

/**
 * Findings for webhooks whose rules list an API version that a step removes, but not its replacement. With matchPolicy
 * Equivalent, another version that is still served is enough: the API server converts the request to that version.
 */
export function* removedVersionFindings(
  webhooks: readonly AdmissionWebhook[],
  rows: readonly Removal[],
  versions: readonly Minor[],
  changes: Tables['managed-changes'],
): Iterable<Finding> {
  const bypassed = webhooks.flatMap((webhook) => rows.flatMap((row) => bypassedBy(webhook, row, rows, versions)));
  const byConfiguration = grouped(bypassed, ({ webhook }) => `${webhook.kind}\n${webhook.configuration}`);
  for (const all of byConfiguration.values())
    yield toFinding(
      all.toSorted((a, b) => a.at - b.at),
      changes,
    );
}

function bypassedBy(
  webhook: AdmissionWebhook,
  row: Removal,
  rows: readonly Removal[],
  [current = 0, ...steps]: readonly Minor[],
): Bypassed[] {
  const { api, resource, instead, version } = row;
  const at = steps.find((step) => step >= version);
  if (version <= current || at === undefined || instead === null) return [];
  const { rules } = webhook;
  if (!isNamed(rules, row) || isNamed(rules, { api: instead.api, resource })) return [];
  const isLater = (other: Removal) => other.resource === resource && other.version > at && isSameGroup(other.api, api);
  const isConverted =
    webhook.matchPolicy === 'Equivalent' && rows.some((other) => isLater(other) && isNamed(rules, other));
  return isConverted ? [] : [{ webhook, api, resource, instead: instead.api, at }];
}

function isNamed(rules: readonly WebhookRule[], { api, resource }: Pick<Removal, 'api' | 'resource'>): boolean {
  return rules.some((rule) => names(rule, api, resource));
}

function isSameGroup(api: string, other: string): boolean {
  return api.split('/')[0] === other.split('/')[0];
}

/** True if a rule covers a resource in a version such as `autoscaling/v2beta2`. */
function names({ apiGroups, apiVersions, resources }: WebhookRule, api: string, resource: string): boolean {
  const [group = '', version = ''] = api.split('/');
  return (
    (apiGroups.includes(group) || apiGroups.includes('*')) &&
    (apiVersions.includes(version) || apiVersions.includes('*')) &&
    resources.some((pattern) => [resource, '*', '*/*', `${resource}/*`].includes(pattern))
  );
}

function toFinding(all: readonly Bypassed[], changes: Tables['managed-changes']): Finding {
  const [{ webhook, api, resource, instead, at }] = all as [Bypassed, ...Bypassed[]];
  const others = [...new Set(all.flatMap((one) => (one.api === api && one.resource === resource ? [] : [one.api])))];
  const applied = whereApplied(webhook, changes);
  const where = applied === undefined ? advice`` : advice` ${applied}`;
  const more = others.length === 0 ? '' : ` (the same applies to ${formatList(others)})`;
  return {
    level: 'warn',
    at,
    rule: 'removed-versions',
    resource: { kind: webhook.kind, name: webhook.configuration },
    message: `webhook ${webhook.name} matches ${resource} only in ${api}, which ${format(at)} no longer serves: requests at ${instead} bypass it${more}`,
    blocks: 'workloads',
    links: [matchPolicyLink],
    evidence: all.map((one) => ({
      observed: `matchPolicy ${one.webhook.matchPolicy}, rules for ${one.api}`,
      required: `rules for ${one.instead}`,
      resource: one.webhook.name,
    })),
    fix: advice`Add ${formatList([...new Set(all.map((one) => one.instead))])} to the rules of the webhook, in the manifest or chart that installs it.${installedBy(webhook)}${where}\n${commands(
      sh`kubectl get ${webhook.kind.toLowerCase()} ${webhook.configuration} --output yaml`,
    )}`,
  };
}
