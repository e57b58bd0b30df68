import type { NodeFact } from '../../facts/facts.ts';
import type { Readings } from '../../facts/reading.ts';
import { aliasFamily, followedFamily, selectsImages } from '../../karpenter/followed-images.ts';
import { resolveLaterGateState } from '../../karpenter/gates.ts';
import { ownObjects } from '../../karpenter/own-objects.ts';
import { advice, commands, type Advice } from '../../syntax/advice.ts';
import { sh } from '../../syntax/shell.ts';
import { format, isBelow, type Minor } from '../../syntax/versions.ts';
import { hasAmazonLinux2 } from '../../for-checks/node-images.ts';
import type { OwnedNodes } from '../../for-checks/node-owners.ts';
import { loadTable } from '../../tables/tables.ts';

/** The readings, and the version of Karpenter after all updates. */
export interface KarpenterThen {
  readings: Readings;
  /** The version at the end of the path; undefined: Karpenter is not updated. */
  karpenter: string | undefined;
}

/** The first Karpenter version with disruption budgets. */
const knowsBudgets = '0.34.0';

/** How the nodes of a Karpenter pool get to the version of the control plane, as far as the readings show. */
export function poolFix({ resource, nodes }: OwnedNodes, to: Minor, then: KarpenterThen): Advice {
  const drift = findDrift(then);
  const follows = followsTo(resource, to, then.readings);
  if (drift === undefined || follows === undefined) return ifRead(to);
  const select = advice`The AMIs of the pool do not follow the control plane: change its node class to select an AMI for ${format(to)}.`;
  if (!drift.isOn) {
    const first = follows ? advice`` : advice`${select} `;
    return advice`${first}Drift is off in Karpenter: it does not replace these nodes for a new AMI. Delete them one at a
      time (Karpenter drains and replaces each of them), or enable drift.\n${deleteNode(nodes)}`;
  }
  const budgets = isBelow(drift.version, knowsBudgets) ? advice`` : advice`, as disruption budgets allow`;
  return follows
    ? advice`No action is needed: the AMIs of the pool follow the control plane, and Karpenter replaces the nodes through
        drift${budgets}.${ofRelease(resource, to, then.readings)}`
    : advice`${select} Karpenter then replaces the nodes through drift${budgets}.`;
}

/** What an alias with a release needs: that release may have no AMI for a later version. */
function ofRelease({ kind, name }: OwnedNodes['resource'], to: Minor, readings: Readings): Advice {
  const { pools, nodeClasses } = readOwn(readings);
  const pool = pools.find((one) => one.kind === kind && one.name === name);
  return pool !== undefined && selectsImages(pool, nodeClasses) === true
    ? advice` The alias names a release: if that release has no AMI for ${format(to)}, change the alias to one that has.`
    : advice``;
}

/** Whether Karpenter replaces the nodes of a pool by itself after each update of the control plane. */
export function poolFollows({ resource }: Pick<OwnedNodes, 'resource'>, to: Minor, then: KarpenterThen): boolean {
  return findDrift(then)?.isOn === true && followsTo(resource, to, then.readings) === true;
}

function deleteNode([first]: readonly NodeFact[]): Advice {
  return commands(sh`kubectl delete node ${first?.name ?? 'NODE'}`);
}

/** The advice if it is unknown whether drift is on, or whether the AMIs of the pool follow the control plane. */
function ifRead(to: Minor): Advice {
  return advice`If drift is on (always from Karpenter 1.0) and the AMIs follow the control plane (an alias, also one with a
    release that has an AMI for ${format(to)}; before 1.0: no AMI selection), no action is needed: Karpenter replaces the nodes. If the node class selects AMIs by
    id, name or tag, change it to select an AMI for ${format(to)}. If drift is off, delete
    the nodes one at a time: Karpenter drains and replaces each of them.`;
}

/** Karpenter's version after the updates, and whether drift is on; undefined: unknown, or not just one controller. */
function findDrift({ readings, karpenter }: KarpenterThen): { isOn: boolean; version: string } | undefined {
  const { karpenterControllers } = readings;
  const [controller, ...others] = karpenterControllers?.ok === true ? karpenterControllers.value : [];
  const today = controller?.version;
  if (controller === undefined || others.length > 0 || typeof today !== 'string') return undefined;
  const version = karpenter ?? today;
  const state = resolveLaterGateState(
    'Drift',
    controller,
    { today, later: version },
    {
      'karpenter-feature-gates': loadTable('karpenter-feature-gates').rows,
      'karpenter-settings': loadTable('karpenter-settings').rows,
    },
  );
  return state === 'unread' ? undefined : { isOn: state === 'on', version };
}

/** Whether new nodes of the pool get an AMI for this version; undefined: unknown. */
export function followsTo({ kind, name }: OwnedNodes['resource'], to: Minor, readings: Readings): boolean | undefined {
  const { pools, nodeClasses } = readOwn(readings);
  const pool = pools.find((one) => one.kind === kind && one.name === name);
  if (pool === undefined) return undefined;
  const family = followedFamily(pool, nodeClasses) ?? aliasFamily(pool, nodeClasses);
  if (family === 'AL2') return hasAmazonLinux2(to, loadTable('amazon-linux-2').rows);
  return family === undefined ? (selectsImages(pool, nodeClasses) === true ? false : undefined) : true;
}

function readOwn({ karpenterPools: read, karpenterNodeClasses: classes }: Readings): ReturnType<typeof ownObjects> {
  return ownObjects({
    karpenterPools: read?.ok === true ? read.value : undefined,
    karpenterNodeClasses: classes?.ok === true ? classes.value : undefined,
  });
}
