import type { Finding } from '../../../src/check.ts';
import type { AdmissionWebhook } from '../../../src/facts/api-extensions.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { installedBy } from '../shared/called-services.ts';
import { renewalsCaughtBy, vitalsCaughtBy } from '../shared/intercepted-requests.ts';
import { changeWebhooks } from './fixes.ts';

/** The only limit that AWS or Kubernetes documents, in seconds: "a timeout shorter than 30 seconds". */
const longest = 30;
/**
 * The default timeout of a webhook, in seconds.
 * Source: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#timeouts
 */
const standard = 10;
const timeoutLinks = [
  'https://docs.aws.amazon.com/eks/latest/best-practices/control-plane.html',
  'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/#small-timeout',
];

interface Slow {
  webhook: AdmissionWebhook;
  /** The requests of a node update that the webhook intercepts. */
  vital: readonly string[];
}

/** Findings for webhooks that may delay a node update too long; for those that fail open, only heartbeats count. */
export function* timeoutFindings(webhooks: readonly AdmissionWebhook[]): Iterable<Finding> {
  const slow = webhooks.flatMap((webhook): Slow[] => {
    // EKS sets the timeout of the webhooks in its control plane.
    if (webhook.timeoutSeconds < longest || webhook.url === 'control-plane' || webhook.objects === 'some') return [];
    const vital = webhook.failurePolicy === 'Fail' ? vitalsCaughtBy(webhook) : renewalsCaughtBy(webhook);
    return vital.length === 0 ? [] : [{ webhook, vital }];
  });
  const byConfiguration = grouped(slow, ({ webhook }) => `${webhook.kind}\n${webhook.configuration}`);
  for (const all of byConfiguration.values()) yield toFinding(all);
}

function toFinding(all: readonly [Slow, ...Slow[]]): Finding {
  const [{ webhook, vital }, ...others] = all;
  const { kind, configuration, name, timeoutSeconds, conditional } = webhook;
  const more = others.length === 0 ? '' : ` (and ${others.length} more in this configuration)`;
  const which = conditional ? ' that meet its matchConditions' : '';
  return {
    level: 'warn',
    rule: 'timeout',
    short: `timeout of ${timeoutSeconds} seconds`,
    resource: { kind, name: configuration },
    message: `webhook ${name} has a timeout of ${timeoutSeconds} seconds${more}: if its backend is slow or cannot be reached, requests for ${formatList(vital)}${which} wait that long`,
    blocks: 'nodes',
    links: timeoutLinks,
    evidence: all.map((one) => ({
      observed: `timeoutSeconds ${one.webhook.timeoutSeconds}`,
      required: `less than ${longest}`,
      resource: one.webhook.name,
    })),
    fix: advice`Set \`timeoutSeconds\` to less than ${longest}: the default is ${standard} seconds, and most webhooks respond
      within milliseconds.${installedBy(webhook)} ${changeWebhooks(
        all.map((one) => one.webhook),
        { timeoutSeconds: standard },
      )}`,
  };
}
