import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { allows } from '../../../src/karpenter/capacity.ts';
import { resolveGateStateAt, type GateRows } from '../../../src/karpenter/gates.ts';
import type { ObjectKind, OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import { listsWhereIsolated } from './isolated.ts';
import { orMachines } from './of-provisioners.ts';
import type { Probe } from './requests.ts';
import { resolveSettingValue, type SettingRows } from '../../../src/karpenter/settings.ts';

export type Condition = Probe['when'][number];

/** Whether a condition holds; `maybe`: it depends on data that was not read. */
export type Answer = 'yes' | 'no' | 'maybe';

/** The data that a probe's `when` depends on. */
export interface Circumstances {
  controller: KarpenterController;
  /** Karpenter's current version. */
  current: string;
  /** The last version of the path. */
  last: string;
  objects: OwnObjects;
  settingRows: SettingRows;
  gateRows: GateRows;
}

/** Whether a version sends the requests of a probe in this cluster. */
export function isMade({ when }: Probe, version: string, here: Circumstances): Answer {
  const answers = when.map((condition) => conditions[condition](version, here));
  if (answers.includes('no')) return 'no';
  return answers.includes('maybe') ? 'maybe' : 'yes';
}

const toAnswer = (known: boolean | undefined): Answer => (known === undefined ? 'maybe' : known ? 'yes' : 'no');

/** The value of a setting at a version; null: not set, or empty; undefined: not read. */
export function settingAt(variable: string, version: string, { controller, settingRows }: Circumstances) {
  return resolveSettingValue(controller, variable, version, settingRows);
}

function isOn(variable: string, version: string, here: Circumstances): boolean | undefined {
  const value = settingAt(variable, version, here);
  return value === undefined ? undefined : value?.toLowerCase() === 'true';
}

/** Undefined if any of the kinds was not read: Karpenter's requests also depend on which objects are absent. */
function whole<Item>(items: readonly Item[], { isRead }: OwnObjects, ...kinds: ObjectKind[]) {
  return isRead(...kinds) ? items : undefined;
}

/** The pools; undefined if some were not read. */
export const findPools = ({ objects }: Circumstances) => whole(objects.pools, objects, 'NodePool', 'Provisioner');
const findClaims = ({ objects }: Circumstances) => whole(objects.claims, objects, 'NodeClaim', 'Machine');
/** The node classes; undefined if some were not read. */
export const findNodeClasses = ({ objects }: Circumstances) =>
  whole(objects.nodeClasses, objects, 'EC2NodeClass', 'AWSNodeTemplate');

function negated(known: boolean | undefined): boolean | undefined {
  return known === undefined ? undefined : !known;
}

/** From this version on, Karpenter ignores instances without the tag eks:eks-cluster-name. */
const seesTaggedAlone = '1.1.0';
/** From this version on, node classes of Amazon Linux 2023 need the cluster's service CIDR. */
const serviceCidrNeededFrom = '0.35.0';
const conditions: Readonly<Record<Condition, (version: string, here: Circumstances) => Answer>> = {
  'ami-parameter': () => 'yes',
  'capacity-reservation': (version, here) => {
    const isSelected = findNodeClasses(here)?.some(({ terms }) => terms.capacityReservations.length > 0);
    return both(toAnswer(isSelected), reservesAt(version, here));
  },
  'describe-cluster': (version, here) => {
    const endpoint = settingAt('CLUSTER_ENDPOINT', version, here);
    if (endpoint === null || isOn('EKS_CONTROL_PLANE', version, here) === true) return 'yes';
    const nodeClasses = findNodeClasses(here);
    if (!isBelow(version, serviceCidrNeededFrom) && nodeClasses?.some(isAmazonLinux2023) === true) return 'yes';
    return endpoint === undefined || nodeClasses === undefined ? 'maybe' : 'no';
  },
  machine: (version, here) => orMachines(conditions.provisioner(version, here), here.objects),
  'not-isolated': (version, here) => toAnswer(negated(isOn('ISOLATED_VPC', version, here))),
  'old-instances': (_, here) => {
    const claims = findClaims(here);
    if (isBelow(here.current, '1.0.0')) return toAnswer(claims && claims.length > 0);
    if (isBelow(here.last, seesTaggedAlone)) return 'no';
    return toAnswer(claims?.some(({ clusterNameTagged, terminating }) => clusterNameTagged !== true && !terminating));
  },
  'placement-group': (_, here) => toAnswer(findNodeClasses(here)?.some(selectsPlacementGroup)),
  // In an isolated VPC, older versions call IAM in vain: no permission helps (`isolatedFindings`).
  'profile-list': (version, here) => {
    const isIsolated = isOn('ISOLATED_VPC', version, here);
    return listsWhereIsolated(version) && isIsolated === undefined ? 'yes' : toAnswer(negated(isIsolated));
  },
  provisioner: (version, here) =>
    isBelow(version, '0.32.0') ? 'yes' : toAnswer(findPools(here)?.some(({ kind }) => kind === 'Provisioner')),
  queue: (version, here) => {
    const queue = settingAt('INTERRUPTION_QUEUE', version, here);
    return toAnswer(queue === undefined ? undefined : queue !== null);
  },
  'reboot-for-repair': (version, here) => {
    const gates = settingAt('AWS_FEATURE_GATES', version, here);
    const isSet = /(?:^|,) *RebootForRepair=(?:1|t|true) *(?:,|$)/i.test(gates ?? '');
    return toAnswer(gates === undefined ? undefined : isSet);
  },
  role: (_, here) => {
    const classes = findNodeClasses(here)?.filter(({ kind }) => kind === 'EC2NodeClass');
    return toAnswer(classes && (classes.length === 0 || classes.some(({ role }) => role !== null)));
  },
  snapshot: (_, here) => {
    const answers = here.objects.pools.map(namesSnapshotInPool).concat(here.objects.nodeClasses.map(namesSnapshot));
    if (answers.includes('yes')) return 'yes';
    return answers.includes('maybe') || findNodeClasses(here) === undefined ? 'maybe' : 'no';
  },
  spot: (_, here) => toAnswer(findPools(here)?.some((pool) => allows(pool, 'spot'))),
  'terminating-node-class': (_, here) =>
    toAnswer(findNodeClasses(here)?.some(({ kind, terminating }) => kind === 'EC2NodeClass' && terminating)),
  'zonal-shift': (version, here) => toAnswer(isOn('ENABLE_ZONAL_SHIFT', version, here)),
};

function both(one: Answer, other: Answer): Answer {
  if (one === 'no' || other === 'no') return 'no';
  return one === 'yes' ? other : one;
}

/** Whether a version requests capacity reservations at all: the feature gate ReservedCapacity is on. */
function reservesAt(version: string, { controller, current, settingRows, gateRows }: Circumstances): Answer {
  const tables = { 'karpenter-settings': settingRows, 'karpenter-feature-gates': gateRows };
  const state = resolveGateStateAt('ReservedCapacity', controller, { today: current, version }, tables);
  return { on: 'yes', off: 'no', unread: 'maybe' }[state] as Answer;
}

/** A custom launch template (`spec.launchTemplate` of an AWSNodeTemplate) may name a snapshot. */
function namesSnapshot({ namesSnapshot: isNamed, fields }: Facts['karpenterNodeClasses'][number]): Answer {
  if (isNamed !== undefined) return isNamed ? 'yes' : 'no';
  return fields.some((path) => path === 'spec.blockDeviceMappings' || path === 'spec.launchTemplate') ? 'maybe' : 'no';
}

/** Provisioners may hold EC2 settings, of which the fact has no snapshots. */
function namesSnapshotInPool({ fields }: Facts['karpenterPools'][number]): Answer {
  return fields.some((path) => /^spec\.provider\.(?:blockDeviceMappings|launchTemplate)$/.test(path)) ? 'maybe' : 'no';
}

function selectsPlacementGroup({ fields }: Facts['karpenterNodeClasses'][number]): boolean {
  return fields.some((path) => path.includes('placementGroupSelector'));
}

function isAmazonLinux2023({ amiFamily, alias }: Facts['karpenterNodeClasses'][number]): boolean {
  return amiFamily === 'AL2023' || alias?.startsWith('al2023@') === true;
}
