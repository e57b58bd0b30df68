import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Context, type Finding } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { sh } from '../../src/syntax/shell.ts';
import { format, type Minor } from '../../src/syntax/versions.ts';
import { isNewest, offeredVersions, offersSeen, origin, resolveOffer, type Offer } from './shared/offered-versions.ts';

type ClusterVersions = Facts['clusterVersions'];
type Cluster = Facts['cluster'];

/** One update of the path, and whether EKS offers it. */
interface Step {
  version: Minor;
  offer: Offer;
}

export default defineCheck({
  id: 'control-plane/version-step',
  title: 'The target cannot be reached in one update',
  short: {
    downgrade: 'target is older than the cluster',
    'not-offered': 'EKS does not offer the version',
    'offer-unknown': 'unknown whether EKS offers the version',
  },
  task: 'Update one minor version at a time',
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  why: `EKS updates a control plane one minor version at a time, and only to a version that it offers for this type of
    cluster (local clusters on AWS Outposts have a separate list). A later target needs one update per minor version.
    The plan of the report lists the updates, and the tasks between them.

    You cannot pause or stop an update. EKS starts new API servers next to the old ones; if they fail their health
    checks, EKS reverts to the old version. The page on updates in the user guide still says that a cluster cannot be
    downgraded. That is out of date: within seven days of an update you can roll back the control plane to the
    previous version, with conditions.`,
  fix: advice`Choose a target that EKS offers, and update one minor version at a time:\n${commands(
    sh`aws eks describe-cluster-versions --region REGION`,
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
        : 'no update requested: the current state is judged';
    },
  },

  *run({ clusterVersions }, context) {
    const { cluster, current, target, versions } = context;
    const resource = { kind: 'Cluster', name: cluster.name };
    if (target < current) {
      const message = `the target ${format(target)} is lower than the cluster's ${format(current)}`;
      const links = ['https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html'];
      yield { level: 'fail', rule: 'downgrade', resource, message, links } satisfies Finding;
      return;
    }
    const steps = versions
      .slice(1)
      .map((version) => ({ version, offer: resolveOffer(clusterVersions, context, version) }));
    yield* offerFindings(clusterVersions, context, steps);
    if (steps.length > 1) yield severalUpdates(clusterVersions, context);
  },
});

/** One finding for all steps that EKS does not offer, and one for the first step for which this is unknown. */
function* offerFindings(
  offers: ClusterVersions,
  { cluster, versions }: Context,
  steps: readonly Step[],
): Generator<Finding> {
  const resource = { kind: 'Cluster', name: cluster.name };
  const refused = steps.filter(({ offer }) => offer === 'not offered').map(({ version }) => version);
  if (refused[0] !== undefined) {
    yield {
      level: 'fail',
      rule: 'not-offered',
      at: refused[0],
      resource,
      message: `EKS in ${cluster.region} does not offer Kubernetes ${list(refused)}`,
      evidence: offersSeen(offers, cluster, refused),
      fix: chooseFix(offers, cluster, versions),
    };
  }
  const [doubt] = steps.flatMap(({ version, offer }) => (typeof offer === 'object' ? [{ version, ...offer }] : []));
  if (doubt === undefined) return;
  yield {
    level: 'unknown',
    rule: 'offer-unknown',
    at: doubt.version,
    resource,
    message: doubt.unknown,
    evidence: offersSeen(offers, cluster, [doubt.version]),
    fix: advice`Look the version up before the update:\n${commands(
      sh`aws eks describe-cluster-versions --region ${cluster.region}`,
    )}`,
  };
}

function severalUpdates({ source }: ClusterVersions, { cluster, current, versions }: Context): Finding {
  const next = versions[1] ?? current;
  const path = versions.map(format).join(' -> ');
  return {
    level: 'warn',
    phase: 'after',
    rule: 'several-updates',
    short: `needs ${versions.length - 1} updates`,
    at: next,
    resource: { kind: 'Cluster', name: cluster.name },
    message: `${versions.length - 1} updates, one minor version at a time: ${path}`,
    evidence: [
      { observed: format(current), required: versions.slice(1).map(format).join(', then '), ...origin(source) },
    ],
    // Contains no commands: the plan has those of each update.
    fix: advice`Update to ${format(next)} first. When it is finished, complete the tasks that the plan lists before the
      next update of the control plane. Then update to ${list(versions.slice(2))}, one minor version at a time; scan
      before each update.`,
  };
}

function chooseFix(offers: ClusterVersions, cluster: Cluster, [current]: readonly Minor[]): Advice {
  const choice = offeredVersions(offers, cluster).filter((version) => current !== undefined && version > current);
  if (choice.length === 0) {
    return advice`EKS offers no newer version for this cluster: judge its current state with \`--target current\`.`;
  }
  return advice`Choose a target that EKS offers: ${list(choice)}.`;
}

function list(versions: readonly Minor[]): string {
  return versions.map(format).join(', ');
}
