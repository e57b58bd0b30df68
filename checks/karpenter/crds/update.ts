import { advice, commands, type Advice } from '../../../src/languages/advice.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { pieces, sh, type Command } from '../../../src/languages/shell.ts';
import { chartVersion } from '../../../src/subjects/update-commands.ts';
import { isWithin } from '../../../src/karpenter/version-range.ts';

type Rows = Tables['karpenter-crds'];

/** The CRDs that the charts of a version hold, those of feature gates among them: one release has to own them all. */
export function crdsOf(version: string, rows: Rows): string[] {
  return rows.flatMap((row) => (row.rowKind === 'crd' && isWithin(version, row.from, row.below) ? row.crds : []));
}

/** True where Helm, or a tool that applies a repository, brings later versions of the CRD by itself. */
export function isOwned({ owner }: KarpenterCrd): boolean {
  return owner.release !== null || owner.managedBy === 'Argo CD' || owner.managedBy === 'Flux';
}

/** CRDs that EKS Auto Mode has, too. Source: https://docs.aws.amazon.com/eks/latest/userguide/auto-migrate-karpenter.html */
const shared = ['nodeclaims.karpenter.sh', 'nodepools.karpenter.sh'];

/** The file of a CRD in the project: `karpenter.sh_nodepools.yaml` of `nodepools.karpenter.sh`. */
export function fileOf(name: string): string {
  const [resource = '', ...group] = name.split('.');
  return `${group.join('.')}_${resource}.yaml`;
}

/** Beside EKS Auto Mode: the chart of the CRDs holds the shared ones, too, so the others are applied one by one. */
export function updateBesideAutoMode(name: string, version: string): Advice {
  if (shared.includes(name)) {
    return advice`EKS Auto Mode and Karpenter share this CRD. EKS keeps it, and its user guide says not to change it
      while both run (so no chart \`karpenter-crd\` here). Choose a Karpenter whose needs it meets, or ask AWS Support
      for a newer one.`;
  }
  return advice`Apply this CRD alone, before the controller: the chart \`karpenter-crd\` would also change the CRDs of
    karpenter.sh, which EKS Auto Mode shares and EKS keeps.\n\n${commands(
      sh`kubectl apply -f https://raw.githubusercontent.com/aws/karpenter-provider-aws/v${version}/pkg/apis/crds/${fileOf(name)}`,
    )}`;
}

/**
 * How to bring the CRDs of a version, as Markdown: by the chart `karpenter-crd`, which first has to own those that are there.
 * Source: https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades and its troubleshooting page
 */
export function updateCrds(
  version: string,
  existing: readonly KarpenterCrd[],
  controller: KarpenterController,
  rows: Rows,
): Advice {
  const gitOps = existing.find(({ owner }) => owner.managedBy === 'Argo CD' || owner.managedBy === 'Flux');
  const warning = advice`Never delete a CRD to replace it: with it go all its objects and their nodes.`;
  if (gitOps !== undefined) {
    return advice`Set the CRDs in the repository that ${gitOps.owner.managedBy ?? ''} applies to those of Karpenter
      ${version}, and let it apply them before the controller. ${warning}`;
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
      : advice`Helm installs the CRDs of the chart \`karpenter\` once and never updates them. Let the chart
        \`karpenter-crd\` own them, and update it before the controller.`;
  return advice`${words} ${warning}\n\n${commands(...adopt, helmCommand(version, release, namespace, controller, rows))}`;
}

/** To install the chart of the CRDs as a release that holds the controller, too, would take the controller away. */
function ofAnotherChart(version: string, release: string, namespace: string, adopt: readonly Command[]): Advice {
  const first =
    adopt.length === 0 ? advice`` : advice` Let it own those that nobody owns first:\n\n${commands(...adopt)}\n\n`;
  return advice`The release \`${release}\` in namespace ${namespace} owns the CRDs, and by its name it holds more than
    the chart \`karpenter-crd\`: do not install that chart under this name, or Helm takes all else away. Bring its own
    chart (${sh`helm list --namespace ${namespace} --filter ${`^${release}$`}`} names it) to the CRDs of Karpenter
    ${version}, before the controller.${first}`;
}

function adoption(names: readonly string[], release: string, namespace: string): Command[] {
  return [
    sh`kubectl label crd ${names} app.kubernetes.io/managed-by=Helm --overwrite`,
    sh`kubectl annotate crd ${names} meta.helm.sh/release-name=${release} meta.helm.sh/release-namespace=${namespace} --overwrite`,
  ];
}

/** CRDs that convert need to be told where the webhook is: the chart of the controller always says kube-system. */
function helmCommand(
  version: string,
  release: string,
  namespace: string,
  controller: KarpenterController,
  rows: Rows,
): Command {
  const converts = rows.some(
    (row) => row.rowKind === 'crd' && row.conversion === 'Webhook' && isWithin(version, row.from, row.below),
  );
  const webhook = converts
    ? pieces(
        sh`--set webhook.enabled=true --set webhook.serviceName=${controller.name}`,
        sh`--set webhook.serviceNamespace=${controller.namespace} --set webhook.port=8443`,
      )
    : sh``;
  // A piece of its own: a release that begins with `-` is withheld, and not taken for the value of --install.
  const place = sh`${release} oci://public.ecr.aws/karpenter/karpenter-crd --version ${chartVersion(version)} --namespace ${namespace}`;
  return pieces(sh`helm upgrade --install`, place, webhook);
}
