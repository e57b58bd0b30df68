import { advice, commands, type Advice } from '../languages/advice.ts';
import { continued, sh, type Command } from '../languages/shell.ts';
import { format, isBelow, type Minor } from '../languages/versions.ts';

/** The cluster to update: its name, its region, and whether it is a local one on AWS Outposts. */
export interface UpdatedCluster {
  name: string;
  region: string;
  outpost: boolean;
}

/**
 * The update of the control plane by one minor: the AWS CLI's own call and how to watch it, and the same with eksctl
 * (whose guide does not name local clusters here: none for these).
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html
 */
export function updateCommands(
  { name, region, outpost }: UpdatedCluster,
  to: Minor,
): { aws: Command[]; eksctl: Command[] } {
  return {
    aws: [
      continued(
        sh`aws eks update-cluster-version --region ${region} --name ${name}`,
        sh`--kubernetes-version ${format(to)}`,
      ),
      sh`aws eks describe-update --region ${region} --name ${name} --update-id UPDATE_ID`,
    ],
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

/** The update of the control plane, with how to watch it. */
export function clusterUpdate(cluster: UpdatedCluster, to: Minor): Advice {
  const { aws, eksctl } = updateCommands(cluster, to);
  const other = eksctl.length === 0 ? advice`` : advice`\nOr with eksctl:\n${commands(...eksctl)}`;
  return advice`${commands(...aws)}\nThe first command prints the update's id; repeat the second until it says
    \`Successful\`.${other}`;
}

/** The update of Karpenter, with what to know of its charts. */
export function karpenterUpdate(where: UpdatedKarpenter, to: string): Advice {
  return advice`${commands(...karpenterCommands(where, to))}\n${keepValues(where)}`;
}

/** A version as the charts of Karpenter have it: with a `v` before 0.35. */
export function chartVersion(version: string): string {
  return isBelow(version, '0.35.0') ? `v${version}` : version;
}

/** Where Karpenter runs: its namespace, and whether EKS Auto Mode has the CRDs of karpenter.sh in the same cluster. */
export interface UpdatedKarpenter {
  namespace: string;
  autoMode: boolean;
}

/**
 * The update of Karpenter by its charts: the CRDs first, which the chart of the controller never updates; beside EKS Auto
 * Mode without the chart of the CRDs, which would change those that EKS keeps.
 * Sources: https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades,
 * https://docs.aws.amazon.com/eks/latest/userguide/auto-migrate-karpenter.html
 */
export function karpenterCommands({ namespace, autoMode }: UpdatedKarpenter, to: string): Command[] {
  const place = sh`--version ${chartVersion(to)} --namespace ${namespace}`;
  const crds = continued(sh`helm upgrade --install karpenter-crd oci://public.ecr.aws/karpenter/karpenter-crd`, place);
  const controller = continued(
    sh`helm upgrade --install karpenter oci://public.ecr.aws/karpenter/karpenter`,
    sh`${place} -f values.yaml`,
  );
  return autoMode ? [controller] : [crds, controller];
}

/** What to know of the charts' commands. */
export function keepValues({ namespace, autoMode }: UpdatedKarpenter): Advice {
  const crds = autoMode
    ? advice`EKS Auto Mode keeps the CRDs of karpenter.sh: the chart \`karpenter-crd\` must not change them here.`
    : advice`CRDs first: where no Helm release owns them yet, \`karpenter/crds\` says how the first command gets them.`;
  const save = sh`helm get values karpenter -n ${namespace} -o yaml > values.yaml`;
  return advice`${crds} Then update the controller with your current values; save them first with ${save}.`;
}
