import { advice, commands } from '../../src/syntax/advice.ts';
import { defineCheck, type Warning } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { sh } from '../../src/syntax/shell.ts';
import { format, parseMinor, type Minor } from '../../src/syntax/versions.ts';
import { rowsFor } from './shared/offered-versions.ts';

type Cluster = Facts['cluster'];

/** The user guide: more than two platform versions behind, EKS may have failed to update the cluster. */
const tolerated = 2;

export default defineCheck({
  id: 'control-plane/platform-version',
  title: 'EKS could not update the platform version of the cluster',
  short: { '': 'platform version is too old', 'not-listed': 'current platform version unknown' },
  severity: 'warn',
  blocks: 'control-plane',
  phase: 'before',
  why: `EKS updates the platform version of each cluster automatically. If a cluster is more than two platform versions
    behind, EKS probably could not update it: its role, a subnet, a security group or its KMS key was deleted, or its
    subnets have too few free addresses. An update of the Kubernetes version can fail for the same reason.

    The check compares the platform version of the cluster with the default that EKS lists for its Kubernetes version.
    EKS rolls out platform versions gradually, so the check tolerates two versions. Local clusters on AWS Outposts have
    their own platform versions, and are not judged.`,
  fix: advice`Remove the cause: EKS then updates the platform version itself.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/platform-versions.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/troubleshooting.html#troubleshooting-platform-version',
  ],
  needs: ['clusterVersions'],
  applies: {
    needs: ['clusterVersions'],
    when({ clusterVersions }, { cluster, current }) {
      if (cluster.outpost) return 'local clusters on AWS Outposts have their own platform versions';
      if (clusterVersions.source === 'table') return `EKS does not list its versions in ${cluster.region}`;
      return (
        findRow(clusterVersions, cluster, current) !== undefined || `EKS does not list Kubernetes ${format(current)}`
      );
    },
  },

  *run({ clusterVersions }, { cluster, current }) {
    const newest = findRow(clusterVersions, cluster, current)?.defaultPlatformVersion ?? null;
    const [own, last] = [cluster.platformVersion, newest].map(parseNumber);
    if (own === undefined || last === undefined) yield unknownVersion(cluster, current, newest);
    else if (last - own > tolerated) yield behindFinding(cluster, newest ?? '', last - own);
  },
});

function findRow(offers: Facts['clusterVersions'], cluster: Cluster, current: Minor) {
  return rowsFor(offers, cluster).find(({ version }) => parseMinor(version) === current);
}

/** 12 for `eks.12`. */
function parseNumber(version: string | null): number | undefined {
  const digits = /^eks\.(\d+)$/.exec(version ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function behindFinding(cluster: Cluster, newest: string, behind: number): Warning {
  const observed = cluster.platformVersion ?? '';
  return {
    level: 'warn',
    resource: { kind: 'Cluster', name: cluster.name },
    message: `the platform version ${observed} is ${behind} versions behind ${newest}`,
    evidence: [{ observed, required: newest, fact: 'clusterVersions' }],
    fix: advice`Find out why EKS could not update it: the other checks of the control plane show a missing role, subnet
      or security group, a KMS key that cannot be used, and too few free addresses. If they find nothing, contact AWS
      Support.
      After you remove the cause, EKS updates the platform version itself.\n${commands(
        sh`aws eks describe-cluster --region ${cluster.region} --name ${cluster.name} --query 'cluster.[platformVersion,health]'`,
      )}`,
  };
}

function unknownVersion(cluster: Cluster, current: Minor, newest: string | null): Warning {
  const message =
    newest === null
      ? `the current platform version of Kubernetes ${format(current)} was not read`
      : `the platform versions cannot be compared: ${cluster.platformVersion ?? 'none'}, current ${newest}`;
  return {
    level: 'unknown',
    rule: 'not-listed',
    resource: { kind: 'Cluster', name: cluster.name },
    message,
    fix: advice`Compare the platform version of the cluster with the current one.\n${commands(
      sh`aws eks describe-cluster-versions --region ${cluster.region} --cluster-versions ${format(current)}`,
    )}`,
  };
}
