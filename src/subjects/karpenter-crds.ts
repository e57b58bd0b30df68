import { advice, commands, type Advice } from '../languages/advice.ts';
import type { KarpenterController } from '../facts/karpenter.ts';
import type { KarpenterCrd } from '../facts/karpenter-objects.ts';
import type { Tables } from '../tables/tables.ts';
import { pieces, sh, type Command } from '../languages/shell.ts';
import { isBelow } from '../languages/versions.ts';
import { isWithin } from '../karpenter/version-range.ts';
import { gitOpsName, ownerOf, type Owner } from './owners.ts';

type Rows = Tables['karpenter-crds'];

/** A version as the charts of Karpenter have it: with a `v` before 0.35. */
export function chartVersion(version: string): string {
  return isBelow(version, '0.35.0') ? `v${version}` : version;
}

/** The CRDs that the charts of a version hold, those of feature gates among them: one release has to own them all. */
export function crdsOf(version: string, rows: Rows): string[] {
  return rows.flatMap((row) => (row.rowKind === 'crd' && isWithin(version, row.from, row.below) ? row.crds : []));
}

/**
 * True where Helm, or a tool that applies a repository, brings later versions of the CRD by itself. A HelmRelease of Flux marks
 * the CRDs of a chart's folder `crds`, too, which it installs once and then leaves as they are.
 * Source: https://fluxcd.io/flux/components/helm/helmreleases/#controlling-the-lifecycle-of-custom-resource-definitions
 */
export function isOwned(crd: KarpenterCrd): boolean {
  const owner = ownerOf(crd);
  const isInstalledOnce = isOfHelmRelease(owner) && crd.owner.release === null;
  return owner.kind !== 'not told' && !isInstalledOnce;
}

function isOfHelmRelease(owner: Owner): boolean {
  return owner.kind === 'gitops' && owner.applier?.kind === 'HelmRelease';
}

/**
 * How to bring the CRDs of a version, as Markdown: by the chart `karpenter-crd`, which first has to own those that are there.
 * Source: https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades and its troubleshooting page
 */
export function updateCrds(
  version: string,
  existing: readonly KarpenterCrd[],
  controller: Pick<KarpenterController, 'namespace' | 'name'>,
  rows: Rows,
): Advice {
  const gitOps = existing.map(ownerOf).find((owner) => owner.kind === 'gitops');
  const warning = advice`Never delete a CRD to replace it: this also deletes all its objects and their nodes.`;
  const webhook = converts(version, rows) ? webhookValues(controller) : undefined;
  if (gitOps !== undefined) {
    const values =
      webhook === undefined ? advice`` : advice` Set these values of the chart \`karpenter-crd\`: ${webhook}.`;
    const policy = isOfHelmRelease(gitOps)
      ? advice` A HelmRelease does not update CRDs unless \`spec.upgrade.crds\` is \`CreateReplace\`.`
      : advice``;
    return advice`Update the CRDs in the repository of ${gitOpsName(gitOps)} to those of Karpenter ${version}, and sync them before the controller.${policy}${values} ${warning}`;
  }
  // The autoscaler of the cluster has a CRD of autoscaling.x-k8s.io, too, and a release of its own.
  const owned = existing.find(({ owner, group }) => owner.release !== null && group.startsWith('karpenter.'))?.owner;
  const release = owned?.release ?? 'karpenter-crd';
  const namespace = owned?.releaseNamespace ?? controller.namespace;
  const strangers = existing.filter((crd) => !isOwned(crd)).map(({ name }) => name);
  const adopt = strangers.length === 0 ? [] : adoption(strangers, release, namespace);
  if (!release.includes('crd')) return advice`${ofAnotherChart(version, release, namespace, adopt)} ${warning}`;
  const words =
    strangers.length === 0
      ? advice`Update the release \`${release}\` before the controller.`
      : advice`Helm installs the CRDs of the chart \`karpenter\` once and never updates them. Transfer them to the chart \`karpenter-crd\`, and update it before the controller.`;
  return advice`${words} ${warning}\n\n${commands(...adopt, helmCommand(version, release, namespace, webhook))}`;
}

/** To install the chart of the CRDs as a release that holds the controller, too, would take the controller away. */
function ofAnotherChart(version: string, release: string, namespace: string, adopt: readonly Command[]): Advice {
  const first =
    adopt.length === 0
      ? advice``
      : advice` First, let it adopt the CRDs that no release owns:\n\n${commands(...adopt)}\n\n`;
  return advice`The release \`${release}\` in namespace ${namespace} owns the CRDs, and judging by its name it contains more than the chart \`karpenter-crd\`: do not install that chart under this name, or Helm deletes everything else in the release. Update its own chart (${sh`helm list --namespace ${namespace} --filter ${`^${release}$`}`} names it) to the CRDs of Karpenter
    ${version}, before the controller.${first}`;
}

function adoption(names: readonly string[], release: string, namespace: string): Command[] {
  return [
    sh`kubectl label crd ${names} app.kubernetes.io/managed-by=Helm --overwrite`,
    sh`kubectl annotate crd ${names} meta.helm.sh/release-name=${release} meta.helm.sh/release-namespace=${namespace} --overwrite`,
  ];
}

/** True where the CRDs of the version ask a webhook of the controller to convert objects. */
function converts(version: string, rows: Rows): boolean {
  return rows.some(
    (row) => row.rowKind === 'crd' && row.conversion === 'Webhook' && isWithin(version, row.from, row.below),
  );
}

/** CRDs that convert need to be told where the webhook is: the chart of the controller always says kube-system. */
function webhookValues({ name, namespace }: Pick<KarpenterController, 'namespace' | 'name'>): Command {
  return pieces(
    sh`--set webhook.enabled=true --set webhook.serviceName=${name}`,
    sh`--set webhook.serviceNamespace=${namespace} --set webhook.port=8443`,
  );
}

function helmCommand(version: string, release: string, namespace: string, webhook: Command | undefined): Command {
  // A piece of its own: a release that begins with `-` is withheld, and not taken for the value of --install.
  const place = sh`${release} oci://public.ecr.aws/karpenter/karpenter-crd --version ${chartVersion(version)} --namespace ${namespace}`;
  return pieces(sh`helm upgrade --install`, place, webhook ?? sh``);
}
