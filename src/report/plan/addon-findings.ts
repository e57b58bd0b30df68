import type { ReportedFinding } from '../../judge/result.ts';
import type { Component } from '../../facts/kube.ts';
import type { Known } from './draft.ts';
import { findPart } from './parts.ts';
import { readValue } from './read.ts';

/** Checks of a version that an EKS add-on sets, and the copies that they judge. */
const judgedCopies = {
  'addons/kube-proxy-skew': { addon: 'kube-proxy', fact: 'kubeProxy', workload: 'kube-proxy' },
  'addons/vpc-cni-version': { addon: 'vpc-cni', fact: 'vpcCni', workload: 'aws-node' },
} as const;

/** The findings about an EKS add-on that an update of it can fix, including those about the workload that it installs. */
export function addonFindings(name: string, known: Pick<Known, 'found' | 'readings'>): ReportedFinding[] {
  return known.found.filter((finding) => findAddon(finding, known) === name);
}

/** The EKS add-on whose version a finding is about; undefined if it is about something else. */
export function findAddon(finding: ReportedFinding, { readings }: Pick<Known, 'readings'>): string | undefined {
  const { check, resource, level, rule } = finding;
  if (findPart(finding) === 'add-on') return resource.name;
  const judged = Object.entries(judgedCopies).find(([id]) => id === check)?.[1];
  if (judged === undefined || (level === 'unknown' && rule !== null)) return undefined;
  const { addon, fact, workload } = judged;
  if (readValue(readings.addons)?.some(({ name }) => name === addon) !== true) return undefined;
  const copies: readonly Component[] = readValue(readings[fact]) ?? [];
  const copy = copies.find(({ namespace, name }) => namespace === resource.namespace && name === resource.name);
  if (copy === undefined || copy.windows === true) return undefined;
  const isOwn = copy.addon === addon || (copy.namespace === 'kube-system' && copy.name === workload);
  return isOwn ? addon : undefined;
}
