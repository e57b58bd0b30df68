import { advice, commands, valuesBlock, type Advice } from '../syntax/advice.ts';
import type { KarpenterController } from '../facts/karpenter.ts';
import type { KarpenterCrd } from '../facts/karpenter-objects.ts';
import type { Tables } from '../tables/tables.ts';
import { pieces, sh, type Command } from '../syntax/shell.ts';
import { isBelow } from '../syntax/versions.ts';
import { isWithin } from '../karpenter/version-range.ts';
import { gitOpsName, resolveOwner, type Owner } from './owners.ts';

type Rows = Tables['karpenter-crds'];

/** The version of Karpenter's charts, which starts with `v` before 0.35. */
export function chartVersion(version: string): string {
  return isBelow(version, '0.35.0') ? `v${version}` : version;
}

/** The CRDs in the charts of a version, including those of feature gates: one release must own them all. */
export function listCrds(version: string, rows: Rows): string[] {
  return rows.flatMap((row) => (row.rowKind === 'crd' && isWithin(version, row.from, row.below) ? row.crds : []));
}

/**
 * True if Helm, or a tool that applies a repository, owns the CRD and updates it. False for a CRD with the labels of a
 * HelmRelease of Flux but without a Helm release: it is from the chart's directory `crds`, which Flux installs once and
 * does not update by default.
 * Source: https://fluxcd.io/flux/components/helm/helmreleases/#controlling-the-lifecycle-of-custom-resource-definitions
 */
export function isOwned(crd: KarpenterCrd): boolean {
  const owner = resolveOwner(crd);
  const isInstalledOnce = isOfHelmRelease(owner) && crd.owner.release === null;
  return owner.kind !== 'not seen' && !isInstalledOnce;
}

function isOfHelmRelease(owner: Owner): boolean {
  return owner.kind === 'gitops' && owner.applier?.kind === 'HelmRelease';
}

/** True if the owner of Karpenter's CRDs also installs new ones: each CRD belongs to a release or a repository. */
export function bringsCrds(crds: readonly KarpenterCrd[]): boolean {
  const own = crds.filter(isOfKarpenter);
  return own.length > 0 && own.every(isOwned);
}

/** True for Karpenter's API groups. The CRD in autoscaling.x-k8s.io may belong to the Cluster Autoscaler. */
function isOfKarpenter({ group }: KarpenterCrd): boolean {
  return group.startsWith('karpenter.');
}

/**
 * CRDs outside Karpenter's API groups that must not be replaced by those of the CRD chart: Helm rejects CRDs of another
 * release or repository, and the chart would remove a version that is served or stored.
 */
export function selectConflictingCrds(version: string, existing: readonly KarpenterCrd[], rows: Rows): KarpenterCrd[] {
  const needed = listCrds(version, rows);
  const own = existing.filter(isOfKarpenter).map(resolveOwner);
  return existing.filter(
    (crd) =>
      needed.includes(crd.name) &&
      !isOfKarpenter(crd) &&
      (resolveOwner(crd).kind === 'not seen'
        ? missedVersions(crd, version, rows).length > 0
        : !own.some((owner) => isSame(owner, resolveOwner(crd)))),
  );
}

/** Versions of the installed CRD that the CRD of a Karpenter version would remove. */
export function missedVersions({ name, served, storedVersions }: KarpenterCrd, version: string, rows: Rows): string[] {
  const row = rows.find(
    (one) => one.rowKind === 'crd' && one.crds.includes(name) && isWithin(version, one.from, one.below),
  );
  const kept = row?.rowKind === 'crd' ? row.served : [];
  return [...new Set([...served, ...storedVersions])].filter((one) => !kept.includes(one));
}

function isSame(a: Owner, b: Owner): boolean {
  if (a.kind === 'helm' && b.kind === 'helm') return a.release === b.release && a.namespace === b.namespace;
  if (a.kind !== 'gitops' || b.kind !== 'gitops' || a.tool !== b.tool) return false;
  return a.applier?.name === b.applier?.name && a.applier?.namespace === b.applier?.namespace;
}

const warning = advice`Never delete a CRD to replace it: this also deletes all its objects and their nodes.`;

/**
 * How to update the CRDs: in the repository that contains them, one by one, with the chart of a larger release, or with
 * the chart `karpenter-crd`, which must own the existing CRDs first.
 * Source: https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades and its troubleshooting page
 */
