import { format, isBelow, type Minor } from './versions.ts';

/** The cluster to update: its name, its region, and whether it is a local one on AWS Outposts. */
export interface UpdatedCluster {
  name: string;
  region: string;
  outpost: boolean;
}

/**
 * The update of the control plane by one minor, as shell lines: the AWS CLI's own call and how to watch it, and the same
 * with eksctl (whose guide does not name local clusters here: none for these).
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html
 */
export function updateCommands(
  { name, region, outpost }: UpdatedCluster,
  to: Minor,
): { aws: string[]; eksctl: string[] } {
  return {
    aws: [
      `aws eks update-cluster-version --region ${region} --name ${name} \\`,
      `  --kubernetes-version ${format(to)}`,
      `aws eks describe-update --region ${region} --name ${name} --update-id UPDATE_ID`,
    ],
    eksctl: outpost
      ? []
      : [`eksctl upgrade cluster --name ${name} --region ${region} \\`, `  --version ${format(to)} --approve`],
  };
}

/** What to do with the two calls of the AWS CLI. */
export const watchUpdate = "The first command prints the update's id; repeat the second until it says `Successful`.";

/** A version as the charts of Karpenter have it: with a `v` before 0.35. */
export function chartVersion(version: string): string {
  return isBelow(version, '0.35.0') ? `v${version}` : version;
}

/**
 * The update of Karpenter by its charts, as shell lines: the CRDs first, which the chart of the controller never updates.
 * Source: https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades
 */
export function karpenterCommands(namespace: string, to: string): string[] {
  const version = chartVersion(to);
  return ['karpenter-crd', 'karpenter'].flatMap((chart) => [
    `helm upgrade --install ${chart} oci://public.ecr.aws/karpenter/${chart} \\`,
    `  --version ${version} --namespace ${namespace} ${chart === 'karpenter' ? '-f values.yaml' : ''}`.trimEnd(),
  ]);
}

/** What to know of the charts' commands. */
export function keepValues(namespace: string): string {
  return `CRDs first, then the controller with your own values: \`helm get values karpenter -n ${namespace} -o yaml > values.yaml\` keeps those of today.`;
}
