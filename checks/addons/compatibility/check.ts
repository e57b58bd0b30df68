import { advice, commands } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { addonResource, blockedBy, isPartOfAutoMode } from '../../../src/for-checks/eks-addon.ts';
import { isOfferedFor, resolveListing, type Listing, type Offered } from './offered.ts';
import { olderThanDefault, shortTexts, taskTexts } from './older-than-default.ts';
import { notListedFinding, type NotListed } from './route.ts';
import { olderCopies, selfManaged } from './self-managed.ts';

type Addon = Facts['addons'][number];
type Cluster = Facts['cluster'];

export default defineCheck({
  id: 'addons/compatibility',
  title: 'EKS add-ons that are not compatible with a version of the path',
  short: shortTexts,
  task: taskTexts,
  severity: 'fail',
  blocks: 'workloads',
  phase: 'before',
  direction: 'both',
  why: `A cluster update does not update any add-on. For each Kubernetes version, EKS lists the add-on versions that
    it supports; a version that is not listed may crash or be rejected, and EKS does not support it. If a version
    is listed for both sides of a step, update the add-on to it before the control plane. If none is, update the
    add-on right after the control plane.

    If an add-on version is listed but older than the default, update it after the control plane: it appears under
    "After the update", not as a warning. The same applies to self-managed VPC CNI, CoreDNS and kube-proxy in
    kube-system. EKS add-ons of every owner are judged: AWS, community and AWS Marketplace. The minimum version of
    each component has a separate check.`,
  fix: advice`Update the add-on to a version that EKS lists for the version named in the finding.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_DescribeAddonVersions.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/updating-an-add-on.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
  ],
  needs: ['addons', 'addonVersions'],
  uses: ['addonNames', 'vpcCni', 'coredns', 'kubeProxy'],
  applies: {
    needs: ['addons'],
    uses: ['vpcCni', 'coredns', 'kubeProxy'],
    when({ addons, ...copies }, { cluster }) {
      if (addons.length > 0) return true;
      const isSeen = copies.vpcCni !== undefined && copies.coredns !== undefined && copies.kubeProxy !== undefined;
      if (!cluster.autoMode && (!isSeen || selfManaged(copies, []).length > 0)) return true;
      return 'no EKS add-on is installed';
    },
  },

  *run({ addons, addonNames, addonVersions, ...copies }, { cluster, versions }) {
    const beyond = firstUnoffered(addonVersions, versions);
    if (beyond !== undefined) yield notOffered(beyond, cluster);
    const judged = beyond === undefined ? versions : versions.filter((minor) => minor < beyond);
    for (const addon of addons) {
      const offered = addonVersions.find(({ name }) => name === addon.name);
      if (offered === undefined) yield notRead(addon);
      else yield* judgeAddon(addon, offered, judged, cluster);
    }
    if (!cluster.autoMode && addonNames !== undefined) yield* olderCopies(copies, addonNames, addonVersions, judged);
  },
});

/**
 * The first step for which EKS lists no version of any add-on. Undefined if no versions of an AWS add-on were read:
 * only AWS publishes add-ons for every Kubernetes version.
 */
function firstUnoffered(addonVersions: readonly Offered[], [, ...steps]: readonly Minor[]): Minor | undefined {
  const own = addonVersions.filter(({ owner, versions }) => owner === 'aws' && versions.length > 0);
  if (own.length === 0) return undefined;
  return steps.find((minor) => !addonVersions.some((offered) => isOfferedFor(offered, minor)));
}

/** The message does not state the cause: the report lists the read error separately. */
function notRead({ name, owner, version }: Addon): Finding {
  return {
    level: 'unknown',
    rule: 'versions-not-read',
    resource: addonResource(name, owner),
    message: `unknown whether ${version} is compatible: the versions that EKS lists were not read`,
    fix: advice`Grant \`eks:DescribeAddonVersions\` and scan again.`,
  };
}

/** Unknown, because the list of add-on versions may be older than the Kubernetes version. */
function notOffered(at: Minor, { name, region }: Cluster): Finding {
  return {
    level: 'unknown',
    at,
    rule: 'not-on-offer',
    resource: { kind: 'Cluster', name },
    message: `EKS lists no version of any installed add-on for ${format(at)} yet`,
    fix: advice`Scan again when EKS lists add-on versions for ${format(at)}:\n${commands(
      continued(
        sh`aws eks describe-addon-versions --region ${region} --kubernetes-version ${format(at)}`,
        sh`--query 'addons[].addonName'`,
      ),
    )}`,
  };
}

function* judgeAddon(addon: Addon, offered: Offered, versions: readonly Minor[], cluster: Cluster): Generator<Finding> {
  const common = { resource: addonResource(addon.name, addon.owner), blocks: blockedBy(addon.name) };
  const planned = versions.length > 1 ? versions.slice(1) : versions;
  const findFirst = (listing: Listing) =>
    planned.find((minor) => resolveListing(offered, addon.version, minor, cluster) === listing);
  const limitedAt = findFirst('limited');
  if (limitedAt !== undefined) yield { ...common, ...limited(addon, offered, limitedAt) };
  const at = findFirst('no');
  if (at !== undefined) {
    yield { ...common, ...notListed({ addon, offered, versions, at, cluster }) };
    return;
  }
  if (isPartOfAutoMode(cluster, addon.name)) return;
  const older = olderThanDefault(addon, offered, versions, cluster);
  if (older !== undefined) yield { ...common, ...older };
}

/** In EKS Auto Mode, which has some components built in, a missing version of their add-on is only a warning. */
function notListed(problem: NotListed): Omit<Finding, 'resource' | 'blocks'> {
  const finding = notListedFinding(problem);
  if (finding.level !== 'fail' || !isPartOfAutoMode(problem.cluster, problem.addon.name)) return finding;
  return { ...finding, level: 'warn', message: `${finding.message} (EKS Auto Mode does not need it)` };
}

function limited(addon: Addon, offered: Offered, at: Minor): Omit<Finding, 'resource'> {
  const platforms = offered.versions
    .filter(({ version }) => version === addon.version)
    .flatMap(({ compatibilities }) => compatibilities)
    .flatMap((one) => (one.cluster === format(at) ? one.platforms : []));
  return {
    level: 'unknown',
    at,
    rule: 'platform-version',
    message: `${addon.version} is listed for ${format(at)} only on platform versions ${platforms.join(', ')}`,
    evidence: [{ observed: platforms.join(', '), required: 'any platform version', fact: 'addonVersions' }],
    fix: advice`A new control plane gets the newest platform version of ${format(at)}. Compare it with this list, or
      choose another version of the add-on.`,
  };
}
