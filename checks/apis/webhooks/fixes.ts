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
      ? advice` If its software was uninstalled, delete the ${kind}, which it left behind. Until the backend runs,
        \`failurePolicy: Ignore\` admits requests without its judgment.`
      : advice``;
  return advice`${what(problem)}${installedBy(webhook)}${gone}\n${look}`;
}

/** What to do about the conversion of a CRD: never to delete the CRD, which takes all its objects along. */
export function conversionFix(crd: Crd, problem: Problem): Advice {
  const look = commands(sh`kubectl get crd ${crd.name} --output yaml`, ...serviceLooks(crd.conversion));
  return advice`${what(problem)}${installedBy(crd)} Never delete the CRD to get rid of the webhook: this also deletes
    all its objects. If its software was uninstalled, install the same version of it again
    first.\n${look}`;
}

function what({ rule, text }: Problem): Advice {
  if (rule === 'not-seen') return advice`Check whether what it calls responds: it ${text}.`;
  if (rule === 'no-port') return advice`Set the port in \`clientConfig.service\` to the port of the Service.`;
  if (rule.startsWith('ca-')) {
    return advice`Renew the certificate of the webhook, and \`clientConfig.caBundle\` with it. cert-manager and most
      operators write the bundle themselves: check why they do not.`;
  }
  return advice`Restore the Service and the pods behind it.`;
}

function serviceLooks({ service }: Client): Command[] {
  return service === null ? [] : lookAtService(service);
}
