import type { AdmissionWebhook, Crd } from '../../../src/facts/api-extensions.ts';
import { advice, commands, type Advice } from '../../../src/languages/advice.ts';
import { sh, type Command } from '../../../src/languages/shell.ts';
import { installedBy, lookAtService } from '../../../src/subjects/called-services.ts';
import type { Client, Problem } from './backends.ts';

/** What to do about an admission webhook. Nothing that deletes is printed: a webhook may be all that enforces a policy. */
export function admissionFix(webhook: AdmissionWebhook, problem: Problem): Advice {
  const { kind, configuration } = webhook;
  const look = commands(sh`kubectl get ${kind.toLowerCase()} ${configuration} --output yaml`, ...serviceLooks(webhook));
  const gone =
    problem.state === 'dead'
      ? advice` If the software was uninstalled, delete the remaining ${kind}. Until the backend runs, you can set
        \`failurePolicy: Ignore\`: the API server then admits requests that the webhook has not checked.`
      : advice``;
  return advice`${what(problem)}${installedBy(webhook)}${gone}\n${look}`;
}

/**
 * What to do about the conversion of a CRD: never delete the CRD, which also deletes all its objects.
 * @param unread CRDs of which nobody knows whether they have objects that must be converted
 */
export function conversionFix(crd: Crd, problem: Problem, unread: readonly Crd[]): Advice {
  const look = commands(sh`kubectl get crd ${crd.name} --output yaml`, ...serviceLooks(crd.conversion));
  return advice`${what(problem)}${installedBy(crd)} Do not delete the CRD to remove the webhook: this also deletes all its
    objects. If the software was uninstalled, first install the same version again.${objectsLook(unread)}\n${look}`;
}

const mostLists = 5;

/** What shows whether objects must be converted: the list that the garbage collector requests. */
function objectsLook(crds: readonly Crd[]): Advice {
  if (crds.length === 0) return advice``;
  const lists = crds
    .slice(0, mostLists)
    .map(({ plural, group }) => sh`kubectl get ${`${plural}.${group}`} --all-namespaces --output name`);
  return advice` To see whether objects have to be converted, list them as the garbage collector does. If this succeeds, with or
    without objects, none of them has to be converted. Otherwise, it fails with an error of the conversion
    webhook.\n${commands(...lists)}\n`;
}

function what({ rule, text }: Problem): Advice {
  if (rule === 'not-seen') return advice`Check whether the backend responds: the webhook ${text}.`;
  if (rule === 'no-port') return advice`Set the port in \`clientConfig.service\` to the port of the Service.`;
  if (rule.startsWith('ca-')) {
    return advice`Renew the certificate of the webhook, and update \`clientConfig.caBundle\`. cert-manager and most
      operators update the CA bundle automatically: check why this does not happen.`;
  }
  return advice`Restore the Service and the pods behind it.`;
}

function serviceLooks({ service }: Client): Command[] {
  return service === null ? [] : lookAtService(service);
}
