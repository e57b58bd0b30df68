import { advice, commands, type Advice } from '../../src/languages/advice.ts';
import { defineCheck, type Context, type Evidence, type Finding } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { sh } from '../../src/languages/shell.ts';
import { clusterUpdate } from '../../src/subjects/update-commands.ts';
import { format, parseMinor, type Minor } from '../../src/languages/versions.ts';
import { rowsFor } from '../../src/subjects/offered-versions.ts';

type ClusterVersions = Facts['clusterVersions'];
type Cluster = Facts['cluster'];
type Offer = 'offered' | 'not offered' | { unknown: string };

export default defineCheck({
  id: 'control-plane/version-step',
  title: 'The target cannot be reached in one update',
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  why: `EKS moves a control plane one minor version at a time, and only to a version that it offers for this type of
    cluster (local clusters on AWS Outposts have a list of their own). A target further away takes one update for each
    minor on the way.

    An update that runs cannot be paused or stopped. EKS starts new API servers beside the old ones; where they fail
    their health checks, it goes back to the old version by itself. The user guide's page on updates still says that a
    cluster cannot be downgraded. That is out of date: within seven days of an update the control plane can be rolled
    back to the version before, with conditions.`,
  fix: advice`Choose a target that EKS offers, and update one minor version at a time:\n${commands(
    sh`aws eks describe-cluster-versions --region REGION`,
    sh`aws eks update-cluster-version --region REGION --name CLUSTER --kubernetes-version VERSION`,
    sh`aws eks describe-update --region REGION --name CLUSTER --update-id UPDATE_ID`,
  )}`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html',
  ],
  needs: ['clusterVersions'],
  applies: {
    needs: ['clusterVersions'],
    when({ clusterVersions }, { cluster, current, target }) {
      if (target !== current) return true;
      return isNewest(clusterVersions, cluster, current)
        ? 'newest offered'
        : 'no update asked for: the state is judged';
    },
  },

  *run({ clusterVersions }, context) {
    const { cluster, current, target, versions } = context;
    const resource = { kind: 'Cluster', name: cluster.name };
    if (target < current) {
      const message = `the target ${format(target)} is lower than the cluster's ${format(current)}`;
      yield { level: 'fail', rule: 'downgrade', resource, message } satisfies Finding;
      return;
    }
    const steps = versions.slice(1).map((version) => ({ version, offer: offerOf(clusterVersions, context, version) }));
    const refused = steps.filter(({ offer }) => offer === 'not offered').map(({ version }) => version);
    if (refused[0] !== undefined) {
      yield {
        level: 'fail',
        rule: 'not-offered',
        at: refused[0],
        resource,
        message: `EKS in ${cluster.region} does not offer Kubernetes ${list(refused)}`,
        evidence: evidenceOf(clusterVersions, cluster, refused),
        fix: chooseFix(clusterVersions, cluster, versions, refused[0]),
      } satisfies Finding;
    }
    const doubt = steps.find(({ offer }) => typeof offer === 'object');
    if (doubt !== undefined && typeof doubt.offer === 'object') {
      yield {
        level: 'unknown',
        rule: 'offer-unknown',
        at: doubt.version,
        resource,
        message: doubt.offer.unknown,
        evidence: evidenceOf(clusterVersions, cluster, [doubt.version]),
        fix: advice`Look the version up before the update:\n${commands(sh`aws eks describe-cluster-versions --region ${cluster.region}`)}`,
      } satisfies Finding;
    }
    if (steps.length > 1) yield severalUpdates(clusterVersions, context);
  },
});

function severalUpdates({ source }: ClusterVersions, { cluster, current, versions }: Context<never>): Finding {
  const [, first] = versions;
  const path = versions.map(format).join(' -> ');
  return {
    level: 'warn',
    rule: 'several-updates',
    at: first ?? current,
    resource: { kind: 'Cluster', name: cluster.name },
    message: `${versions.length - 1} updates, one minor version at a time: ${path}`,
    evidence: [
      { observed: format(current), required: versions.slice(1).map(format).join(', then '), ...origin(source) },
    ],
    fix: advice`Update to ${format(first ?? current)} first. Let it finish, bring nodes and add-ons to ${format(first ?? current)}, scan again, and only then take the next step.\n${clusterUpdate(cluster, first ?? current)}`,
  };
}

/** Whether EKS offers a version for this type of cluster. */
function offerOf(offers: ClusterVersions, { cluster, now }: Context<never>, version: Minor): Offer {
  const rows = rowsFor(offers, cluster);
  if (cluster.outpost && rows.length === 0) {
    return { unknown: 'EKS lists no versions for local clusters on AWS Outposts, which have a list of their own' };
  }
  const row = rows.find((candidate) => parseMinor(candidate.version) === version);
  if (offers.source === 'live') {
    if (row === undefined || row.status === 'UNSUPPORTED') return 'not offered';
    return row.status === 'UNKNOWN'
      ? { unknown: `EKS names no support status for Kubernetes ${format(version)}` }
      : 'offered';
  }
  if (row === undefined) {
    return {
      unknown: `${cluster.region} does not tell its versions and the table of EKS versions does not hold ${format(version)}`,
    };
  }
  const { endOfExtendedSupport } = row;
  if (endOfExtendedSupport === null || endOfExtendedSupport > now.slice(0, 10)) return 'offered';
  return { unknown: `extended support of Kubernetes ${format(version)} ended on ${endOfExtendedSupport} by the table` };
}

/** Versions that EKS says it offers, ascending; none where only the table speaks. */
function offered(offers: ClusterVersions, cluster: Cluster): Minor[] {
  if (offers.source === 'table') return [];
  const rows = rowsFor(offers, cluster).filter(({ status }) => status !== 'UNSUPPORTED');
  return rows.flatMap(({ version }) => parseMinor(version) ?? []).sort((a, b) => a - b);
}

function isNewest(offers: ClusterVersions, cluster: Cluster, current: Minor): boolean {
  const newest = offered(offers, cluster).at(-1);
  return newest !== undefined && newest <= current;
}

function evidenceOf(offers: ClusterVersions, cluster: Cluster, versions: readonly Minor[]): Evidence[] {
  const rows = rowsFor(offers, cluster);
  return versions.map((version) => {
    const row = rows.find((candidate) => parseMinor(candidate.version) === version);
    const observed = row === undefined ? 'not listed' : row.status;
    return {
      observed: `${format(version)} ${observed}`,
      required: 'STANDARD_SUPPORT or EXTENDED_SUPPORT',
      ...origin(offers.source),
    };
  });
}

function origin(source: ClusterVersions['source']): Pick<Evidence, 'source'> {
  return source === 'table' ? { source: 'table' } : {};
}

function chooseFix(offers: ClusterVersions, cluster: Cluster, versions: readonly Minor[], refused: Minor): Advice {
  const [current, first] = versions;
  const choice = offered(offers, cluster).filter((version) => current !== undefined && version > current);
  if (choice.length === 0)
    return advice`EKS offers nothing newer for this cluster: judge its state with \`--target current\`.`;
  const text = advice`Choose a target that EKS offers: ${list(choice)}.`;
  if (first === undefined || first === refused) return text;
  return advice`${text} The first update:\n${clusterUpdate(cluster, first)}`;
}

function list(versions: readonly Minor[]): string {
  return versions.map(format).join(', ');
}
