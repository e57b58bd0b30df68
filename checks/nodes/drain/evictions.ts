import type { Warning } from '../../../src/check.ts';
import type { AdmissionWebhook } from '../../../src/facts/api-extensions.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { isFinished, isLeftByDrain, type Drain } from '../../../src/for-checks/drained-pods.ts';
import { decidesOnEvictions } from '../../../src/for-checks/webhook-requests.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { sh } from '../../../src/syntax/shell.ts';

/** What the page of the check says about them. */
export const whyEvictions = `A webhook that intercepts evictions and nothing else, such as the Strimzi Drain Cleaner, is
    there to deny them: the pods leave the node only if another program moves them. It is a warning, whatever its
    \`failurePolicy\`.`;

/** A finding for each webhook that is there to decide on evictions, if the update evicts pods that it intercepts. */
export function* evictionFindings(
  drain: Drain,
  admissionWebhooks: Facts['admissionWebhooks'] | undefined,
): Generator<Warning> {
  for (const webhook of admissionWebhooks ?? []) {
    if (decidesOnEvictions(webhook) && catchesDrained(webhook, drain)) yield toFinding(webhook);
  }
}

/** Whether an eviction by the update is in a namespace that the webhook selects, as far as the fact names them. */
function catchesDrained({ namespaces }: AdmissionWebhook, { pods, groupOf }: Drain): boolean {
  const selected = namespaces?.selected;
  const isNamed = selected !== undefined && selected.count === selected.names.length;
  if (namespaces !== null && !namespaces.any) return false;
  return pods.some(
    (pod) =>
      groupOf.has(pod.node ?? '') &&
      groupOf.get(pod.node ?? '')?.computeType !== 'fargate' &&
      !isLeftByDrain(pod) &&
      !isFinished(pod) &&
      (!isNamed || selected.names.includes(pod.namespace)),
  );
}

function toFinding({
  kind,
  configuration,
  name,
  service,
  failurePolicy,
  objects,
  conditional,
}: AdmissionWebhook): Warning {
  const some = objects === 'some' || conditional ? 'some ' : '';
  const namespace = service?.namespace;
  return {
    level: 'warn',
    rule: 'webhook-on-evictions',
    resource: { kind, name: configuration },
    message: `webhook ${name} decides on ${some}evictions: the drain waits for the pods whose eviction it denies`,
    evidence: [
      {
        observed: `intercepts pods/eviction, failurePolicy ${failurePolicy}`,
        required: 'a program that moves the pods whose eviction it denies',
        resource: name,
        fact: 'admissionWebhooks',
      },
    ],
    fix: advice`Find out which evictions the webhook denies, and what moves these pods instead: for the Strimzi Drain
      Cleaner, the Strimzi Cluster Operator restarts them on another node. Before the update, make sure that both run and
      that the pods can move within the time of the drain. A managed node group update waits 15 minutes for the pods of
      each node, then fails with PodEvictionFailure.\n${commands(
        sh`kubectl get ${kind.toLowerCase()} ${configuration} -o yaml`,
        ...(namespace === undefined ? [] : [sh`kubectl -n ${namespace} get pods -o wide`]),
      )}`,
  };
}
