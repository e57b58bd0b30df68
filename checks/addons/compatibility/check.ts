import { advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Context, type Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { format, isRollback, type Minor } from '../../../src/syntax/versions.ts';
import { countOutsideAutoMode, judgeOutsideAutoMode } from '../../../src/for-checks/auto-mode-addons.ts';
import { addonResource, blockedBy } from '../../../src/for-checks/eks-addon.ts';
import { withPermissions, type Known } from '../../../src/for-checks/addon-permissions.ts';
import { resolveListing, withoutDefects, type Listing, type Offered } from '../../../src/for-checks/offered.ts';
import { nameManager } from './managers.ts';
import { olderThanDefault, shortTexts, taskTexts } from './older-than-default.ts';
import { firstUnoffered, notOffered, notRead } from './not-offered.ts';
import { copyFindings, listStoppingFindings, notListedBefore } from './rollback.ts';
import { notListedFinding } from './route.ts';
import { olderCopies, selfManaged } from './self-managed.ts';

type Addon = Facts['addons'][number];
type Judged = { addons: Facts['addons']; addonVersions: readonly Offered[]; nodes: Facts['nodes'] | undefined };
type Path = Pick<
  Context<'addon-releases' | 'managed-changes'>,
  'cluster' | 'current' | 'target' | 'versions' | 'tables'
>;

export default defineCheck({
  id: 'addons/compatibility',
  title: 'EKS add-ons that are not compatible with a version of the path',
  short: shortTexts,
  task: taskTexts,
  severity: 'fail',
  blocks: 'workloads',
  alsoBlocks: ['nodes'],
  alsoBlocksRollback: ['control-plane'],
  phase: 'before',
  direction: 'both',
  why: `A cluster update does not update any add-on. For each Kubernetes version, EKS lists the add-on versions that
    it supports; a version that is not listed may crash or be rejected, and EKS does not support it. If a version
    is listed for both sides of a step, update the add-on to it before the control plane. If none is, update the
    add-on right after the control plane.

    If an add-on version is listed but older than the default, update it after the control plane: it is a
    task of the plan, not a warning. The same applies to self-managed VPC CNI, CoreDNS and kube-proxy in
    kube-system, unless no node runs them: Fargate needs neither the VPC CNI nor kube-proxy. Before a rollback, the installed version must be listed for the earlier version of Kubernetes: EKS
    checks it before it rolls back the control plane. It does not check self-managed copies; one is unknown if it is newer
    than the versions listed for the earlier version, if none is listed, or if its version cannot be read. EKS add-ons of every owner are judged: AWS, community and AWS Marketplace. The minimum version of
    each component has a separate check. No fix names a version with a known defect (addons/known-defects), not even
    the default.

    EKS Auto Mode includes CoreDNS, kube-proxy, the VPC CNI, the EKS Pod Identity Agent and the node monitoring agent. There, a
    failure of their add-ons is a warning unless nodes outside Auto Mode use them: managed, self-managed, Karpenter,
    Fargate or hybrid nodes. If the nodes were not read, it is unknown.`,
  fix: advice`Update the add-on to a version that EKS lists for the version named in the finding.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_DescribeAddonVersions.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/updating-an-add-on.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html',
  ],
  needs: ['addons', 'addonVersions'],
  uses: ['addonNames', 'vpcCni', 'coredns', 'kubeProxy', 'componentRights', 'nodes'],
  warnsBy: ['componentRights'],
  tables: ['release-permissions', 'addon-releases', 'managed-changes'],
  applies: {
    needs: ['addons'],
    uses: ['vpcCni', 'coredns', 'kubeProxy'],
    when({ addons, ...copies }, context) {
      if (addons.length > 0) return true;
      const isSeen = copies.vpcCni !== undefined && copies.coredns !== undefined && copies.kubeProxy !== undefined;
      if (judgesCopies(context) && (!isSeen || selfManaged(copies, []).length > 0)) return true;
      return 'no EKS add-on is installed';
    },
  },

  *run({ addons, addonNames, addonVersions: listed, componentRights, nodes, ...copies }, context) {
    const { versions } = context;
    const beyond = firstUnoffered(listed, versions);
    const addonVersions = withoutDefects(listed, addons, context.tables['addon-releases']);
    const judged = beyond === undefined ? versions : versions.slice(0, versions.indexOf(beyond));
    const known = { rows: context.tables['release-permissions'], componentRights, vpcCni: copies.vpcCni };
    const findings = judgeAddons({ addons, addonVersions, nodes }, { ...context, versions: judged }, beyond, known);
    yield* isRollback(context) ? listStoppingFindings(findings) : findings;
    if (!judgesCopies(context) || addonNames === undefined) return;
    if (!isRollback(context)) yield* olderCopies({ ...copies, nodes }, addonNames, addonVersions, judged, known);
    else yield* copyFindings(copies, addonNames, listed, context);
  },
});

/**
 * Whether self-managed copies are judged. In EKS Auto Mode, they serve only nodes that it does not manage, and are
 * judged only for a rollback.
 */
function judgesCopies(context: Path): boolean {
  return !context.cluster.autoMode || isRollback(context);
}

function* judgeAddons(
  { addons, addonVersions, nodes }: Judged,
  context: Path,
  beyond: Minor | undefined,
  known: Known,
): Generator<Finding> {
  if (beyond !== undefined) yield notOffered(beyond, context);
  for (const addon of addons) {
    const offered = addonVersions.find(({ name }) => name === addon.name);
    if (offered === undefined) {
      yield notRead(addon);
      continue;
    }
    for (const finding of judgeAddon(addon, offered, nodes, context)) {
      const managed = nameManager(finding, addon, context);
      if (isRollback(context)) yield managed;
      else yield* withPermissions(managed, addon, known);
    }
  }
}

function* judgeAddon(addon: Addon, offered: Offered, nodes: Judged['nodes'], context: Path): Generator<Finding> {
  const { cluster, versions } = context;
  const common = { resource: addonResource(addon.name, addon.owner), blocks: blockedBy(addon.name) };
  const planned = versions.length > 1 || isRollback(context) ? versions.slice(1) : versions;
  const findFirst = (listing: Listing) =>
    planned.find((minor) => resolveListing(offered, addon.version, minor, cluster) === listing);
  const limitedAt = findFirst('limited');
  if (limitedAt !== undefined) yield { ...common, ...limited(addon, offered, limitedAt) };
  const at = findFirst('no');
  if (at !== undefined) {
    const finding = isRollback(context)
      ? notListedBefore(addon, offered, context)
      : notListedFinding({ addon, offered, versions, at, cluster });
    yield { ...common, ...judgeOutsideAutoMode(finding, addon.name, cluster, nodes) };
    return;
  }
  const users = countOutsideAutoMode(addon.name, cluster, nodes);
  if (isRollback(context) || users === 0 || users === 'unread') return;
  const older = olderThanDefault(addon, offered, versions, cluster);
  if (older !== undefined) yield { ...common, ...older };
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
    fix: advice`A new control plane gets the newest platform version of ${format(at)}. Compare it with this list, or choose another version of the add-on.`,
  };
}
