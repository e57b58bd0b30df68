import type { AdmissionWebhook } from '../../../src/facts/api-extensions.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { sh, type Command } from '../../../src/syntax/shell.ts';
import { installedBy } from '../shared/called-services.ts';
import type { Problem } from './backends.ts';

/**
 * The configurations that Karpenter before 1.0 created. If they stay, the API server still calls them.
 * Sources: https://karpenter.sh/v1.0/upgrading/v1-migration/ (upgrade procedure),
 * https://karpenter.sh/docs/upgrading/upgrade-guide/#upgrading-to-0270
 */
const ofOlderKarpenter: ReadonlySet<string> = new Set([
  'defaulting.webhook.karpenter.sh',
  'defaulting.webhook.karpenter.k8s.aws',
  'validation.webhook.karpenter.sh',
  'validation.webhook.config.karpenter.sh',
  'validation.webhook.karpenter.k8s.aws',
]);

/** True if Karpenter's Service exists without the port of the webhook: the running release has no admission webhooks. */
export function isOfOlderKarpenter({ configuration }: AdmissionWebhook, { rule }: Problem): boolean {
  return rule === 'no-port' && ofOlderKarpenter.has(configuration);
}

/** How to remove it. */
export function olderKarpenterFix(webhook: AdmissionWebhook): Advice {
  return advice`An earlier release of Karpenter left it behind: the running one has no admission webhook, and its other ports serve
    metrics and health, so do not set one of them. Save the ${webhook.kind}, then delete it.${installedBy(webhook)}\n${commands(
      save(webhook),
      remove(webhook),
    )}`;
}

/** Saves a configuration in a file. */
export function save({ kind, configuration }: AdmissionWebhook): Command {
  const resource = kind.toLowerCase();
  return sh`kubectl get ${resource} ${configuration} --output yaml > ${`${resource}-${configuration}.yaml`}`;
}

/** Deletes a configuration. */
export function remove({ kind, configuration }: AdmissionWebhook): Command {
  return sh`kubectl delete ${kind.toLowerCase()} ${configuration}`;
}
