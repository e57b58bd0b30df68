import type { AdmissionWebhook, Crd, WebhookRule } from '../../../src/facts/api-extensions.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';
import { listControllerVersions } from '../../../src/karpenter/path.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { withoutBetaCrds } from '../../../src/karpenter/generations.ts';
import { listMatched, withoutAdmission, type CustomObjects } from '../shared/node-claims.ts';
import type { Problem } from './backends.ts';
import { isNameOfOlderKarpenter } from './leftovers.ts';

/** API groups in which only CRDs define kinds: what no CRD defines is not served. */
const ofCrdsAlone: ReadonlySet<string> = new Set(['karpenter.sh', 'karpenter.k8s.aws']);

/**
 * True if the rules match no version of the CRDs whose kinds they name: the API server never calls the webhook. False if a rule names
 * a kind that an aggregated API may serve.
 */
export function isNeverCalled(webhook: AdmissionWebhook, { crds }: CustomObjects): boolean {
  return crds.length > 0 && webhook.rules.length > 0 && webhook.rules.every((rule) => isUnmatched(rule, webhook, crds));
}

function isUnmatched(
  { apiGroups, apiVersions, resources }: WebhookRule,
  webhook: AdmissionWebhook,
  crds: readonly Crd[],
): boolean {
  return apiGroups.every((group) =>
    resources.every((pattern) => {
      const kind = pattern.split('/')[0] ?? '';
      const named = crds.filter((crd) => crd.group === group && (kind === '*' || crd.plural === kind));
      if (named.length === 0) return ofCrdsAlone.has(group);
      const isKnown = kind !== '*' || ofCrdsAlone.has(group);
      return (
        isKnown && !apiVersions.includes('*') && named.every((crd) => !isAnyIn(listMatched(webhook, crd), apiVersions))
      );
    }),
  );
}

function isAnyIn(versions: readonly string[], others: readonly string[]): boolean {
  return versions.some((version) => others.includes(version));
}

/** A webhook that calls a Karpenter without admission webhooks, whatever the ports of its Service. */
export interface Unanswered {
  problem: Problem;
  at: { atKarpenter?: string };
}

/**
 * The problem of a webhook of Karpenter before 1.0 whose Service belongs to a Karpenter that has none, today or after a step.
 * Helm, Argo CD and Flux remove it in the step.
 */
export function findUnanswered(
  webhook: AdmissionWebhook,
  { controllers, karpenter }: CustomObjects,
): Unanswered | undefined {
  const { service, owner } = webhook;
  const controller = controllers.find(({ namespace }) => namespace === service?.namespace);
  if (controller === undefined || service === null || !isNameOfOlderKarpenter(webhook)) return undefined;
  const versions = listControllerVersions(controller, karpenter);
  const first = versions.find((version) => !isBelow(version, withoutAdmission));
  if (first === undefined) return undefined;
  const isToday = first === versions[0];
  if (!isToday && (owner !== undefined || !isWithin(first, withoutAdmission, withoutBetaCrds))) return undefined;
  return { problem: toProblem(first, service), at: isToday ? {} : { atKarpenter: first } };
}

function toProblem(version: string, { namespace, name }: { namespace: string; name: string }): Problem {
  return {
    rule: 'left-behind',
    state: 'dead',
    text: `calls Service ${namespace}/${name}, and Karpenter ${version} has no admission webhook`,
    observed: `Karpenter ${version}, which has no admission webhook`,
    required: 'no webhook configuration of Karpenter before 1.0',
  };
}