export function updateCrds(
  version: string,
  existing: readonly KarpenterCrd[],
  controller: Pick<KarpenterController, 'namespace' | 'name'>,
  rows: Rows,
): Advice {
  const own = existing.filter(isOfKarpenter);
  const gitOps = own.map(resolveOwner).find((owner) => owner.kind === 'gitops');
  const foreign = selectConflictingCrds(version, existing, rows);
  const webhook = converts(version, rows) ? controller : undefined;
  if (gitOps !== undefined) return inRepository(version, gitOps, foreign, webhook);
  if (foreign.length > 0) return oneByOne(version, foreign, rows);
  const owned = own.find(({ owner }) => owner.release !== null)?.owner;
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

/** How to update the CRDs in a repository: Helm values as YAML instead of flags. */
function inRepository(
  version: string,
  gitOps: Extract<Owner, { kind: 'gitops' }>,
  foreign: readonly KarpenterCrd[],
  webhook: Controller | undefined,
): Advice {
  const policy = isOfHelmRelease(gitOps)
    ? advice` A HelmRelease does not update CRDs unless \`spec.upgrade.crds\` is \`CreateReplace\`.`
    : advice``;
  const others =
    foreign.length === 0
      ? advice``
      : advice` Omit ${foreign.map(({ name }) => name).join(', ')}, which has another owner or other versions. The chart \`karpenter-crd\` contains it, so apply the files of the other CRDs instead of the chart.`;
  const values =
    webhook === undefined
      ? advice``
      : advice` Set these values of the chart \`karpenter-crd\`:\n\n${valuesBlock('webhook', webhookValues(webhook))}`;
  return advice`Update the CRDs in the repository of ${gitOpsName(gitOps)} to those of Karpenter ${version}, and sync them before the controller.${policy}${others} ${warning}${values}`;
}

/** The chart of the CRDs has no value that omits a CRD. */
function oneByOne(version: string, foreign: readonly KarpenterCrd[], rows: Rows): Advice {
  const names = foreign.map(({ name }) => name);
  const others = listCrds(version, rows).filter((name) => !names.includes(name));
  return advice`Do not adopt ${names.join(', ')}, and do not update the chart \`karpenter-crd\` to ${version}: it contains this CRD and cannot omit it. Apply the other CRDs one by one, before the controller. ${warning}\n\n${commands(
    ...others.map((name) => applyCrd(name, version)),
  )}`;
}

/** The file name of a CRD in the project: `karpenter.sh_nodepools.yaml` for `nodepools.karpenter.sh`. */
export function formatCrdFileName(name: string): string {
  const [resource = '', ...group] = name.split('.');
  return `${group.join('.')}_${resource}.yaml`;
}

/** The command that applies one CRD of a version without a chart. */
export function applyCrd(name: string, version: string): Command {
  return sh`kubectl apply -f https://raw.githubusercontent.com/aws/karpenter-provider-aws/v${version}/pkg/apis/crds/${formatCrdFileName(name)}`;
}

type Controller = Pick<KarpenterController, 'namespace' | 'name'>;

/**
 * The release may contain the controller: installing the chart of the CRDs under its name would remove the controller.
 */
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

/** True if the version's CRDs use a conversion webhook of the controller. */
function converts(version: string, rows: Rows): boolean {
  return rows.some(
    (row) => row.rowKind === 'crd' && row.conversion === 'Webhook' && isWithin(version, row.from, row.below),
  );
}

/** CRDs with conversion must reference the webhook's Service; those in the controller's chart expect kube-system. */
function webhookValues({ name, namespace }: Controller) {
  return { enabled: true, serviceName: name, serviceNamespace: namespace, port: 8443 };
}

function helmCommand(version: string, release: string, namespace: string, webhook: Controller | undefined): Command {
  // A separate piece: right after `--install`, which takes no value, `sh` would treat a release name that begins with
  // `-` as the value of the flag, and not withhold the command.
  const place = sh`${release} oci://public.ecr.aws/karpenter/karpenter-crd --version ${chartVersion(version)} --namespace ${namespace}`;
  const values = Object.entries(webhook === undefined ? {} : webhookValues(webhook));
  const flags = values.map(([key, value]) => sh`--set webhook.${key}=${String(value)}`);
  return pieces(sh`helm upgrade --install`, place, ...flags);
}
