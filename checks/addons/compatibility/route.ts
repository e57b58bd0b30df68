import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { updateAddon } from '../../../src/for-checks/eks-addon.ts';
import {
  describeNone,
  hasAvoided,
  listUpdateVersions,
  newestFor,
  routeOver,
  type Offered,
  type Route,
} from '../../../src/for-checks/offered.ts';

type Addon = Facts['addons'][number];
type Cluster = Facts['cluster'];

/** An installed add-on and the first Kubernetes version for which EKS does not list the installed version. */
export interface NotListed {
  addon: Addon;
  offered: Offered;
  /** The whole path, starting with the current version. */
  versions: readonly Minor[];
  /** The first version without a listing; the current version if no update is planned. */
  at: Minor;
  cluster: Cluster;
}

/**
 * The finding with its fix. If no version of the add-on is listed on both sides of the step, only an update after the
 * step can help. That is a warning with the order of the updates, because a blocker could never be cleared.
 */
export function notListedFinding(problem: NotListed): Omit<Finding, 'resource' | 'blocks'> {
  const { addon, offered, versions, at, cluster } = problem;
  if (versions[0] === at) return notListedToday(problem);
  const route = routeOver(offered, versions, at, cluster);
  const evidence = [
    { observed: addon.version, required: `a version listed for ${format(at)}`, fact: 'addonVersions' as const },
  ];
  const text = `${addon.version} is not listed for ${format(at)}`;
  switch (route.kind) {
    case 'one':
      return {
        level: 'fail',
        at,
        rule: 'not-listed',
        message: `${text}; ${route.version} is listed for ${format(route.from)} to ${format(route.to)}`,
        evidence,
        fix: oneUpdate(problem, route),
      };
    case 'two':
      return {
        level: 'warn',
        at,
        phase: 'after',
        // kube-proxy is the only add-on that waits for the nodes: its task has another place and another title.
        rule: addon.name === 'kube-proxy' ? 'not-listed:kube-proxy' : 'not-listed',
        message: `${text}, and no version is listed for both ${format(at - 1)} and ${format(at)}; ${route.after} is listed for ${format(at)}`,
        evidence,
        fix: twoUpdates(problem, route),
      };
    default:
      return {
        // Only the owner can publish a version, and EKS does not stop the update: a warning if the owner is not AWS.
        level: addon.owner === 'aws' && !hasAvoided(offered, at) ? 'fail' : 'warn',
        at,
        rule: 'no-version',
        message: describeNone(offered, at),
        evidence,
        fix: noVersion(problem),
      };
  }
}

/** A warning only: the add-on already runs on this Kubernetes version. */
function notListedToday({ addon, offered, at, cluster }: NotListed): Omit<Finding, 'resource' | 'blocks'> {
  const newest = newestFor(offered, [at], cluster);
  const avoids = hasAvoided(offered, at);
  const none = avoids ? ', and every listed version has a known defect' : ', nor is any other version';
  const others =
    newest === undefined ? none : `; ${newest} is the newest listed version${avoids ? ' without a known defect' : ''}`;
  return {
    level: 'warn',
    rule: newest === undefined ? 'no-version' : 'not-listed',
    message: `${addon.version} is not listed for ${format(at)}${others}`,
    evidence: [{ observed: addon.version, required: `a version listed for ${format(at)}`, fact: 'addonVersions' }],
    fix:
      newest === undefined
        ? noVersion({ addon, offered, at, cluster })
        : advice`Update the
          add-on.\n${oneMinor(addon)}${updateAddon(cluster, addon, listUpdateVersions(offered, { from: addon.version, to: newest }, at, cluster))}`,
  };
}

function oneUpdate(
  { addon, offered, versions, cluster }: NotListed,
  { version, from }: Extract<Route, { kind: 'one' }>,
): Advice {
  const when =
    from === versions[0]
      ? advice`Update the add-on now, before the control plane.`
      : advice`Update the add-on once the control plane is at ${format(from)}, before its next update.`;
  const updateVersions = listUpdateVersions(offered, { from: addon.version, to: version }, from, cluster);
  return advice`${when}\n${oneMinor(addon)}${updateAddon(cluster, addon, updateVersions)}`;
}

function twoUpdates({ addon, at, cluster }: NotListed, { before, after }: Extract<Route, { kind: 'two' }>): Advice {
  const first =
    before === undefined || before === addon.version
      ? advice``
      : advice`Before you update the control plane to ${format(at)}, update the add-on to the newest version that is
        listed for ${format(at - 1)}.\n${updateAddon(cluster, addon, [before])}\n`;
  return advice`${first}${updateAfter(cluster, addon, [after], at)}`;
}

/** How to update the add-on after a step of the control plane. */
export function updateAfter(cluster: Cluster, addon: Addon, versions: readonly string[], at: Minor): Advice {
  const are = addon.name === 'kube-proxy' ? 'and the nodes are' : 'is';
  return advice`Once the control plane ${are} at ${format(at)}, update the
    add-on.\n${updateAddon(cluster, addon, versions)}`;
}

/** For the VPC CNI, refers to the check that lists its minor versions; empty for other add-ons. */
function oneMinor({ name }: Addon): Advice {
  return name === 'vpc-cni'
    ? advice`Update one minor version at a time (addons/vpc-cni-version), up to this version:\n`
    : advice``;
}

/** What to do without any version: ask its owner, and test the installed one. */
export function noVersion({ addon, offered, at, cluster }: Omit<NotListed, 'versions'>): Advice {
  const { region } = cluster;
  const who =
    addon.owner === 'aws-marketplace' ? (offered.publisher ?? 'its seller in AWS Marketplace') : 'its project';
  const request =
    addon.owner === 'aws' ? advice`` : advice`Ask ${who} for a version that supports ${format(at)}, or wait for one. `;
  return advice`${request}List the versions that EKS offers:\n${commands(
    continued(
      sh`aws eks describe-addon-versions --region ${region} --addon-name ${addon.name}`,
      sh`--query 'addons[].addonVersions[].[addonVersion,compatibilities[].clusterVersion]'`,
    ),
  )}\nUntil EKS lists ${hasAvoided(offered, at) ? 'one without a known defect' : 'one'}, the installed version keeps running. Before you rely on it, test ${addon.version} on a ${format(at)}
    cluster.`;
}
