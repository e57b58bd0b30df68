import type { Finding } from '../../../src/check.ts';
import type { AdmissionWebhook } from '../../../src/facts/api-extensions.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { installedBy } from '../shared/called-services.ts';
import { delayedBy } from '../shared/intercepted-requests.ts';
import { changeWebhooks } from './fixes.ts';

/** The only limit that AWS or Kubernetes documents for all requests, in seconds: "a timeout shorter than 30 seconds". */
const longest = 30;
/**
 * The default timeout of a webhook, in seconds.
 * Source: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#timeouts
 */
const standard = 10;
/** For heartbeats: two tries of a leader fit into the time after which it gives up. */
const short = 3;
const timeoutLinks = [
  'https://docs.aws.amazon.com/eks/latest/best-practices/control-plane.html',
  'https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/#small-timeout',
];
const leaderLink =
  'https://github.com/kubernetes/kubernetes/blob/v1.34.1/staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/interface.go';

type Rows = Tables['managed-changes'];

interface Slow {
  webhook: AdmissionWebhook;
  /** The requests of a node update that wait too long. */
  what: readonly string[];
  /** The time in seconds after which the first client gives up, or that AWS recommends. */
  limit: number;
}

/** Findings for webhooks that may delay a node update too long; for those that fail open, only heartbeats count. */
export function* timeoutFindings(webhooks: readonly AdmissionWebhook[], rows: Rows): Iterable<Finding> {
  const slow = webhooks.flatMap((webhook): Slow[] => {
    // EKS sets the timeout of the webhooks in its control plane.
    if (webhook.url === 'control-plane' || webhook.objects === 'some') return [];
    const delayed = delayedBy(webhook, webhook.timeoutSeconds, longest, webhook.failurePolicy === 'Ignore');
    return delayed.what.length === 0 ? [] : [{ webhook, ...delayed }];
  });
  const byConfiguration = grouped(slow, ({ webhook }) => `${webhook.kind}\n${webhook.configuration}`);
  for (const all of byConfiguration.values()) yield toFinding(all, rows);
}

function toFinding(all: readonly [Slow, ...Slow[]], rows: Rows): Finding {
  const [{ webhook, what, limit }, ...others] = all;
  const { kind, configuration, name, timeoutSeconds, conditional } = webhook;
  const more = others.length === 0 ? '' : ` (and ${others.length} more in this configuration)`;
  const which = conditional ? ' that meet its matchConditions' : '';
  const gaveUp = limit < longest ? `, and clients give up after ${limit} seconds` : '';
  const isHeartbeat = all.some((one) => one.limit < longest);
  return {
    level: 'warn',
    rule: 'timeout',
    short: `timeout of ${timeoutSeconds} seconds`,
    resource: { kind, name: configuration },
    message: `webhook ${name} has a timeout of ${timeoutSeconds} seconds${more}: if its backend is slow or cannot be reached, requests for ${formatList(what)}${which} wait that long${gaveUp}`,
    blocks: 'nodes',
    links: isHeartbeat ? [...timeoutLinks, leaderLink] : timeoutLinks,
    evidence: all.map((one) => ({
      observed: `timeoutSeconds ${one.webhook.timeoutSeconds}`,
      required: `less than ${one.limit}`,
      resource: one.webhook.name,
    })),
    fix: advice`${isHeartbeat ? forHeartbeats : forOthers}${installedBy(webhook)} ${changeWebhooks(
      all.map((one) => one.webhook),
      { timeoutSeconds: isHeartbeat ? short : standard },
      rows,
    )}`,
  };
}

const forOthers = advice`Set \`timeoutSeconds\` to less than ${longest}: the default is ${standard} seconds, and most webhooks
  respond within milliseconds.`;

const forHeartbeats = advice`Set \`timeoutSeconds\` to ${short}, or exclude leases and the status of nodes from the rules: leaders in
  kube-system give up on a request after half of their renew deadline (5 seconds by default), and kubelets after 10 seconds. Most
  webhooks respond within milliseconds.`;
