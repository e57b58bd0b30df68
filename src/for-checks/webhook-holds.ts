import type { AdmissionWebhook } from '../facts/api-extensions.ts';
import type { Facts } from '../facts/facts.ts';
import { advice, commands } from '../syntax/advice.ts';
import { sh } from '../syntax/shell.ts';
import { countReadyEndpoints } from './called-service.ts';
import type { Hold, HoldFacts } from './hold.ts';
import { catchesEvictions, decidesOnEvictions, mayBlockEvictions } from './webhook-requests.ts';

type Pod = Facts['pods'][number];

/** Returns a function that finds the webhooks which reject the eviction of a pod, or may deny it. */
export function toWebhookHolds({ admissionWebhooks = [], webhookServices }: HoldFacts): (pod: Pod) => Hold[] {
  const called = admissionWebhooks.filter(catchesEvictions);
  const judged = called.map((webhook) => ({ webhook, ready: countReadyEndpoints(webhook.service, webhookServices) }));
  return (pod) =>
    judged.flatMap(({ webhook, ready }) => {
      if (!mayReach(webhook, pod)) return [];
      if (ready === 0 && mayBlockEvictions(webhook)) return [rejecting(pod, webhook)];
      return decidesOnEvictions(webhook) ? [deciding(pod, webhook)] : [];
    });
}

/** Whether the webhook selects the namespace of the pod, as far as the fact names them. */
function mayReach({ namespaces }: AdmissionWebhook, { namespace }: Pod): boolean {
  if (namespaces === null) return true;
  if (!namespaces.any) return false;
  const { selected } = namespaces;
  return selected === undefined || selected.count !== selected.names.length || selected.names.includes(namespace);
}

/** Selectors of objects and conditions are not evaluated: then the webhook may not be called for this pod. */
function isCalledForAll({ objects, conditional }: AdmissionWebhook): boolean {
  return objects !== 'some' && !conditional;
}

function rejecting(pod: Pod, webhook: AdmissionWebhook): Hold {
  const { kind, configuration, name, service } = webhook;
  const isCertain = isCalledForAll(webhook);
  return {
    cause: 'webhook',
    pod,
    by: `${kind.toLowerCase()}/${configuration}`,
    text: `${isCertain ? 'cannot be evicted' : 'might not be evictable'}: the API server calls webhook ${name} for evictions, which has failurePolicy Fail, and service ${service?.namespace}/${service?.name} has no ready endpoints`,
    force: isCertain ? 'holds' : 'note',
    fix: advice`Start the pods of the webhook; or set \`failurePolicy: Ignore\` until they run: requests then pass unchecked.\n${commands(
      sh`kubectl -n ${service?.namespace ?? ''} get pods -o wide`,
      sh`kubectl edit ${kind.toLowerCase()} ${configuration}`,
    )}`,
  };
}

function deciding(pod: Pod, { kind, configuration, name }: AdmissionWebhook): Hold {
  return {
    cause: 'webhook',
    pod,
    by: `${kind.toLowerCase()}/${configuration}`,
    text: `may be denied an eviction by webhook ${name}, which is there to decide on evictions: one look does not show whether it denied this one`,
    force: 'note',
    fix: advice`Check the program that moves the pods whose eviction the webhook denies.\n${commands(
      sh`kubectl get ${kind.toLowerCase()} ${configuration} -o yaml`,
    )}`,
  };
}
