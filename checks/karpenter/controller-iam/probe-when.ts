import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { allows, autoModeGroup, ownPools } from '../../../src/karpenter/pools.ts';
import { isBelow } from '../../../src/languages/versions.ts';
import type { Probe } from './requests.ts';
import { settingOf, type SettingRows } from '../../../src/karpenter/setting.ts';

export type Condition = Probe['when'][number];

/** Whether something is so; `maybe`: it hangs on what was not read. */
export type Answer = 'yes' | 'no' | 'maybe';

/** What a probe's `when` is judged on. */
export interface Circumstances {
  controller: KarpenterController;
  /** Of Karpenter today. */
  current: string;
  /** Where the way ends. */
  last: string;
  pools: Facts['karpenterPools'] | undefined;
  nodeClasses: Facts['karpenterNodeClasses'] | undefined;
  claims: Facts['karpenterClaims'] | undefined;
  settingRows: SettingRows;
}

/** Whether a version makes the requests of a probe here. */
export function isMade({ when }: Probe, version: string, here: Circumstances): Answer {
  const answers = when.map((condition) => conditions[condition](version, here));
  if (answers.includes('no')) return 'no';
  return answers.includes('maybe') ? 'maybe' : 'yes';
}

const of = (known: boolean | undefined): Answer => (known === undefined ? 'maybe' : known ? 'yes' : 'no');

/** The value of a setting; null: it is not set; undefined: it is not read. */
export function valueOf(
  variable: string,
  version: string,
  { controller, settingRows }: Pick<Circumstances, 'controller' | 'settingRows'>,
) {
  const setting = settingOf(controller, variable, version, settingRows);
  if (setting.state === 'unread') return undefined;
  return setting.state === 'set' && setting.value !== '' ? setting.value : null;
}

function isOn(variable: string, version: string, here: Circumstances): boolean | undefined {
  const value = valueOf(variable, version, here);
  return value === undefined ? undefined : value?.toLowerCase() === 'true';
}

function negated(known: boolean | undefined): boolean | undefined {
  return known === undefined ? undefined : !known;
}

/** From here on a controller in an isolated VPC looks for no instance profile that is left over. */
const quietWhereIsolated = '1.8.3';
/** From here on an instance without the tag eks:eks-cluster-name is none of Karpenter's. */
const seesTaggedAlone = '1.1.0';
/** From here on node classes of Amazon Linux 2023 need the cluster's service CIDR. */
const asksForServiceCidr = '0.35.0';

const conditions: Readonly<Record<Condition, (version: string, here: Circumstances) => Answer>> = {
  'ami-parameter': () => 'yes',
  'capacity-reservation': (_, { nodeClasses }) =>
    of(nodeClasses?.some(({ terms }) => terms.capacityReservations.length > 0)),
  'describe-cluster': (version, here) => {
    const endpoint = valueOf('CLUSTER_ENDPOINT', version, here);
    if (endpoint === null || isOn('EKS_CONTROL_PLANE', version, here) === true) return 'yes';
    if (!isBelow(version, asksForServiceCidr) && here.nodeClasses?.some(isAmazonLinux2023) === true) return 'yes';
    return endpoint === undefined || here.nodeClasses === undefined ? 'maybe' : 'no';
  },
  'not-isolated': (version, here) => of(negated(isOn('ISOLATED_VPC', version, here))),
  'old-instances': (_, { current, last, claims }) => {
    const own = claims?.filter(({ nodeClassGroup }) => nodeClassGroup !== autoModeGroup);
    if (isBelow(current, '1.0.0')) return of(own && own.length > 0);
    if (isBelow(last, seesTaggedAlone)) return 'no';
    return of(own?.some(({ clusterNameTagged, terminating }) => clusterNameTagged !== true && !terminating));
  },
  'placement-group': (_, { nodeClasses }) =>
    of(nodeClasses?.some(({ fields }) => fields.some((path) => path.includes('placementGroupSelector')))),
  'profile-list': (version, here) =>
    isBelow(version, quietWhereIsolated) ? 'yes' : of(negated(isOn('ISOLATED_VPC', version, here))),
  provisioner: (version, { pools }) =>
    isBelow(version, '0.32.0') ? 'yes' : of(pools?.some(({ kind }) => kind === 'Provisioner')),
  queue: (version, here) => {
    const queue = valueOf('INTERRUPTION_QUEUE', version, here);
    return of(queue === undefined ? undefined : queue !== null);
  },
  role: (_, { nodeClasses }) => {
    const classes = nodeClasses?.filter(({ kind }) => kind === 'EC2NodeClass');
    return of(classes && (classes.length === 0 || classes.some(({ role }) => role !== null)));
  },
  spot: (_, { pools }) => of(pools && ownPools(pools).some((pool) => allows(pool, 'spot'))),
  'zonal-shift': (version, here) => of(isOn('ENABLE_ZONAL_SHIFT', version, here)),
};

function isAmazonLinux2023({ amiFamily, alias }: Facts['karpenterNodeClasses'][number]): boolean {
  return amiFamily === 'AL2023' || alias?.startsWith('al2023@') === true;
}
