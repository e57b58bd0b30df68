import { commands, type Advice } from '../languages/advice.ts';
import type { Resource } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import { continued, sh } from '../languages/shell.ts';

type Cluster = Facts['cluster'];

/** What EKS Auto Mode brings by itself: docs.aws.amazon.com/eks/latest/userguide/eks-add-ons.html, Auto Mode. */
const partOfAutoMode = ['coredns', 'eks-node-monitoring-agent', 'eks-pod-identity-agent', 'kube-proxy', 'vpc-cni'];

/** Add-ons without which a node gives its pods no network. */
const nodeNetwork = ['kube-proxy', 'vpc-cni'];

/** An installed add-on as one would look it up, with its owner where that is not AWS. */
export function addonResource(name: string, owner: string | null): Resource {
  return { kind: 'EKS add-on', name, ...(owner === null || owner === 'aws' ? {} : { note: owner }) };
}

/** True where Auto Mode's own nodes do without this add-on: it serves other nodes only, if there are any. */
export function isPartOfAutoMode({ autoMode }: Cluster, name: string): boolean {
  return autoMode && partOfAutoMode.includes(name);
}

/** What stops where the add-on does not work. */
export function blockedBy(name: string): 'nodes' | 'workloads' {
  return nodeNetwork.includes(name) ? 'nodes' : 'workloads';
}

/** The commands that move an add-on to a version and keep what was changed in it by hand, and wait for it. */
export function updateAddon({ region, name: cluster }: Cluster, addon: string, version: string): Advice {
  return commands(
    continued(
      sh`aws eks update-addon --region ${region} --cluster-name ${cluster} --addon-name ${addon}`,
      sh`--addon-version ${version} --resolve-conflicts PRESERVE`,
    ),
    sh`aws eks wait addon-active --region ${region} --cluster-name ${cluster} --addon-name ${addon}`,
  );
}
