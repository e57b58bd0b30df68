import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Context } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { changeByOwner, type Chart } from '../../../src/for-checks/component-update.ts';
import { changeValue } from '../../../src/for-checks/eks-addon.ts';
import { resolveOwner } from '../../../src/for-checks/owners.ts';

/** The problems of core components, by rule. */
export const componentProblems = {
  'availability-not-reported': 'number of available pods unknown',
  'coredns-absent': 'no CoreDNS in the cluster',
  'few-available': 'fewer than half of its pods available',
  'none-available': 'no pods available',
  'scaled-to-0': 'scaled to 0',
};

/** A workload of a core component. */
export type Copy = Facts['coreComponents'][number];
/** The cluster, its EKS add-ons, and the table of where changes are made. */
export interface Here extends Pick<Context<'managed-changes'>, 'cluster' | 'tables'> {
  addons: Facts['addons'];
}

const values = sh`--set replicaCount=2`;

/** Charts of the components that are reported when scaled to 0; the value `replicaCount` sets the number of pods. */
const charts: Partial<Record<Copy['component'], Chart>> = {
  coredns: {
    name: 'coredns',
    repository: { name: 'coredns', url: 'https://coredns.github.io/helm' },
    version: 'installed',
    values,
  },
  'aws-load-balancer-controller': {
    name: 'aws-load-balancer-controller',
    repository: { name: 'eks', url: 'https://aws.github.io/eks-charts' },
    version: 'installed',
    values,
  },
};

/** How to scale a Deployment up again, with the tool that manages it. */
export function scaleUp(copy: Copy, { cluster, addons, tables }: Here): Advice {
  const { namespace, name, component } = copy;
  const scale = sh`kubectl -n ${namespace} scale deployment ${name} --replicas=2`;
  const chart = charts[component];
  return advice`Scale it up again, unless it was scaled down on purpose. ${changeByOwner(withAddon(copy, addons), {
    goal: advice`two replicas`,
    ...(chart === undefined ? {} : { chart }),
    addon: (addon) => changeValue(cluster, addon, 'replicaCount', scale),
    managers: { change: 'add-on-configuration', cluster, rows: tables['managed-changes'] },
    byHand: commands(scale),
  })}`;
}

/** A copy of an EKS add-on whose tags show what manages it: the fact of the workload does not name the add-on. */
function withAddon(copy: Copy, addons: Facts['addons']): Copy {
  const { namespace, name, component } = copy;
  const own = addons.find((addon) => addon.name === component && name === component && namespace === 'kube-system');
  if (own?.tags === undefined || resolveOwner({ tags: own.tags }).kind === 'not seen') return copy;
  return { ...copy, addon: own.name, addonRole: own.serviceAccountRoleArn, addonTags: own.tags };
}
