import { autoModeGroup } from '../karpenter/own-objects.ts';
import { advice, commands, joinAdvice, type Advice } from '../syntax/advice.ts';
import { continued, sh, type Command } from '../syntax/shell.ts';
import { format, isBelow, type Minor } from '../syntax/versions.ts';
import type { KarpenterController } from '../facts/karpenter.ts';
import type { KarpenterCrd } from '../facts/karpenter-objects.ts';
import type { Tables } from '../tables/tables.ts';
import { chartVersion, listCrds, updateCrds } from './karpenter-crds.ts';
import { gitOpsName, resolveOwner } from './owners.ts';
import { untilSuccessful } from './update-wait.ts';

/** The cluster to update; `outpost`: a local cluster on AWS Outposts. */
export interface UpdatedCluster {
  name: string;
  region: string;
  outpost: boolean;
}

/**
 * The commands that update the control plane by one minor version and wait for the update: with the AWS CLI, and with
 * eksctl, which waits itself. No eksctl command for local clusters, because the documentation of eksctl does not mention them.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html
 */
export function updateCommands(
  { name, region, outpost }: UpdatedCluster,
  to: Minor,
): { aws: Command; eksctl: Command[] } {
  return {
    aws: untilSuccessful({ name, region }, beginUpdate({ name, region }, to)),
    eksctl: outpost
      ? []
      : [
          continued(
            sh`eksctl upgrade cluster --name ${name} --region ${region}`,
            sh`--version ${format(to)} --approve`,
          ),
        ],
  };
}

/** The command that begins the update of the control plane, without waiting for it. */
export function beginUpdate({ name, region }: Pick<UpdatedCluster, 'name' | 'region'>, to: Minor): Command {
  return continued(
    sh`aws eks update-cluster-version --region ${region} --name ${name}`,
    sh`--kubernetes-version ${format(to)}`,
  );
}

/** One update of Karpenter, and what shows how it is installed. */
export interface KarpenterMove {
  from: string | null;
  to: string;
  controller: Pick<KarpenterController, 'namespace' | 'name' | 'owner'>;
  /** The cluster's CRDs, and the table of the CRDs of each version. Undefined: not read. */
  crds: { found: readonly KarpenterCrd[]; rows: Tables['karpenter-crds'] } | undefined;
  /** True if EKS Auto Mode uses the CRDs of karpenter.sh in the same cluster. */
  autoMode: boolean;
}

/** The remedy of findings that this update of Karpenter fixes, so that reports show its commands once. */
export function karpenterRemedy(to: string): string {
  return `update-karpenter:${to}`;
}

/** How to update Karpenter, by its owner: save the objects, then update the CRDs, then the controller. */
export function karpenterUpdate(move: KarpenterMove): Advice {
  const save = advice`First, save the pools and node classes:\n${commands(saveObjects(move))}`;
  return joinAdvice([save, crdsAfterSave(move), advice`Then ${controllerUpdate(move)}`], '\n\n');
}

/** The command that saves the objects of Karpenter to a file. */
export function saveObjects(move: KarpenterMove): Command {
  return sh`kubectl get ${listKinds(move).join(',')} -o yaml > ${`karpenter-before-${move.to}.yaml`}`;
}

/**
 * The kinds of pools and node classes that the running version reads: kubectl fails for a kind that the cluster does not
 * serve. If the version is unknown, the kinds of 0.32 and later.
 */
export function listKinds({ from, crds }: Pick<KarpenterMove, 'from' | 'crds'>): string[] {
  const isThere = (name: string) => crds === undefined || crds.found.some((crd) => crd.name === name);
  const alpha = ['provisioners.karpenter.sh', 'awsnodetemplates.karpenter.k8s.aws'];
  const later = ['nodepools.karpenter.sh', 'ec2nodeclasses.karpenter.k8s.aws'];
  const kinds = [
    ...(from !== null && isBelow(from, '0.33.0') ? alpha.filter(isThere) : []),
    ...(from !== null && isBelow(from, '0.32.0') ? [] : later),
  ];
  return kinds.length === 0 ? alpha : kinds;
}

/**
 * The controller's chart never updates the CRDs; with EKS Auto Mode, the chart of the CRDs would change EKS's own.
 * Sources: https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades,
 * https://docs.aws.amazon.com/eks/latest/userguide/auto-migrate-karpenter.html
 */
export function crdsUpdate({ to, controller, crds, autoMode }: KarpenterMove): Advice {
  if (autoMode)
    return advice`EKS Auto Mode manages the CRDs of karpenter.sh: do not change them with the chart \`karpenter-crd\`.`;
  const { found, rows } = crds ?? { found: [], rows: [] };
  const needed = listCrds(to, rows);
  return updateCrds(
    to,
    found.filter(({ name, group }) => needed.includes(name) && group !== autoModeGroup),
    controller,
    rows,
  );
}

function crdsAfterSave(move: KarpenterMove): Advice {
  if (move.autoMode) return crdsUpdate(move);
  if (move.crds === undefined) return advice`Then update the CRDs, as \`karpenter/crds\` describes.`;
  return advice`Then update the CRDs. ${crdsUpdate(move)}`;
}

/**
 * How to update the controller, as the rest of a sentence after `Then`. The command omits `--install`: with a wrong
 * release name, Helm would install a second Karpenter.
 */
export function controllerUpdate({ to, controller, crds }: KarpenterMove): Advice {
  const owner = resolveOwner(controller);
  const chart = `oci://public.ecr.aws/karpenter/karpenter`;
  if (owner.kind === 'gitops') {
    return advice`set the chart \`karpenter\` to ${chartVersion(to)} in the source of ${gitOpsName(owner)}, and
      sync it. A manual \`helm upgrade\` would be reverted.`;
  }
  const hasRelease = owner.kind === 'helm';
  const release = hasRelease ? owner.release : 'RELEASE';
  const namespace = (hasRelease ? owner.namespace : null) ?? controller.namespace;
  const list = sh`helm list --namespace ${namespace}`;
  const holdsCrds = crds?.found.some(({ owner }) => owner.release === release && owner.releaseNamespace === namespace);
  if (hasRelease && (release !== 'karpenter' || holdsCrds === true)) {
    return advice`update the controller. Its release is \`${release}\` in namespace ${namespace}; ${list} shows its chart. If the chart is \`karpenter\`, update it to ${chartVersion(to)} of ${chart} with its current values. If it is your own chart with more in it, update that chart: installing the chart \`karpenter\` under this name would delete everything else in the release.`;
  }
  const known = hasRelease ? advice`` : advice` The Deployment does not name its release; find it with ${list}.`;
  return advice`update the controller with its current values.${known} Run this only if ${list} shows the chart \`karpenter\`. For your own chart, update its Karpenter dependency instead: this command deletes everything else in the release.\n${commands(
    sh`helm get values ${release} --namespace ${namespace} -o yaml > ${`${release}-values.yaml`}`,
    continued(
      sh`helm upgrade ${release} ${chart}`,
      sh`--version ${chartVersion(to)} --namespace ${namespace} -f ${`${release}-values.yaml`}`,
    ),
  )}`;
}
