import { advice, commands } from '../../../src/syntax/advice.ts';
import { defineCheck, type Evidence, type Warning } from '../../../src/check.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { sh } from '../../../src/syntax/shell.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { dearer, updateFix, type Judged } from './update-fix.ts';
import { describeTargetWindow, describeWindow, listWindows } from './windows.ts';

type Cluster = Facts['cluster'];
type Offers = Facts['clusterVersions'];

export default defineCheck({
  id: 'control-plane/support-window',
  title: 'Support of the version ends soon, or already costs more',
  short: { dates: 'support dates unknown' },
  severity: 'warn',
  blocks: 'control-plane',
  phase: 'before',
  why: `EKS supports a version for 14 months, then for 12 more months of extended support, at a higher price per
    cluster hour. The support policy of the cluster decides what happens at the end of standard support: with
    EXTENDED (the default), the version stays and costs more; with STANDARD, EKS updates the cluster. At the end of
    extended support, EKS updates the control plane of every cluster without announcing the time, even if this
    report lists blockers. Such an update cannot be rolled back.

    The dates come from EKS, in UTC. An end of support is reported from 60 days before, when EKS announces it;
    extended support is reported as long as it lasts. The target is judged in the same way: avoid an update to a
    version whose support also ends soon. Local clusters on AWS Outposts have their own dates.`,
  fix: advice`Update before that date, to a version with enough support left.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/view-upgrade-policy.html',
  ],
  needs: ['clusterVersions'],
  tables: ['support-window', 'managed-changes'],
  thresholds: {
    days: {
      about: 'the check warns this many days before the end of support',
      stricter: 'higher',
      standard: daysAhead,
    },
  },

  *run({ clusterVersions }, { cluster, current, target, now, tables, thresholds }) {
    const horizon = Math.max(daysAhead(tables), thresholds?.['days'] ?? 0);
    const windows = listWindows(clusterVersions, cluster, now);
    for (const version of target > current ? [current, target] : [current]) {
      const window = windows.get(version);
      if (window === undefined) {
        yield unknownWindow(cluster, version, clusterVersions.source);
        continue;
      }
      if (window.phase === 'standard' && window.days > horizon) continue;
      const better = [...windows].flatMap(([minor, one]) =>
        minor > version && one.phase === 'standard' && one.days > horizon ? [minor] : [],
      );
      const next = windows.has(current + 1) ? current + 1 : undefined;
      const judged = { cluster, tables, version, window, source: clusterVersions.source, better, next };
      yield windowFinding(judged, version === current, horizon);
    }
  },
});

function daysAhead(tables: Pick<Tables, 'support-window'>): number {
  return tables['support-window'][0]?.days ?? 0;
}

function unknownWindow(cluster: Cluster, version: Minor, source: Offers['source']): Warning {
  const who = source === 'live' ? 'EKS lists' : `${cluster.region} does not list its versions, and the table has`;
  return {
    level: 'unknown',
    rule: 'dates',
    at: version,
    resource: { kind: 'Cluster', name: cluster.name },
    message: `${who} no support dates of Kubernetes ${format(version)}`,
    fix: advice`Look up the dates in the release calendar of the user guide.\n${commands(
      sh`aws eks describe-cluster-versions --region ${cluster.region} --include-all`,
    )}`,
  };
}

function windowFinding(judged: Judged, isCurrent: boolean, horizon: number): Warning {
  const { cluster, window, version, source } = judged;
  const evidence: Evidence = {
    observed: observed(judged),
    required: `standard support with more than ${horizon} days left`,
    fact: 'clusterVersions',
    ...(source === 'table' ? { source } : {}),
  };
  return {
    level: 'warn',
    rule: isCurrent ? window.phase : `target:${window.phase}`,
    short: isCurrent ? describeWindow(window, cluster, horizon) : describeTargetWindow(window),
    at: version,
    resource: { kind: 'Cluster', name: cluster.name },
    message: buildMessage(judged, `${isCurrent ? '' : 'the target '}Kubernetes ${format(version)}`),
    evidence: [evidence],
    fix: updateFix(judged, isCurrent),
  };
}

function observed({ window, cluster: { supportPolicy } }: Judged): string {
  const policy = supportPolicy === null ? '' : `, support policy ${supportPolicy}`;
  if (window.phase === 'ended') return `support ended on ${window.ended}${policy}`;
  return `${window.phase} support until ${window.ends}${policy}`;
}

const forced = 'EKS updates the control plane automatically';

/**
 * AWS does not document what the end of support means for local clusters on AWS Outposts: their message contains only
 * dates.
 */
function buildMessage({ window, cluster: { outpost, supportPolicy } }: Judged, what: string): string {
  if (window.phase === 'ended') {
    const then = outpost ? '' : `: ${forced} at any time, without notice`;
    return `support of ${what} ended on ${window.ended}${then}`;
  }
  const when = `on ${window.ends}, in ${formatCount(window.days, 'day')}`;
  if (window.phase === 'standard') {
    return `standard support of ${what} ends ${when}${outpost ? '' : `: ${afterStandard(supportPolicy)}`}`;
  }
  if (outpost) return `${what} has been in extended support since ${window.since}, which ends ${when}`;
  if (supportPolicy === 'STANDARD') {
    return `standard support of ${what} ended on ${window.since} and the support policy is STANDARD: ${forced} at any time`;
  }
  return `${what} has been in extended support since ${window.since}, at ${dearer}; it ends ${when}, then ${forced}`;
}

function afterStandard(supportPolicy: string | null): string {
  if (supportPolicy === 'STANDARD') return `then ${forced}, since the support policy is STANDARD`;
  if (supportPolicy === 'EXTENDED') return `then extended support begins, at ${dearer}`;
  return `then extended support begins, at ${dearer}, or ${forced}; EKS does not report the support policy of the cluster`;
}
