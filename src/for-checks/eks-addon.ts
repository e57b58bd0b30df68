import { advice, commands, type Advice } from '../syntax/advice.ts';
import type { Resource } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import type { ManagedChange } from './managed-changes.ts';
import { behindManager } from './managed-fix.ts';
import type { Tables } from '../tables/tables.ts';
import { chained, continued, sh, type Command } from '../syntax/shell.ts';
import { untilSuccessful } from './update-wait.ts';
import { format, parseMinor, type Minor } from '../syntax/versions.ts';

type Cluster = Facts['cluster'];

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

/** What fails if the add-on does not work. */
export function blockedBy(name: string): 'nodes' | 'workloads' {
  return nodeNetwork.includes(name) ? 'nodes' : 'workloads';
}

/** An add-on to update. */
export interface UpdatedAddon {
  name: string;
  /** The IAM role of its service account; null if it has none, undefined if it was not read. */
  serviceAccountRoleArn?: string | null | undefined;
}

/**
 * The option that keeps the IAM role of an add-on in an update; empty if it has none. An update without it falls back to
 * the node role; it does not change Pod Identity associations.
 * Source: https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateAddon.html
 */
export function keepRole({ serviceAccountRoleArn: role }: UpdatedAddon): Command {
  return role === undefined || role === null ? sh`` : sh`--service-account-role-arn ${role}`;
}

/** What comes before an update's command if the add-on's role was not read; otherwise empty. */
export function unreadRole({ region, name }: Cluster, addon: UpdatedAddon): Advice {
  if (addon.serviceAccountRoleArn !== undefined) return advice``;
  return advice`If the add-on has a role, repeat it as \`--service-account-role-arn\`: without it, EKS uses the node role.\n${commands(
    continued(
      sh`aws eks describe-addon --region ${region} --cluster-name ${name} --addon-name ${addon.name}`,
      sh`--query addon.serviceAccountRoleArn`,
    ),
  )}\n`;
}

/** Updates an add-on to each of these versions in turn; the next one only if the one before was successful. */
export function updateAddon(cluster: Cluster, addon: UpdatedAddon, versions: readonly string[]): Advice {
  const updates = chained(...versions.map((version) => installAddon(cluster, addon, version)));
  return advice`${unreadRole(cluster, addon)}${commands(updates)}`;
}

/** Lists an add-on's versions for a Kubernetes version, and updates it to `chosen`, a placeholder. */
export function chooseAddon(cluster: Cluster, addon: UpdatedAddon, kubernetes: Minor, chosen: string): Advice {
  return advice`${unreadRole(cluster, addon)}${commands(
    continued(
      sh`aws eks describe-addon-versions --region ${cluster.region} --addon-name ${addon.name} --kubernetes-version ${format(kubernetes)}`,
      sh`--query 'addons[].addonVersions[].addonVersion'`,
    ),
    installAddon(cluster, addon, chosen),
  )}`;
}

/**
 * How to change a setting for good that the add-on's configuration values may have, before `now` changes it at once. An
 * update of these values has the same members as one of the version.
 */
export function changeValue(cluster: Cluster, addon: UpdatedAddon, key: string, now: Command): Advice {
  const { serviceAccountRoleArn: role } = addon;
  const repeat =
    role === undefined || role === null
      ? advice``
      : advice` Repeat its \`--service-account-role-arn\` (${role}): without it, EKS uses the node role.`;
  return advice`If the configuration values of the add-on set \`${key}\`, change it there and keep the other values: an update
    replaces all of them.${repeat}\n${unreadRole(cluster, addon)}${commands(
      continued(
        sh`aws eks describe-addon --region ${cluster.region} --cluster-name ${cluster.name} --addon-name ${addon.name}`,
        sh`--query addon.configurationValues`,
      ),
      now,
    )}`;
}

/** A change of an EKS add-on, its cluster, and the table of where changes are made. */
export interface AddonManagers {
  /** By default, `add-on-version`. */
  change?: Extract<ManagedChange, 'add-on-version' | 'add-on-configuration'>;
  cluster: Pick<Cluster, 'name'>;
  rows: Tables['managed-changes'];
}

/** A fix that changes an EKS add-on, with what manages the add-on. */
export function behindAddonManager(
  fix: Advice,
  { tags }: { tags?: Facts['addons'][number]['tags'] | undefined },
  { change = 'add-on-version', cluster, rows }: AddonManagers,
): Advice {
  const values = { cluster: cluster.name };
  return behindManager(fix, { of: { tags }, subject: 'the add-on', change, rows, values });
}

/** The command that updates an add-on, preserves manual changes and its role, and waits for the update. */
export function installAddon(cluster: Cluster, addon: UpdatedAddon, version: string): Command {
  const { region, name } = cluster;
  const of = sh`--addon-name ${addon.name}`;
  const role = keepRole(addon);
  const start = continued(
    sh`aws eks update-addon --region ${region} --cluster-name ${name} --addon-name ${addon.name}`,
    sh`--addon-version ${version} --resolve-conflicts PRESERVE`,
    ...(role.text === '' ? [] : [role]),
  );
  return untilSuccessful(cluster, start, of);
}
