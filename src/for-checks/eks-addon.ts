import { commands, type Advice } from '../syntax/advice.ts';
import type { Resource } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import { continued, sh, type Command } from '../syntax/shell.ts';
import { format, parseMinor, type Minor } from '../syntax/versions.ts';

type Cluster = Facts['cluster'];

/** Add-ons that EKS Auto Mode includes: docs.aws.amazon.com/eks/latest/userguide/eks-add-ons.html, Auto Mode. */
const partOfAutoMode = ['coredns', 'eks-node-monitoring-agent', 'eks-pod-identity-agent', 'kube-proxy', 'vpc-cni'];

/** Add-ons that the pod network of a node requires. */
const nodeNetwork = ['kube-proxy', 'vpc-cni'];

/**
 * The kinds of workloads of the EKS add-ons in kube-system; other add-ons have separate namespaces.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/workloads-add-ons-available-eks.html
 */
export const addonWorkloads: ReadonlyMap<string, readonly ('daemonsets' | 'deployments')[]> = new Map(
  Object.entries<readonly ('daemonsets' | 'deployments')[]>({
    'aws-ebs-csi-driver': ['daemonsets', 'deployments'],
    'aws-efs-csi-driver': ['daemonsets', 'deployments'],
    coredns: ['deployments'],
    'eks-node-monitoring-agent': ['daemonsets'],
    'eks-pod-identity-agent': ['daemonsets'],
    'kube-proxy': ['daemonsets'],
    'snapshot-controller': ['deployments'],
    'vpc-cni': ['daemonsets'],
  }),
);

/** True if EKS lists only other versions of the add-on for a Kubernetes version: the path then requires an update. */
export function isOutdatedAt({ versions }: Facts['addonVersions'][number], installed: string, minor: Minor): boolean {
  const listed = versions.filter(({ compatibilities }) =>
    compatibilities.some(({ cluster }) => parseMinor(cluster) === minor),
  );
  return listed.length > 0 && !listed.some(({ version }) => version === installed);
}

/** An add-on as a resource of a finding, with its owner if that is not AWS. */
export function addonResource(name: string, owner: string | null): Resource {
  return { kind: 'EKS add-on', name, ...(owner === null || owner === 'aws' ? {} : { note: owner }) };
}

/**
 * True if the cluster has EKS Auto Mode, and Auto Mode includes the add-on: the add-on then only serves nodes that Auto
 * Mode does not manage.
 */
export function isPartOfAutoMode({ autoMode }: Cluster, name: string): boolean {
  return autoMode && partOfAutoMode.includes(name);
}

/** What fails if the add-on does not work. */
export function blockedBy(name: string): 'nodes' | 'workloads' {
  return nodeNetwork.includes(name) ? 'nodes' : 'workloads';
}

/** The commands that update an add-on, preserve manual changes, and wait until it is active. */
export function updateAddon(cluster: Cluster, addon: string, version: string): Advice {
  return commands(...updateCommands(cluster, addon, version));
}

/** The commands of {@link updateAddon} as a list. */
export function updateCommands(cluster: Cluster, addon: string, version: string): Command[] {
  const { region, name } = cluster;
  return [
    installAddon(cluster, addon, version),
    sh`aws eks wait addon-active --region ${region} --cluster-name ${name} --addon-name ${addon}`,
  ];
}

/** The commands that list an add-on's versions for a Kubernetes version, and update it to `chosen`, a placeholder. */
export function chooseAddon(cluster: Cluster, addon: string, kubernetes: Minor, chosen: string): Advice {
  return commands(
    continued(
      sh`aws eks describe-addon-versions --region ${cluster.region} --addon-name ${addon} --kubernetes-version ${format(kubernetes)}`,
      sh`--query 'addons[].addonVersions[].addonVersion'`,
    ),
    installAddon(cluster, addon, chosen),
  );
}

/** The command that updates an add-on and preserves manual changes. */
export function installAddon({ region, name }: Cluster, addon: string, version: string): Command {
  return continued(
    sh`aws eks update-addon --region ${region} --cluster-name ${name} --addon-name ${addon}`,
    sh`--addon-version ${version} --resolve-conflicts PRESERVE`,
  );
}
