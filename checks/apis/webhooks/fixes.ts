import type { AdmissionWebhook, Crd } from '../../../src/facts/api-extensions.ts';
import { advice, commands, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import { forCount, formatList } from '../../../src/syntax/english.ts';
import { continued, json, sh, type Command } from '../../../src/syntax/shell.ts';
import { lookAtService } from '../../../src/for-checks/called-service.ts';
import { installedBy } from '../shared/called-services.ts';
import { changeByOwner } from '../../../src/for-checks/component-update.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { gitOpsName, resolveOwner } from '../../../src/for-checks/owners.ts';
import { whereApplied } from './applied.ts';
import type { Client, Problem } from './backends.ts';
import { isOfOlderKarpenter, olderKarpenterFix, remove, save } from './leftovers.ts';

type Rows = Tables['managed-changes'];

/** The webhooks that a finding is about, and all webhooks of the cluster. */
interface Around {
  changed: readonly AdmissionWebhook[];
  others: readonly AdmissionWebhook[];
  /** The step of Karpenter from which on nothing responds; undefined: today. */
  step: string | undefined;
  /** True if the running Karpenter does not have the webhook. */
  isLeft: boolean;
  rows: Rows;
}

/** How to fix an admission webhook. It may enforce a policy: commands that delete or change it save it first. */
export function admissionFix(webhook: AdmissionWebhook, problem: Problem, around: Around): Advice {
  if (around.isLeft || isOfOlderKarpenter(webhook, problem)) return olderKarpenterFix(webhook, around.step);
  const { kind, configuration, namespaces } = webhook;
  const look = commands(sh`kubectl get ${kind.toLowerCase()} ${configuration} --output yaml`, ...serviceLooks(webhook));
  const selected = namespaces?.selected;
  const where = selected === undefined ? advice`` : selects(selected);
  const first = advice`${what(problem)}${installedBy(webhook)}${where}\n${look}`;
  if (problem.state !== 'dead') return first;
  return joinAdvice(
    [
      first,
      ...(isLeftover(webhook, problem, around.others) ? [deletion(webhook)] : []),
      advice`If the backend cannot run before the update, set \`failurePolicy: Ignore\` until it runs: the API server then
        admits requests that the webhook has not checked. ${changeWebhooks(around.changed, { failurePolicy: 'Ignore' }, around.rows)}`,
    ],
    '\n',
  );
}

function selects({ count, names }: { count: number; names: readonly string[] }): Advice {
  if (count === 0) return advice``;
  const rest = count - names.length;
  const named = rest > 0 ? `${names.join(', ')} and ${rest} more` : formatList(names, names.length);
  return advice` It selects the ${forCount(count, 'namespace', 'namespaces')} ${named}.`;
}

/**
 * True if the configuration may remain from uninstalled software: all its webhooks call the same Service, which is
 * missing or has no ready endpoints, and no controller creates the configuration again.
 */
function isLeftover(webhook: AdmissionWebhook, { rule }: Problem, all: readonly AdmissionWebhook[]): boolean {
  if (rule !== 'no-service' && rule !== 'no-endpoints') return false;
  if (resolveOwner(webhook).kind === 'controller') return false;
  const { kind, configuration, service } = webhook;
  const own = all.filter((one) => one.kind === kind && one.configuration === configuration);
  return own.every((one) => one.service?.namespace === service?.namespace && one.service?.name === service?.name);
}

function deletion(webhook: AdmissionWebhook): Advice {
  return advice`${uninstalled(webhook)} save the ${webhook.kind}, then delete it.\n${commands(save(webhook), remove(webhook))}`;
}

function uninstalled(webhook: AdmissionWebhook): Advice {
  const owner = resolveOwner(webhook);
  if (owner.kind === 'gitops')
    return advice`If ${gitOpsName(owner)} no longer contains it, the software was uninstalled:`;
  if (owner.kind !== 'helm') return advice`If the software was uninstalled,`;
  const status = sh`helm status ${owner.release}`;
  const command = owner.namespace === null ? status : sh`${status} --namespace ${owner.namespace}`;
  return advice`If ${command} finds no release, the software was uninstalled:`;
}

/**
 * Changes one field of a configuration's webhooks, with the tool that manages it. A patch merges webhooks by name, so
 * the others do not change. Source: k8s.io/api, admissionregistration/v1/types.go (patchMergeKey)
 */
export function changeWebhooks(
  webhooks: readonly AdmissionWebhook[],
  field: Readonly<Record<string, string | number>>,
  rows: Rows,
): Advice {
  const [webhook] = webhooks;
  if (webhook === undefined) return advice``;
  const { kind, configuration, owner } = webhook;
  const [text = ''] = Object.entries(field).map(([key, value]) => `${key}: ${value}`);
  const patch = json({ webhooks: webhooks.map(({ name }) => ({ name, ...field })) });
  const change = changeByOwner(
    { ...(owner === undefined ? {} : { owner }), namespace: owner?.releaseNamespace ?? 'default' },
    {
      goal: advice`\`${text}\``,
      byHand: commands(
        save(webhook),
        continued(sh`kubectl patch ${kind.toLowerCase()} ${configuration} --type strategic`, sh`--patch ${patch}`),
      ),
    },
  );
  const where = whereApplied(webhook, rows);
  return where === undefined ? change : advice`${change} ${where}`;
}

/**
 * How to fix the conversion of a CRD. Warns against deleting the CRD, which would also delete all its objects.
 * @param unread CRDs that may or may not have objects that must be converted
 */
export function conversionFix(crd: Crd, problem: Problem, unread: readonly Crd[]): Advice {
  const look = commands(sh`kubectl get crd ${crd.name} --output yaml`, ...serviceLooks(crd.conversion));
  return advice`${what(problem)}${installedBy(crd)} Do not delete the CRD to remove the webhook: this also deletes all its
    objects. If the software was uninstalled, first install the same version again.${objectsLook(unread)}\n${look}`;
}

const mostLists = 5;

/** Commands that show whether objects must be converted: the same lists that the garbage collector requests. */
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
  if (rule === 'no-port') {
    return advice`Restore the port of the Service. If the webhook moved to another port, set that one in \`clientConfig.service\`,
      but never a port for metrics or health.`;
  }
  if (rule.startsWith('ca-')) {
    return advice`Renew the certificate of the webhook, and update \`clientConfig.caBundle\`. cert-manager and most
      operators update the CA bundle automatically: check why this does not happen.`;
  }
  return advice`Restore the Service and the pods behind it.`;
}

function serviceLooks({ service }: Client): Command[] {
  return service === null ? [] : lookAtService(service);
}
