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

/** True for a configuration with a name that Karpenter before 1.0 gave. */
export function isNameOfOlderKarpenter({ configuration }: AdmissionWebhook): boolean {
  return ofOlderKarpenter.has(configuration);
}

/** True if the running Karpenter has no admission webhooks: it is too new, or its Service lacks their port. */
export function isOfOlderKarpenter(webhook: AdmissionWebhook, { rule }: Problem): boolean {
  return (rule === 'no-port' || rule === 'left-behind') && isNameOfOlderKarpenter(webhook);
}

/**
 * How to remove it.
 * @param step the version of Karpenter from which on nothing responds; undefined: today
 */
export function olderKarpenterFix(webhook: AdmissionWebhook, step: string | undefined): Advice {
  const why =
    step === undefined
      ? advice`An earlier release of Karpenter left it behind: the running one has no admission webhook, and its other ports serve
          metrics, health and conversions, so do not set one of them. Save`
      : advice`Karpenter ${step} has no admission webhook, and no release removes this configuration. Immediately before the step, save`;
  return advice`${why} the ${webhook.kind}, then delete it: the CRDs validate the objects.${installedBy(webhook)}\n${commands(
    save(webhook),
    remove(webhook),
  )}`;
}

/** How to remove a configuration that the API server never calls. */
export function neverCalledFix(webhook: AdmissionWebhook): Advice {
  return advice`It rejects nothing, and no update depends on it. To remove it, save the ${webhook.kind}, then delete
    it.${installedBy(webhook)}\n${commands(save(webhook), remove(webhook))}`;
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
