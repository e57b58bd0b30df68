import type { Facts } from '../facts/facts.ts';
import { sh, type Command } from '../syntax/shell.ts';

type Nodegroup = Facts['nodegroups'][number];
type Cluster = Pick<Facts['cluster'], 'region' | 'name'>;

/** The labels that eksctl sets on the nodes of its groups begin with this. */
const ofEksctl = 'alpha.eksctl.io/';

/** Whether eksctl created a node group: it labels the nodes of each one with the name of the group. */
export function isOfEksctl({ labels = {} }: Pick<Nodegroup, 'labels'>): boolean {
  return Object.keys(labels).some((key) => key === `${ofEksctl}nodegroup-name`);
}

/** The labels of a node group as `KEY=VALUE`, without those of eksctl, which name the group itself. */
export function listOwnLabels({ labels = {} }: Pick<Nodegroup, 'labels'>): string[] {
  return Object.entries(labels).flatMap(([key, value]) => (key.startsWith(ofEksctl) ? [] : [`${key}=${value}`]));
}

/** The command that deletes a node group in the way that created it. */
export function deleteGroup({ region, name }: Cluster, group: string, isEksctl: boolean): Command {
  return isEksctl
    ? sh`eksctl delete nodegroup --region ${region} --cluster ${name} --name ${group}`
    : sh`aws eks delete-nodegroup --region ${region} --cluster-name ${name} --nodegroup-name ${group}`;
}

/** The command that waits until EKS has deleted a node group: then the commands after it run. */
export function waitDeleted({ region, name }: Cluster, group: string): Command {
  return sh`aws eks wait nodegroup-deleted --region ${region} --cluster-name ${name} --nodegroup-name ${group}`;
}
